extension Changeset {
  /// Puts two consecutive changesets together, without any list.
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
  /// table is that of SQLite's session extension, whose place among rows is a row's content.)
  ///
  /// Whatever survives and was deleted, inserted or moved by either is listed as moved, also when
  /// it is back where it was. That makes composition exactly associative: how a history is grouped
  /// cannot be seen in the result. ``normalized()`` drops the moves that turned out to be
  /// unnecessary.
  ///
  /// - Throws: ``CompositionError`` naming the first two operations that contradict each other.
  /// - Complexity: O(K log K) expected in the number of operations of both; neither the length of
  ///   the lists nor the size of the indices matters.
  public func composed(with next: Changeset) throws(CompositionError) -> Changeset {
    try SymbolicList(applying: [self, next]).changeset
  }

  /// Puts any number of consecutive changesets together, without any list.
  ///
  /// This gives what ``composed(with:)`` gives from left to right, or grouped in any other way. The
  /// composition of no changeset changes nothing.
  ///
  /// - Throws: ``CompositionError`` naming the first two operations that contradict each other.
  /// - Complexity: O(K log K) expected in the number of operations of all.
  public static func composition(
    of changesets: some Sequence<Changeset>
  ) throws(CompositionError) -> Changeset {
    try SymbolicList(applying: Array(changesets)).changeset
  }
}
