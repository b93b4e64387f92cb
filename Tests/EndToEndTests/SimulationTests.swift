import Foundation
import Testing

/// What somebody does who lets random users loose on the feed, and looks at what they have found.
@Suite struct `Simulating a feed` {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func simulate(_ arguments: String...) throws -> Tool.Result {
    try Tool.liststore.run(["simulate"] + arguments)
  }

  @Test func `what is right holds, and says how much was tried`() throws {
    let result = try simulate("--seeds", "2", "--steps", "30", "--json")
    #expect(result.status == 0)
    let account = try #require(try result.objects().first)
    #expect(account["seeds"] as? Int == 2)
    #expect(account["steps"] as? Int == 60)
    #expect(account["failure"] == nil)
  }

  @Test func `a mistake is found, made short, written, and found again`() throws {
    let trace = directory.path("run.jsonl")
    let found = try simulate("--mistake", "neverEndsRefresh", "--seeds", "20", "--trace", trace)
    #expect(found.status == 1)
    #expect(found.lines.first?.hasPrefix("I17 refreshEnds, ") == true)
    // The last pull, after all steps, is enough.
    #expect(
      found.lines.suffix(2) == [
        "seed 0; 0 of 100 steps are needed:",
        "  _ in  // the list is opened, and scrolled to its end",
      ]
    )
    // Of a trace, the settings and the steps are enough; the world is the same.
    let again = try simulate("--mistake", "neverEndsRefresh", "--replay", trace)
    #expect(again.status == 1)
    #expect(again.lines.first == "the run is the one that was recorded")
    #expect(again.lines.dropFirst().first == found.lines.first)
    // The trace says which feed it is of.
    #expect(try simulate("--replay", trace).lines == again.lines)
    // The feed without the mistake holds, and is another run.
    let mended = try simulate("--mistake", "none", "--replay", trace)
    #expect(mended.status == 1)
    #expect(
      mended.lines.first == "the run differs from the one that was recorded: that is of "
        + "--mistake neverEndsRefresh, this one of the feed as it is"
    )
    #expect(mended.lines.dropFirst().first?.contains("everything holds") == true)
  }

  @Test func `a planted mistake that was not found is no feed that holds`() throws {
    let trace = directory.path("run.jsonl")
    let arguments = ["--team", "lateAnswersWin", "--steps", "3", "--trace", trace]
    let missed = try Tool.liststore.run(["simulate"] + arguments)
    #expect(missed.status == 0)
    #expect(
      missed.lines.first?.contains("1 seed, 3 steps: the planted mistake was not found") == true
    )
    #expect(!missed.lines.joined().contains("everything holds"))
    let again = try simulate("--replay", trace)
    #expect(again.status == 0)
    #expect(again.lines.first == "the run is the one that was recorded")
    #expect(again.lines.joined().contains("the planted mistake was not found"))
  }

  @Test func `a trace of a feed that is not known is refused with its name`() throws {
    let text = "{\"kit\":1,\"settings\":{},\"subject\":\"--team nobody\"}\n"
    try directory.write(Data(text.utf8), to: "odd.jsonl")
    let odd = try simulate("--replay", directory.path("odd.jsonl"))
    #expect(odd.status == 1)
    #expect(odd.errors.contains("odd.jsonl: the run is of \"--team nobody\""))
    let named = try simulate("--mistake", "none", "--replay", directory.path("odd.jsonl"))
    #expect(named.status == 0)
  }

  @Test func `a trace that was written again is the same, to the byte`() throws {
    let (first, second) = (directory.path("first.jsonl"), directory.path("second.jsonl"))
    #expect(try simulate("--seed", "7", "--steps", "40", "--trace", first).status == 0)
    let again = try simulate("--replay", first, "--trace", second)
    #expect(again.status == 0)
    #expect(again.lines.first == "the run is the one that was recorded")
    #expect(try directory.read("first.jsonl") == directory.read("second.jsonl"))
  }

  @Test func `a run is filmed, with what was done between the screens`() throws {
    let film = directory.path("run.txt")
    let found = try simulate(
      "--mistake",
      "selectsNeighbours",
      "--seeds",
      "20",
      "--film",
      film
    )
    #expect(found.status == 1)
    let text = String(decoding: try directory.read("run.txt"), as: UTF8.self)
    #expect(text.hasPrefix("1. the app is opened"))
    #expect(text.contains("tap(0); I15: "))
    for name in ["run.svg", "run.html"] {
      let arguments = ["--steps", "8", "--film", directory.path(name)]
      #expect(try Tool.liststore.run(["simulate"] + arguments).status == 0)
      let picture = String(decoding: try directory.read(name), as: UTF8.self)
      #expect(picture.contains("seed 0: everything holds"))
      #expect(picture.contains("in the end, without faults"))
    }
  }

  @Test func `what cannot be run is refused with its name`() throws {
    try directory.write(
      Data("{\"kit\":1,\"settings\":{}}\n{\"do\":\"dance\"}\n".utf8),
      to: "odd.jsonl"
    )
    let odd = try simulate("--replay", directory.path("odd.jsonl"))
    #expect(odd.status == 1)
    #expect(odd.errors.contains("odd.jsonl: line 2 of the trace: "))
    #expect(odd.errors.contains("dance"))
    let missing = try simulate("--replay", directory.path("none.jsonl"))
    #expect(missing.status == 3)
    #expect(missing.errors.contains("none.jsonl"))
    #expect(try simulate("--mistake", "nothing").status == 2)
    #expect(try simulate("--seeds", "0").status == 2)
    #expect(try simulate("--film", "run.gif").status == 2)
    #expect(try simulate("--trace", directory.path("no/where.jsonl"), "--steps", "1").status == 3)
  }
}
