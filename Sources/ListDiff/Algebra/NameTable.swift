package import ListModel

/// Gives ids names: numbers from 0 on, in the order in which the ids came.
///
/// It keeps the ids themselves beside their bytes, so that returning an id makes no new text.
package struct NameTable<Element> {
  /// The ids by name.
  package private(set) var ids: [Identifier<Element>] = []
  private var interner = Interner()

  /// Creates a table without ids.
  package init() {}

  /// Makes room for `count` ids.
  package mutating func reserve(_ count: Int) {
    ids.reserveCapacity(count)
    interner.reserveCapacity(count)
  }

  /// The name of an id; `nil` if it has none.
  ///
  /// - Complexity: O(bytes of the id) expected.
  package subscript(id: Identifier<Element>) -> Int? {
    interner.number(of: id.rawValue).map { Int(truncatingIfNeeded: $0) }
  }

  /// Returns the name of an id; an id without a name gets the next one.
  ///
  /// - Complexity: O(bytes of the id) expected, amortized.
  package mutating func name(of id: Identifier<Element>) -> Int {
    let name = Int(truncatingIfNeeded: interner.intern(id.rawValue))
    if name == ids.count { ids.append(id) }
    return name
  }
}
