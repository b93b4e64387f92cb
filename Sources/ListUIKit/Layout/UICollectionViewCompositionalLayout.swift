public import Foundation
public import ListAdapter
import ListLayout
import ListModel

/// The settings that apply to all sections.
public final class UICollectionViewCompositionalLayoutConfiguration {
  /// The direction in which the sections follow each other.
  public var scrollDirection = UICollectionView.ScrollDirection.vertical
  /// The space between two sections.
  public var interSectionSpacing: CGFloat = 0
  /// Headers, footers and the like of the whole list.
  public var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// Which insets of the view a section respects if it does not say so itself.
  public var contentInsetsReference = UIContentInsetsReference.safeArea

  /// Creates the configuration of a list that scrolls down.
  public init() {}

  var value: LayoutConfiguration {
    LayoutConfiguration(
      scrollDirection: scrollDirection == .vertical ? .vertical : .horizontal,
      interSectionSpacing: Double(interSectionSpacing),
      boundarySupplementaryItems: boundarySupplementaryItems.map(\.value),
      contentInsetsReference: contentInsetsReference.value
    )
  }
}

/// Makes the layout of a section; `nil` fits a section without items only.
public typealias UICollectionViewCompositionalLayoutSectionProvider = (
  _ sectionIndex: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment
) -> NSCollectionLayoutSection?

/// A layout whose sections a provider makes.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  /// Makes the layout of a section; for `nil`, the section must be without items.
  public typealias SectionProvider = UICollectionViewCompositionalLayoutSectionProvider

  // A layout may be made by code of no actor. The view reads these within its own methods; a simulated
  // view without an app's objects may do so on any actor, and never on two at once.
  private nonisolated(unsafe) let provider: SectionProvider
  /// The sections that are lists, as of the last time each was made.
  private(set) nonisolated(unsafe) var listConfigurations:
    [Int: UICollectionLayoutListConfiguration] = [:]
  /// The sections for which the provider has returned `nil`; as the provider, read and written within the
  /// view's own methods, on one actor at a time.
  private nonisolated(unsafe) var undefinedSections: Set<Int> = []
  private nonisolated(unsafe) var settings: UICollectionViewCompositionalLayoutConfiguration
  /// The settings that apply to all sections; a new value takes effect in the next layout pass.
  ///
  /// The layout does not notice changes within the object, as in UIKit.
  open var configuration: UICollectionViewCompositionalLayoutConfiguration {
    get { settings }
    set {
      settings = newValue
      configurationDidChange()
    }
  }

  /// Creates a layout whose sections are all alike.
  public nonisolated init(
    section: NSCollectionLayoutSection,
    configuration: UICollectionViewCompositionalLayoutConfiguration =
      UICollectionViewCompositionalLayoutConfiguration()
  ) {
    provider = { _, _ in section }
    settings = configuration
    super.init()
  }

  /// Creates a layout whose sections a provider makes.
  public nonisolated convenience init(sectionProvider: @escaping SectionProvider) {
    self.init(
      sectionProvider: sectionProvider,
      configuration: UICollectionViewCompositionalLayoutConfiguration()
    )
  }

  /// Creates a layout whose sections a provider makes.
  public nonisolated init(
    sectionProvider: @escaping SectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    provider = sectionProvider
    settings = configuration
    super.init()
  }

  /// Creates a layout as if from an Interface Builder file; it has no sections.
  public required init?(coder: NSCoder) {
    provider = { _, _ in nil }
    settings = UICollectionViewCompositionalLayoutConfiguration()
    super.init(coder: coder)
  }

  /// Returns whether the bounds have another size.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    newBounds.size != collectionView?.bounds.size
  }

  override func install(on view: UICollectionView) {
    super.install(on: view)
    view.simulation.setCollectionViewLayout(self, animated: false)
  }

  override var isOwn: Bool { type(of: self) == UICollectionViewCompositionalLayout.self }
  override var hasNoEngine: Bool { false }
  override var knownAxis: LayoutAxis? { configuration.value.scrollDirection }

  override var layoutConfiguration: LayoutConfiguration { configuration.value }

  /// Returns the error of the first section that has items and no layout, since it was last asked for.
  func takeUndefinedSection(_ counts: [Int]) -> CollectionViewError? {
    defer { undefinedSections = [] }
    let section = undefinedSections.sorted().first { counts.indices.contains($0) && counts[$0] > 0 }
    return section.map { section in
      .invalidLayout(
        LayoutError(
          section: section,
          place: "sectionProvider",
          reason: .malformed(
            "Invalid section definition. Please specify a valid section definition when content "
              + "is to be rendered for a section. This is a client error."
          )
        )
      )
    }
  }

  nonisolated func section(
    _ index: Int,
    _ environment: LayoutEnvironment
  ) -> NSCollectionLayoutSection? {
    let section = provider(index, Environment(value: environment))
    listConfigurations[index] = section?.listConfiguration
    // A section may get its layout with its first items.
    if section == nil { undefinedSections.insert(index) } else { undefinedSections.remove(index) }
    return section
  }
}

extension SimulatedCollectionView {
  /// Lays out all sections by a layout of UIKit's kind instead of their own layouts.
  ///
  /// - Parameters:
  ///   - layout: The layout; its provider is asked in each layout pass that needs it, and again after
  ///     `invalidateLayout()` and after each batch.
  ///   - animated: Accepted for compatibility only; the view is laid out in its next pass.
  @MainActor
  public func setCollectionViewLayout(
    _ layout: UICollectionViewCompositionalLayout,
    animated: Bool
  ) {
    let code = LayoutCode(layout)
    var registry = layoutRegistry
    registry.sectionProviders[LayoutCode.name] = { code.section($0, $1) }
    registry.visibleItemsHandlers[LayoutCode.name] = { code.handle(&$0, $1, $2) }
    registry.separatorHandlers[LayoutCode.name] = { code.separators($0, $1) }
    registry.otherItemProviders = { code.itemProvider($0) }
    confinedRegistry = registry
    if let before = hostedLayout as? UICollectionViewLayout, before !== layout {
      before.uninstall()
    }
    hostedLayout = layout
    layout.install(on: self)
    layoutOfAllSections = .provider(LayoutCode.name)
    collectionViewLayout = .compositional(layout.configuration.value)
    invalidateLayout()
  }
}

/// The closures of an app's layout, by the names under which its values refer to them.
///
/// `@unchecked Sendable`: the closures of an app's layout are not `Sendable`, and they do not leave the
/// view they were set on. The view calls them within its own methods, and is not `Sendable` itself. The
/// registry that holds them is the view's `confinedRegistry`: only this package can read it, and
/// nothing copies it except a layout that the view keeps to itself. A `LayoutCode` that
/// `NSCollectionLayoutSection.layoutSection` makes for one value is never passed on.
final class LayoutCode: @unchecked Sendable {
  static let name = "UICollectionViewCompositionalLayout"

  private let layout: UICollectionViewCompositionalLayout?
  /// The providers of custom groups, by ordinals that are never used twice.
  private var providers: [Int: NSCollectionLayoutGroup.ItemProvider] = [:]
  private var providerCount = 0
  /// The ordinals of each section's providers, as of the last time the section was made.
  private var providersOfSections: [Int: Range<Int>] = [:]
  private var handlers: [Int: NSCollectionLayoutSection.VisibleItemsInvalidationHandler] = [:]

  init(_ layout: UICollectionViewCompositionalLayout? = nil) {
    self.layout = layout
  }

  func section(_ index: Int, _ environment: LayoutEnvironment) -> LayoutSection? {
    let section = layout?.section(index, environment)
    for ordinal in providersOfSections[index] ?? 0..<0 { providers[ordinal] = nil }
    handlers[index] = section?.visibleItemsInvalidationHandler
    let first = providerCount
    defer { providersOfSections[index] = first..<providerCount }
    return section?.value(self, handlerName: Self.name)
  }

  func handle(
    _ items: inout [LayoutAttributes],
    _ offset: LayoutPoint,
    _ environment: LayoutEnvironment
  ) {
    guard let section = items.first?.element.indexPath?.section, let handler = handlers[section]
    else { return }
    let visible = items.map(VisibleItem.init)
    handler(visible, CGPoint(offset), Environment(value: environment))
    items = visible.map(\.changed)
  }

  /// Returns the lines of a row of a list, which the app may change.
  func separators(_ path: CellPath, _ separators: LayoutListSeparators) -> LayoutListSeparators {
    guard let handler = layout?.listConfigurations[path.section]?.itemSeparatorHandler else {
      return separators
    }
    return handler(IndexPath(path), UIListSeparatorConfiguration(separators)).value
  }

  func name(_ provider: @escaping NSCollectionLayoutGroup.ItemProvider) -> String {
    providers[providerCount] = provider
    defer { providerCount += 1 }
    return "\(Self.name).\(providerCount)"
  }

  func itemProvider(_ name: String) -> LayoutRegistry.ItemProvider? {
    guard let ordinal = Int(name.dropFirst(Self.name.count + 1)), providers[ordinal] != nil else {
      return nil
    }
    return { [self] container in
      let environment = Environment(value: LayoutEnvironment(container: container))
      return providers[ordinal]?(environment).map(\.value) ?? []
    }
  }
}
