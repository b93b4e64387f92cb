import ListLayout
import ListTestSupport
import Testing

/// Cells whose sizes are set all at once, as a first layout does.
@Suite struct `Cells measured at once` {
  private static let estimate = 40.0

  /// Cells beside each other across the direction of the layout, each as large as it was measured.
  private static func layout(
    _ direction: LayoutAxis,
    _ count: Int
  ) throws -> CompositionalLayout {
    let size = LayoutSize(
      widthDimension: .estimated(estimate),
      heightDimension: .estimated(estimate)
    )
    var section = LayoutSection(
      group: .horizontal(layoutSize: size, subitems: [LayoutItem(layoutSize: size)])
    )
    section.orthogonalScrollingBehavior = .continuous
    section.interGroupSpacing = 3
    return try CompositionalLayout(
      sections: [LayoutSectionContent(layout: .compositional(section), itemCount: count)],
      configuration: LayoutConfiguration(scrollDirection: direction),
      environment: LayoutEnvironment(
        container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
      )
    )
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `are where they are when they are measured one by one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...600, using: &random)
    func side() -> Double? {
      Int.random(in: 0...3, using: &random) == 0 ? nil : .random(in: 1...90, using: &random)
    }
    let sizes = (0..<count).map { _ in MeasuredSize(width: side(), height: side()) }
    for direction in [LayoutAxis.vertical, .horizontal] {
      var atOnce = try Self.layout(direction, count)
      atOnce.setMeasuredSizes(sizes, inSection: 0)
      // The section is as long as its largest cell.
      let widest = sizes.map { $0.width ?? Self.estimate }.max() ?? 0
      let highest = sizes.map { $0.height ?? Self.estimate }.max() ?? 0
      let length =
        direction == .vertical ? atOnce.contentSize.height : atOnce.contentSize.width
      #expect(isClose(length, direction == .vertical ? highest : widest), "seed \(seed)")
      var oneByOne = try Self.layout(direction, count)
      for item in (0..<count).shuffled(using: &random) {
        oneByOne.setMeasuredSize(sizes[item], ofItemAt: CellPath(section: 0, item: item))
      }
      #expect(
        isClose(
          length,
          direction == .vertical ? oneByOne.contentSize.height : oneByOne.contentSize.width
        )
      )
      for item in 0..<count {
        let path = CellPath(section: 0, item: item)
        let frame = try #require(atOnce.frame(ofItemAt: path))
        let other = try #require(oneByOne.frame(ofItemAt: path))
        #expect(
          isClose(frame.x, other.x) && isClose(frame.y, other.y)
            && isClose(frame.width, other.width)
            && isClose(frame.height, other.height),
          "seed \(seed), item \(item)"
        )
      }
    }
  }
}
