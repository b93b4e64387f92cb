public import ListDescription

/// The smallest unit that can be shown: a view model, under a name that never changes.
///
/// A cell, a header or a footer shows a component. Only its type name and its view model are
/// stored, so both must outlive the code that wrote them:
///
/// ```swift
/// struct FeedItem: Component {
///   struct ViewModel: Codable, Equatable, Sendable {
///     var title: String
///   }
///   static let componentType = "FeedItem"
///   var viewModel: ViewModel
/// }
/// ```
///
/// A component that is `Codable` and `Equatable` can be its own view model and has the fields
/// itself:
///
/// ```swift
/// struct Article: Component, Codable, Equatable {
///   static let componentType = "Article"
///   var title: String
///   var stars: Int
/// }
/// ```
///
/// A component is drawn in a `Content`: an object that is created once for each view on screen, and
/// drawn again for every component that the view shows. A component that declares no `Content`
/// shows its type and view model.
///
/// ```swift
/// extension FeedItem {
///   func renderContent(coordinator: Void) -> TextContent { TextContent(in: "h2") }
///   func render(in content: TextContent, coordinator: Void) { content.text = viewModel.title }
/// }
/// ```
public protocol Component: Sendable {
  /// The data of the component; components with equal view models look the same.
  associatedtype ViewModel: Codable & Equatable & Sendable
  /// The object in which a view draws the component; it belongs to one view, and to that view's
  /// isolation.
  associatedtype Content: AnyObject = PlainContent
  /// An object that outlives a single drawing: made once for each content, and passed to every
  /// drawing of it.
  associatedtype Coordinator = Void

  /// The name under which components of this type are stored.
  ///
  /// The name is part of the content: two components of different types are never equal. Do not
  /// derive it from the Swift type's name, which changes when the type is renamed or moved.
  static var componentType: String { get }

  /// The data that the component shows.
  var viewModel: ViewModel { get }

  /// Creates a component with the given view model, for example one that was read from a store.
  init(viewModel: ViewModel)

  /// Returns whether two components have equal view models.
  ///
  /// Nobody has to write it. The default is compiled beside the component, where the compiler knows the
  /// fields: a list that is declared again is compared cell by cell.
  static func haveEqualViewModels(_ lhs: Self, _ rhs: Self) -> Bool

  /// The name of the pool of views that can show this component.
  var reuseIdentifier: String { get }

  /// How the size of the content depends on its container.
  var layoutMode: ContentLayoutMode { get }

  /// Makes the coordinator that every drawing of one content receives.
  func makeCoordinator() -> Coordinator

  /// Creates the content of a view that has none yet; ``render(in:coordinator:)`` follows.
  func renderContent(coordinator: Coordinator) -> Content

  /// Draws the component in a content that showed another component of this type or none.
  ///
  /// The drawing must set everything that depends on the component: nothing is reset before.
  func render(in content: Content, coordinator: Coordinator)
}

extension Component {
  /// Returns whether the view models are equal.
  @inlinable
  public static func haveEqualViewModels(_ lhs: Self, _ rhs: Self) -> Bool {
    lhs.viewModel == rhs.viewModel
  }

  /// By default, views are shared by all components of the same type.
  public var reuseIdentifier: String { Self.componentType }

  /// By default, a row as high as its content; 44 points until that height is known.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }
}

extension Component where Self: Codable & Equatable, ViewModel == Self {
  /// The component itself, which is its own view model.
  public var viewModel: Self { self }

  /// Creates a component that is `viewModel` itself.
  public init(viewModel: Self) { self = viewModel }
}

extension Component where Coordinator == Void {
  /// Makes no coordinator: by default, nothing outlives a drawing.
  public func makeCoordinator() {}
}

extension Component where Content == PlainContent {
  /// Creates the default content, which shows the type and the view model.
  public func renderContent(coordinator: Coordinator) -> PlainContent { PlainContent() }

  /// Draws the type and the view model.
  public func render(in content: PlainContent, coordinator: Coordinator) {
    content.show(Self.componentType) { [viewModel] in
      (try? ListModel.Content(encoding: viewModel))?.text
    }
  }
}

/// A component that knows the identity of the cell it is shown in.
public protocol IdentifiableComponent: Component, Identifiable where ID == Cell.ID {}
