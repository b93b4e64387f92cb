import Foundation
import ListLayout
import ListTestSupport
import Testing

extension RandomLayouts {
  fileprivate mutating func extent(_ range: ClosedRange<Int>) -> LayoutExtent {
    LayoutExtent(width: points(range), height: points(range))
  }

  fileprivate mutating func flow() -> NaiveFlow {
    NaiveFlow(
      container: LayoutContainer(
        contentSize: extent(100...500),
        safeAreaInsets: chance(30) ? insets(0...30) : .zero,
        layoutMargins: chance(30) ? insets(0...30) : .zero,
        contentInsets: chance(20) ? insets(0...20) : .zero
      ),
      isHorizontal: chance(30),
      isRightToLeft: chance(30),
      scale: pick([nil, 1, 2, 3]),
      sections: (0..<number(0...3)).map { _ in flowSection() }
    )
  }

  private mutating func flowSection() -> NaiveFlow.Section {
    var flow = LayoutFlow(itemSize: extent(20...120))
    if chance(50) { flow.estimatedItemSize = extent(20...120) }
    flow.minimumInteritemSpacing = points(0...15)
    flow.minimumLineSpacing = points(0...15)
    flow.sectionInsetReference = pick([.contentInset, .contentInset, .safeArea, .layoutMargins])
    if chance(40) { flow.headerReferenceSize = extent(0...40) }
    if chance(40) { flow.footerReferenceSize = extent(0...40) }
    let count = chance(15) ? 0 : number(1...(chance(10) ? 900 : 40))
    let isOneSize = chance(40)
    let size = extent(10...150)
    return NaiveFlow.Section(
      flow: flow,
      insets: chance(50) ? insets(0...30) : .zero,
      given: (0..<count).map { _ in
        isOneSize ? (isOneSize && flow.itemSize.width > 70 ? size : nil) : extent(1...200)
      },
      measured: (0..<count).map { _ in chance(30) ? self.size() : .none }
    )
  }
}

extension NaiveFlow {
  var environment: LayoutEnvironment {
    LayoutEnvironment(
      container: container,
      layoutDirection: isRightToLeft ? .rightToLeft : .leftToRight,
      displayScale: scale
    )
  }

  func engine() throws -> CompositionalLayout {
    var engine = try CompositionalLayout(
      sections: sections.map(\.content),
      configuration: LayoutConfiguration(scrollDirection: isHorizontal ? .horizontal : .vertical),
      environment: environment
    )
    for (index, section) in sections.enumerated() {
      engine.setMeasuredSizes(section.measured, inSection: index)
    }
    return engine
  }

  /// What of an engine is not as it is here, a line each.
  func differences(from engine: CompositionalLayout) -> [String] {
    let solution = solve()
    var lines: [String] = []
    let size = engine.contentSize
    if !sections.isEmpty,
      !isClose(size.width, solution.contentSize.width)
        || !isClose(size.height, solution.contentSize.height)
    {
      lines.append("contentSize: expected \(solution.contentSize), got \(size)")
    }
    var expected: [LayoutElement: LayoutRect] = [:]
    for (path, frame) in solution.cells { expected[.cell(path)] = frame }
    for (kind, frames) in [("header", solution.headers), ("footer", solution.footers)] {
      for (section, frame) in frames {
        expected[
          .boundarySupplementary(kind: kind, CellPath(section: section, item: 0))
        ] = frame
      }
    }
    let found = engine.allLayoutAttributes(at: LayoutScrollState())
    if found.count != expected.count {
      lines.append("elements: expected \(expected.count), got \(found.count)")
    }
    for attributes in found {
      let single = engine.layoutAttributes(for: attributes.element)?.frame
      let frame = expected[attributes.element]
      for got in [attributes.frame, single] {
        guard let frame, let got, isClose(frame, got) else {
          lines.append("\(attributes.element): expected \(frame as Any), got \(got as Any)")
          continue
        }
      }
    }
    return lines
  }
}

extension NaiveFlow.Section {
  var content: LayoutSectionContent {
    var layout = SectionLayout.flow(flow)
    layout.contentInsets = insets
    var content = LayoutSectionContent(layout: layout, itemCount: given.count)
    content.itemSizes = given.prefix { $0 != nil }.compactMap(\.self)
    return content
  }
}

/// F1–F9 of `docs/layout-rules.md`.
@Suite struct `Flow layouts` {
  @Test func `random flow layouts have the frames of the naive one`() throws {
    for seed in 1...UInt64(caseCount(150, soak: 40_000)) {
      var random = RandomLayouts(seed: seed &+ 31_000_000)
      let flow = random.flow()
      let differences = flow.differences(from: try flow.engine())
      if !differences.isEmpty {
        Issue.record("seed \(seed): \(differences.prefix(3).joined(separator: "\n"))")
      }
    }
  }

  @Test func `following changes gives what a new layout has`() throws {
    var counted = 0
    for seed in 1...UInt64(caseCount(80, soak: 20_000)) {
      var random = RandomLayouts(seed: seed &+ 32_000_000)
      var flow = random.flow()
      // Inserted cells have no given sizes; the delegate is asked again after a change.
      for index in flow.sections.indices {
        flow.sections[index].given = flow.sections[index].given.map { _ in nil }
      }
      guard !flow.sections.isEmpty else { continue }
      var engine = try flow.engine()
      for step in 0..<4 {
        let section = random.number(0...flow.sections.count - 1)
        var changes = LayoutChanges()
        let count = flow.sections[section].given.count
        let deleted = (0..<count).filter { _ in random.chance(10) }
        for item in deleted.reversed() {
          flow.sections[section].given.remove(at: item)
          flow.sections[section].measured.remove(at: item)
          changes.deletedCells.append(CellPath(section: section, item: item))
        }
        var inserted: [Int] = []
        for _ in 0..<random.number(0...5) {
          let left = flow.sections[section].given.count
          let item = random.number(
            (inserted.last.map { $0 + 1 } ?? 0)...max(left, (inserted.last ?? -1) + 1)
          )
          guard item <= left else { continue }
          inserted.append(item)
          flow.sections[section].given.insert(nil, at: item)
          flow.sections[section].measured.insert(.none, at: item)
        }
        changes.insertedCells = inserted.map { CellPath(section: section, item: $0) }
        try engine.apply(changes)
        for item in flow.sections[section].measured.indices where random.chance(10) {
          let size = random.chance(70) ? random.size() : .none
          flow.sections[section].measured[item] = size
          engine.setMeasuredSize(size, ofItemAt: CellPath(section: section, item: item))
        }
        let differences = flow.differences(from: engine)
        if !differences.isEmpty {
          Issue.record(
            "seed \(seed) step \(step): \(differences.prefix(3).joined(separator: "\n"))"
          )
          break
        }
        counted += 1
      }
    }
    #expect(counted > 120)
  }

  @Test func `a rectangle holds the cells and views that meet it`() throws {
    for seed in 1...UInt64(caseCount(80, soak: 20_000)) {
      var random = RandomLayouts(seed: seed &+ 33_000_000)
      let flow = random.flow()
      let engine = try flow.engine()
      let all = engine.allLayoutAttributes(at: LayoutScrollState())
      for _ in 0..<5 {
        let rect = LayoutRect(
          x: random.points(-50...900) + 0.25,
          y: random.points(-50...900) + 0.25,
          width: random.points(1...300) + 0.1,
          height: random.points(1...300) + 0.1
        )
        let found = Set(engine.layoutAttributesForElements(in: rect).map(\.element))
        let size = engine.contentSize
        for attributes in all {
          var cut = rect
          cut.width = min(rect.maxX, size.width) - rect.x
          cut.height = min(rect.maxY, size.height) - rect.y
          let isIn = attributes.frame.intersects(cut)
          // A cell that is larger than its line is found with its line.
          let isWithin =
            attributes.frame.x >= 0 && attributes.frame.maxX <= size.width
            && attributes.frame.y >= 0 && attributes.frame.maxY <= size.height
          let grown = LayoutRect(
            x: rect.x - 1,
            y: rect.y - 1,
            width: rect.width + 2,
            height: rect.height + 2
          )
          let shrunk = LayoutRect(
            x: cut.x + 1,
            y: cut.y + 1,
            width: cut.width - 2,
            height: cut.height - 2
          )
          guard isWithin, attributes.frame.intersects(grown) == attributes.frame.intersects(shrunk)
          else { continue }
          #expect(
            found.contains(attributes.element) == isIn,
            "seed \(seed), \(rect), \(attributes)"
          )
        }
      }
    }
  }

  @Test func `the stored form gives the same layout`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = RandomLayouts(seed: seed &+ 34_000_000)
      for section in random.flow().sections {
        let layout = section.content.layout
        let data = try JSONEncoder().encode(layout)
        #expect(try JSONDecoder().decode(SectionLayout.self, from: data) == layout)
      }
    }
  }

  @Test func `sizes that are no sizes are refused, and nothing hangs`() throws {
    let environment = LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
    )
    for bad in [Double.nan, .infinity, -1, 1e300] {
      var content = LayoutSectionContent(layout: .flow(), itemCount: 2)
      content.itemSizes = [LayoutExtent(width: bad, height: 10)]
      #expect(throws: LayoutError.self) {
        try CompositionalLayout(sections: [content], environment: environment)
      }
      let flow = LayoutFlow(itemSize: LayoutExtent(width: 10, height: bad))
      #expect(throws: LayoutError.self) {
        try CompositionalLayout(
          sections: [LayoutSectionContent(layout: .flow(flow), itemCount: 2)],
          environment: environment
        )
      }
    }
    // Cells without a size, cells wider than the list, and many sections without cells.
    var flow = LayoutFlow(itemSize: .zero, minimumInteritemSpacing: 0, minimumLineSpacing: 0)
    for size in [LayoutExtent.zero, LayoutExtent(width: 9_000, height: 10)] {
      flow.itemSize = size
      let layout = try CompositionalLayout(
        sections: [LayoutSectionContent(layout: .flow(flow), itemCount: 1_000_000)]
          + Array(repeating: LayoutSectionContent(layout: .flow(flow), itemCount: 0), count: 1_000),
        environment: environment
      )
      let screen = LayoutRect(x: 0, y: 0, width: 390, height: 844)
      #expect(layout.layoutAttributesForElements(in: screen).count <= 90)
      #expect(layout.contentSize.height.isFinite)
    }
  }

  #if DEBUG
    @Test func `a change of one of a hundred thousand cells looks at its chunk only`() throws {
      let count = 100_000
      var content = LayoutSectionContent(
        layout: .flow(LayoutFlow(estimatedItemSize: LayoutExtent(width: 50, height: 50))),
        itemCount: count
      )
      content.itemSizes = (0..<count).map { item in
        let (width, height) = (40 + item * 37 % 61, 30 + item * 13 % 47)
        return LayoutExtent(width: Double(width), height: Double(height))
      }
      var layout = try CompositionalLayout(
        sections: [content],
        environment: LayoutEnvironment(
          container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
        )
      )
      // A chunk has 256 cells; each chunk is one step.
      for item in [0, 1, 51_000, count - 1] {
        let visits = LayoutVisits.count {
          layout.setMeasuredSize(
            MeasuredSize(width: 77, height: 99),
            ofItemAt: CellPath(section: 0, item: item)
          )
        }
        #expect(visits > 0 && visits <= count / 256 + 2 * 256 + 100)
      }
      var changes = LayoutChanges()
      changes.insertedCells = [CellPath(section: 0, item: 3)]
      let visits = try LayoutVisits.count { try layout.apply(changes) }
      #expect(visits <= count / 256 + 2 * 256 + 100)
    }
  #endif
}
