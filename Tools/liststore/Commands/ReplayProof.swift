package import ListModel
package import ListStorage

/// The feed of a list, replayed through the adapter into a simulated collection view.
package struct ReplayProof {
  /// How a change is handed to the view.
  package enum Mode: String, CaseIterable, Sendable {
    /// As several batches, each legal by itself, as UIKit has always taken them.
    case staged
    /// As one batch.
    case single
  }

  /// What each version is compared with.
  package enum Comparison: Sendable {
    /// The fingerprint its change promises, and what the view shows.
    case fingerprints
    /// Also the snapshot the store gives of it.
    case snapshots
  }

  /// What came of a replay.
  package struct Report: Sendable {
    package var mode: Mode
    /// The version the replay started from.
    package var from: Int
    /// The version it was to arrive at.
    package var to: Int
    /// The number of versions that came out exactly.
    package var exact = 0
    /// The batches the view took.
    package var batches = 0
    /// The operations in them.
    package var operations = 0
    /// The time it took, comparisons included.
    package var duration = Duration.zero
    /// Where the replay ended early, and why.
    package var difference: Difference?

    /// The number of versions to replay.
    package var versions: Int { to - from }
  }

  /// A version that did not come out exactly.
  package struct Difference: Sendable, CustomStringConvertible {
    package var version: Int
    package var reason: String

    package var description: String { "version \(version): \(reason)" }
  }
}

extension ReplayProof {
  package init(of list: List.ID, in store: ListStore, mode: Mode, comparing: Comparison) throws {}
  package func run(_ p: (Int) -> Void) throws -> Report { Report(mode: .staged, from: 0, to: 0) }
}
