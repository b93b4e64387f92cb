import Foundation
import ListDiff
import ListModel
import ListTestSupport
import Testing

private func change(from source: List, to target: List, version: Int = 8) throws -> Change {
  Change(
    list: "home",
    version: version,
    parent: version - 1,
    sequence: 4211,
    time: Date(timeIntervalSince1970: 1_795_253_400.123),
    author: "Ann \"A\"",
    key: "k\n1",
    parentFingerprint: try source.fingerprint(),
    fingerprint: try target.fingerprint(),
    changeset: try Changeset(from: source, to: target)
  )
}

private func list(_ text: String) throws -> List {
  try List(document: Array(text.utf8))
}

struct ChangeDocumentTests {
  @Test func `a change document has the members the formats promise, in their order`() throws {
    let source = try list(
      #"{"sections":[{"id":"a","cells":[{"id":"1"},{"id":"2","type":"T","content":[1]}]},"#
        + #"{"id":"b","header":{"type":"H"},"cells":[{"id":"3"}]},{"id":"c"},{"id":"e"}]}"#
    )
    let target = try list(
      #"{"sections":[{"id":"c"},{"id":"e"},{"id":"a","layout":{"x":1},"cells":["#
        + #"{"id":"2","type":"T","content":[2]},{"id":"3"}]},"#
        + #"{"id":"d","footer":{"content":null,"alignment":"top"},"cells":[{"id":"4"}]}]}"#
    )
    let change = try change(from: source, to: target)
    let metadata =
      #"{"list":"home","version":8,"parent":7,"sequence":4211,"#
      + #""time":"2026-11-21T09:30:00.123Z","author":"Ann \"A\"","key":"k\n1","#
      + #""parentFingerprint":"\#(change.parentFingerprint)","#
      + #""fingerprint":"\#(change.fingerprint)","#
    let plain =
      metadata
      + #""sections":{"deleted":[{"id":"b","at":1}],"#
      + #""inserted":[{"id":"d","at":3,"footer":{"content":null,"alignment":"top"}}],"#
      + #""moved":[{"id":"a","from":0,"to":2}],"#
      + #""updated":[{"id":"a","from":0,"at":2,"layout":{"x":1}}]},"#
      + #""cells":{"deleted":[{"id":"1","at":[0,0]}],"inserted":[{"id":"4","at":[3,0]}],"#
      + #""moved":[{"id":"3","from":[1,0],"to":[2,1]}],"#
      + #""updated":[{"id":"2","from":[0,1],"at":[2,0],"type":"T","content":[2]}]}}"#
    #expect(String(decoding: try change.document(), as: UTF8.self) == plain)
    let complete = String(
      decoding: try change.document(including: .replacedValues),
      as: UTF8.self
    )
    #expect(complete.contains(#"{"id":"b","at":1,"was":{"header":{"type":"H"}}}"#))
    #expect(complete.contains(#"{"id":"1","at":[0,0],"was":{}}"#))
    #expect(complete.contains(#""content":[2],"was":{"type":"T","content":[1]}}"#))
    #expect(complete.contains(#""layout":{"x":1},"was":{}}"#))
  }

  @Test func `random changes survive, with and without what they replace`() throws {
    for seed in 0..<UInt64(Soak.count(80, soak: 20_000)) {
      let (changeset, source, target) = try randomChangeset(seed: seed)
      var change = try change(from: source, to: target)
      change.changeset = changeset
      let complete = try change.document(including: .replacedValues)
      #expect(try Change(document: complete) == change, "seed \(seed)")
      #expect(try Change(document: complete, changing: List()) == change, "seed \(seed)")
      let read = try Change(document: change.document(), changing: source)
      #expect(read == change, "seed \(seed)")
      #expect(try read.changeset.apply(to: source) == target, "seed \(seed)")
    }
  }

  @Test func `metadata that is absent stays absent`() throws {
    let change = Change(
      list: "a",
      version: 0,
      parent: 3,
      parentFingerprint: .empty,
      fingerprint: .empty,
      changeset: Changeset()
    )
    let text = String(decoding: try change.document(), as: UTF8.self)
    #expect(
      text == #"{"list":"a","version":0,"parent":3,"parentFingerprint":"\#(Fingerprint.empty)","#
        + #""fingerprint":"\#(Fingerprint.empty)"}"#
    )
    #expect(try Change(document: Array(text.utf8)) == change)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00.000Z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T12:34:56.789Z", 951_827_696_789), ("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
    ("0000-01-01T00:00:00.000Z", -62_167_219_200_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2026-11-21T09:30:00.123Z", 1_795_253_400_123),
  ])
  func `times are written and read to the millisecond`(
    _ text: String,
    _ milliseconds: Int
  ) throws {
    var change = try change(from: List(), to: List())
    change.time = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    let document = try change.document()
    #expect(String(decoding: document, as: UTF8.self).contains(#""time":"\#(text)""#))
    #expect(try Change(document: document).time == change.time)
  }

  @Test func `times beyond four-digit years are not written`() throws {
    var change = try change(from: List(), to: List())
    for seconds in [-.infinity, .infinity, .nan, 1e300, -62_167_219_201, 253_402_300_800] {
      change.time = Date(timeIntervalSince1970: seconds)
      #expect(throws: UnencodableChangeset.self) { try change.document() }
    }
  }

  @Test(arguments: [
    (
      #""version":8"#, #""version":-1"#,
      "version: expected a whole number from 0 to 9007199254740991"
    ),
    (#""version":8"#, #""version":8.0"#, "version: expected a whole number"),
    (#""version":8"#, #""version":9007199254740992"#, "version: expected a whole number"),
    (#""version":8"#, #""version":"8""#, "version: expected a number, found a string"),
    (#""version":8,"#, "", "version: missing"),
    (#""list":"home","#, "", "list: missing"),
    (#""list":"home""#, #""list":"""#, "list: is empty"),
    (#""parent""#, #""parents""#, "parents: unknown member; expected list, version, parent"),
    ("2026-11-21", "2026-02-30", "time: expected a UTC time"),
    ("2026-11-21", "2026-13-21", "time: expected a UTC time"),
    ("09:30:00", "24:30:00", "time: expected a UTC time"),
    (".123Z", "+00:00Z", "time: expected a UTC time"),
    (#""fingerprint":""#, #""fingerprint":"x"#, "fingerprint: expected 32 lower-case"),
    (#""at":[0,1]"#, #""at":[0]"#, "cells.inserted[0].at: expected [section, item]"),
    (#""at":[0,1]"#, #""at":[0,-1]"#, "cells.inserted[0].at[1]: expected a whole number"),
    (#""at":[0,1]"#, #""at":[0,2147483648]"#, "cells.inserted[0].at[1]: expected a whole number"),
    (#""at":[0,1]"#, #""at":1"#, "cells.inserted[0].at: expected an array, found a number"),
    (#""inserted""#, #""insert""#, "cells.insert: unknown member"),
    (#""id":"b","#, "", "cells.inserted[0].id: missing"),
    (
      #"[{"id":"b","at":[0,1]}]"#, #"[{"id":"b","at":[0,1]},{"id":"c","at":[0,1]}]"#,
      "cells.inserted[1]: place [0, 1] does not come after [0, 1]"
    ),
  ])
  func `what is wrong is named with its path`(
    _ part: String,
    _ replacement: String,
    _ message: String
  ) throws {
    let change = try change(
      from: list(#"{"sections":[{"id":"s","cells":[{"id":"a"}]}]}"#),
      to: list(#"{"sections":[{"id":"s","cells":[{"id":"a"},{"id":"b"}]}]}"#)
    )
    let text = String(decoding: try change.document(), as: UTF8.self)
    #expect(try Change(document: Array(text.utf8)) == change)
    #expect(text.contains(part))
    let document = Array(text.replacing(part, with: replacement).utf8)
    let error = try #require(throws: InvalidDocument.self) { try Change(document: document) }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  @Test func `a plain document is read only with the list it changes`() throws {
    let source = try list(#"{"sections":[{"id":"s","cells":[{"id":"a"},{"id":"b"}]}]}"#)
    let target = try list(#"{"sections":[{"id":"s","cells":[{"id":"a","content":1}]}]}"#)
    let document = try change(from: source, to: target).document()
    var error = try #require(throws: InvalidDocument.self) { try Change(document: document) }
    #expect(error.path == "cells.deleted[0].was")
    error = try #require(throws: InvalidDocument.self) {
      try Change(document: document, changing: target)
    }
    #expect(error.path == "cells.deleted[0]")
    #expect(error.reason == #"cell "b" is not at [0, 1] before"#)
    #expect(try Change(document: document, changing: source).changeset.apply(to: source) == target)
  }

  @Test func `a change document cut off or damaged anywhere never traps`() throws {
    let (changeset, source, target) = try randomChangeset(seed: 9)
    var change = try change(from: source, to: target)
    change.changeset = changeset
    let document = try change.document(including: .replacedValues)
    for length in 0..<document.count {
      #expect(throws: InvalidDocument.self) { try Change(document: Array(document[..<length])) }
    }
    var generator = SeededGenerator(seed: 10)
    for round in 0..<Soak.count(400, soak: 200_000) {
      var damaged = document
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: damaged.indices, using: &generator)
        damaged[index] = UInt8.random(in: 0x20...0x7F, using: &generator)
      }
      do {
        let read = try Change(document: damaged)
        let written = try read.document(including: .replacedValues)
        #expect(try Change(document: written) == read, "round \(round)")
      } catch {
        #expect(error is InvalidDocument, "round \(round): \(error)")
      }
    }
  }
}
