/// Which section after a changeset is which section before it.
struct SectionMap {
  private let ranks: RankMap
  private let moved: [Int: Int]
  private let movedBack: [Int: Int]

  /// Reads the section operations of a changeset.
  init(_ changeset: Changeset) {
    ranks = RankMap(
      leaving: changeset.deletedSections.map(\.at) + changeset.movedSections.map(\.from),
      arriving: changeset.insertedSections.map(\.at) + changeset.movedSections.map(\.to)
    )
    moved = Dictionary(changeset.movedSections.map { ($0.from, $0.to) }) { first, _ in first }
    movedBack = Dictionary(changeset.movedSections.map { ($0.to, $0.from) }) { first, _ in first }
  }

  /// The index after of the section at an index before; `nil` if it is deleted.
  func forward(_ index: Int) -> Int? {
    ranks.leaves(at: index) ? moved[index] : ranks.forward(index)
  }

  /// The index before of the section at an index after; `nil` if it is inserted.
  func backward(_ index: Int) -> Int? {
    ranks.arrives(at: index) ? movedBack[index] : ranks.backward(index)
  }
}
