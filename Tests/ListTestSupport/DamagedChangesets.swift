public import ListDiff
import ListModel

extension Changeset {
  /// Makes one operation wrong, at random.
  public mutating func damage(using lists: inout RandomLists) {
    let wild = [0, 1, 2, 5, -1, .min, .max, .max - 1]
    func index() -> Int { wild.randomElement(using: &lists.generator) ?? 0 }
    func anyOf(_ count: Int) -> Int? { count == 0 ? nil : lists.number(0...count - 1) }
    switch lists.number(0...16) {
    case 0: if let i = anyOf(deletedCells.count) { deletedCells.remove(at: i) }
    case 1:
      if let i = anyOf(insertedCells.count) {
        insertedCells[i].at.item = index()
      }
    case 2:
      if let i = anyOf(insertedCells.count) {
        insertedCells[i].at.section = index()
      }
    case 3:
      if let i = anyOf(movedCells.count) { movedCells[i].to.item = index() }
    case 4:
      if let i = anyOf(movedCells.count) { movedCells[i].from.item = index() }
    case 5:
      if let i = anyOf(movedCells.count) {
        movedCells.append(movedCells[i])
      }
    case 6:
      if let i = anyOf(insertedSections.count) {
        insertedSections[i].at = index()
      }
    case 7:
      if let i = anyOf(movedSections.count) { movedSections[i].to = index() }
    case 8:
      if let i = anyOf(deletedSections.count) {
        deletedSections[i].at = index()
      }
    case 9:
      if let i = anyOf(insertedCells.count) {
        insertedCells.append(insertedCells[i])
      }
    case 10:
      if let i = anyOf(updatedCells.count) { updatedCells[i].at.item = index() }
    case 11:
      if let i = anyOf(updatedCells.count) { updatedCells[i].at.section = index() }
    case 12:
      if let i = anyOf(updatedSections.count) { updatedSections[i].at = index() }
    case 13:
      if let i = anyOf(updatedCells.count) { updatedCells.append(updatedCells[i]) }
    case 14:
      if let i = anyOf(updatedSections.count) { updatedSections.append(updatedSections[i]) }
    case 15:
      if let i = anyOf(movedCells.count) { movedCells[i].to.section = index() }
    default:
      if let i = anyOf(deletedCells.count) {
        deletedCells.append(deletedCells[i])
      }
    }
  }
}
