extension Changeset {
  /// Carries a changeset over to a list that changed in the meantime, without any list.
  ///
  /// `self` and `concurrent` both start at the same list; the result does to the list after
  /// `concurrent` what `self` does to the one before. Elements are matched by id, so it makes no
  /// difference how far a concurrent changeset pushed them.
  ///
  /// An operation conflicts with a concurrent one as follows; where nothing is said, both have
  /// their way. If both delete the same element, or update it to the same, they agree.
  ///
  /// | self ╲ concurrent | deleted    | updated | moved  | inserted    |
  /// |-------------------|------------|---------|--------|-------------|
  /// | **deleted**       | –          | `data`  | `data` |             |
  /// | **updated**       | `notFound` | `data`  | –      |             |
  /// | **moved**         | `notFound` | –       | `data` |             |
  /// | **inserted**      |            |         |        | `duplicate` |
  ///
  /// A cell inserted or moved into a section that `concurrent` deletes, and a section deleted in
  /// which some cell would remain, conflict with `constraint`. Cells of a section that both insert
  /// share it, whatever the answer.
  ///
  /// Where both put elements into the same gap between elements that stay, each side's elements
  /// stay together, and the side comes first whose first id there is less. This does not depend on
  /// which changeset is rebased: if there are no conflicts, `concurrent` followed by
  /// `self.rebased(onto: concurrent)` gives the very list that `self` followed by
  /// `concurrent.rebased(onto: self)` gives.
  ///
  /// - Parameters:
  ///   - concurrent: A changeset that starts at the same list.
  ///   - answer: Decides each conflict; by default, the first one aborts.
  /// - Returns: A changeset that applies to the list after `concurrent`. An answer may make some of
  ///   its moves needless; ``normalized()`` drops these.
  /// - Throws: ``RebaseError``.
  /// - Complexity: O(K log K) expected in the number of operations of both.
  public func rebased(
    onto concurrent: Changeset,
    resolving answer: (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort }
  ) throws(RebaseError) -> Changeset {
    do {
      // Back through one and on through the other: this finds every contradiction between them.
      _ = try concurrent.inverted().composed(with: self)
    } catch {
      throw .unrelated(error)
    }
    var rebase = Rebase(self, onto: concurrent)
    return try rebase.run(resolving: answer)
  }
}
