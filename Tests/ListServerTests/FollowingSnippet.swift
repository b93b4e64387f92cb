// The Swift code of docs/server.md for clients, compiled; see DocumentedCodeTests.

import ListFollowing

enum FollowingSnippet {
  static func follow() async throws {
    let remote = try RemoteStore(at: "http://localhost:4437")
    let (snapshot, token) = try await remote.snapshot(of: "home")
    var copy = try Replica(of: "home", version: snapshot.version, list: snapshot.list)
    for try await change in remote.feed(of: "home", after: token) {
      try copy.apply(change)
      print(copy.version, copy.list.cellCount)
    }
  }

  static func printVersions() async throws {
    let remote = try RemoteStore(at: "http://localhost:4437")
    for try await change in remote.feed(of: "home", after: 0) { print(change.version) }
  }
}
