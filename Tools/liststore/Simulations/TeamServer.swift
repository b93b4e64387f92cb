import ListModel
import ListPaging
import ListSimulation
import Synchronization

/// A post of a team's feed.
struct TeamPost: Codable, Hashable, Sendable {
  var id: String
  var author: Int
  var text: String

  /// Whether the app hides the post: its author is blocked.
  static func isHidden(_ id: Cell.ID) -> Bool {
    id.rawValue.dropFirst().last.map { $0 == "3" || $0 == "4" } ?? false
  }
}

/// A page of posts, as the server sends it.
struct TeamPage: Sendable {
  var posts: [TeamPost]
  var cursor: String?
  var total: Int
}

/// A team's own server: it pages by a cursor, the rank of the last post.
final class TeamServer: SimulatedServer {
  private struct Row {
    var post: TeamPost
    var rank: Int
  }

  private struct State {
    var rows: [Row] = []
    var made = 0
    var requests = 0
    var firstTexts: [String: String] = [:]
    var firstIDs: Set<String> = []
    var firstTotal = 0
  }

  private let state: Mutex<State>
  private let mistake: TeamMistake?
  private static let spacing = 1 << 32

  init(_ settings: SimSettings, _ mistake: TeamMistake?) {
    self.mistake = mistake
    var state = State()
    for _ in 0..<settings.itemCount {
      state.rows.append(Self.row(&state, (state.rows.count + 1) * Self.spacing))
    }
    state.firstIDs = Set(state.rows.map(\.post.id))
    for row in state.rows { state.firstTexts[row.post.id] = row.post.text }
    state.firstTotal = state.rows.count
    self.state = Mutex(state)
  }

  private static func row(_ state: inout State, _ rank: Int) -> Row {
    state.made += 1
    let post = TeamPost(id: "p\(state.made)", author: state.made % 10, text: "post \(state.made)")
    return Row(post: post, rank: rank)
  }

  // MARK: What the app asks

  /// Returns the posts after a cursor.
  func page(after cursor: String?, limit: Int) throws -> TeamPage {
    try state.withLock { state in
      state.requests += 1
      guard let rank = cursor.map({ Int($0) }) ?? .some(0) else {
        throw RemoteFailure(.unavailable, reason: "there is no cursor \"\(cursor ?? "")\"")
      }
      var rows = state.rows
      if mistake == .servesTheFirstSnapshot {
        rows = rows.filter { state.firstIDs.contains($0.post.id) }
      }
      var rest = rows.drop { $0.rank <= rank }
      if mistake == .skipsRowsAtPageBorders, rank > 0 { rest = rest.dropFirst() }
      var found = Array(rest.prefix(max(1, limit)))
      let last = found.last
      var cursor = rest.count > found.count ? last.map { String($0.rank) } : nil
      switch mistake {
      case .endsAtAShortPage: if found.contains(where: { $0.post.author == 7 }) { cursor = nil }
      case .countsHiddenRowsOnly: found.removeAll { $0.post.author == 5 }
      case .servesOldTexts:
        for index in found.indices {
          let id = found[index].post.id
          found[index].post.text = state.firstTexts[id] ?? found[index].post.text
          state.firstTexts[id] = found[index].post.text
        }
      case .ordersTiesAnyhow:
        if found.count > 2, state.requests.isMultiple(of: 2) { found.swapAt(0, 1) }
      default: break
      }
      let total = mistake == .countsToATotal ? state.firstTotal : state.rows.count
      return TeamPage(posts: found.map(\.post), cursor: cursor, total: total)
    }
  }

  // MARK: What the simulation asks

  func items() -> [SimItem] {
    state.withLock { state in
      state.rows.map { SimItem(id: Cell.ID($0.post.id), component: Self.component($0.post)) }
    }
  }

  /// A post as a page has it.
  static func component(_ post: TeamPost) -> StoredComponent {
    StoredComponent(type: "Post", content: try? Content(encoding: post))
  }

  func make(_ change: SimChange) -> Bool {
    state.withLock { state in
      let count = state.rows.count
      func range(_ number: Int, _ place: Int) -> Range<Int> {
        let start = min(SimChange.index(of: place, in: count), max(0, count - 1))
        return start..<min(count, start + max(0, number))
      }
      switch change {
      case .insert(let number, let place): Self.insert(number, place, &state)
      case .delete(let number, let place): state.rows.removeSubrange(range(number, place))
      case .update(let number, let place):
        for index in range(number, place) { state.rows[index].post.text += "!" }
      case .move: return false
      }
      return true
    }
  }

  private static func insert(_ number: Int, _ place: Int, _ state: inout State) {
    let index = SimChange.index(of: place, in: state.rows.count)
    for _ in 0..<max(0, min(number, 1_000)) {
      let before = index > 0 ? state.rows[index - 1].rank : 0
      let after = index < state.rows.count ? state.rows[index].rank : before + 2 * spacing
      guard after - before > 1 else { return }
      state.rows.insert(row(&state, (before + after) / 2), at: index)
    }
  }

  var requestCount: Int? { state.withLock { $0.requests } }
}

/// The server as a source of pages, so that the simulation sees what it answers.
struct TeamSource: RemoteSource {
  let server: TeamServer

  func load(_ request: RemoteRequest) async throws -> RemotePage {
    let page = try server.page(after: request.key?.rawValue, limit: request.size)
    return RemotePage(
      cells: page.posts.map { post in
        Cell(id: Cell.ID(post.id), component: AnyComponent(TeamServer.component(post)))
      },
      next: page.cursor.map { PageKey($0) },
      total: page.total
    )
  }
}
