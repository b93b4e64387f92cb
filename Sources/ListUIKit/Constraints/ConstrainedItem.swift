/// What constraints know of a view or guide, which owns it and clears it when it goes.
///
/// It takes the place of a weak reference: an object with one is retained and released more slowly, and
/// a layout does little else.
///
/// Sendable without a check, since a `deinit` belongs to no actor and calls ``clear()``. It is read on the main
/// actor only. It is written once more, by the `deinit` of its item, which runs there, too: a view or guide
/// must be released on the main actor, as UIKit demands of its own on the main thread.
final class ConstrainedItem: @unchecked Sendable {
  /// The item's identity; `nil` once it is gone.
  private(set) var id: ObjectIdentifier?
  private unowned var item: AnyObject?

  init(_ item: AnyObject) {
    id = ObjectIdentifier(item)
    self.item = item
  }

  /// The item; `nil` once it is gone.
  var object: AnyObject? { item }

  /// Called by the item when it goes.
  func clear() {
    id = nil
    item = nil
  }
}
