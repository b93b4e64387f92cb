import ListSimulation
import Testing

/// Servers of a team's own: one that speaks HTTP on a loopback port, and one of JSON files.
@Suite struct OwnServerTests {
  /// Where a server keeps its posts.
  enum Kind: CaseIterable, Sendable {
    case http, files

    func subject(_ mistake: PostMistake?) -> SimSubject {
      switch self {
      case .http:
        PostFeed.subject(
          { try HTTPPostServer($0, mistake) },
          client: { OutsideClient(world: $0, server: $1) }
        )
      case .files:
        PostFeed.subject(
          { try FilePostServer($0, mistake) },
          client: { DirectClient(server: $1) }
        )
      }
    }
  }

  private func failure(_ subject: SimSubject, seeds: Range<UInt64>) throws -> SimulationFailure? {
    var exploration = SimExploration()
    exploration.steps = 30
    exploration.repetition = .never
    exploration.shrinkLimit = 0
    exploration.adjust = { $0.itemCount = max($0.itemCount, 30) }
    return try exploration.run(seeds, subject).failure?.failure
  }

  @Test(arguments: Kind.allCases)
  func `a right server raises no alarm`(kind: Kind) throws {
    let found = try failure(kind.subject(nil), seeds: 0..<6)
    #expect(found == nil, "\(found?.description ?? "")")
  }

  @Test(arguments: Kind.allCases, PostMistake.allCases)
  func `what a server does wrong is said of the server`(kind: Kind, mistake: PostMistake) throws {
    let found = try #require(try failure(kind.subject(mistake), seeds: 0..<6)).violation
    #expect(found.invariant == .honestServer)
    let words =
      switch mistake {
      case .losesFive: "the server holds p3 between them"
      case .forgetsNew: "the server holds"
      case .emptyTexts: #"with Post {"text":""}; the server holds Post {"text":"post "#
      }
    #expect(found.message.contains(words), "\(found)")
  }
}
