extension Changeset {
  /// Carries a changeset over to a list that changed in the meantime, without any list.
  ///
  /// `self` and `concurrent` both start at the same list; the result does to the list after
  /// `concurrent` what `self` does to the one before. Elements are matched by id, so it makes no
  /// difference how far a concurrent changeset pushed them.
  ///
  /// An operation conflicts with a concurrent one as follows; where no conflict is named, both are
  /// carried out. If both delete the same element, or update it to the same content, they agree.
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
  /// If both put elements into the same gap between elements that stay, each side's elements stay
  /// together; the side whose first id in the gap is less comes first. This does not depend on
  /// which changeset is rebased: if there are no conflicts, `concurrent` followed by
  /// `self.rebased(onto: concurrent)` gives the same list as `self` followed by
  /// `concurrent.rebased(onto: self)`.
  ///
  /// - Parameters:
  ///   - concurrent: A changeset that starts at the same list.
  ///   - answer: Decides each conflict; by default, the first one aborts.
  /// - Returns: A changeset that applies to the list after `concurrent`. An answer may make some of
  ///   its moves needless; ``normalized()`` drops these.
  /// - Throws: ``RebaseError``.
  /// - Complexity: O(K log K) expected for K operations in both.
  public func rebased(
    onto concurrent: Changeset,
    resolving answer: (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort }
  ) throws(RebaseError) -> Changeset {
    do {
      // Going back through `concurrent` and on through `self` finds every contradiction between
      // them.
      _ = try concurrent.inverted().composed(with: self)
    } catch {
      throw .unrelated(error)
    }
    var rebase = Rebase(self, onto: concurrent)
    return try rebase.run(resolving: answer)
  }
}
