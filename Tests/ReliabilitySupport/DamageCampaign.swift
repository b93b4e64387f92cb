import Foundation
import ListModel
import ListStorage
package import ListTestSupport

/// Damaged stores, and what every command that reads or keeps one says of each.
///
/// Each answer must be a refusal, name the damage, or be what the command says of the whole store.
package struct DamageCampaign {
  private let tool: String
  private let whole: ScratchFolder
  private let logged: ScratchFolder
  /// What the commands say of the store when it is whole, by fixture.
  private var answers: [Bool: [Answer]] = [:]

  /// What was wrong with an answer.
  package struct Fault: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      /// Another answer than that of the whole store, without a word.
      case wrong
      /// The command was refused, and `verify` finds nothing.
      case unnamed
      /// The command has crashed or was killed, or did not come to its end.
      case died
      /// A status that means something else, or a refusal without a reason.
      case unexplained
      /// What was to be sound is not: a store that was repaired, say.
      case unsound
    }

    package var kind: Kind
    /// Whether `verify` names the damage all the same, or refuses the file.
    package var isNamed: Bool
    package var damage: String
    package var command: String
    /// Which damaged file, and what was said.
    package var details: String
  }

  /// What became of a file.
  package enum Verdict: String, CaseIterable, Sendable {
    case refused, named, right
  }

  /// Makes the stores to be damaged.
  ///
  /// - Parameter tool: The path of `liststore`.
  /// - Throws: What a store and the file system throw.
  package init(tool: String) throws {
    self.tool = tool
    whole = try ScratchFolder()
    logged = try ScratchFolder()
    try Self.fill(whole)
    let building = try ScratchFolder()
    let store = try Self.fill(building)
    // As if it had crashed: what was committed last is in the log alone.
    for suffix in ["", "-wal", "-lock"] {
      try FileManager.default.copyItem(
        atPath: building.store + suffix,
        toPath: logged.store + suffix
      )
    }
    withExtendedLifetime(store) {}
    for (isLogged, folder) in [(false, whole), (true, logged)] {
      let copy = try ScratchFolder()
      try copy.fill(from: folder)
      let answers = try ask(copy)
      for (command, answer) in zip(Self.commands, answers) where answer.status != 0 {
        throw WrongAnswer(text: "\(command.words), of the whole store: \(answer)")
      }
      self.answers[isLogged] = answers
    }
  }

  /// Fills a store with something in each table, long contents, and pages that are free.
  @discardableResult
  private static func fill(_ folder: ScratchFolder) throws -> ListStore {
    let store = try ListStore(path: folder.store, configuration: .takingTwoTogether)
    let home = try History(seed: 111, versions: 9, cells: 12)
    for version in 1...9 {
      let author = version.isMultiple(of: 2) ? "anna" : nil
      try store.commit(
        home.lists[version],
        to: "home",
        options: CommitOptions(key: home.key(version), author: author)
      )
      if version == 3 {
        let consumer = try store.consumer("index", of: "home")
        while try consumer.consume({ _ in }) {}
        try consumer.release()
        let other = try store.consumer("screen", of: "home")
        while try other.consume({ _ in }) {}
        try other.release()
      }
    }
    for version in 1...4 {
      var section = Section(id: "long")
      for number in 0..<(version == 4 ? 1 : 4) {
        let text = String(repeating: "\(number)", count: 9_000 + version)
        section.cells.append(Cell(id: "long\(number)", component: TextComponent(text)))
      }
      try store.commit(List(sections: [section]), to: "big", options: CommitOptions(author: "bert"))
    }
    try store.commit(home.lists[2], to: "old")
    try store.commit(.clearing, to: "old")
    return store
  }

  /// Damages a copy, and looks what is said of it.
  ///
  /// - Returns: What became of it, and what is wrong with that.
  /// - Throws: ``WrongAnswer`` when the damage cannot be made, and what the file system throws.
  package func run(
    _ damage: FileDamage,
    number: Int,
    generator: inout SeededGenerator
  ) throws -> (verdict: Verdict, faults: [Fault]) {
    let copy = try ScratchFolder()
    try copy.fill(from: damage.isInLog ? logged : whole)
    try damage.apply(to: copy.store, generator: &generator)
    let found = try ask(copy)
    return judge(found, of: damage, number)
  }
}

// MARK: - Asking

extension DamageCampaign {
  /// What a command has to say.
  private enum Duty {
    /// All of what the whole store says, or the beginning of it and a refusal.
    case content
    /// As content; but versions are read without the list, which do not tell that there was a later one,
    /// as docs/database.md says: then at least `verify` has to.
    case heads
    /// Whether the store is sound.
    case verdict
    /// To do something, or to say why not.
    case work
    /// To be sound, if it is there.
    case sound
  }

  private struct Command {
    var words: String
    var duty: Duty
    /// The command whose success makes this one's answer what the whole store says.
    var premise: String?

    init(_ words: String, _ duty: Duty = .content, after premise: String? = nil) {
      self.words = words
      self.duty = duty
      self.premise = premise
    }
  }

  private struct Answer {
    var status: Int32
    var output: String
    var errors: String
  }

  private static let commands = [
    Command("lists lists.db", .heads),
    Command("log lists.db home --json", .heads), Command("log lists.db old --json", .heads),
    Command("show lists.db home"), Command("show lists.db home --at 3"),
    Command("show lists.db home --at 6 --tree"), Command("show lists.db big"),
    Command("show lists.db big --at 1"), Command("show lists.db old"),
    Command("changes lists.db home", .heads),
    Command("changes lists.db --until 12 --tokens", .heads), Command("diff lists.db home 2 7"),
    Command("diff lists.db big 3 1"), Command("replay lists.db home --verify", .work),
    Command("verify lists.db", .verdict),
    // These count what is there; and of a consumer, only its own row knows.
    Command("stats lists.db --json", .work), Command("cursors lists.db --json", .work),
    Command("export lists.db home", .heads),
    Command("compact lists.db --dry-run --versions 2 --age 0s --json", .work),
    Command("backup lists.db backup.db", .work),
    Command("show backup.db home", after: "backup lists.db backup.db"),
    Command("restore lists.db restored.db", .work),
    Command("show restored.db home", after: "restore lists.db restored.db"),
    Command("repair lists.db repaired.db", .work),
    Command("verify repaired.db", .sound),
    Command("show repaired.db home", after: "repair lists.db repaired.db"),
    Command("show repaired.db big", after: "repair lists.db repaired.db"),
    Command("log repaired.db home --json", after: "repair lists.db repaired.db"),
    Command("log repaired.db big --json", after: "repair lists.db repaired.db"),
    Command("show repaired.db old", after: "repair lists.db repaired.db"),
    Command("import-history imported.db home.ndjson", .work),
    Command("verify imported.db", .sound),
    Command("compact compacted.db --versions 2 --age 0s", .work),
    Command("show compacted.db home"), Command("show compacted.db big --at 3"),
    Command("clear cleared.db home", .work), Command("show cleared.db big"),
  ]

  /// What all commands say of a store.
  private func ask(_ folder: ScratchFolder) throws -> [Answer] {
    let lines = Self.commands.enumerated().map { number, command in
      // A death that is looked at needs no explanation, which takes a second each.
      "timeout -s KILL 60 \"$0\" \(command.words) > out\(number) 2> err\(number) < /dev/null"
        + "; echo $?"
    }
    let export = Self.commands.firstIndex { $0.words == "export lists.db home" } ?? 0
    let script = """
      export SWIFT_BACKTRACE=enable=no
      for name in compacted cleared; do
        for suffix in '' -wal; do
          if [ -e lists.db$suffix ]; then cp lists.db$suffix $name.db$suffix; fi
        done
      done
      \(lines[...export].joined(separator: "\n"))
      cp out\(export) home.ndjson
      \(lines[(export + 1)...].joined(separator: "\n"))
      """
    let process = SpawnedProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, tool]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let statuses = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    process.waitUntilExit()
    return try statuses.split(separator: "\n").enumerated().map { number, status in
      Answer(
        status: Int32(status) ?? -1,
        output: Self.comparable(try folder.text("out\(number)"), of: Self.commands[number]),
        errors: try folder.text("err\(number)")
      )
    }
  }

  /// Without what is of the file and not of the lists, or of the time when it was asked.
  private static func comparable(_ text: String, of command: Command) -> String {
    guard command.words.contains("--json") else { return text }
    var names = [
      "fileBytes", "freeBytes", "walBytes", "releasedBytes", "lease", "lastSeen", "token",
    ]
    // Commits are numbered without those of a list that could not be saved.
    if command.words.contains("repaired.db") { names.append("sequence") }
    return text.replacing(#/"(\w+)":("[^"]*"|-?[0-9.eE+]+)/#) { match in
      names.contains(String(match.1)) ? "" : String(match.0)
    }
  }
}

extension ScratchFolder {
  fileprivate func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }
}

// MARK: - Judging

extension DamageCampaign {
  private func judge(
    _ found: [Answer],
    of damage: FileDamage,
    _ number: Int
  ) -> (verdict: Verdict, faults: [Fault]) {
    let expected = answers[damage.isInLog] ?? []
    let verdict = Self.verdict(found)
    var faults: [Fault] = []
    var statuses: [String: Int32] = [:]
    var refused: [(command: String, details: String)] = []
    for (command, (answer, whole)) in zip(Self.commands, zip(found, expected)) {
      statuses[command.words] = answer.status
      let isPromised = !damage.isInLog && (command.premise.map { statuses[$0] == 0 } ?? true)
      // What is there is as it was, and was all there was once.
      let isEarlier =
        command.words.hasPrefix("lists ") || whole.output.hasPrefix(answer.output)
        || whole.output.hasSuffix(answer.output)
      // A difference in words names sections by where they stand in what is taken for the head.
      let isOfEarlierHead =
        damage.name == "a row of change that is gone" && command.words.hasPrefix("diff ")
      let isExcused =
        verdict != .right && (command.duty == .heads && isEarlier || isOfEarlierHead)
      if let kind = fault(answer, whole, command, isPromised), !(isExcused && kind == .wrong) {
        faults.append(
          Fault(
            kind: kind,
            isNamed: verdict != .right,
            damage: damage.name,
            command: command.words,
            details: "\(number): status \(answer.status), \(answer.errors.prefix(160)) "
              + Self.difference(answer.output, whole.output)
          )
        )
      }
      // What is copied is sound, and what is sound is copied.
      let isCopying = ["backup ", "restore "].contains { command.words.hasPrefix($0) }
      if isCopying, (answer.status == 0) != (verdict == .right) {
        faults.append(
          Fault(
            kind: answer.status == 0 ? .wrong : .unnamed,
            isNamed: verdict != .right,
            damage: damage.name,
            command: command.words,
            details: "\(number): status \(answer.status), \(answer.errors.prefix(160))"
          )
        )
      }
      let isContent = command.duty == .content || command.duty == .heads
      if isContent, command.premise == nil, answer.status != 0 {
        refused.append((command.words, "\(number): \(answer.errors.prefix(200))"))
      }
    }
    if verdict == .right, !damage.isInLog, let first = refused.first {
      faults.append(
        Fault(
          kind: .unnamed,
          isNamed: false,
          damage: damage.name,
          command: first.command,
          details: first.details
        )
      )
    }
    return (verdict, faults)
  }

  /// What `verify` says of the file.
  private static func verdict(_ answers: [Answer]) -> Verdict {
    let verify = commands.firstIndex { $0.duty == .verdict } ?? 0
    switch answers[verify].status {
    case 0: return .right
    case 1: return .named
    default: return .refused
    }
  }

  private func fault(
    _ answer: Answer,
    _ whole: Answer,
    _ command: Command,
    _ isPromised: Bool
  ) -> Fault.Kind? {
    guard answer.status < 124, answer.status >= 0 else { return .died }
    switch (command.duty, answer.status) {
    case (.content, 0), (.heads, 0):
      if answer.output == whole.output { return nil }
      // What a log that is damaged has lost is as if it had never been: the store is an earlier one.
      let isPast = command.words.hasPrefix("changes ") || command.words.hasPrefix("export ")
      return isPromised || isPast && !whole.output.hasPrefix(answer.output) ? .wrong : nil
    case (.content, 1), (.content, 3), (.heads, 1), (.heads, 3):
      guard answer.errors.hasPrefix("liststore: ") else { return .unexplained }
      return whole.output.hasPrefix(answer.output) ? nil : .wrong
    case (.verdict, 0): return answer.output == whole.output || !isPromised ? nil : .wrong
    case (.sound, 0), (.work, 0): return nil
    case (.sound, 3): return answer.errors.contains("there is no file") ? nil : .unsound
    case (.sound, _): return .unsound
    case (.verdict, 1), (.verdict, 3), (.work, 1), (.work, 3):
      return answer.output.isEmpty && answer.errors.isEmpty ? .unexplained : nil
    default: return .unexplained
    }
  }

  /// The first place where two answers differ.
  private static func difference(_ found: String, _ expected: String) -> String {
    let common = zip(found.utf8, expected.utf8).prefix { $0 == $1 }.count
    let start = max(0, common - 30)
    func part(_ text: String) -> String {
      String(decoding: text.utf8.dropFirst(start).prefix(90), as: UTF8.self)
    }
    return found == expected ? "" : "…\(part(found))… and not …\(part(expected))…"
  }
}
