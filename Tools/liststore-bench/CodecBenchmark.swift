import Foundation
import ListDiff
import ListModel

/// The cases of the codec benchmark: one change in four forms, written and read.
struct CodecBenchmark {
  /// One case in one form.
  struct Result: Encodable {
    var name: String
    var operationCount: Int
    var form: String
    /// The median time to write all operations, and its ratio to that of our binary form.
    var writing: Double
    var writingRatio: Double
    /// The same for reading.
    var reading: Double
    var readingRatio: Double
    var byteCount: Int
    /// Ids and contents, each once.
    var payloadByteCount: Int
  }

  var operationCount = 10_000
  var roundRobin = RoundRobin()
  /// Only cases whose name contains this text are measured.
  var filter: String?
  var report: (Result) -> Void

  func run() throws {
    let cases: [(String, Int, (inout BenchHistory) throws -> Changeset)] = [
      ("one update", 1, { try $0.next(.update) }),
      ("updates", operationCount, { try $0.next(.update) }),
      ("insertions", operationCount, { try $0.next(.insertion) }),
      ("deletions", operationCount, { try $0.next(.deletion) }),
      ("moves", operationCount, { try $0.next(.move) }),
      ("mixed", operationCount, { try $0.next() }),
    ]
    for (name, count, next) in cases where filter.map(name.contains) ?? true {
      try measure(name, count, next)
    }
  }

  /// A change, and its forms.
  private struct Input {
    var changeset: Changeset
    var binary: [UInt8]
    var document: Change
    var documentBytes: [UInt8]
    var plain: PlainChangeset
    var plainBytes: Data
    var session: SessionDatabase
    var sessionBytes: [UInt8]

    init(_ changeset: Changeset) throws {
      self.changeset = changeset
      binary = try changeset.encoded()
      document = Change(
        list: "list",
        version: 2,
        parent: 1,
        parentFingerprint: .empty,
        fingerprint: .empty,
        changeset: changeset
      )
      documentBytes = try document.document(including: .replacedValues)
      plain = try PlainChangeset(changeset)
      plainBytes = try JSONEncoder().encode(plain)
      session = try SessionDatabase(recording: changeset)
      sessionBytes = try session.encoded()
    }
  }

  private func measure(
    _ name: String,
    _ count: Int,
    _ next: (inout BenchHistory) throws -> Changeset
  ) throws {
    var inputs: [Input] = []
    for round in 0..<roundRobin.rounds {
      var history = BenchHistory(cellCount: max(count * 10, 100_000), seed: UInt64(round))
      let steps = try (0..<count).map { _ in try next(&history) }
      inputs.append(try Input(Changeset.composition(of: steps)))
    }
    guard let first = inputs.first else { return }
    let writing = roundRobin.measure(Self.writers) { inputs[$0] }
    let reading = roundRobin.measure(Self.readers) { inputs[$0] }
    let sizes = [
      first.binary.count, first.documentBytes.count, first.plainBytes.count,
      first.sessionBytes.count,
    ]
    for (index, size) in sizes.enumerated() {
      report(
        Result(
          name: name,
          operationCount: first.changeset.operationCount,
          form: writing[index].contender,
          writing: writing[index].nanoseconds,
          writingRatio: writing[index].ratio,
          reading: reading[index].nanoseconds,
          readingRatio: reading[index].ratio,
          byteCount: size,
          payloadByteCount: try first.changeset.payloadByteCount
        )
      )
    }
  }

  // MARK: Contenders

  private static var writers: [RoundRobin.Contender<Input>] {
    [
      .init(name: "binary") { (try? $0.changeset.encoded())?.count ?? -1 },
      .init(name: "change document") {
        (try? $0.document.document(including: .replacedValues))?.count ?? -1
      },
      .init(name: "Foundation JSON") { (try? JSONEncoder().encode($0.plain))?.count ?? -1 },
      .init(name: "SQLite session") { (try? $0.session.encoded())?.count ?? -1 },
    ]
  }

  private static var readers: [RoundRobin.Contender<Input>] {
    [
      .init(name: "binary") { (try? Changeset(encoded: $0.binary))?.operationCount ?? -1 },
      .init(name: "change document") {
        (try? Change(document: $0.documentBytes))?.changeset.operationCount ?? -1
      },
      .init(name: "Foundation JSON") {
        (try? JSONDecoder().decode(PlainChangeset.self, from: $0.plainBytes))?.operationCount ?? -1
      },
      .init(name: "SQLite session") { (try? SessionDatabase.decode($0.sessionBytes)) ?? -1 },
    ]
  }
}

extension Changeset {
  /// The bytes of ids and contents, each counted once; for an update, of the new content.
  fileprivate var payloadByteCount: Int {
    get throws {
      let ids =
        deletedCells.map(\.id) + insertedCells.map(\.id) + movedCells.map(\.id)
        + updatedCells.map(\.id)
      let components =
        deletedCells.map(\.component) + insertedCells.map(\.component) + updatedCells.map(\.new)
      return try components.reduce(ids.reduce(0) { $0 + $1.rawValue.utf8.count }) {
        $0 + (try $1.stored().content?.bytes.count ?? 0)
      }
    }
  }
}
