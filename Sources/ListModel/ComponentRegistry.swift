/// Turns all stored components of a list into typed ones, for an adapter that shows them.
///
/// Reading a few cells needs no registry: see ``Cell/as(_:)`` and ``List/cells(of:)``.
///
/// ```swift
/// let registry = try ComponentRegistry(FeedItem.self, Banner.self)
/// let list = try registry.decode(snapshot.list)
/// ```
///
/// Components of a type that is not registered stay stored and unchanged.
public struct ComponentRegistry: Sendable {
  private var types: [Identifier<StoredComponent>: any Component.Type] = [:]

  /// Creates a registry of the given component types.
  ///
  /// - Throws: ``DuplicateComponentType`` when two of them have the same name.
  public init(_ types: (any Component.Type)...) throws(DuplicateComponentType) {
    for type in types { try register(type) }
  }

  /// Adds a component type; adding it again changes nothing.
  ///
  /// - Throws: ``DuplicateComponentType`` when another type is already registered under the same
  ///   name.
  public mutating func register(_ type: any Component.Type) throws(DuplicateComponentType) {
    let name = Identifier<StoredComponent>(type.componentType)
    if let known = types[name], known != type {
      throw DuplicateComponentType(
        name: type.componentType,
        registered: String(reflecting: known),
        refused: String(reflecting: type)
      )
    }
    types[name] = type
  }

  /// Decodes one component and the views it carries.
  ///
  /// - Throws: ``UndecodableComponent`` when the type is registered, but the content is not a valid
  ///   view model of that type.
  public func decode(_ component: AnyComponent) throws(UndecodableComponent) -> AnyComponent {
    var decoded = try decodeAlone(component.withoutViews)
    if component.hasViews { decoded.views = try decode(component.views) }
    return decoded
  }

  private func decodeAlone(
    _ component: AnyComponent
  ) throws(UndecodableComponent) -> AnyComponent {
    guard let type = types[Identifier(component.type)] else { return component }
    return try type.decode(component)
  }

  private func decode(
    _ views: SupplementaryViews
  ) throws(UndecodableComponent) -> SupplementaryViews {
    var decoded = views
    for view in views { decoded[view.kind] = try decodeAlone(view.component) }
    return decoded
  }

  /// Decodes every component of a list: of cells and of all supplementary views.
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
        let cell = list.sections[section].cells[item]
        do {
          list.sections[section].cells[item].component = try decode(cell.component)
        } catch {
          throw error.of(cell.id)
        }
      }
    }
    return list
  }
}

/// Two Swift types that use the same ``Component/componentType``.
public struct DuplicateComponentType: Error, Hashable, Sendable, CustomStringConvertible {
  /// The shared name.
  public let name: String
  /// The Swift type that was registered with it.
  public let registered: String
  /// The Swift type that was refused.
  public let refused: String

  /// One sentence for people.
  public var description: String {
    "\(refused) and \(registered) both have the componentType \"\(name)\": what is stored under it "
      + "could be either; give one of them another name"
  }
}

extension Component {
  fileprivate static func decode(
    _ component: AnyComponent
  ) throws(UndecodableComponent) -> AnyComponent {
    AnyComponent(try Self(decoding: component))
  }
}
