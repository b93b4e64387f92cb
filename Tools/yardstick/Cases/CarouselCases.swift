import ListLayout

/// Cases of infinite carousels.
struct CarouselCases: Decodable, Sendable {
  var models: [Model]?
  var rebase: [Rebase]?
  var changes: [Change]?

  struct Model: Decodable, Sendable {
    var originals: Int
    var viewport: Double
    var groupWidth: Double
    var spacing: Double
    var loopSingle: Bool
    var expect: Expectation

    struct Expectation: Decodable, Sendable {
      var copies: Int
      var count: Int?
      var period: Double?
      var initial: Double?
      var elements: [[Int]]?
    }
  }

  struct Rebase: Decodable, Sendable {
    var originals: Int
    var viewport: Double
    var groupWidth: Double
    var offset: Double
    var rebased: Double
  }

  struct Change: Decodable, Sendable {
    var before: [String]
    var offset: Double
    var after: [String]
    var offsetAfter: Double
  }

  func run() -> [(String, [String])] {
    (models ?? []).enumerated().map { ("carousel model \($0)", $1.run()) }
      + (rebase ?? []).enumerated().map { ("carousel rebase \($0)", $1.run()) }
      + (changes ?? []).enumerated().map { ("carousel change \($0)", $1.run()) }
  }
}

extension CarouselCases.Model {
  func run() -> [String] {
    let carousel = InfiniteCarousel(
      originals: originals,
      viewport: viewport,
      groupLength: groupWidth,
      spacing: spacing,
      loopSingle: loopSingle
    )
    var check = FrameCheck(tolerance: 0.01)
    check.equal("copies", [Double(expect.copies)], [Double(carousel.copies)])
    check.equal("count", expect.count.map { [Double($0)] }, [Double(carousel.count)])
    check.equal("period", expect.period.map { [$0] }, [carousel.period])
    check.equal("initial", expect.initial.map { [$0] }, [carousel.offset(showing: 0)])
    let elements = (0..<carousel.count).map { [carousel.original(of: $0), carousel.copy(of: $0)] }
    if let expected = expect.elements, expected != elements {
      check.note("elements", "\(expected)", "\(elements)")
    }
    return check.differences
  }
}

extension CarouselCases.Rebase {
  func run() -> [String] {
    let carousel = InfiniteCarousel(
      originals: originals,
      viewport: viewport,
      groupLength: groupWidth,
      spacing: 0
    )
    var check = FrameCheck(tolerance: 0.01)
    check.equal("rebased", [rebased], [carousel.rebased(offset)])
    return check.differences
  }
}

extension CarouselCases.Change {
  func run() -> [String] {
    func carousel(_ count: Int) -> InfiniteCarousel {
      InfiniteCarousel(originals: count, viewport: 390, groupLength: 351, spacing: 0)
    }
    let offset = carousel(before.count).offset(offset, carriedTo: carousel(after.count)) {
      after.firstIndex(of: before[$0])
    }
    var check = FrameCheck(tolerance: 0.01)
    check.equal("offset", [offsetAfter], [offset])
    return check.differences
  }
}
