import ListDiff
import ListModel

/// The text of UIKit, since the SDK of Xcode 14.3, for a batch whose counts do not agree.
///
/// The text is from crash reports (roubachof/Sharpnado.CollectionView#98, Apple's forums, thread
/// 728797), up to the line that describes the view. The reports show insertions and deletions of
/// items; the other operations follow the same form, in our own words.
struct BatchInconsistency: CustomStringConvertible {
  let update: BatchUpdate
  let before: [Int]
  let after: [Int]

  var description: String {
    """
    Invalid batch updates detected: the number of sections and/or items returned by the data \
    source before and/or after performing the batch updates are inconsistent with the updates.
    Data source before updates = \(Self.describe(before))
    Data source after updates = \(Self.describe(after))
    Updates = [
    \(operations.map { "\t\($0)" }.joined(separator: ",\n"))
    ]
    """
  }

  private static func describe(_ counts: [Int]) -> String {
    "{ \(counts.count) section\(counts.count == 1 ? "" : "s") with item counts: \(counts) }"
  }

  private var operations: [String] {
    update.deletedSections.map { "Delete section (\($0))" }
      + update.insertedSections.map { "Insert section (\($0))" }
      + update.reloadedSections.map { "Reload section (\($0))" }
      + update.movedSections.map { "Move section (\($0.from)) to (\($0.to))" }
      + update.deletedCells.map { "Delete item \(Self.place($0))" }
      + update.insertedCells.map { "Insert item \(Self.place($0))" }
      + update.reloadedCells.map { "Reload item \(Self.place($0))" }
      + update.reconfiguredCells.map { "Reconfigure item \(Self.place($0))" }
      + update.movedCells.map { "Move item \(Self.place($0.from)) to \(Self.place($0.to))" }
  }

  private static func place(_ path: CellPath) -> String {
    "(\(path.section) - \(path.item))"
  }
}
