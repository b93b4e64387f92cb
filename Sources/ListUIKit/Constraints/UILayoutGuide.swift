public import Foundation

/// A rectangle in a view that constraints place, and that is not drawn.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject, AssociatedObjectOwner {
  /// A name by which an app calls it.
  open var identifier = ""
  /// The view to which it belongs.
  public internal(set) weak var owningView: UIView?
  /// Its place in the view, as of the last layout.
  public internal(set) var layoutFrame = CGRect.zero
  /// What places it.
  let role: Role
  private var ownItem: ConstrainedItem?
  // Read and written under the lock of `AssociatedObjects` only, on any thread.
  nonisolated(unsafe) var associatedValues: [UnsafeRawPointer: AssociatedValue]?

  enum Role {
    /// An app's constraints.
    case constraints
    /// The margins of its view.
    case margins
    /// The space of its view that no bar covers.
    case safeArea
    /// The part of the margins in which lines are not too long to be read.
    case readable
    /// What bars cover at the top.
    case topBar
    /// What bars cover at the bottom.
    case bottomBar
  }

  /// Creates a guide that belongs to no view.
  public override init() { role = .constraints }

  init(_ role: Role, of view: UIView, identifier: String) {
    self.role = role
    super.init()
    owningView = view
    self.identifier = identifier
  }

  deinit { ownItem?.clear() }

  /// What constraints know of it.
  var constrainedItem: ConstrainedItem {
    if let ownItem { return ownItem }
    let item = ConstrainedItem(self)
    ownItem = item
    return item
  }
}
