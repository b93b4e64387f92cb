public import Foundation
import ListLayout

/// Cases of layouts in the schema of `docs/layout.md`.
///
/// A file may have any of these.
public struct LayoutCases: Decodable, Sendable {
  var vectors: [LayoutVector]?
  var settleRules: Cases<SettleCase>?
  var visibleQueries: Cases<VisibleQueryCase>?
  var scrollAnchoring: Cases<AnchoringCase>?
  var orthogonalRests: [RestCase]?
  var measuring: [MeasuringCase]?
  var flow: [FlowCase]?
  var lists: [ListCase]?
  var listSections: [ListSectionCase]?
  var carousel: CarouselCases?

  struct Cases<Case: Decodable & Sendable>: Decodable, Sendable {
    var cases: [Case]
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `DecodingError` if it is not in the schema, and ``UnknownCaseField`` if it has a field
  ///   that nothing would read.
  public init(json: Data) throws {
    try CaseSchema.layout.check(try JSONDecoder().decode(JSONValue.self, from: json))
    self = try JSONDecoder().decode(LayoutCases.self, from: json)
  }

  /// Runs all cases.
  public func run() -> YardstickReport {
    var report = YardstickReport()
    let vectors = vectors ?? []
    for vector in vectors {
      report.add("\(vector.id) \(vector.title ?? "")", vector.run(), kind: "vectors")
    }
    let byName = Dictionary(vectors.map { ($0.id, $0) }) { first, _ in first }
    func run(_ cases: [some CaseOfVector], _ kind: String) {
      for (index, item) in cases.enumerated() {
        let name = "\(kind) \(index) \(item.vector)"
        if let vector = byName[item.vector] {
          report.add(name, item.run(vector), kind: kind)
        } else {
          report.skip(name, missing: item.vector, kind: kind)
        }
      }
    }
    run(settleRules?.cases ?? [], "settling")
    run(visibleQueries?.cases ?? [], "queries")
    run(orthogonalRests ?? [], "rests")
    run(measuring ?? [], "measuring")
    for item in flow ?? [] {
      report.add("\(item.id) \(item.title ?? "")", item.run(), kind: "flow")
    }
    for item in lists ?? [] {
      report.add("\(item.id) \(item.title ?? "")", item.run(), kind: "lists")
    }
    for item in listSections ?? [] { report.add(item.id, item.run(), kind: "lists") }
    for (index, item) in (scrollAnchoring?.cases ?? []).enumerated() {
      report.add("anchoring \(index) \(item.change)", item.run(), kind: "anchoring")
    }
    for (name, differences) in carousel?.run() ?? [] {
      report.add(name, differences, kind: "carousels")
    }
    return report
  }
}

/// A case about one of the vectors of its file.
protocol CaseOfVector {
  var vector: String { get }
  func run(_ vector: LayoutVector) -> [String]
}

/// A layout with its expected frames.
struct LayoutVector: Decodable, Sendable {
  var id: String
  var title: String?
  var tolerance: Double?
  var era: String?
  var container: Container
  var state: State?
  var configuration: LayoutConfiguration?
  var sections: [VectorSection]
  var expect: Expectation

  struct Container: Decodable, Sendable {
    var width: Double
    var height: Double
    var adjustedTop: Double?
    var adjustedBottom: Double?
    var safeArea: DirectionalEdgeInsets?
    var layoutMargins: DirectionalEdgeInsets?
    var readableContent: DirectionalEdgeInsets?
    var direction: String?
    var rtl: Bool?
    var scale: Double?
  }

  struct State: Decodable, Sendable {
    var contentOffset: [Double]?
  }

  struct VectorSection: Decodable, Sendable {
    var items: Int
    var layout: LayoutSection
    var measured: Measured?
  }

  struct Measured: Decodable, Sendable {
    var items: [String: [Double?]]?
    var supplementary: [String: [Double?]]?
  }

  struct Expectation: Decodable, Sendable {
    var error: String?
    var contentSize: [Double]?
    var sections: [[Double]]?
    var groupLeafCounts: [Int]?
    var items: [String: [Double]]?
    var supplementaries: [String: [Double]]?
    var decorations: [String: [Double]]?
    var zIndex: [String: Int]?
    var orthogonal: [String: Orthogonal]?
  }

  struct Orthogonal: Decodable, Sendable {
    var scrollerFrame: [Double]?
    var contentLength: Double?
    var stops: [Double]?
  }
}

extension LayoutVector {
  /// Returns the layout with the measured sizes of the vector.
  func layout() throws(LayoutError) -> CompositionalLayout {
    var layout = try CompositionalLayout(
      sections: sections.map {
        LayoutSectionContent(layout: .compositional($0.layout), itemCount: $0.items)
      },
      configuration: configuration ?? LayoutConfiguration(),
      environment: environment,
      rules: rules
    )
    for (index, section) in sections.enumerated() {
      for (item, size) in section.measured?.items ?? [:] {
        guard let item = Int(item) else { continue }
        layout.setMeasuredSize(
          MeasuredSize(size),
          ofItemAt: CellPath(section: index, item: item)
        )
      }
      for (kind, size) in section.measured?.supplementary ?? [:] {
        layout.setMeasuredSize(
          MeasuredSize(size),
          ofSupplementaryViewsOfKind: kind,
          inSection: index
        )
      }
    }
    return layout
  }

  /// The rules of the version of UIKit that was recorded.
  var rules: LayoutRules {
    ["iOS 14", "iOS 15"].contains { era?.hasPrefix($0) ?? false } ? .iOS14 : .newest
  }

  var environment: LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(
        contentSize: LayoutExtent(width: container.width, height: container.height),
        safeAreaInsets: container.safeArea ?? .zero,
        layoutMargins: container.layoutMargins ?? .zero,
        readableContentInsets: container.readableContent ?? .zero
      ),
      layoutDirection: container.rtl == true || container.direction == "rtl"
        ? .rightToLeft : .leftToRight,
      displayScale: container.scale
    )
  }

  var scrollState: LayoutScrollState {
    let offset = state?.contentOffset ?? [0, 0]
    return LayoutScrollState(
      contentOffset: LayoutPoint(x: offset.first ?? 0, y: offset.dropFirst().first ?? 0),
      adjustedContentInset: DirectionalEdgeInsets(
        top: container.adjustedTop ?? 0,
        leading: 0,
        bottom: container.adjustedBottom ?? 0,
        trailing: 0
      )
    )
  }

  /// Runs the case and returns the differences from the expected result.
  func run() -> [String] {
    let layout: CompositionalLayout
    do {
      layout = try self.layout()
    } catch {
      let name = error.reason.caseName
      return expect.error == name ? [] : ["expected \(expect.error ?? "frames"), got \(error)"]
    }
    if let error = expect.error { return ["expected the error \(error), got frames"] }
    var check = FrameCheck(tolerance: tolerance ?? 0.01)
    let size = layout.contentSize
    check.equal("contentSize", expect.contentSize, [size.width, size.height])
    check.equal(
      "number of sections",
      expect.sections.map { [Double($0.count)] },
      [Double(sections.count)]
    )
    for (index, frame) in (expect.sections ?? []).enumerated() where index < sections.count {
      check.equal("section \(index)", frame, layout.frame(ofSection: index))
    }
    if let expected = expect.groupLeafCounts {
      let counts = sections.indices.flatMap { layout.groupLeafCounts(inSection: $0) }
      if counts != expected { check.note("groupLeafCounts", "\(expected)", "\(counts)") }
    }
    checkElements(layout, &check)
    checkOrthogonal(layout, &check)
    return check.differences
  }

  private func checkElements(_ layout: CompositionalLayout, _ check: inout FrameCheck) {
    let elements = layout.allElements(at: scrollState)
    for (key, frame) in expect.items ?? [:] {
      check.equal("item \(key)", frame, elements["item \(key)"]?.contentFrame)
    }
    for (key, frame) in expect.supplementaries ?? [:] {
      check.equal("supplementary \(key)", frame, elements["supplementary \(key)"]?.contentFrame)
    }
    for (key, frame) in expect.decorations ?? [:] {
      check.equal("decoration \(key)", frame, elements["decoration \(key)"]?.frame)
    }
    if !sections.contains(where: { $0.items > 10_000 }) {
      let expected = Set((expect.decorations ?? [:]).keys)
      for name in elements.keys where name.hasPrefix("decoration ") {
        let key = String(name.dropFirst("decoration ".count))
        guard expect.decorations != nil, !expected.contains(key), check.tolerance < 0.1 else {
          continue
        }
        check.note("decorations", "no \(key)", "one")
      }
    }
    for (key, zIndex) in expect.zIndex ?? [:] {
      let found =
        key == "item"
        ? elements.first { $0.key.hasPrefix("item ") }?.value
        : elements["supplementary \(key)"] ?? elements["decoration \(key)"]
      if found?.zIndex != zIndex {
        check.note("zIndex \(key)", "\(zIndex)", "\(found.map { String($0.zIndex) } ?? "nothing")")
      }
    }
  }

  private func checkOrthogonal(_ layout: CompositionalLayout, _ check: inout FrameCheck) {
    for (key, expected) in expect.orthogonal ?? [:] {
      guard let section = Int(key), let scroller = layout.orthogonalScroller(inSection: section)
      else {
        check.note("orthogonal \(key)", "a scroller", "none")
        continue
      }
      check.equal("scroller \(key)", expected.scrollerFrame, scroller.frame.numbers)
      check.equal(
        "contentLength \(key)",
        expected.contentLength.map { [$0] },
        [scroller.contentLength]
      )
      check.equal("stops \(key)", expected.stops, scroller.stops)
    }
  }
}

/// Collects differences.
struct FrameCheck {
  let tolerance: Double
  var differences: [String] = []

  mutating func equal(_ what: String, _ expected: [Double]?, _ got: [Double]) {
    guard let expected else { return }
    guard expected.count == got.count,
      zip(expected, got).allSatisfy({ abs($0 - $1) <= tolerance })
    else {
      return note(what, "\(expected)", "\(got)")
    }
  }

  mutating func equal(_ what: String, _ expected: [Double], _ got: LayoutRect?) {
    guard let got else { return note(what, "\(expected)", "nothing") }
    equal(what, expected, got.numbers)
  }

  mutating func note(_ what: String, _ expected: String, _ got: String) {
    differences.append("\(what): expected \(expected), got \(got)")
  }
}

extension LayoutRect {
  var numbers: [Double] { [x, y, width, height] }
}

extension MeasuredSize {
  /// Reads `[width, height]`, where `null` means not measured.
  init(_ sides: [Double?]) {
    self.init(width: sides.first ?? nil, height: sides.dropFirst().first ?? nil)
  }
}

extension LayoutError.Reason {
  /// The name of the case.
  var caseName: String {
    let text = Mirror(reflecting: self).children.first?.label
    return text ?? "\(Mirror(reflecting: self).subjectType)"
  }
}

extension CompositionalLayout {
  /// Returns all elements, by their names in the cases.
  func allElements(at state: LayoutScrollState) -> [String: LayoutAttributes] {
    Dictionary(allLayoutAttributes(at: state).map { ($0.element.caseName, $0) }) { first, _ in
      first
    }
  }
}

extension LayoutElement {
  /// `item 0/1`, `supplementary header@0`, `supplementary badge@0/1`, `decoration background@0`.
  var caseName: String {
    switch self {
    case .cell(let path): "item \(path.section)/\(path.item)"
    case .itemSupplementary(let kind, let path), .groupSupplementary(let kind, let path):
      "supplementary \(kind)@\(path.section)/\(path.item)"
    case .boundarySupplementary(let kind, let path): "supplementary \(kind)@\(path.section)"
    case .layoutSupplementary(let kind, _): "supplementary \(kind)@-"
    case .decoration(let kind, let path): "decoration \(kind)@\(path.section)"
    }
  }
}
