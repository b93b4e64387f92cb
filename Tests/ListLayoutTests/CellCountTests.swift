import ListLayout
import ListTestSupport
import Testing

/// How many cells one repetition of a group may have.
@Suite struct `The cells of a group` {
  private static let container = LayoutExtent(width: 390, height: 844)

  private static func item(share: Double = 1) -> LayoutItem {
    LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(share),
        heightDimension: .fractionalHeight(share)
      )
    )
  }

  private static let whole = LayoutSize(
    widthDimension: .fractionalWidth(1),
    heightDimension: .fractionalHeight(1)
  )

  private static func layout(_ group: LayoutGroup) throws -> CompositionalLayout {
    try CompositionalLayout(
      sections: [
        LayoutSectionContent(layout: .compositional(LayoutSection(group: group)), itemCount: 3)
      ],
      environment: LayoutEnvironment(container: LayoutContainer(contentSize: container))
    )
  }

  private static func group(
    _ stacking: LayoutGroup.Stacking,
    _ axis: LayoutAxis
  ) -> LayoutGroup {
    LayoutGroup(layoutSize: whole, content: .stack(axis, stacking))
  }

  /// A group in groups, with counts that may multiply to more than there may be.
  private static func random(
    _ depth: Int,
    _ axis: LayoutAxis,
    _ random: inout SeededGenerator
  ) -> LayoutSubitem {
    if depth == 0 {
      return .item(item(share: [1, 0.5, 0.01, 1e-5, 0].randomElement(using: &random) ?? 1))
    }
    func inner() -> LayoutSubitem { Self.random(depth - 1, axis.crossing, &random) }
    let count = [1, 3, 4_000, 10_000].randomElement(using: &random) ?? 1
    let stacking: LayoutGroup.Stacking =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .dividing(inner(), count: count)
      case 1: .repeating(inner(), count: count)
      case 2: .fitting([inner(), inner()])
      default: .fitting([inner()])
      }
    return .group(group(stacking, axis))
  }

  @Test func `what validation accepts has no more cells than a layout places`() throws {
    var (accepted, refused) = (0, 0)
    for seed in 1...UInt64(120) {
      var random = SeededGenerator(seed: seed)
      guard case .group(let group) = Self.random(Int(seed % 3) + 1, .horizontal, &random) else {
        continue
      }
      do {
        try LayoutSection(group: group).validate()
        accepted += 1
      } catch {
        #expect(error.reason == .tooManyItems, "seed \(seed)")
        refused += 1
        continue
      }
      do {
        let layout = try Self.layout(group)
        #expect(layout.contentSize.height.isFinite)
      } catch let error as LayoutError {
        #expect(error.reason != .tooManyItems, "seed \(seed)")
      }
    }
    #expect(accepted > 20 && refused > 20, "\(accepted) accepted, \(refused) refused")
  }

  @Test func `counts that multiply are refused at the count of the outer group`() {
    let inner = Self.group(.repeating(.item(Self.item()), count: 10_000), .vertical)
    let group = Self.group(.repeating(.group(inner), count: 10_000), .horizontal)
    let error = #expect(throws: LayoutError.self) { try LayoutSection(group: group).validate() }
    #expect(error?.place == "group.count")
    #expect(error?.reason == .tooManyItems)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("at most 10000 cells in one repetition"))
    // Sixteen counts of ten thousand each do not overflow either.
    var deep = inner
    for _ in 0..<14 { deep = Self.group(.dividing(.group(deep), count: 10_000), .vertical) }
    #expect(throws: LayoutError(place: "group.count", reason: .tooManyItems)) {
      try LayoutSection(group: deep).validate()
    }
  }

  @Test func `a group is filled with as many cells as there may be`() throws {
    let group = Self.group(.fitting([.item(Self.item(share: 1e-6))]), .horizontal)
    let layout = try Self.layout(group)
    #expect(layout.contentSize == Self.container)
    let twice = Self.group(.repeating(.group(group), count: 2), .vertical)
    #expect(throws: Never.self) { try Self.layout(twice) }
  }
}
