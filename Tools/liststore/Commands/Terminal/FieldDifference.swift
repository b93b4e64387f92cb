import ListRendering

/// A difference between two JSON values in one field.
package struct FieldDifference: Equatable, Sendable {
  /// The path of the field, such as `price.cents` or `tags[2]`; empty for the whole value.
  package var path: String
  /// The old value, as JSON; `nil` for none.
  package var old: String?
  /// The new value, as JSON; `nil` for none.
  package var new: String?

  package init(_ path: String, _ old: String?, _ new: String?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// Returns all differences between two values, in the order of the new one.
  ///
  /// Removed fields come last. Numbers are equal if they are written alike. Of two arrays, the common
  /// beginning and end are left out, and the elements between them are compared one by one.
  package static func all(from old: JSONTree?, to new: JSONTree?, at path: String = "") -> [Self] {
    switch (old, new) {
    case (.object(let old), .object(let new)): members(from: old, to: new, at: path)
    case (.array(let old), .array(let new)): elements(from: old, to: new, at: path)
    default: old == new ? [] : [Self(path, old?.text, new?.text)]
    }
  }

  private static func members(
    from old: [JSONTree.Member],
    to new: [JSONTree.Member],
    at path: String
  ) -> [Self] {
    let before = Dictionary(
      old.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    let names = Set(new.map(\.name))
    let prefix = path.isEmpty ? "" : path + "."
    return new.flatMap { all(from: before[$0.name], to: $0.value, at: prefix + $0.name) }
      + old.filter { !names.contains($0.name) }
      .map { Self(prefix + $0.name, $0.value.text, nil) }
  }

  private static func elements(
    from old: [JSONTree],
    to new: [JSONTree],
    at path: String
  ) -> [Self] {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let end =
      (0..<shorter - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
      ?? shorter - start
    return (start..<max(old.count, new.count) - end).flatMap { index in
      all(
        from: index < old.count - end ? old[index] : nil,
        to: index < new.count - end ? new[index] : nil,
        at: "\(path)[\(index)]"
      )
    }
  }
}

extension FieldDifference {
  /// Returns the difference on one line: `stars: 1 → 2`, `+ stars: 2` or `- stars: 1`.
  ///
  /// Values that do not fit into `room` columns are cut around their difference.
  package func line(_ palette: Palette, room: Int) -> String {
    let name = path.isEmpty ? "" : "\(Self.short(path, room / 2).printable): "
    let left = max(room - name.terminalColumns - 2, 16)
    switch (old, new) {
    case (let old?, let new?):
      let half = (left - 3) / 2
      let (old, new) = Self.cut(old.printable, new.printable, to: half)
      return "  \(name)\(palette(.deleted, old)) → \(palette(.inserted, new))"
    case (let old?, nil):
      return palette(.deleted, "- \(name)\(old.printable.cut(toTerminalColumns: left))")
    case (nil, let new?):
      return palette(.inserted, "+ \(name)\(new.printable.cut(toTerminalColumns: left))")
    case (nil, nil): return ""
    }
  }

  /// Returns two texts, each cut to a width so that it shows where they begin to differ.
  private static func cut(_ old: String, _ new: String, to width: Int) -> (String, String) {
    guard old.terminalColumns > width || new.terminalColumns > width else { return (old, new) }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let skipped = common - old.prefix(common).suffix(terminalColumns: width / 3).count
    func end(_ text: String) -> String {
      let rest = skipped > 1 ? "…" + text.dropFirst(skipped) : text
      return rest.cut(toTerminalColumns: width)
    }
    return (end(old), end(new))
  }

  /// Returns a path; of a long one, only the beginning and the end.
  private static func short(_ path: String, _ width: Int) -> String {
    guard path.terminalColumns > max(width, 8) else { return path }
    let half = (max(width, 8) - 1) / 2
    return path.prefix(terminalColumns: half) + "…" + path.suffix(terminalColumns: half)
  }
}
