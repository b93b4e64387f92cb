import Foundation
import ListLayout
import ListTestSupport
import Testing

/// What holds of all layouts, whatever the rules.
@Suite struct `Laws of layouts` {
  /// Random lists that can be laid out, with their engines.
  private func each(
    _ count: Int,
    _ body: (UInt64, NaiveLayout, CompositionalLayout, inout RandomLayouts) throws -> Bool
  ) rethrows -> Int {
    var counted = 0
    for seed in 1...UInt64(count) {
      var random = RandomLayouts(seed: seed &* 7_919)
      let list = random.list()
      guard let engine = try? list.engine() else { continue }
      if try body(seed, list, engine, &random) { counted += 1 }
    }
    return counted
  }

  @Test func `a rectangle holds what intersects it with its group, and backgrounds it touches`() {
    let counted = each(caseCount(240, soak: 60_000)) { seed, list, engine, random in
      guard let solution = try? list.solve() else { return false }
      var isEmpty = true
      for _ in 0..<5 {
        let rect = LayoutRect(
          x: random.points(-100...600),
          y: random.points(-100...1_500),
          width: random.points(0...500),
          height: random.points(0...900)
        )
        let found = Set(
          engine.layoutAttributesForElements(in: rect, at: list.state).map(\.element)
        )
        for element in solution.elements.keys {
          // Elements that only touch the rectangle may be in or out by a rounding.
          guard let isIn = solution.holds(element, in: rect, grown: 1e-6),
            isIn == solution.holds(element, in: rect, grown: -1e-6)
          else { continue }
          #expect(found.contains(element) == isIn, "seed \(seed), \(rect), \(element)")
          if isIn { isEmpty = false }
        }
        #expect(found.isSubset(of: solution.elements.keys), "seed \(seed), \(rect)")
      }
      return !isEmpty
    }
    #expect(counted > 80)
  }

  @Test func `text to the left is text to the right in a mirror, and twice is not at all`() throws {
    let counted = try each(caseCount(160, soak: 40_000)) { seed, list, engine, _ in
      var mirrored = list
      mirrored.environment.layoutDirection =
        list.environment.layoutDirection == .leftToRight ? .rightToLeft : .leftToRight
      let other = try mirrored.engine()
      let width = engine.contentSize.width
      // Pinning and offsets are those of a screen that is not mirrored: natural places only.
      let mine = engine.allLayoutAttributes(at: LayoutScrollState())
      let theirs = Dictionary(
        other.allLayoutAttributes(at: LayoutScrollState()).map { ($0.element, $0.frame) }
      ) { first, _ in first }
      let isPinned = list.sections.contains { section in
        section.layout.boundarySupplementaryItems.contains(where: \.pinToVisibleBounds)
      }
      guard !isPinned, other.contentSize == engine.contentSize else { return false }
      for attributes in mine where list.configuration.boundarySupplementaryItems.isEmpty {
        var frame = attributes.frame
        frame.x = width - frame.maxX
        let got = theirs[attributes.element]
        #expect(got.map { isClose($0, frame) } ?? false, "seed \(seed), \(attributes.element)")
      }
      var twice = mirrored
      twice.environment.layoutDirection = list.environment.layoutDirection
      #expect(
        try twice.engine().allLayoutAttributes(at: list.state)
          == engine.allLayoutAttributes(at: list.state)
      )
      return !mine.isEmpty
    }
    #expect(counted > 40)
  }

  @Test func `a description that is stored and read again has the same frames`() throws {
    let counted = try each(caseCount(160, soak: 40_000)) { seed, list, engine, _ in
      var copy = list
      for index in list.sections.indices {
        let layout = SectionLayout.compositional(list.sections[index].layout)
        let data = try JSONEncoder().encode(layout)
        let read = try JSONDecoder().decode(SectionLayout.self, from: data)
        #expect(read == layout, "seed \(seed)")
        guard case .compositional(let section) = read.arrangement else { continue }
        copy.sections[index].layout = section
      }
      let configuration = try JSONEncoder().encode(list.configuration)
      copy.configuration = try JSONDecoder().decode(LayoutConfiguration.self, from: configuration)
      let again = try copy.engine()
      #expect(
        again.allLayoutAttributes(at: list.state)
          == engine.allLayoutAttributes(at: list.state),
        "seed \(seed)"
      )
      return !list.sections.isEmpty
    }
    #expect(counted > 80)
  }

  @Test func `everything twice as large is twice as large`() throws {
    let counted = try each(caseCount(160, soak: 40_000)) { seed, list, engine, _ in
      guard let doubled = try? list.doubled().engine() else { return false }
      let mine = engine.allLayoutAttributes(at: list.state)
      let theirs = Dictionary(
        doubled.allLayoutAttributes(at: try list.doubled().state)
          .map { ($0.element, $0.frame) }
      ) { first, _ in first }
      for attributes in mine {
        let frame = attributes.frame
        let expected = LayoutRect(
          x: 2 * frame.x,
          y: 2 * frame.y,
          width: 2 * frame.width,
          height: 2 * frame.height
        )
        let got = theirs[attributes.element]
        #expect(got.map { isClose($0, expected) } ?? false, "seed \(seed), \(attributes.element)")
      }
      return !mine.isEmpty
    }
    #expect(counted > 60)
  }

  @Test func `a drag rests where the naive scroller says, and at one of the stops`() {
    let counted = each(caseCount(160, soak: 40_000)) { seed, list, engine, random in
      guard let solution = try? list.solve() else { return false }
      var isScrolling = false
      for index in list.sections.indices {
        guard let scroller = engine.orthogonalScroller(inSection: index),
          let naive = solution.scrollers[index]
        else { continue }
        let stops = scroller.stops
        #expect(zip(stops, stops.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        for _ in 0..<6 {
          let start = random.points(-100...900)
          let proposed = random.points(-200...1_500)
          let velocity = random.pick([0, 0.1, -0.1, 0.2, -0.2, 1.5, -1.5])
          let rest = scroller.restingOffset(from: start, proposed: proposed, velocity: velocity)
          #expect(
            isClose(rest, naive.rest(from: start, proposed: proposed, velocity: velocity)),
            "seed \(seed), \(scroller.behavior), \(start) to \(proposed) at \(velocity)"
          )
          #expect(stops.isEmpty || stops.contains { isClose($0, rest) }, "seed \(seed)")
          #expect(
            isClose(
              scroller.restingOffset(afterSetting: proposed),
              naive.rest(afterSetting: proposed)
            ),
            "seed \(seed), \(scroller.behavior), set to \(proposed)"
          )
          isScrolling = true
        }
      }
      return isScrolling
    }
    #expect(counted > 24)
  }
}

extension NaiveLayout.Solution {
  /// Whether a query finds an element in a rectangle that is larger by a margin; `nil` for an element
  /// without an area.
  fileprivate func holds(_ element: LayoutElement, in rect: LayoutRect, grown margin: Double)
    -> Bool?
  {
    guard let frame = elements[element]?.frame, frame.width > 1e-3, frame.height > 1e-3 else {
      return nil
    }
    let left = max(rect.x, 0) - margin
    let top = max(rect.y, 0) - margin
    let right = min(rect.x + rect.width, contentSize.width) + margin
    let bottom = min(rect.y + rect.height, contentSize.height) + margin
    func meets(_ other: LayoutRect) -> Bool {
      left < other.x + other.width && right > other.x && top < other.y + other.height
        && bottom > other.y && left < right && top < bottom
    }
    if case .decoration(_, let path) = element {
      let section = sectionFrames[path.section]
      return left <= section.x + section.width && right >= section.x
        && top <= section.y + section.height && bottom >= section.y && left <= right
        && top <= bottom
    }
    if let group = groupFrames[element] {
      guard group.width > 1e-3, group.height > 1e-3 else { return nil }
      if !meets(group) { return false }
    }
    return meets(frame)
  }
}

/// C1–C8 of `docs/layout-rules.md`.
@Suite struct `Laws of carousels` {
  private func random(_ seed: UInt64) -> (InfiniteCarousel, RandomLayouts) {
    var random = RandomLayouts(seed: seed)
    let carousel = InfiniteCarousel(
      originals: random.number(0...9),
      viewport: random.points(100...900),
      groupLength: random.points(20...900),
      spacing: random.points(0...30),
      lead: random.points(0...40),
      loopSingle: random.chance(50)
    )
    return (carousel, random)
  }

  @Test func `rebasing moves by whole rounds into the middle copy, once`() {
    var moved = 0
    for seed in 1...UInt64(caseCount(800, soak: 200_000)) {
      var (carousel, random) = random(seed)
      guard carousel.originals > 0 else {
        #expect(carousel.count == 0 && carousel.centredOriginal(at: 12) == nil)
        continue
      }
      #expect(carousel.copies % 2 == 1)
      let offset = random.points(-9_000...9_000) / 4
      let rebased = carousel.rebased(offset)
      guard carousel.copies > 1 else {
        #expect(rebased == offset)
        continue
      }
      if rebased != offset { moved += 1 }
      let rounds = (rebased - offset) / carousel.period
      #expect(abs(rounds - rounds.rounded()) < 1e-9, "seed \(seed)")
      #expect(carousel.rebased(rebased) == rebased, "seed \(seed)")
      let position = carousel.position(at: rebased)
      let start = Double(carousel.middle * carousel.originals) - 0.5
      #expect(position >= start - 1e-9 && position < start + Double(carousel.originals) + 1e-9)
      // The same original is at the centre, and elements cover the screen on both sides of it.
      #expect(
        carousel.centredOriginal(at: rebased) == carousel.centredOriginal(at: offset)
          || abs(abs(position - position.rounded()) - 0.5) < 1e-9,
        "seed \(seed)"
      )
      #expect(position.rounded() >= 0 && position.rounded() < Double(carousel.count))
    }
    #expect(moved > 200)
  }

  @Test func `elements show the originals in turn, with the canonical copy in the middle`() {
    for seed in 1...UInt64(caseCount(200, soak: 5_000)) {
      let (carousel, _) = random(seed)
      for element in 0..<carousel.count {
        let original = carousel.original(of: element)
        let copy = carousel.copy(of: element)
        #expect(carousel.element(original, copy: copy) == element)
        #expect(abs(copy) <= carousel.middle)
        if element + carousel.originals < carousel.count {
          #expect(carousel.original(of: element + carousel.originals) == original)
        }
      }
    }
  }

  @Test func `the centred original stays centred while others come and go`() {
    var counted = 0
    for seed in 1...UInt64(caseCount(800, soak: 200_000)) {
      var random = RandomLayouts(seed: seed)
      let before = (0..<random.number(1...7)).map { $0 }
      let after =
        (before.filter { _ in random.chance(70) }
        + [10, 11, 12].filter { _ in
          random.chance(30)
        }).sorted { _, _ in random.chance(50) }
      func carousel(_ count: Int) -> InfiniteCarousel {
        InfiniteCarousel(originals: count, viewport: 390, groupLength: 351, spacing: 8)
      }
      let (old, new) = (carousel(before.count), carousel(after.count))
      let offset = old.rebased(random.points(-2_000...4_000))
      let carried = old.offset(offset, carriedTo: new) { after.firstIndex(of: before[$0]) }
      guard !after.isEmpty else {
        #expect(carried == 0)
        continue
      }
      guard let centred = old.centredOriginal(at: offset), old.copies > 1, new.copies > 1,
        after.contains(before[centred])
      else { continue }
      counted += 1
      #expect(new.centredOriginal(at: carried).map { after[$0] } == before[centred])
      let fractions = (old.position(at: offset), new.position(at: carried))
      let difference = fractions.0 - fractions.1
      #expect(abs(difference - difference.rounded()) < 1e-9, "seed \(seed)")
    }
    #expect(counted > 120)
  }
}

// MARK: Twice as large

extension NaiveLayout {
  /// The list with every length doubled, by the stored form of its descriptions.
  func doubled() throws -> NaiveLayout {
    var copy = self
    copy.configuration = try Self.doubled(configuration)
    func twice(_ insets: DirectionalEdgeInsets) -> DirectionalEdgeInsets {
      DirectionalEdgeInsets(
        top: 2 * insets.top,
        leading: 2 * insets.leading,
        bottom: 2 * insets.bottom,
        trailing: 2 * insets.trailing
      )
    }
    func twice(_ size: MeasuredSize) -> MeasuredSize {
      MeasuredSize(width: size.width.map { 2 * $0 }, height: size.height.map { 2 * $0 })
    }
    let container = environment.container
    copy.environment.container = LayoutContainer(
      contentSize: LayoutExtent(
        width: 2 * container.contentSize.width,
        height: 2 * container.contentSize.height
      ),
      safeAreaInsets: twice(container.safeAreaInsets),
      layoutMargins: twice(container.layoutMargins),
      readableContentInsets: twice(container.readableContentInsets)
    )
    copy.state.contentOffset = LayoutPoint(
      x: 2 * state.contentOffset.x,
      y: 2 * state.contentOffset.y
    )
    copy.state.adjustedContentInset = twice(state.adjustedContentInset)
    copy.state.orthogonalOffsets = state.orthogonalOffsets.mapValues { 2 * $0 }
    copy.kinds = kinds.mapValues(twice)
    for index in sections.indices {
      copy.sections[index].layout = try Self.doubled(sections[index].layout)
      copy.sections[index].sizes = sections[index].sizes.map(twice)
      copy.sections[index].kinds = sections[index].kinds.mapValues(twice)
    }
    return copy
  }

  private static func doubled<Value: Codable>(_ value: Value) throws -> Value {
    let object = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value))
    let data = try JSONSerialization.data(withJSONObject: doubled(object, isLength: false))
    return try JSONDecoder().decode(Value.self, from: data)
  }

  private static let lengths: Set<String> = [
    "abs", "est", "uniform", "fixed", "flexible", "interGroupSpacing", "interSectionSpacing",
    "insets", "offset", "absolute", "frames",
  ]

  private static func doubled(_ value: Any, isLength: Bool) -> Any {
    switch value {
    case let members as [String: Any]:
      var result: [String: Any] = [:]
      for (name, member) in members {
        result[name] = doubled(member, isLength: lengths.contains(name))
      }
      return result
    case let values as [Any]: return values.map { doubled($0, isLength: isLength) }
    case let number as NSNumber where isLength:
      // Insets between 0 and 1 are shares.
      let length = number.doubleValue
      return length > 0 && length < 1 ? length : 2 * length
    default: return value
    }
  }
}
