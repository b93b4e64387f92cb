extension Changeset {
  /// Composes two consecutive changesets, without any list.
  ///
  /// If `self` leads from a to b, and `next` from b to c, the result leads from a to c:
  ///
  /// | first    | then     | together                                                          |
  /// |----------|----------|-------------------------------------------------------------------|
  /// | inserted | updated  | inserted as it is at last                                         |
  /// | inserted | moved    | inserted where it is at last                                      |
  /// | inserted | deleted  | nothing                                                           |
  /// | updated  | updated  | updated from the first old to the last new; nothing if these equal |
  /// | moved    | moved    | moved from the first place to the last                            |
  /// | moved or updated | deleted | deleted from where, and as, it was at first               |
  /// | deleted  | inserted | moved, and updated unless it ends as it was                        |
  ///
  /// Every other pair of operations on one element is impossible in consecutive changesets. (The
  /// table is that of SQLite's session extension, if the place of an element counts as its content.)
  ///
  /// An element that is in the first and the last list, and that either changeset deleted, inserted
  /// or moved, is listed as moved, even if it is back in its first place. This makes composition
  /// exactly associative: the result does not depend on how a history is grouped. ``normalized()``
  /// drops the needless moves.
  ///
  /// - Throws: ``CompositionError`` naming the first two operations that contradict each other.
  /// - Complexity: O(K log K) expected for K operations in both, for lists of any length and
  ///   indices of any size.
  public func composed(with next: Changeset) throws(CompositionError) -> Changeset {
    try SymbolicList(applying: [self, next]).changeset
  }

  /// Composes any number of consecutive changesets, without any list.
  ///
  /// The result is that of ``composed(with:)`` from left to right, or in any other grouping. The
  /// composition of no changesets changes nothing.
  ///
  /// - Throws: ``CompositionError`` naming the first two operations that contradict each other.
  /// - Complexity: O(K log K) expected for K operations in all changesets.
  public static func composition(
    of changesets: some Sequence<Changeset>
  ) throws(CompositionError) -> Changeset {
    try SymbolicList(applying: Array(changesets)).changeset
  }
}
