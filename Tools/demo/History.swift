import Foundation
import ListModel
import ListstoreCommands

/// Lists that follow each other, oldest first.
protocol History {
  /// A title of the lists, for people.
  var title: String { get }
  /// The name of the stored list.
  var list: List.ID { get }
  /// The number of lists; `nil` if it is not known in advance.
  var count: Int? { get }
  /// Returns the next list and its name, or `nil` after the last one.
  mutating func next() throws -> (name: String, step: ListImport.Step)?
  /// Returns the text for a cell in a tree.
  func label(_ cell: Cell) -> String
}

/// Gapminder's countries, one list for each year.
struct GapminderHistory: History {
  private let years: [Gapminder.Year]
  private var position = 0

  let list: List.ID = "countries"
  var count: Int? { years.count }

  /// Reads the table in a file.
  ///
  /// - Throws: ``ListstoreCommands/UnreadableFile``.
  init(table path: String) throws {
    do {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      years = try Gapminder(csv: String(decoding: bytes, as: UTF8.self)).years
    } catch {
      throw UnreadableFile(
        path: path,
        reason: (error as? UnreadableTable)?.description ?? "\(error)"
      )
    }
  }

  var title: String {
    "Gapminder: the countries of the world by GDP per capita, "
      + "\(years.first?.year ?? 0) to \(years.last?.year ?? 0)"
  }

  mutating func next() throws -> (name: String, step: ListImport.Step)? {
    guard position < years.count else { return nil }
    defer { position += 1 }
    let year = years[position]
    let name = "\(year.year)"
    return (name, .init(list: year.list, key: name, author: "Gapminder"))
  }

  func label(_ cell: Cell) -> String {
    guard let country = try? cell.as(Country.self).viewModel else { return cell.id.rawValue }
    let name = country.name.padding(toLength: 26, withPad: " ", startingAt: 0)
    let income = Int(country.gdpPerCapita.rounded()).grouped
    let padding = String(repeating: " ", count: max(7 - income.count, 0))
    return "\(name)  \(padding)\(income) $   \(country.lifeExpectancy.rounded(to: 1)) years"
  }
}

/// The files of a repository, one list for each commit.
struct RepositoryHistory: History {
  private var history: GitHistory

  let list: List.ID = "files"
  var count: Int? { history.count }
  let title: String

  /// Opens a repository; `nil` if there is none, or git is missing.
  init?(repository: String, limit: Int) throws {
    do {
      history = try GitHistory(repository: repository, limit: limit)
    } catch is GitFailure {
      return nil
    }
    let name = URL(fileURLWithPath: repository).standardizedFileURL.lastPathComponent
    title = "git: the files of \(name), \(history.count.counting("commit"))"
  }

  mutating func next() throws -> (name: String, step: ListImport.Step)? {
    guard let snapshot = try history.next() else { return nil }
    return (
      String(snapshot.hash.prefix(9)),
      .init(list: snapshot.list, key: snapshot.hash, author: snapshot.storableAuthor)
    )
  }

  func label(_ cell: Cell) -> String {
    guard let file = try? cell.as(GitFile.self).viewModel else { return cell.id.rawValue }
    let name = file.name.padding(
      toLength: max(36, file.name.count),
      withPad: " ",
      startingAt: 0
    )
    return "\(name)  \(file.size.map(\.byteSize) ?? "submodule")"
  }
}
