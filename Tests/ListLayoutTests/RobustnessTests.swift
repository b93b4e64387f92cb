import Foundation
import ListLayout
import ListTestSupport
import Testing

/// Any value that a stored description may have.
private indirect enum JSONValue {
  case text(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  var text: String {
    switch self {
    case .text(let text): text
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\"\($0.0)\":\($0.1.text)" }.joined(separator: ","))}"
    }
  }
}

extension RandomLayouts {
  private mutating func strange() -> JSONValue {
    .text(
      pick([
        "null", "true", "\"\"", "\"NaN\"", "\"1/0\"", "\"inf/2\"", "\"1/3\"", "{}", "[]", "-1", "0",
        "1e308", "-1e308", "1e400", "1e7", "1e-300", "9223372036854775807", "0.5", "[[]]",
        "{\"fw\":1}", "{\"fw\":1,\"fh\":1}", "\"none\"", "10000", "1000000000",
      ])
    )
  }

  private mutating func number() -> JSONValue {
    chance(96) ? .text(pick(["0", "1", "12", "0.5", "3.5", "100", "40", "-3"])) : strange()
  }

  private mutating func size() -> JSONValue {
    func dimension(_ random: inout RandomLayouts) -> JSONValue {
      let name = random.pick(["fw", "fh", "abs", "est", "uniform", "fw", "abs"])
      if random.chance(2) { return random.strange() }
      let share: JSONValue = .text(random.pick(["1", "0.5", "\"1/3\"", "0.25"]))
      let length: JSONValue = .text(random.pick(["10", "44", "120", "0"]))
      let value = random.chance(97) ? (name.hasPrefix("f") ? share : length) : random.number()
      return .object([(name, value)])
    }
    return .array([dimension(&self), dimension(&self)])
  }

  private mutating func members(_ members: [(String, JSONValue)]) -> JSONValue {
    var members = members
    for index in members.indices.reversed() {
      if chance(1) { members.remove(at: index) } else if chance(1) { members[index].1 = strange() }
    }
    if chance(1) { members.append((pick(["what", "", "size", "é"]), strange())) }
    return .object(members)
  }

  private mutating func insets() -> JSONValue { .array((0..<4).map { _ in number() }) }

  private mutating func spacing() -> JSONValue {
    .object([(pick(["fixed", "flexible"]), number())])
  }

  private mutating func badge() -> JSONValue {
    members([
      ("kind", .text(pick(["\"a\"", "\"b\""]))), ("size", size()),
      (
        "anchor",
        .object([
          ("edges", .text(pick(["[]", "[\"top\"]", "[\"top\",\"trailing\"]"]))),
          (pick(["absolute", "fractional"]), .array([number(), number()])),
        ])
      ),
    ])
  }

  private mutating func subitem(_ depth: Int) -> JSONValue {
    if depth > 0, chance(35) { return jsonGroup(depth - 1) }
    var item: [(String, JSONValue)] = [("type", .text("\"item\"")), ("size", size())]
    if chance(20) { item.append(("insets", insets())) }
    if chance(20) { item.append(("edge", .object([(pick(["leading", "top"]), spacing())]))) }
    if chance(15) { item.append(("supplementary", .array([badge()]))) }
    return members(item)
  }

  private mutating func jsonGroup(_ depth: Int) -> JSONValue {
    let mode = pick(["subitems", "count", "repeating", "custom"])
    var group: [(String, JSONValue)] = [
      ("type", .text("\"group\"")), ("axis", .text(pick(["\"horizontal\"", "\"vertical\""]))),
      ("size", size()), ("mode", .text("\"\(mode)\"")),
    ]
    switch mode {
    case "custom":
      group.append(("frames", .array((0..<number(1...3)).map { _ in insets() })))
    case "subitems":
      group.append(("subitems", .array((0..<number(1...3)).map { _ in subitem(depth) })))
    default:
      group.append(("subitems", .array([subitem(depth)])))
      group.append(
        (
          "count",
          .text(chance(95) ? "\(number(1...5))" : pick(["0", "-1", "10000", "1000000000", "1.5"]))
        )
      )
    }
    if chance(30) { group.append(("spacing", spacing())) }
    if chance(20) { group.append(("insets", insets())) }
    if chance(10) { group.append(("supplementary", .array([badge()]))) }
    return members(group)
  }

  fileprivate mutating func sectionText() -> String {
    if chance(2) {
      // Nested deeper than anybody needs.
      let depth = pick([15, 16, 17, 40, 600])
      let head = #"{"type":"group","axis":"vertical","size":[{"fw":1},{"abs":100}],"subitems":["#
      let item = #"{"type":"item","size":[{"fw":1},{"fh":1}]}"#
      return "{\"group\":" + String(repeating: head, count: depth) + item
        + String(repeating: "]}", count: depth) + "}"
    }
    var section: [(String, JSONValue)] = [("group", jsonGroup(3))]
    if chance(30) { section.append(("insets", insets())) }
    if chance(30) { section.append(("interGroupSpacing", number())) }
    if chance(30) {
      let behaviors = ["continuous", "paging", "groupPaging", "groupPagingCentered"]
      section.append(("orthogonal", .text("\"\(pick(behaviors))\"")))
    }
    if chance(20) { section.append(("decorations", .text(#"[{"kind":"bg"}]"#))) }
    if chance(30) {
      section.append(
        (
          "boundary",
          .array([
            members([
              ("kind", .text("\"header\"")), ("size", size()), ("alignment", .text("\"top\"")),
              ("pin", .text(pick(["true", "false"]))),
            ])
          ])
        )
      )
    }
    return members(section).text
  }
}

@Suite struct `Descriptions from anywhere` {
  @Test func `any text gives finite frames or an error that names its place`() throws {
    var solved = 0
    var undecoded = 0
    var refused = 0
    let environment = LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
    )
    let screen = LayoutRect(x: 0, y: 0, width: 390, height: 844)
    for seed in 1...UInt64(caseCount(2_000, soak: 1_000_000)) {
      var random = RandomLayouts(seed: seed &+ 5_000_000)
      let text = random.sectionText()
      let section: LayoutSection
      do {
        section = try JSONDecoder().decode(LayoutSection.self, from: Data(text.utf8))
      } catch {
        undecoded += 1
        #expect(error is DecodingError, "seed \(seed): \(error)")
        continue
      }
      do {
        try section.validate()
        var layout = try CompositionalLayout(
          sections: [
            LayoutSectionContent(
              layout: .compositional(section),
              itemCount: random.pick([0, 1, 7, 200])
            )
          ],
          environment: environment
        )
        if layout.numberOfSections > 0, layout.numberOfItems(inSection: 0) > 0 {
          let size = MeasuredSize(
            width: random.pick([nil, 0, -5, 1e300, .infinity, .nan, 30]),
            height: random.pick([nil, 0, 70, .nan, -.infinity])
          )
          layout.setMeasuredSize(size, ofItemAt: CellPath(section: 0, item: 0))
        }
        let found = layout.layoutAttributesForElements(in: screen)
        let contentSize = layout.contentSize
        let isFinite =
          contentSize.width.isFinite && contentSize.height.isFinite
          && found.allSatisfy {
            [$0.frame, $0.contentFrame].allSatisfy {
              $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite
            }
          }
        #expect(isFinite, "seed \(seed): \(text)")
        if let scroller = layout.orthogonalScroller(inSection: 0), scroller.numberOfStops > 0 {
          let offset = scroller.restingOffset(from: 0, proposed: 300, velocity: 1)
          #expect(offset.isFinite, "seed \(seed): \(text)")
        }
        solved += 1
      } catch {
        refused += 1
        #expect(!error.place.isEmpty, "seed \(seed): \(text)")
      }
    }
    print("counted: solved \(solved), refused \(refused), not decoded \(undecoded)")
    #expect(solved > 500 && refused > 200 && undecoded > 500)
  }

  @Test(arguments: [
    (#"{"layout":"vertical"}"#, ["spacng", "columns", "itemSpacing", "name"]),
    (#"{"layout":"horizontal","scrolling":"paging"}"#, ["scroling", "lineSpacing"]),
    (#"{"layout":"verticalGrid","columns":2}"#, ["colums", "spacing", "choices"]),
    (#"{"layout":"flow","itemSize":[50,50]}"#, ["itemsize", "spacing", "inset"]),
    (#"{"layout":"list","appearance":"plain"}"#, ["spacng"]),
    (#"{"layout":"provider","name":"x"}"#, ["nmae", "insets"]),
    (
      #"{"layout":"adaptive","choices":[{"minWidth":0,"layout":{"layout":"vertical"}}]}"#,
      ["choice", "spacing"]
    ),
  ])
  func `a member that layouts of a kind do not have is refused and named`(
    json: String,
    members: [String]
  ) throws {
    _ = try JSONDecoder().decode(SectionLayout.self, from: Data(json.utf8))
    for member in members {
      let misspelt = Data((json.dropLast() + #","\#(member)":1}"#).utf8)
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(SectionLayout.self, from: misspelt)
      }
      #expect("\(error as Any)".contains(member), "\(json)")
    }
    let inner = #"{"minWidth":0,"layout":\#(json),"maxWidth":9}"#
    #expect {
      try JSONDecoder().decode(
        SectionLayout.self,
        from: Data(#"{"layout":"adaptive","choices":[\#(inner)]}"#.utf8)
      )
    } throws: {
      "\($0)".contains("maxWidth")
    }
  }
}
