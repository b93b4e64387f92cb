public import Foundation
import ListAdapter
public import ListModel

/// How a collection view arranges what it shows; this one arranges nothing.
open class UICollectionViewLayout: NSObject {
  private var components: [(component: AnyComponent, kind: String)] = []
  private var classes: [(viewClass: UICollectionReusableView.Type, kind: String)] = []
  private weak var simulation: SimulatedCollectionView?

  /// Creates a layout of nothing.
  public override init() {}

  /// The view that is laid out by it.
  @MainActor public private(set) weak var collectionView: UICollectionView?

  /// Has decorations of a kind drawn as a component.
  public func register(_ component: some Component, forDecorationViewOfKind kind: String) {
    components.append((AnyComponent(component), kind))
    simulation?.register(component, forDecorationViewOfKind: kind)
  }

  /// Has decorations of a kind made of a class.
  @MainActor
  public func register(
    _ viewClass: UICollectionReusableView.Type,
    forDecorationViewOfKind kind: String
  ) {
    classes.append((viewClass, kind))
    simulation?.hostedDecorations[kind] = { viewClass.init(forReuse: kind, frame: CGRect($0)) }
  }

  /// Has everything laid out anew in the next layout pass: section providers and delegates are asked again.
  open func invalidateLayout() { simulation?.invalidateLayout() }

  /// What holds for all sections, as it is now.
  var layoutConfiguration: LayoutConfiguration { LayoutConfiguration() }

  /// Has everything laid out anew by what holds for all sections now.
  func configurationDidChange() {
    simulation?.collectionViewLayout = .compositional(layoutConfiguration)
    invalidateLayout()
  }

  /// Is a view's layout no more.
  func uninstall() { simulation = nil }

  /// Becomes the layout of a simulated view.
  func install(on simulation: SimulatedCollectionView) {
    self.simulation = simulation
    for (component, kind) in components {
      simulation.register(component, forDecorationViewOfKind: kind)
    }
  }

  /// Becomes the layout of a view.
  @MainActor func install(on view: UICollectionView) {
    collectionView = view
    install(on: view.simulation)
    for (viewClass, kind) in classes {
      view.simulation.hostedDecorations[kind] = {
        viewClass.init(forReuse: kind, frame: CGRect($0))
      }
    }
    view.simulation.setSections { _, _ in nil }
  }
}

extension SimulatedCollectionView {
  /// Lays out all sections as code says, which is called within the view's own methods only.
  func setSections(
    _ configuration: UICollectionViewCompositionalLayoutConfiguration =
      UICollectionViewCompositionalLayoutConfiguration(),
    _ sections: @escaping UICollectionViewCompositionalLayout.SectionProvider
  ) {
    let layout = UICollectionViewCompositionalLayout(
      sectionProvider: sections,
      configuration: configuration
    )
    setCollectionViewLayout(layout, animated: false)
  }
}
