public import ListAdapter
public import ListDiffable
import ListLayout
import ListModel
import ListRendering

/// The front page of a shop for apps, on a diffable data source: sections and items are the app's own
/// plain values, and the cell provider makes their cells.
public final class AppStoreScreen {
  /// The sections, in order.
  public enum Shelf: Int, CaseIterable, Hashable, Sendable {
    /// Large cards.
    case feature
    /// Apps in columns of three.
    case ranking
    /// Collections.
    case theme

    /// The header of the section; the first section has none.
    var header: SectionHeaderComponent? {
      switch self {
      case .feature: nil
      case .ranking: SectionHeaderComponent("Worth a look", "New apps and updates")
      case .theme: SectionHeaderComponent("By theme")
      }
    }
  }

  /// The items, by kind.
  public enum Item: Hashable, Sendable {
    /// Something that can be watched or used now.
    case feature(kind: String, title: String, text: String)
    /// An app.
    case ranking(title: String, text: String, hasPurchases: Bool)
    /// A collection.
    case theme(title: String)
  }

  /// The view that shows the screen.
  public let view: SimulatedCollectionView
  /// The data source of the view.
  public let dataSource: DiffableDataSource<Shelf, Item>

  /// Creates the screen and shows the shop.
  ///
  /// - Parameter viewport: The size of the screen and of its rows.
  /// - Throws: `DiffableDataSourceError`, which no input causes.
  public init(viewport: SimulatedViewport = SimulatedViewport()) throws {
    view = SimulatedCollectionView(viewport: viewport)
    for identifier in [FeatureCardComponent.componentType, TextBlockComponent.componentType] {
      view.registerCell(reuseIdentifier: identifier)
    }
    view.registerCell(reuseIdentifier: TagComponent.componentType)
    view.registerSupplementaryView(ofKind: .header, reuseIdentifier: "header")
    view.registerSupplementaryView(ofKind: .footer, reuseIdentifier: "separator")
    view.layoutOfAllSections = SectionLayout.vertical(spacing: 8)
      .withSectionContentInsets(.init(top: 8, leading: 16, bottom: 12, trailing: 16))
    dataSource = DiffableDataSource(collectionView: view) {
      (view, path, item) throws(CollectionViewError) in
      let component = item.component
      let cell = try view.dequeueReusableCell(
        reuseIdentifier: component.reuseIdentifier,
        for: path
      )
      cell.render(component)
      return cell
    }
    provideHeaders()
    try open()
  }

  private func provideHeaders() {
    view.supplementaryKinds = { section in
      Shelf(rawValue: section)?.header == nil ? [.footer] : [.header, .footer]
    }
    dataSource.supplementaryViewProvider = { (view, kind, path) throws(CollectionViewError) in
      let identifier = kind == .header ? "header" : "separator"
      let supplementary = try view.dequeueReusableSupplementaryView(
        ofKind: kind,
        reuseIdentifier: identifier,
        for: path
      )
      if kind == .header, let header = Shelf(rawValue: path.section)?.header {
        supplementary.render(AnyComponent(header))
      } else {
        supplementary.render(AnyComponent(SeparatorComponent()))
      }
      return supplementary
    }
  }

  /// Shows the shop as it is when it opens.
  private func open() throws {
    var snapshot = DiffableDataSourceSnapshot<Shelf, Item>()
    try snapshot.appendSections(Shelf.allCases)
    try snapshot.appendItems(Shop.features, toSection: .feature)
    try snapshot.appendItems(Shop.ranking, toSection: .ranking)
    try snapshot.appendItems(Shop.themes, toSection: .theme)
    apply(snapshot)
  }

  /// Brings an app to the top of the ranking.
  ///
  /// - Throws: `DiffableDataSourceError` if the app is not in the ranking.
  public func promote(_ item: Item) throws {
    var snapshot = dataSource.snapshot()
    if let first = try snapshot.itemIdentifiers(inSection: .ranking).first, first != item {
      try snapshot.moveItem(item, beforeItem: first)
    }
    apply(snapshot)
  }

  /// Removes an item from the shop.
  public func remove(_ item: Item) {
    var snapshot = dataSource.snapshot()
    snapshot.deleteItems([item])
    apply(snapshot)
  }

  private func apply(_ snapshot: DiffableDataSourceSnapshot<Shelf, Item>) {
    dataSource.apply(snapshot)
    view.flush()
  }
}

extension AppStoreScreen.Item {
  /// The component that shows the item.
  fileprivate var component: AnyComponent {
    switch self {
    case .feature(let kind, let title, let text):
      AnyComponent(
        FeatureCardComponent(
          viewModel: .init(title: "\(kind): \(title)", subtitle: text, tint: .blue)
        )
      )
    case .ranking(let title, let text, let hasPurchases):
      AnyComponent(
        TextBlockComponent(title, hasPurchases ? "\(text) · in-app purchases" : text)
      )
    case .theme(let title):
      AnyComponent(TagComponent(viewModel: .init(title: title, tint: .green)))
    }
  }
}

/// A line between two sections.
private struct SeparatorComponent: Component {
  static let componentType = "Separator"
  var viewModel = true

  func renderContent(coordinator: Void) -> NodeContent { NodeContent(.element("hr")) }

  func render(in content: NodeContent, coordinator: Void) {}
}

/// The items of the shop.
private enum Shop {
  static let features: [AppStoreScreen.Item] = [
    .feature(kind: "Available now", title: "Northern Lights", text: "A series in eight parts"),
    .feature(kind: "Available now", title: "Harbour", text: "The new season"),
    .feature(kind: "Tonight at 22:30", title: "Harbour", text: "The last part, live"),
    .feature(kind: "Available now", title: "Class Reunion", text: "A comedy"),
    .feature(kind: "This week", title: "Parrot", text: "Learn a language together"),
  ]

  static let ranking: [AppStoreScreen.Item] = [
    .ranking(title: "Market", text: "Free delivery everywhere", hasPurchases: false),
    .ranking(title: "Clips", text: "Short and funny", hasPurchases: true),
    .ranking(title: "Autotap", text: "Productivity", hasPurchases: true),
    .ranking(title: "Metronome", text: "Keeps time", hasPurchases: true),
    .ranking(title: "Tax Return", text: "How much is waiting for you?", hasPurchases: false),
    .ranking(title: "Noodles", text: "Restaurants without a queue", hasPurchases: false),
  ]

  static let themes: [AppStoreScreen.Item] =
    ["Finance", "Productivity", "Entertainment", "Photography", "Calm"]
    .map { .theme(title: "10 apps: \($0)") }
}
