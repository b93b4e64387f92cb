import Foundation
public import ListDiff
public import ListModel

/// Random versions of a list, some of whose cells have content that is hard to carry.
public enum RandomHistory {
  /// Returns versions of a list, and the changes that make them.
  public static func changes(
    seed: UInt64,
    versions: Int
  ) throws -> (changes: [Change], lists: [List]) {
    let contents = try hardContents.map { try Content(parsing: Array($0.utf8)) }
    var random = RandomLists(seed: seed)
    var list = List()
    var changes: [Change] = []
    var lists: [List] = []
    for version in 1...versions {
      var next = version == 1 ? random.list() : random.successor(of: list)
      disguise(&next, as: contents, using: &random)
      changes.append(
        Change(
          list: "a \"list\"",
          version: version,
          parent: version - 1,
          sequence: version,
          time: Date(timeIntervalSince1970: Double(version)),
          parentFingerprint: try list.fingerprint(),
          fingerprint: try next.fingerprint(),
          changeset: try Changeset(from: list, to: next)
        )
      )
      list = next
      lists.append(next)
    }
    return (changes, lists)
  }

  private static func disguise(
    _ list: inout List,
    as contents: [Content],
    using random: inout RandomLists
  ) {
    for section in list.sections.indices {
      if random.number(0...9) == 0 {
        list.sections[section].footer = SupplementaryView(
          component: AnyComponent(StoredComponent(type: "é", content: contents.first)),
          alignment: random.number(0...1) == 0 ? .bottom : .topLeading
        )
        list.sections[section].layout = AnySectionLayout(
          contents[random.number(0...contents.count - 1)]
        )
      }
      for item in list.sections[section].cells.indices where random.number(0...5) == 0 {
        let number = random.number(0...contents.count)
        list.sections[section].cells[item].component = AnyComponent(
          StoredComponent(
            type: random.number(0...1) == 0 ? "" : "Hard",
            content: number < contents.count ? contents[number] : nil
          )
        )
      }
    }
  }
}

private let hardContents = [
  "null", "0", "-0", "1.50", "1e400", "123456789012345678901234567890.10", "\"\"", "[]", "{}",
  #"{"b":1,"a":2}"#, #"{"～":1,"😀":2,"":3}"#, #"{"😀":1,"～":2,"\u0001":3,"\"":4,"A":5}"#,
  #""\u0000\u001f\b\f\n\r\t\"\\\/é😀""#, #"[{"z":[{"y":1.0,"x":[true,false]}],"a":{"c":1,"b":2}}]"#,
  "\"\u{7F}\u{2028}\"", String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
]
