public import Foundation
import ListAdapter
public import ListModel

/// How a collection view arranges its content; this base class arranges nothing.
open class UICollectionViewLayout: NSObject {
  private var components: [(component: AnyComponent, kind: String)] = []
  private var classes: [(viewClass: UICollectionReusableView.Type, kind: String)] = []
  private weak var simulation: SimulatedCollectionView?

  /// Creates a layout without sections.
  public override init() {}

  /// The view that the layout arranges.
  @MainActor public private(set) weak var collectionView: UICollectionView?

  /// Registers a component that is drawn for the decorations of a kind.
  public func register(_ component: some Component, forDecorationViewOfKind kind: String) {
    components.append((AnyComponent(component), kind))
    simulation?.register(component, forDecorationViewOfKind: kind)
  }

  /// Registers a class for the decorations of a kind.
  @MainActor
  public func register(
    _ viewClass: UICollectionReusableView.Type,
    forDecorationViewOfKind kind: String
  ) {
    classes.append((viewClass, kind))
    simulation?.hostedDecorations[kind] = { viewClass.init(forReuse: kind, frame: CGRect($0)) }
  }

  /// Discards the layout: the next layout pass asks section providers and delegates again.
  open func invalidateLayout() { simulation?.invalidateLayout() }

  /// The current settings that apply to all sections.
  var layoutConfiguration: LayoutConfiguration { LayoutConfiguration() }

  /// Discards the layout, and passes the current settings of all sections on to the view.
  func configurationDidChange() {
    simulation?.collectionViewLayout = .compositional(layoutConfiguration)
    invalidateLayout()
  }

  /// Ends being the layout of a view.
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
  /// Lays out all sections by a closure, which is called within the view's own methods only.
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
