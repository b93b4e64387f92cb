import ListModel
import ListPaging
import ListStorage
import Synchronization

/// The pages of a run, in the real store or in a model of it.
extension SimRun {
  /// What errors of the store name.
  var storePath: String { model == nil ? store?.path ?? ":memory:" : ":memory:" }

  private func pages(_ place: StoredPlace) -> ListStorePages? {
    store.map { ListStorePages(store: $0, list: place.list, section: place.section) }
  }

  func storedPages(_ place: StoredPlace) throws -> StoredPages {
    try model?.stored(place) ?? pages(place)?.readStored() ?? StoredPages()
  }

  /// The first cells of a list that has more.
  func firstPages(_ count: Int, _ place: StoredPlace) throws -> StoredPages? {
    guard let model else { return try pages(place)?.readFirst(count, beyond: 0) }
    var stored = model.stored(place)
    guard stored.ids.count > count else { return nil }
    stored.unread = stored.ids.count - count
    stored.ids = Array(stored.ids.prefix(count))
    return stored
  }

  /// The newest cells of a section; `nil` if there is no such section.
  func storedCells(_ place: StoredPlace) -> [Cell]? {
    if let model { return model.cells(of: place) }
    return (try? store?.snapshot(of: place.list))?.list.sections.first { $0.id == place.section }?
      .cells
  }

  /// The newest version of a list; `nil` if there is no such list.
  func version(of list: List.ID) -> Int? {
    if let model { return model.version(of: list) }
    return (try? store?.info(of: list))?.version
  }

  func list(_ update: PagerUpdate, _ place: StoredPlace) throws -> List {
    try model?.list(update, place) ?? pages(place)?.list(update) ?? List()
  }

  func store(_ commit: PageCommit, _ place: StoredPlace) throws -> PageCommitAnswer {
    if model != nil, let answer = try model?.commit(commit, place) { return answer }
    guard let pages = pages(place) else { throw CancellationError() }
    return try pages.commitBlocking(commit)
  }

  func clear(_ list: List.ID) {
    if model != nil { model?.clear(list) } else { _ = try? store?.commit(.clearing, to: list) }
  }
}

extension SimSettings {
  /// The same world with a real store: in the second run of a seed, it must do the same.
  var withStore: SimSettings {
    var settings = self
    if storage == .model { settings.storage = .memory }
    return settings
  }
}

/// Whether lists of a subject use the store itself, and cannot do with a model of it.
final class StoreNeed: Sendable {
  private let known = Mutex(false)

  var isKnown: Bool { known.withLock { $0 } }
  func learn() { known.withLock { $0 = true } }
}
