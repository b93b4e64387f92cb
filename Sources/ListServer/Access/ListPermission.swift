public import ListModel

/// What a request may do.
public struct ListPermission: Hashable, Sendable {
  /// Whether it may change lists.
  public var access: ListRoutesConfiguration.Access
  /// The lists that it may see; others do not exist for it.
  public var lists: Lists

  /// Some of the lists of a store.
  public enum Lists: Hashable, Sendable {
    /// All lists, also those that are made later.
    case all
    /// Lists of these names.
    case only(Set<List.ID>)

    func contains(_ list: List.ID) -> Bool {
      switch self {
      case .all: true
      case .only(let names): names.contains(list)
      }
    }
  }

  /// Creates a permission; by default for everything.
  public init(access: ListRoutesConfiguration.Access = .readWrite, lists: Lists = .all) {
    self.access = access
    self.lists = lists
  }
}
