import ListModel

// MARK: - Sections

extension Rebase {
  /// Writes the operations on sections, and finds the places of the sections that mine inserts or
  /// moves.
  mutating func placeSections(in result: inout Changeset) -> ConcurrentOrder<Section.ID> {
    let order = ConcurrentOrder(mySections, theirSections)
    let changeset = mine.changeset
    for index in deletedSections {
      let deletion = changeset.deletedSections[index]
      guard let at = theirs.places.sections.after(deletion.at) else { continue }
      let update = theirs.updatedSections[deletion.id].map { theirs.changeset.updatedSections[$0] }
      let attributes = update?.new ?? deletion.attributes
      result.deletedSections.append(.init(id: deletion.id, at: at, attributes: attributes))
    }
    for index in movedSections {
      let move = changeset.movedSections[index]
      guard let from = theirs.places.sections.after(move.from), let to = order.places[move.id]
      else { continue }
      result.movedSections.append(.init(id: move.id, from: from, to: to))
    }
    for index in insertedSections {
      let insertion = changeset.insertedSections[index]
      guard let at = order.places[insertion.id] else { continue }
      guard let duplicate = theirs.insertedSections[insertion.id] else {
        result.insertedSections.append(
          .init(id: insertion.id, at: at, attributes: insertion.attributes)
        )
        continue
      }
      let other = theirs.changeset.insertedSections[duplicate]
      result.movedSections.append(.init(id: other.id, from: other.at, to: at))
      guard other.attributes != insertion.attributes else { continue }
      result.updatedSections.append(
        .init(
          id: other.id,
          from: other.at,
          at: at,
          old: other.attributes,
          new: insertion.attributes
        )
      )
    }
    updateSections(in: &result)
    return order
  }

  private func updateSections(in result: inout Changeset) {
    let sections = result.sectionMap
    for index in updatedSections {
      let update = mine.changeset.updatedSections[index]
      guard let from = theirs.places.sections.after(update.from), let at = sections.after(from)
      else { continue }
      let other = theirs.updatedSections[update.id].map { theirs.changeset.updatedSections[$0] }
      result.updatedSections.append(
        .init(id: update.id, from: from, at: at, old: other?.new ?? update.old, new: update.new)
      )
    }
  }

  private var mySections: ConcurrentOrder<Section.ID>.Side {
    let changeset = mine.changeset
    // Sections that both delete are gone, whatever mine does.
    let agreed = changeset.deletedSections.filter { theirs.deletedSections[$0.id] != nil }
    return ConcurrentOrder<Section.ID>.Side(
      leaving: changeset.deletedSections.map(\.at) + changeset.movedSections.map(\.from),
      arriving: changeset.insertedSections.map(\.at) + changeset.movedSections.map(\.to),
      effectivelyLeaving: deletedSections.map { changeset.deletedSections[$0].at }
        + movedSections.map { changeset.movedSections[$0].from } + agreed.map(\.at),
      arrivals: insertedSections.map {
        let insertion = changeset.insertedSections[$0]
        return .init(id: insertion.id, place: insertion.at)
      }
        + movedSections.map {
          let move = changeset.movedSections[$0]
          return .init(id: move.id, place: move.to)
        }
    )
  }

  private var theirSections: ConcurrentOrder<Section.ID>.Side {
    let changeset = theirs.changeset
    let leaving = changeset.deletedSections.map(\.at) + changeset.movedSections.map(\.from)
    let arrivals =
      changeset.insertedSections.map {
        ConcurrentOrder<Section.ID>.Arrival(id: $0.id, place: $0.at)
      }
      + changeset.movedSections.map {
        ConcurrentOrder<Section.ID>.Arrival(id: $0.id, place: $0.to)
      }
    return ConcurrentOrder<Section.ID>.Side(
      leaving: leaving,
      arriving: arrivals.map(\.place),
      effectivelyLeaving: leaving,
      arrivals: arrivals.filter { !superseded.sections.contains($0.id) }
    )
  }
}

// MARK: - Cells

extension Rebase {
  private typealias SectionKey = ChangesetIndex.SectionKey
  private typealias CellOrder = ConcurrentOrder<Cell.ID>

  /// Writes the operations on cells.
  mutating func placeCells(
    in result: inout Changeset,
    sectionOrder: ConcurrentOrder<Section.ID>
  ) {
    let places = arrivalPlaces(sections: result.sectionMap, sectionOrder: sectionOrder)
    let changeset = mine.changeset
    for index in deletedCells {
      let deletion = changeset.deletedCells[index]
      guard let at = theirs.places.after(deletion.at) else { continue }
      let update = theirs.updatedCells[deletion.id].map { theirs.changeset.updatedCells[$0] }
      let component = update?.new ?? deletion.component
      result.deletedCells.append(.init(id: deletion.id, at: at, component: component))
    }
    for index in movedCells {
      let move = changeset.movedCells[index]
      guard let from = theirs.places.after(move.from), let to = places[move.id]
      else { continue }
      result.movedCells.append(.init(id: move.id, from: from, to: to))
    }
    for index in insertedCells {
      let insertion = changeset.insertedCells[index]
      guard let at = places[insertion.id] else { continue }
      guard let duplicate = theirs.insertedCells[insertion.id] else {
        result.insertedCells.append(
          .init(id: insertion.id, at: at, component: insertion.component)
        )
        continue
      }
      let other = theirs.changeset.insertedCells[duplicate]
      result.movedCells.append(.init(id: other.id, from: other.at, to: at))
      guard other.component != insertion.component else { continue }
      result.updatedCells.append(
        .init(id: other.id, from: other.at, at: at, old: other.component, new: insertion.component)
      )
    }
    updateCells(in: &result, places: places)
  }

  private func updateCells(in result: inout Changeset, places: [Cell.ID: CellPath]) {
    guard !updatedCells.isEmpty else { return }
    let map = PlaceMap(result)
    for number in updatedCells {
      let update = mine.changeset.updatedCells[number]
      guard let from = theirs.places.after(update.from),
        let at = places[update.id] ?? map.after(from)
      else { continue }
      let other = theirs.updatedCells[update.id].map { theirs.changeset.updatedCells[$0] }
      result.updatedCells.append(
        .init(id: update.id, from: from, at: at, old: other?.new ?? update.old, new: update.new)
      )
    }
  }

  /// The places in d of the cells that mine inserts and moves.
  private func arrivalPlaces(
    sections: IndexMap,
    sectionOrder: ConcurrentOrder<Section.ID>
  ) -> [Cell.ID: CellPath] {
    let myCells = mySides()
    let theirCells = theirSides()
    var places: [Cell.ID: CellPath] = [:]
    for (key, side) in myCells where !side.arrivals.isEmpty {
      let order = CellOrder(side, theirCells[key] ?? CellOrder.Side())
      let section =
        if case .inserted(let id) = key, let index = sectionOrder.places[id] {
          index
        } else {
          theirs.index(of: key).flatMap(sections.after)
        }
      guard let section else { continue }
      for arrival in side.arrivals {
        places[arrival.id] = order.places[arrival.id].map {
          CellPath(section: section, item: $0)
        }
      }
    }
    return places
  }

  /// What mine does to the cells of each section.
  private func mySides() -> [SectionKey: CellOrder.Side] {
    let changeset = mine.changeset
    var sides = Self.sides(of: mine)
    for deletion in changeset.deletedCells where theirs.deletedCells[deletion.id] != nil {
      sides[.original(deletion.at.section)]?.effectivelyLeaving.append(deletion.at.item)
    }
    for index in deletedCells {
      let path = changeset.deletedCells[index].at
      sides[.original(path.section)]?.effectivelyLeaving.append(path.item)
    }
    for index in movedCells {
      let move = changeset.movedCells[index]
      sides[.original(move.from.section)]?.effectivelyLeaving.append(move.from.item)
      guard let key = mine.key(after: move.to.section) else { continue }
      sides[key]?.arrivals.append(.init(id: move.id, place: move.to.item))
    }
    for index in insertedCells {
      let insertion = changeset.insertedCells[index]
      guard let key = mine.key(after: insertion.at.section) else { continue }
      sides[key]?.arrivals.append(.init(id: insertion.id, place: insertion.at.item))
    }
    return sides
  }

  /// What theirs does to the cells of each section.
  private func theirSides() -> [SectionKey: CellOrder.Side] {
    var sides = Self.sides(of: theirs)
    for (key, side) in sides { sides[key]?.effectivelyLeaving = side.leaving }
    let arrivals =
      theirs.changeset.insertedCells.map { ($0.id, $0.at) }
      + theirs.changeset.movedCells.map { ($0.id, $0.to) }
    for (id, path) in arrivals where !superseded.cells.contains(id) {
      guard let key = theirs.key(after: path.section) else { continue }
      sides[key]?.arrivals.append(.init(id: id, place: path.item))
    }
    return sides
  }

  /// Where cells leave and arrive, whether or not the operation is carried out.
  private static func sides(of index: ChangesetIndex) -> [SectionKey: CellOrder.Side] {
    let changeset = index.changeset
    var sides: [SectionKey: CellOrder.Side] = [:]
    for path in changeset.deletedCells.map(\.at) + changeset.movedCells.map(\.from) {
      sides[.original(path.section), default: .init()].leaving.append(path.item)
    }
    for path in changeset.insertedCells.map(\.at) + changeset.movedCells.map(\.to) {
      guard let key = index.key(after: path.section) else { continue }
      sides[key, default: .init()].arriving.append(path.item)
    }
    return sides
  }
}
