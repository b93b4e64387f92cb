/// Turns stored components into typed ones.
///
/// ```swift
/// var registry = ComponentRegistry()
/// registry.register(FeedItem.self)
/// let list = try registry.decode(snapshot.list)
/// ```
///
/// Components of a type that is not registered stay stored, untouched.
public struct ComponentRegistry: Sendable {
  private var types: [Identifier<StoredComponent>: any Component.Type] = [:]

  /// Creates a registry of the given component types.
  public init(_ types: (any Component.Type)...) {
    for type in types { register(type) }
  }

  /// Adds a component type; a type with the same name that was added before is replaced.
  public mutating func register(_ type: any Component.Type) {
    types[Identifier(type.componentType)] = type
  }

  /// Decodes one component, and the views it carries.
  ///
  /// - Throws: ``UndecodableComponent`` when the type is registered, but the content is not one
  ///   of its view models.
  public func decode(_ component: AnyComponent) throws(UndecodableComponent) -> AnyComponent {
    var decoded = try decodeAlone(component.withoutViews)
    if component.hasViews { decoded.views = try decode(component.views) }
    return decoded
  }

  private func decodeAlone(
    _ component: AnyComponent
  ) throws(UndecodableComponent) -> AnyComponent {
    guard let type = types[Identifier(component.type)] else { return component }
    do {
      return try type.decode(from: try component.stored())
    } catch {
      throw UndecodableComponent(type: component.type, reason: String(describing: error))
    }
  }

  private func decode(
    _ views: SupplementaryViews
  ) throws(UndecodableComponent) -> SupplementaryViews {
    var decoded = views
    for view in views { decoded[view.kind] = try decodeAlone(view.component) }
    return decoded
  }

  /// Decodes every component of a list: cells and all supplementary views.
  ///
  /// - Throws: ``UndecodableComponent`` for the first component whose content does not fit.
  public func decode(_ list: List) throws(UndecodableComponent) -> List {
    var list = list
    for section in list.sections.indices {
      if let header = list.sections[section].header {
        list.sections[section].header?.component = try decode(header.component)
      }
      if let footer = list.sections[section].footer {
        list.sections[section].footer?.component = try decode(footer.component)
      }
      list.sections[section].views = try decode(list.sections[section].views)
      for item in list.sections[section].cells.indices {
        list.sections[section].cells[item].component = try decode(
          list.sections[section].cells[item].component
        )
      }
    }
    return list
  }
}

/// Stored content that does not fit the component type registered for it.
public struct UndecodableComponent: Error, Hashable, Sendable, CustomStringConvertible {
  /// The component type.
  public let type: String
  /// What the decoder said.
  public let reason: String

  /// One sentence for people.
  public var description: String {
    "stored content does not fit the view model of component \"\(type)\": \(reason)"
  }
}

extension Component {
  fileprivate static func decode(from stored: StoredComponent) throws -> AnyComponent {
    let content = try stored.content ?? ListModel.Content(parsing: Array("null".utf8))
    return AnyComponent(Self(viewModel: try content.decode(ViewModel.self)))
  }
}
