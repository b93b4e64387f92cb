/// What a ``CountedTree`` can hold.
package protocol CountedTreeElement: Equatable, Sendable {
  /// A hash of all that equality looks at: equal elements have equal fingerprints, and elements
  /// that differ have the same one as rarely as 64 bits allow.
  var fingerprint: UInt64 { get }

  /// Whether the element is known to equal another one, without looking deep.
  ///
  /// An answer of `false` may be wrong, `true` may not. Elements that hold trees compare
  /// references here.
  func isKnownToEqual(_ other: Self) -> Bool

  /// The most elements in a leaf; even, and at least 4.
  static var leafCapacity: Int { get }
  /// The most children of a branch; even, and at least 4.
  static var fanOut: Int { get }
}

extension CountedTreeElement {
  package func isKnownToEqual(_ other: Self) -> Bool { self == other }

  // Measured for elements of 16 bytes: half of it copies a little less and visits more, twice as
  // much copies twice as much.
  package static var leafCapacity: Int { 128 }
  package static var fanOut: Int { 32 }
}
