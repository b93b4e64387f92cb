import ListLayout
import ListTestSupport
import Testing

/// A list whose sections and cells have names, so that a change of it can be told.
private struct NamedList {
  struct Section {
    var id: Int
    var section: NaiveLayout.Section
    var cells: [Int]
  }

  var sections: [Section]

  init(_ list: NaiveLayout, nextID: inout Int) {
    sections = list.sections.map { section in
      nextID += 1
      let id = nextID
      let cells = section.sizes.map { _ in
        nextID += 1
        return nextID
      }
      return Section(id: id, section: section, cells: cells)
    }
  }

  var paths: [Int: CellPath] {
    var paths: [Int: CellPath] = [:]
    for (index, section) in sections.enumerated() {
      for (item, cell) in section.cells.enumerated() {
        paths[cell] = CellPath(section: index, item: item)
      }
    }
    return paths
  }
}

/// What a random batch did, for the count of what has been tried.
private struct Kinds: OptionSet {
  let rawValue: Int
  static let sections = Kinds(rawValue: 1)
  static let moves = Kinds(rawValue: 2)
  static let crossings = Kinds(rawValue: 4)
  static let updates = Kinds(rawValue: 8)
}

extension RandomLayouts {
  /// Changes a list and says how.
  ///
  /// Cells and sections that stay without being moved keep their order.
  fileprivate mutating func change(
    _ list: inout NamedList,
    nextID: inout Int,
    kinds: inout Kinds
  ) -> LayoutChanges {
    var changes = LayoutChanges()
    let before = list
    let pathsBefore = before.paths
    var sizes: [Int: MeasuredSize] = [:]
    for section in before.sections {
      for (cell, size) in zip(section.cells, section.section.sizes) { sizes[cell] = size }
    }
    var freed: [Int] = []

    // Sections.
    let touchesSections = chance(50)
    var moved: [NamedList.Section] = []
    var inserted: Set<Int> = []
    if touchesSections {
      kinds.insert(.sections)
      for (index, section) in list.sections.enumerated().reversed() {
        switch number(0...5) {
        case 0:
          changes.deletedSections.append(index)
          freed += section.cells
          list.sections.remove(at: index)
        case 1:
          moved.append(section)
          list.sections.remove(at: index)
        default: break
        }
      }
      var arriving = moved
      for _ in 0..<number(0...2) {
        nextID += 1
        inserted.insert(nextID)
        var section = self.section()
        section.sizes = []
        arriving.append(NamedList.Section(id: nextID, section: section, cells: []))
      }
      for section in arriving {
        list.sections.insert(section, at: number(0...list.sections.count))
      }
    }
    // Cells.
    var traveling: [Int] = chance(50) ? freed.filter { _ in chance(40) } : []
    for index in list.sections.indices {
      for item in list.sections[index].cells.indices.reversed() {
        switch number(0...11) {
        case 0: list.sections[index].cells.remove(at: item)
        case 1: traveling.append(list.sections[index].cells.remove(at: item))
        default: break
        }
      }
    }
    if list.sections.isEmpty { traveling = [] }
    let movedCells = Set(traveling)
    var arriving = traveling
    if !list.sections.isEmpty {
      for _ in 0..<number(0...6) {
        nextID += 1
        arriving.append(nextID)
      }
    }
    for cell in arriving {
      let index = number(0...list.sections.count - 1)
      list.sections[index].cells.insert(cell, at: number(0...list.sections[index].cells.count))
    }
    // What is known after.
    let pathsAfter = list.paths
    for (index, section) in list.sections.enumerated() {
      if inserted.contains(section.id) {
        var content = section.section.content
        content.itemCount = section.cells.count
        changes.insertSection(content, at: index)
        list.sections[index].section.kinds = [:]
      }
      if let from = before.sections.firstIndex(where: { $0.id == section.id }),
        moved.contains(where: { $0.id == section.id })
      {
        changes.movedSections.append(Match(from: from, to: index))
      }
      list.sections[index].section.sizes = section.cells.map { sizes[$0] ?? .none }
    }
    for (cell, path) in pathsBefore where pathsAfter[cell] == nil {
      changes.deletedCells.append(path)
    }
    for (cell, path) in pathsAfter {
      if let from = pathsBefore[cell] {
        guard movedCells.contains(cell) else { continue }
        changes.movedCells.append(Match(from: from, to: path))
        kinds.insert(from.section == path.section ? .moves : .crossings)
      } else {
        changes.insertedCells.append(path)
      }
      if chance(5) {
        changes.updatedCells.append(path)
        list.sections[path.section].section.sizes[path.item] = .none
        kinds.insert(.updates)
      }
    }
    if touchesSections {
      for index in list.sections.indices
      where !inserted.contains(list.sections[index].id) && chance(15) {
        var section = self.section()
        section.sizes = list.sections[index].cells.map { _ in .none }
        section.kinds = [:]
        list.sections[index].section = section
        changes.contents[index] = section.content
        kinds.insert(.updates)
      }
    }
    return changes
  }
}

@Suite struct `Changes of a layout` {
  @Test func `following changes gives what a new layout has, and what the naive layout has`() {
    var counted = 0
    var refused = 0
    var seen: [Int: Int] = [:]
    for seed in 1...UInt64(caseCount(150, soak: 20_000)) {
      var random = RandomLayouts(seed: seed &+ 1_000_000)
      var list = random.list()
      list.environment.displayScale = random.pick([nil, 2, 3])
      var nextID = 0
      var named = NamedList(list, nextID: &nextID)
      guard var engine = try? list.engine() else { continue }
      for step in 0..<3 {
        let saved = (list, named)
        // A section in which nothing depends on them keeps no measured sizes.
        for index in named.sections.indices {
          let kept = named.sections[index].cells.indices.map {
            engine.measuredSize(ofItemAt: CellPath(section: index, item: $0))
          }
          if kept.allSatisfy({ $0 == .none }) {
            named.sections[index].section.sizes = kept
          } else {
            #expect(kept == named.sections[index].section.sizes, "seed \(seed) step \(step)")
          }
        }
        var kinds: Kinds = []
        let changes = random.change(&named, nextID: &nextID, kinds: &kinds)
        list.sections = named.sections.map(\.section)
        list.state = random.state(sections: list.sections.count)
        let before = engine
        do {
          try engine.apply(changes)
          // Some cells are measured again, one by one or a whole section.
          for index in list.sections.indices {
            if random.chance(20) {
              list.sections[index].sizes = list.sections[index].sizes.map { _ in random.size() }
              engine.setMeasuredSizes(list.sections[index].sizes, inSection: index)
            }
            for item in list.sections[index].sizes.indices where random.chance(15) {
              list.sections[index].sizes[item] = random.size()
              engine.setMeasuredSize(
                list.sections[index].sizes[item],
                ofItemAt: CellPath(section: index, item: item)
              )
            }
          }
          for index in named.sections.indices {
            named.sections[index].section = list.sections[index]
          }
          let expected = try list.solve()
          let fresh = try list.engine()
          let state = list.state
          let differences = expected.differences(from: engine, at: state)
          if !differences.isEmpty {
            Issue.record(
              "seed \(seed) step \(step): \(differences.prefix(3).joined(separator: "\n"))"
            )
          }
          let isSame =
            fresh.allLayoutAttributes(at: state).isClose(
              to: engine.allLayoutAttributes(at: state)
            )
          #expect(isSame, "seed \(seed) step \(step): another than a new layout")
          if !differences.isEmpty || !isSame { break }
          counted += 1
          seen[kinds.rawValue, default: 0] += 1
        } catch {
          refused += 1
          #expect(throws: LayoutError.self, "seed \(seed)") { try list.engine() }
          // A change that is refused changes nothing.
          (list, named) = saved
          let isSame =
            before.allLayoutAttributes(at: list.state).isClose(
              to: engine.allLayoutAttributes(at: list.state)
            )
          #expect(isSame, "seed \(seed) step \(step): half a change")
        }
      }
    }
    print("counted \(counted) changes, refused \(refused), kinds \(seen.count)")
    #expect(counted >= caseCount(110, soak: 10_000))
    #expect(seen.count >= 8)
  }
}

extension [LayoutAttributes] {
  func isClose(to other: [LayoutAttributes]) -> Bool {
    func sorted(_ all: [LayoutAttributes]) -> [LayoutElement: LayoutAttributes] {
      Dictionary(
        all.filter { $0.frame.width > 1e-6 && $0.frame.height > 1e-6 }.map { ($0.element, $0) }
      ) { first, _ in first }
    }
    let (mine, others) = (sorted(self), sorted(other))
    return mine.count == others.count
      && mine.allSatisfy { element, attributes in
        others[element].map {
          ListLayoutTests.isClose($0.frame, attributes.frame) && $0.zIndex == attributes.zIndex
        } ?? false
      }
  }
}
