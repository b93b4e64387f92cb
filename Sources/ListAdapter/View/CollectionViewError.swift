public import ListDescription
public import ListModel

/// Why a collection view refuses a call.
public enum CollectionViewError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A batch does not fit the change of the data, or is one UIKit does not survive.
  case invalidBatchUpdate(InvalidBatchUpdate)
  /// A batch was started inside another one's block.
  case nestedBatchUpdates
  /// A view was asked for by a reuse identifier that was never registered.
  case unregisteredReuseIdentifier(String)
  /// The data source gave a view that it did not take out of the pool for this request, or took
  /// out more than one.
  case unexpectedView(at: CellPath)
  /// A reconfigured cell was requested with another reuse identifier than its own.
  case reconfiguredWithOtherReuseIdentifier(String, expected: String, at: CellPath)
  /// The data source has no answer for a section or item it counted.
  case missingItem(at: CellPath)
  /// The layout has a supplementary view that the data source does not have.
  case missingView(ofKind: SupplementaryKind, at: CellPath)
  /// The layout has a decoration of a kind that nothing was registered for.
  case unregisteredDecoration(ofKind: String)
  /// The layout of a section cannot be solved.
  case invalidLayout(LayoutError)
  /// A layout of an app's own class has attributes of a cell that does not exist.
  case attributesOfMissingItem(at: CellPath)
  /// A handler that is called in each layout pass makes each pass need another one.
  case layoutCycle
  /// A simulated view was told to refuse this batch.
  case injectedFault
  /// A registration was made while a cell or view was asked for; registrations are made beforehand.
  case registrationMadeInProvider

  /// The text of UIKit's exception.
  public var description: String {
    switch self {
    case .invalidBatchUpdate(let error): error.message
    case .nestedBatchUpdates: "performBatchUpdates was called inside a batch update's block"
    case .unregisteredReuseIdentifier(let identifier):
      "could not dequeue a view with identifier \(identifier) - must register a nib or a class "
        + "for the identifier or connect a prototype cell in a storyboard"
    case .unexpectedView(let path):
      "Expected dequeued view to be returned to the collection view in preparation for display. "
        + "When the collection view's data source is asked to provide a view for a given index "
        + "path, ensure that a single view is dequeued and returned to the collection view. "
        + "Index path: \(path.uikitDescription)"
    case .reconfiguredWithOtherReuseIdentifier(let identifier, let expected, let path):
      "Attempted to dequeue a cell using a different reuse identifier (\(identifier)) than the "
        + "existing cell's (\(expected)) while reconfiguring the item at "
        + path.uikitDescription
    case .missingItem(let path):
      "the data source has no view for \(path.uikitDescription), which it counted"
    case .missingView(let kind, let path):
      "the view returned from -collectionView:viewForSupplementaryElementOfKind:atIndexPath "
        + "(\(kind.uikitName),\(path.uikitDescription)) was not "
        + "retrieved by calling -dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:"
        + "forIndexPath: or is nil ((null))"
    case .unregisteredDecoration(let kind):
      "could not dequeue a decoration view of kind: \(kind) - must register as a class or nib or "
        + "connect a prototype in a storyboard"
    case .invalidLayout(let error): "\(error)"
    case .attributesOfMissingItem(let path):
      "UICollectionView received layout attributes for a cell with an index path that does not "
        + "exist: \(path.uikitDescription)"
    case .layoutCycle: "the view's layout does not come to rest: a handler changes it in every pass"
    case .registrationMadeInProvider:
      "Attempted to dequeue a cell using a registration that was created inside "
        + "-collectionView:cellForItemAtIndexPath: or inside a "
        + "UICollectionViewDiffableDataSource cell provider. Creating a new registration each "
        + "time a cell is requested will prevent reuse and cause created cells to remain "
        + "inaccessible in memory for the lifetime of the collection view. Registrations should "
        + "be created up front and reused."
    case .injectedFault: "the batch was refused because a fault was injected"
    }
  }
}

/// A batch that UIKit would answer with an exception, or with worse.
public struct InvalidBatchUpdate: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rules of a batch, numbered in the order in which they are checked.
  public enum Rule: Int, CaseIterable, Hashable, Sendable {
    /// A deleted, reloaded or reconfigured section exists before.
    case leavingSectionExists = 1
    /// A deleted, reloaded or reconfigured item exists before.
    case leavingItemExists
    /// A deleted section is not moved, and no item moves out of it.
    case deletedSectionIsNotMoved
    /// A deleted item is not moved; a reload counts as a deletion.
    case deletedItemIsNotMoved
    /// An inserted section exists after, and nothing moves to its place.
    case insertedSectionExists
    /// An inserted item exists after, and nothing moves to its place.
    case insertedItemExists
    /// The source of a move exists before, and its target exists after.
    case movedPlacesExist
    /// The number of sections agrees with the operations.
    case sectionCountAgrees
    /// The number of items of every section that stays agrees with the operations.
    case itemCountsAgree
    /// No place is left twice or filled twice.
    case placesAreDistinct
    /// An element that stays is where the data source says.
    case survivorsKeepIdentity
    /// An element with other content is reloaded or reconfigured.
    case contentChangesAreAnnounced
    /// A section that appears, disappears, moves or is reloaded has no item operations.
    case changedSectionsAreQuiet
    /// No item moves out of a section that moves to its own place.
    case unmovedMoveIsQuiet
    /// Nothing is deleted twice.
    case deletionsAreDistinct
    /// A reloaded section has items before and after.
    case reloadedSectionHasItems
  }

  /// The rule that is broken.
  public let rule: Rule
  /// UIKit's text where a crash report shows it, otherwise our own words; see `docs/adapter.md`.
  public let message: String
  /// For counts that do not agree (rules 8 and 9), the text since the SDK of Xcode 14.3, which names
  /// the whole batch.
  public var batchMessage: String?
  /// The number of items in each section before the batch.
  package let itemCountsBefore: [Int]
  /// The number of items in each section after the batch.
  package let itemCountsAfter: [Int]

  /// The message and both count vectors.
  public var description: String {
    "\(message) (rule \(rule.rawValue); items before \(itemCountsBefore), after \(itemCountsAfter))"
  }
}

extension CellPath {
  /// The path as `NSIndexPath` describes itself.
  var uikitDescription: String { "{length = 2, path = \(section) - \(item)}" }
}
