import Foundation
import ListLayout
import Testing

@testable import YardstickCases

@Suite struct `Yardstick cases` {
  static let files = [
    "layout-vectors", "layout-recorded", "layout-pictures", "layout-answers",
  ]

  static func cases(_ name: String) throws -> LayoutCases {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures")
    )
    return try LayoutCases(json: Data(contentsOf: url))
  }

  @Test(arguments: files)
  func `the engine passes every case, and none is skipped`(file: String) throws {
    let results = try Self.cases(file).run().results
    #expect(!results.isEmpty)
    for result in results where !result.passed {
      Issue.record("\(result.text)")
    }
  }

  @Test(arguments: files)
  func `the naive layout has the frames that the vectors expect`(file: String) throws {
    var frames = 0
    for vector in try Self.cases(file).vectors ?? [] {
      let solution: NaiveLayout.Solution
      do {
        solution = try NaiveLayout(vector).solve()
      } catch {
        #expect(vector.expect.error == error.reason.caseName, "\(vector.id): \(error)")
        continue
      }
      #expect(vector.expect.error == nil, "\(vector.id)")
      let tolerance = vector.tolerance ?? 0.01
      func check(_ what: String, _ expected: [Double], _ got: [Double]?) {
        frames += 1
        let isEqual =
          got?.count == expected.count
          && zip(expected, got ?? []).allSatisfy { abs($0 - $1) <= tolerance }
        #expect(
          isEqual,
          "\(vector.id) \(what): expected \(expected), got \(String(describing: got))"
        )
      }
      if let size = vector.expect.contentSize {
        check("contentSize", size, [solution.contentSize.width, solution.contentSize.height])
      }
      for (index, frame) in (vector.expect.sections ?? []).enumerated() {
        check("section \(index)", frame, solution.sectionFrames[index].numbers)
      }
      if let counts = vector.expect.groupLeafCounts {
        #expect(solution.groupLeafCounts.flatMap(\.self) == counts, "\(vector.id)")
      }
      let named = Dictionary(
        uniqueKeysWithValues: solution.elements.map { ($0.key.caseName, $0.value) }
      )
      for (prefix, expected) in [
        ("item", vector.expect.items), ("supplementary", vector.expect.supplementaries),
        ("decoration", vector.expect.decorations),
      ] {
        for (key, frame) in expected ?? [:] {
          let name = "\(prefix) \(key)"
          check(name, frame, named[name]?.contentFrame.numbers)
        }
      }
      for (key, orthogonal) in vector.expect.orthogonal ?? [:] {
        let scroller = try #require(solution.scrollers[Int(key) ?? -1])
        if let frame = orthogonal.scrollerFrame { check("scroller", frame, scroller.frame.numbers) }
        if let length = orthogonal.contentLength {
          check("contentLength", [length], [scroller.contentLength])
        }
        if let stops = orthogonal.stops { check("stops", stops, scroller.stops) }
      }
    }
    #expect(frames > 90)
  }

  @Test func `the naive scroller comes to rest where the cases say`() throws {
    let cases = try Self.cases("layout-vectors")
    let vectors = Dictionary((cases.vectors ?? []).map { ($0.id, $0) }) { first, _ in first }
    let settles = cases.settleRules?.cases ?? []
    #expect(settles.count == 16)
    for settle in settles {
      let solution = try NaiveLayout(#require(vectors[settle.vector])).solve()
      let scroller = try #require(solution.scrollers[0])
      let offset = scroller.rest(
        from: settle.start,
        proposed: settle.proposed,
        velocity: settle.velocity
      )
      #expect(abs(offset - settle.settles) < 0.01, "\(settle)")
    }
  }
}

extension NaiveLayout {
  init(_ vector: LayoutVector) {
    let container = vector.container
    self.init(
      environment: LayoutEnvironment(
        container: LayoutContainer(
          contentSize: LayoutExtent(width: container.width, height: container.height),
          safeAreaInsets: container.safeArea ?? .zero,
          layoutMargins: container.layoutMargins ?? .zero,
          readableContentInsets: container.readableContent ?? .zero
        ),
        layoutDirection: container.rtl == true || container.direction == "rtl"
          ? .rightToLeft : .leftToRight,
        displayScale: container.scale
      ),
      configuration: vector.configuration ?? LayoutConfiguration(),
      sections: vector.sections.map { section in
        var sizes = [MeasuredSize](repeating: .none, count: section.items)
        for (item, size) in section.measured?.items ?? [:] {
          if let item = Int(item) { sizes[item] = MeasuredSize(size) }
        }
        return Section(
          layout: section.layout,
          sizes: sizes,
          kinds: (section.measured?.supplementary ?? [:]).mapValues { MeasuredSize($0) }
        )
      },
      state: vector.scrollState,
      rules: vector.rules
    )
  }
}
