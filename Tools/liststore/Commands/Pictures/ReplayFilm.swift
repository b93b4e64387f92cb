import Foundation
import ListDiff
import ListModel
import ListPictures
import ListServer
import ListStorage

/// A film of the versions of a list, one screen for each version.
struct ReplayFilm {
  /// The most versions of a film; a longer one is not watched.
  static let limit = 500

  private let store: ListStore
  private let list: List.ID
  private let screen: PictureScreen

  init(of list: List.ID, in store: ListStore, on screen: PictureScreen) throws {
    self.store = store
    self.list = list
    self.screen = screen
  }

  /// Films some versions.
  ///
  /// - Throws: ``FilmTooLong``, ``PictureError``, or an error of the store.
  func versions(_ versions: ClosedRange<Int>) throws -> Film {
    guard versions.count <= Self.limit else { throw FilmTooLong(count: versions.count) }
    var film = Film(title: list.rawValue, appearance: screen.appearance)
    let first = versions.lowerBound
    let start = try StoredPicture(of: list, in: store, at: first).picture(on: screen)
    let change = first > 0 ? try? store.change(of: list, from: first - 1, to: first) : nil
    film.add(start, caption: "version \(first)", note: change.map(note) ?? "")
    try store.walk(list, after: first, through: versions.upperBound) { change, snapshot in
      let picture = try StoredPicture.picture(of: snapshot.list, on: screen)
      film.add(
        picture,
        caption: "version \(change.version)",
        note: note(change),
        changeset: change.changeset
      )
    }
    return film
  }

  /// Who made a version, when, and what for.
  private func note(_ change: Change) -> String {
    let message = change.message?.split(separator: "\n").first.map(String.init)
    return [change.author.map { "by \($0)" }, change.time?.dayAndTime(), message]
      .compactMap(\.self).joined(separator: " · ")
  }
}

/// The error that a film would have more than ``ReplayFilm/limit`` versions.
struct FilmTooLong: Error, CustomStringConvertible {
  var count: Int

  var description: String {
    "a film of \(count) versions: expected \(ReplayFilm.limit) at most, by --from and --to"
  }
}
