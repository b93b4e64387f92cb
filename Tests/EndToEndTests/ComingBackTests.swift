import Foundation
import ListModel
import ListStorage
import Testing

@Suite struct `A consumer that comes back` {
  private let stores: RestoredStores
  private var database: String { stores.database }
  private var copy: String { stores.copy }
  private var restored: String { stores.restored }

  init() throws { stores = try RestoredStores() }

  /// What follows a place, as far as it is there.
  private func changes(_ store: String, _ arguments: String...) throws -> Tool.Result {
    try Tool.liststore.run(["changes", store] + arguments)
  }

  private func versions(_ result: Tool.Result) throws -> [Int] {
    try #require(result.status == 0, "\(result.errors)")
    return try result.objects().compactMap { $0["version"] as? Int }
  }

  @Test(arguments: [["home"], ["home", "--follow"], [], ["--follow"], ["home", "--until", "9"]])
  func `with a number is not given another past`(arguments: [String]) throws {
    let subject = arguments.first == "home" ? "list \"home\"" : "the store"
    for number in ["5", "7", "9"] {
      let result = try Tool.liststore.run(["changes", restored, "--since", number] + arguments)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("\(number) may be another one"), "\(result.errors)")
      #expect(result.errors.contains("\(subject) is in epoch 2"), "\(result.errors)")
      #expect(result.errors.contains("--epoch 2"), "\(result.errors)")
    }
    // What was never restored takes numbers as ever.
    #expect(try versions(changes(database, "home", "--since", "7")) == [8, 9])
  }

  @Test func `with a number is not given what was repaired`() throws {
    let repaired = stores.path("repaired.db")
    try Tool.liststore.succeed("repair", database, repaired)
    #expect(try changes(repaired, "home", "--since", "9").status == 1)
    #expect(try changes(repaired, "--since", "9").status == 1)
  }

  @Test func `can say in which epoch a number was noted`() throws {
    #expect(try versions(changes(restored, "home", "--since", "7", "--epoch", "2")) == [8, 9])
    #expect(try versions(changes(database, "home", "--since", "7", "--epoch", "1")) == [8, 9])
    #expect(try versions(changes(restored, "--since", "8", "--epoch", "2")) == [8, 9])
    for (store, epoch) in [(restored, "1"), (restored, "3"), (database, "2")] {
      for list in [["home"], []] {
        let place = ["--since", "7", "--epoch", epoch]
        let result = try Tool.liststore.run(["changes", store] + list + place)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
      }
    }
    #expect(try changes(restored, "home", "--since", "7", "--epoch", "0").status == 2)
    let token = try stores.token(7, in: restored)
    #expect(try changes(restored, "home", "--since", token, "--epoch", "2").status == 2)
  }

  @Test func `with nothing needs no token`() throws {
    #expect(try versions(changes(restored, "home")) == Array(1...9))
    #expect(try versions(changes(restored, "home", "--since", "0")) == Array(1...9))
    #expect(try versions(changes(restored)).count == 10)
  }

  @Test func `with a token is told of another past, and where to go on`() throws {
    for arguments in [[], ["--follow"]] {
      for version in [5, 7, 9] {
        let token = try stores.token(version, in: database)
        let result = try Tool.liststore.run(
          ["changes", restored, "home", "--since", token] + arguments
        )
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("(restored)"), "\(result.errors)")
        #expect(result.errors.contains("at version 9"), "\(result.errors)")
        #expect(result.errors.contains(try stores.token(9, in: restored)), "\(result.errors)")
      }
    }
    #expect(
      try versions(changes(database, "home", "--since", stores.token(7, in: database))) == [8, 9]
    )
    #expect(try versions(changes(restored, "home", "--since", stores.token(9, in: restored))) == [])
  }

  @Test func `with a token is told of every other reason`() throws {
    let token = try stores.token(9, in: database)
    func refusal(_ store: String, _ list: String) throws -> String {
      for arguments in [[], ["--follow"]] {
        let place = ["changes", store, list, "--since", token] + arguments
        let result = try Tool.liststore.run(place)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        if arguments == ["--follow"] { return result.errors }
      }
      return ""
    }
    #expect(try refusal(database, "other").contains("(other-list)"))
    #expect(try refusal(copy, "home").contains("(from-the-future)"))
    // The copy goes on by itself, and nobody says that it is another store.
    try stores.commit("d", 6...9, to: copy)
    #expect(try refusal(copy, "home").contains("(forked)"))
    try stores.commit("e", 10...12, to: database)
    try Tool.liststore.succeed("compact", database, "--versions", "1", "--age", "0s")
    #expect(try refusal(database, "home").contains("(compacted)"))
  }

  @Test func `comes back with the token that it was given with each change`() throws {
    for follow in [[], ["--follow", "--until", "9"]] {
      let plain = try versions(changes(restored, "home"))
      let given = try Tool.liststore.run(["changes", restored, "home", "--tokens"] + follow)
      #expect(given.status == 0, "\(given.errors)")
      let lines = try given.objects()
      #expect(lines.compactMap { ($0["change"] as? [String: Any])?["version"] as? Int } == plain)
      for (line, version) in zip(lines, plain) {
        #expect(Set(line.keys) == ["change", "token"])
        let token = try #require(line["token"] as? String)
        #expect(try token == stores.token(version, in: restored))
        let rest = try Tool.liststore.run(
          ["changes", restored, "home", "--since", token] + (version < 9 ? follow : [])
        )
        #expect(try versions(rest) == Array(plain.dropFirst(version)))
      }
    }
    let store = try ListStore(path: restored)
    #expect(try stores.token(9, in: restored) == store.token(of: "home").description)
    #expect(try stores.token(3, in: restored) == store.token(of: "home", at: 3).description)
  }

  @Test func `to all lists comes back with tokens as well`() throws {
    for follow in [[], ["--follow", "--until", "10"]] {
      for start in [[], ["--since", "4", "--epoch", "2"]] {
        let given = try Tool.liststore.run(["changes", restored, "--tokens"] + start + follow)
        #expect(given.status == 0, "\(given.errors)")
        let lines = try given.objects()
        let first = start.isEmpty ? 1 : 5
        let numbers = lines.compactMap { ($0["change"] as? [String: Any])?["sequence"] as? Int }
        #expect(numbers == Array(first...10))
        for (line, number) in zip(lines, numbers) {
          let token = try #require(line["token"] as? String)
          let rest = try changes(restored, "--since", token)
          #expect(try versions(rest).count == 10 - number)
          #expect(try changes(database, "--since", token).status == 1)
        }
      }
    }
  }

  @Test func `finds the token of a list where its version is`() throws {
    let token = try stores.token(9, in: restored)
    for command in ["lists", "stats"] {
      var objects = try Tool.liststore.succeed(command, restored, "--json").objects()
      if command == "stats" { objects = try #require(objects[0]["lists"] as? [[String: Any]]) }
      #expect(objects.first { $0["list"] as? String == "home" }?["token"] as? String == token)
    }
  }

  @Test func `is not taken for one of something else`() throws {
    let place = try stores.token(9, in: restored)
    let all = try #require(
      try Tool.liststore.succeed("stats", restored, "--json").objects()[0]["token"] as? String
    )
    for arguments in [["--since", place], ["home", "--since", all], ["home", "--since", "1.x"]] {
      let result = try Tool.liststore.run(["changes", restored] + arguments)
      #expect(result.status == 2, "\(result.errors)")
    }
  }
}
