#if DEBUG
  import ListLayout
  import Testing

  /// Steps, not times: groups, chunks and sums that are looked at.
  ///
  /// Only debug builds count them.
  @Suite struct `What a layout looks at` {
    /// Rows of 30 to 90 points, all measured.
    private static func rows(_ count: Int) throws -> CompositionalLayout {
      var layout = try layout(.vertical(spacing: 8), count)
      layout.setMeasuredSizes(
        (0..<count).map { MeasuredSize(width: nil, height: Double(30 + $0 * 37 % 61)) },
        inSection: 0
      )
      return layout
    }

    private static func layout(_ section: SectionLayout, _ count: Int) throws -> CompositionalLayout
    {
      try CompositionalLayout(
        sections: [LayoutSectionContent(layout: section, itemCount: count)],
        environment: LayoutEnvironment(
          container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
        )
      )
    }

    /// The most that is looked at when something is done at places all over a section.
    private static func most(
      _ layout: CompositionalLayout,
      _ body: (inout CompositionalLayout, Double) throws -> Void
    ) rethrows -> Int {
      var layout = layout
      var most = 0
      for place in stride(from: 0.0, to: 1, by: 0.0625) {
        most = max(most, try LayoutVisits.count { try body(&layout, place) })
      }
      return most
    }

    private static func query(_ layout: CompositionalLayout) -> Int {
      most(layout) { layout, place in
        let start = place * (layout.contentSize.height - 844)
        let rect = LayoutRect(x: 0, y: start, width: 390, height: 844)
        #expect(layout.layoutAttributesForElements(in: rect).count >= 9)
      }
    }

    private static func path(_ place: Double, _ layout: CompositionalLayout) -> CellPath {
      let count = Double(layout.numberOfItems(inSection: 0))
      return CellPath(section: 0, item: Int(place * count))
    }

    /// The rows of a chunk, as one that was measured as a whole has them.
    private static let chunk = 256

    @Test func `is bounded in a query, and does not grow with the section`() throws {
      let small = Self.query(try Self.rows(4_000))
      let large = Self.query(try Self.rows(400_000))
      #expect(small > 0)
      // Where the first and the last visible row are, and where the first begins, takes a walk
      // through a chunk each; a visible row takes a path through the sums.
      #expect(large <= 3 * Self.chunk + 300)
      // The sums of a hundred times as many chunks have seven more levels.
      #expect(large <= small + 7 * 20)
    }

    @Test func `is bounded when a row is measured, inserted or deleted`() throws {
      let layout = try Self.rows(400_000)
      let measured = Self.most(layout) { layout, place in
        let path = Self.path(place, layout)
        layout.setMeasuredSize(MeasuredSize(width: nil, height: 55), ofItemAt: path)
      }
      #expect(measured > 0 && measured <= Self.chunk + 100)
      let inserted = try Self.most(layout) { layout, place in
        var changes = LayoutChanges()
        changes.insertedCells = [Self.path(place, layout)]
        try layout.apply(changes)
      }
      #expect(inserted > 0 && inserted <= Self.chunk + 100)
      let deleted = try Self.most(layout) { layout, place in
        var changes = LayoutChanges()
        changes.deletedCells = [Self.path(place, layout)]
        try layout.apply(changes)
      }
      #expect(deleted > 0 && deleted <= Self.chunk + 100)
    }

    @Test func `is as much for a thousand changes as for each of them`() throws {
      var layout = try Self.rows(400_000)
      var changes = LayoutChanges()
      for number in 0..<250 {
        changes.deletedCells.append(CellPath(section: 0, item: number * 1_600))
        changes.insertedCells.append(CellPath(section: 0, item: number * 1_599 + 7))
        changes.movedCells.append(
          Match(
            from: CellPath(section: 0, item: number * 1_600 + 800),
            to: CellPath(section: 0, item: 399_999 - number * 3)
          )
        )
        changes.updatedCells.append(CellPath(section: 0, item: number * 1_200 + 3))
      }
      let visits = try LayoutVisits.count { try layout.apply(changes) }
      #expect(layout.numberOfItems(inSection: 0) == 400_000)
      #expect(visits > 0 && visits <= 1_250 * (Self.chunk + 100))
    }

    @Test func `is the same for cells of given sizes, however many there are`() throws {
      let size = LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(60))
      let section = LayoutSection(
        group: .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
      )
      let visits = try [1_000, 1_000_000_000].map { count in
        Self.query(try Self.layout(.compositional(section), count))
      }
      #expect(visits[0] == visits[1])
      #expect(visits[0] <= 60)
    }

    @Test func `is next to nothing where no row is measured yet`() throws {
      let layout = try Self.layout(.vertical(spacing: 8), 1_000_000_000)
      #expect(Self.query(layout) <= 300)
    }
  }
#endif
