import ArgumentParser
import Foundation
import ListFollowing
import ListModel
import ListStorage

struct FollowCommand: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Keeps a store equal to one that is served over HTTP.",
    discussion: """
      URL is the address of "liststore serve", or the path under which an application has its lists. \
      DB gets one list, or all lists of the server, and every version that is committed there, as long as this \
      runs. A list begins with its newest version; with --history, with all versions that the server has. \
      DB can be read, served and followed meanwhile; no other process commits these lists to it.

      The store itself is the position: interrupted at any moment (Ctrl-C, or a power cut), the same command goes \
      on where it was. When the server cannot be reached, it is asked again, at longer and longer \
      intervals. When it has forgotten what follows, the list is begun again with the newest version, which is \
      said. A list with another past than the server's is left as it is, and the answer is 1.

      EXAMPLES
        liststore follow http://localhost:4437 copy.db
        liststore follow https://example.org/lists-api copy.db home --once --token-file token
      """
  )

  @Argument(help: ArgumentHelp("The address of the server.", valueName: "URL"))
  var address: String

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The name of the list; all lists if there is none.", valueName: "LIST")
  )
  var list: String?

  @Flag(help: "End when the lists are equal; fail when the server does not answer.")
  var once = false

  @Flag(help: "Begin with all versions that the server has, not only with the newest.")
  var history = false

  @Option(
    help: ArgumentHelp("Send the token in this file.", valueName: "FILE"),
    completion: .file()
  )
  var tokenFile: String?

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let remote = try RemoteStore(at: address, configuration: try clientSettings())
    let list = list.map { List.ID($0) }
    let store = try store.open(.createIfMissing, for: list)
    let follower = StoreFollower(
      of: remote,
      into: store,
      lists: list.map { .one($0) } ?? .all,
      beginning: history ? .history : .newest
    ) { [isForMachines = output.json] event in
      // Following does not depend on a reader of this.
      let lines = StandardOutput(.line, role: .report)
      if isForMachines {
        try? lines.json(FollowReport(event))
      } else {
        try? lines.line(plain: event.text)
      }
    }
    try await Interruption.cancelling { [once] in try await follower.run(once ? .once : .endless) }
    try store.close()
  }

  private func clientSettings() throws -> RemoteStoreConfiguration {
    var configuration = RemoteStoreConfiguration()
    configuration.token = try tokenFile.map(Self.token)
    if once { configuration.patience = .attempts(4) }
    configuration.onFailure = { error, pause in
      // The first attempts may only meet a server that is being started.
      guard pause > .milliseconds(500) else { return }
      let seconds = Double(pause.components.seconds) + Double(pause.components.attoseconds) / 1e18
      Standard.error.write(
        "liststore: \(error)\n  The server is asked again in \(Int(seconds.rounded(.up))) s.\n"
      )
    }
    return configuration
  }

  private static func token(in path: String) throws -> String {
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch {
      throw UnreadableFile(path: path, reason: (error as NSError).localizedDescription)
    }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw ValidationError("--token-file \(path): expected one token, and nothing else")
    }
    return token
  }
}

extension StoreFollower.Event {
  /// The event for people.
  fileprivate var text: String {
    switch self {
    case .began(let list, let version): "\(list) begins with version \(version)"
    case .replaced(let list, let old, let version):
      "\(list) goes on with version \(version): the server has forgotten what follows version \(old)"
    case .reached(let list, let version): "\(list) is at version \(version)"
    case .reachedAll: "all lists are equal"
    }
  }
}

/// An event for machines.
private struct FollowReport: Encodable {
  var event: String
  var list: String?
  var version: Int?
  var replaced: Int?

  init(_ event: StoreFollower.Event) {
    switch event {
    case .began(let list, let version):
      (self.event, self.list, self.version) = ("began", list.rawValue, version)
    case .replaced(let list, let old, let version):
      (self.event, self.list, self.version) = ("replaced", list.rawValue, version)
      replaced = old
    case .reached(let list, let version):
      (self.event, self.list, self.version) = ("reached", list.rawValue, version)
    case .reachedAll: self.event = "equal"
    }
  }
}
