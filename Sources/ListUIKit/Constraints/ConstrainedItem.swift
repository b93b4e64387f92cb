/// What constraints know of a view or guide, which owns it and clears it when it goes.
///
/// It takes the place of a weak reference: an object with one is retained and released more slowly, and
/// a layout does little else. Should the item be released on another thread just now, a read stops the
/// program, and never finds memory of something else.
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
