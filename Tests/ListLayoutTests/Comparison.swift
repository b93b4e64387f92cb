import Foundation
import ListLayout
import ListTestSupport

/// How many random cases there are: few as a rule, many with `LISTSTORE_SOAK=1`.
func caseCount(_ usual: Int, soak: Int) -> Int {
  ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1" ? soak : usual
}

extension NaiveLayout {
  /// The engine, told all that this layout knows.
  func engine() throws(LayoutError) -> CompositionalLayout {
    var engine = try CompositionalLayout(
      sections: sections.map(\.content),
      configuration: configuration,
      environment: environment,
      rules: rules
    )
    for (index, section) in sections.enumerated() {
      engine.setMeasuredSizes(section.sizes, inSection: index)
      for (kind, size) in section.kinds {
        engine.setMeasuredSize(size, ofSupplementaryViewsOfKind: kind, inSection: index)
      }
    }
    for (kind, size) in kinds {
      engine.setMeasuredSize(size, ofSupplementaryViewsOfKind: kind, inSection: nil)
    }
    return engine
  }
}

extension NaiveLayout.Section {
  var content: LayoutSectionContent {
    LayoutSectionContent(layout: .compositional(layout), itemCount: sizes.count)
  }
}

func isClose(_ lhs: Double, _ rhs: Double) -> Bool {
  abs(lhs - rhs) <= 1e-6 * max(1, abs(lhs), abs(rhs))
}

func isClose(_ lhs: LayoutRect, _ rhs: LayoutRect) -> Bool {
  isClose(lhs.x, rhs.x) && isClose(lhs.y, rhs.y) && isClose(lhs.width, rhs.width)
    && isClose(lhs.height, rhs.height)
}

extension LayoutRect {
  static let everywhere = LayoutRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)
}

extension NaiveLayout.Solution {
  /// What of an engine is not as it is here, a line each.
  func differences(from engine: CompositionalLayout, at state: LayoutScrollState) -> [String] {
    var lines: [String] = []
    func check(_ what: String, _ isEqual: Bool, _ expected: Any, _ got: Any) {
      if !isEqual { lines.append("\(what): expected \(expected), got \(got)") }
    }
    let size = engine.contentSize
    check(
      "contentSize",
      isClose(size.width, contentSize.width) && isClose(size.height, contentSize.height),
      contentSize,
      size
    )
    for (index, frame) in sectionFrames.enumerated() {
      let got = engine.frame(ofSection: index)
      check("section \(index)", isClose(frame, got), frame, got)
      let counts = engine.groupLeafCounts(inSection: index)
      check(
        "leaf counts \(index)",
        counts == groupLeafCounts[index],
        groupLeafCounts[index],
        counts
      )
    }
    let found = engine.allLayoutAttributes(at: state)
    let byElement = Dictionary(found.map { ($0.element, $0) }) { first, _ in first }
    check(
      "number of different elements",
      byElement.count == found.count,
      found.count,
      byElement.count
    )
    for (element, attributes) in elements {
      let single = engine.layoutAttributes(for: element, at: state)
      let isEmpty = attributes.frame.width < 1e-6 || attributes.frame.height < 1e-6
      for got in [byElement[element], single] where !(got == nil && isEmpty) {
        let isEqual =
          got.map {
            isClose($0.frame, attributes.frame) && $0.zIndex == attributes.zIndex
              && isClose($0.contentFrame, attributes.contentFrame)
          } ?? false
        check("\(element)", isEqual, attributes, got.map { "\($0)" } ?? "nothing")
      }
    }
    for element in byElement.keys where elements[element] == nil {
      lines.append("\(element) should not be there: \(byElement[element]?.frame as Any)")
    }
    for index in sectionFrames.indices {
      let scroller = engine.orthogonalScroller(inSection: index)
      guard let expected = scrollers[index], let scroller else {
        check("scroller \(index)", scrollers[index] == nil && scroller == nil, "", "")
        continue
      }
      check(
        "scroller \(index)",
        isClose(scroller.frame, expected.frame),
        expected.frame,
        scroller.frame
      )
      check(
        "content length \(index)",
        isClose(scroller.contentLength, expected.contentLength),
        expected.contentLength,
        scroller.contentLength
      )
      let stops = expected.stops
      check(
        "stops \(index)",
        stops.count == scroller.stops.count && zip(stops, scroller.stops).allSatisfy(isClose),
        stops,
        scroller.stops
      )
    }
    return lines
  }
}
