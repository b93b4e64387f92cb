/// An element that a ``CountedTree`` can hold.
package protocol CountedTreeElement: Sendable {
  /// The most elements in a leaf; even, and at least 4.
  static var leafCapacity: Int { get }
  /// The most children of a branch; even, and at least 4.
  static var fanOut: Int { get }
}
