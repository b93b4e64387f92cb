/// Sources of an app's screens as they are compiled where there is no Objective-C.
///
/// A translation changes nothing but this:
///
/// | in the app | translated |
/// |---|---|
/// | `@objc`, `@IBOutlet`, `@IBAction` … | spaces |
/// | `@main`, `@UIApplicationMain` | spaces: a test has a beginning of its own |
/// | `#selector(reload)` | a `Selector` that calls the method |
/// | `#Preview { … }` | empty lines |
/// | `extension X { override … }` | the same members in the class |
///
/// Lines keep their numbers, except those of such an extension.
public struct ScreenSources {
  private var files: [(name: String, source: SourceText)]
  private var methods: [Method] = []

  /// A method that Objective-C can call.
  struct Method {
    var type: String
    var name: String
    /// The label and the type of its parameter; `nil` if it has none.
    var parameter: (label: String, type: String)?
    var parameterCount: Int
  }

  /// Reads sources: their names and their texts.
  public init(_ sources: [(name: String, text: String)]) {
    files = sources.map { ($0.name, SourceText($0.text)) }
    for file in files { methods += Self.methods(in: file.source) }
  }

  /// The translated sources, in the order in which they came.
  public var translated: [(name: String, text: String)] {
    files.map { name, source in
      var text = Self.replacingSelectors(in: source, methods)
      text = Self.withoutAttributes(text)
      text = Self.withoutPreviews(text)
      return (name, Self.movingOverrides(in: text))
    }
  }

  // MARK: Attributes

  private static let attributes = [
    "@objcMembers", "@objc", "@IBOutlet", "@IBAction", "@IBInspectable", "@IBDesignable",
    "@IBSegueAction", "@NSManaged", "@GKInspectable", "@UIApplicationMain", "@NSApplicationMain",
    "@main",
  ]

  private static func withoutAttributes(_ text: String) -> String {
    var source = SourceText(text)
    for attribute in attributes {
      for place in source.places(of: attribute) {
        var end = place + attribute.utf8.count
        if attribute == "@objc", source.byte(end) == UInt8(ascii: "("),
          let close = source.end(ofBracketAt: end)
        {
          end = close + 1
        }
        for index in place..<end { source.bytes[index] = 0x20 }
      }
    }
    return source.text
  }

  private static func withoutPreviews(_ text: String) -> String {
    var source = SourceText(text)
    for place in source.places(of: "#Preview") {
      guard let body = body(after: place, in: source) else { continue }
      for index in place...body.upperBound where source.bytes[index] != 0x0A {
        source.bytes[index] = 0x20
      }
      // An availability that stood before it would be that of what comes next.
      let before = source.text(0..<place)
      guard before.trimmed.hasSuffix(")"),
        let available = source.places(of: "@available").last(where: { $0 < place }),
        let end = source.end(ofBracketAt: available + "@available".utf8.count),
        source.text(end + 1..<place).trimmed.isEmpty
      else { continue }
      for index in available...end where source.bytes[index] != 0x0A { source.bytes[index] = 0x20 }
    }
    return source.text
  }

  // MARK: Selectors

  private static func methods(in source: SourceText) -> [Method] {
    let marks = (source.places(of: "@objc") + source.places(of: "@IBAction")).sorted()
    let functions = source.places(of: "func")
    let members = source.places(of: "@objcMembers").isEmpty == false
    return functions.compactMap { place in
      let isMarked = marks.contains { mark in
        mark < place && !source.text(mark..<place).contains { $0 == "{" || $0 == "}" || $0 == ";" }
          && functions.allSatisfy { $0 <= mark || $0 >= place }
      }
      guard isMarked || members, let type = typeName(at: place, in: source) else { return nil }
      let name = source.name(at: place + 4)
      let open = source.skippingSpaces(source.skippingSpaces(place + 4) + name.utf8.count)
      guard source.byte(open) == UInt8(ascii: "("), let close = source.end(ofBracketAt: open) else {
        return nil
      }
      let parameters = parts(of: source.text(open + 1..<close))
      return Method(
        type: type,
        name: name,
        parameter: parameters.first.flatMap { parameter($0) },
        parameterCount: parameters.count
      )
    }
  }

  /// Returns the parts of a list, which commas divide outside of brackets.
  private static func parts(of list: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in list {
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  private static func parameter(_ text: String) -> (label: String, type: String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let label = text[..<colon].split(separator: " ").first.map(String.init) ?? "_"
    let type = text[text.index(after: colon)...].prefix { $0 != "=" }
    return (label, String(type).trimmed)
  }

  /// Returns the name of the type whose declaration or extension contains a place.
  private static func typeName(at place: Int, in source: SourceText) -> String? {
    var names: [String] = []
    let keywords = ["class", "struct", "enum", "extension", "actor"].flatMap { keyword in
      source.places(of: keyword).map { ($0, keyword) }
    }.sorted { $0.0 < $1.0 }
    for (start, keyword) in keywords where start < place {
      var end = source.skippingSpaces(start + keyword.utf8.count)
      let first = end
      while SourceText.isNamePart(source.byte(end)) || source.byte(end) == UInt8(ascii: ".") {
        end += 1
      }
      let name = source.text(first..<end)
      guard !name.isEmpty, !["func", "var", "let", "override"].contains(name),
        let open = (end..<source.bytes.count).first(where: {
          source.isCode[$0] && source.bytes[$0] == UInt8(ascii: "{")
        }), let close = source.end(ofBracketAt: open), open < place, place < close
      else { continue }
      names.append(name)
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  private static func replacingSelectors(in source: SourceText, _ methods: [Method]) -> String {
    var bytes = source.bytes
    for place in source.places(of: "#selector").reversed() {
      let open = source.skippingSpaces(place + "#selector".utf8.count)
      guard source.byte(open) == UInt8(ascii: "("), let close = source.end(ofBracketAt: open) else {
        continue
      }
      let expression = source.text(open + 1..<close).trimmed
      let here = typeName(at: place, in: source)
      let selector = selector(for: expression, here, methods)
      bytes.replaceSubrange(place...close, with: Array(selector.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func selector(
    for expression: String,
    _ here: String?,
    _ methods: [Method]
  ) -> String {
    let path = expression.prefix { $0 != "(" }.split(separator: ".").map(String.init)
    let name = path.last ?? expression
    let owner = path.dropLast().joined(separator: ".")
    let known = methods.filter { $0.name == name }
    let isOwn = owner.isEmpty || owner == "self" || owner == "Self"
    let found =
      known.first { isOwn ? $0.type == here : $0.type == owner || $0.type.hasSuffix("." + owner) }
      ?? (known.count == 1 ? known.first : nil)
    guard let method = found, method.parameterCount <= 1 else { return "Selector(\"\(name)\")" }
    let start =
      "Selector(\"\(name)\", call: { target, sender in guard let target = target as? "
      + "\(method.type) else { return false }; "
    guard let parameter = method.parameter else {
      return start + "_ = target.\(name)(); return true })"
    }
    let label = parameter.label == "_" ? "" : parameter.label + ": "
    let type = parameter.type
    if type == "Any" || type == "Any?" || type == "Any!" {
      let value = type == "Any" ? "sender as Any" : "sender"
      return start + "_ = target.\(name)(\(label)\(value)); return true })"
    }
    if let bare = type.last.flatMap({ "?!".contains($0) ? String(type.dropLast()) : nil }) {
      return start + "_ = target.\(name)(\(label)sender as? \(bare)); return true })"
    }
    return start + "guard let sender = sender as? \(type) else { return false }; "
      + "_ = target.\(name)(\(label)sender); return true })"
  }

  // MARK: Overrides in extensions

  /// Moves the members of an extension that overrides something into its class, if that is in the file.
  private static func movingOverrides(in text: String) -> String {
    var source = SourceText(text)
    for place in source.places(of: "extension").reversed() {
      guard let body = body(after: place, in: source) else { continue }
      let name = source.name(at: place + "extension".utf8.count)
      let overrides = source.places(of: "override").contains { body.contains($0) }
      let classes = source.places(of: "class").filter { source.name(at: $0 + 5) == name }
      guard overrides, let start = classes.first,
        let home = self.body(after: start, in: source), !home.overlaps(body)
      else { continue }
      let members = source.bytes[body.lowerBound + 1..<body.upperBound]
      var bytes = source.bytes
      let kept = members.filter { $0 == 0x0A }
      bytes.replaceSubrange(body.lowerBound + 1..<body.upperBound, with: kept)
      // The class stands before its extension in nearly every file; else its end has moved.
      let shift = home.upperBound > body.upperBound ? members.count - kept.count : 0
      bytes.insert(contentsOf: members, at: home.upperBound - shift)
      source = SourceText(String(decoding: bytes, as: UTF8.self))
    }
    return source.text
  }

  /// Returns the places of the brackets around what follows a keyword.
  private static func body(after place: Int, in source: SourceText) -> Range<Int>? {
    let open = (place..<source.bytes.count).first {
      source.isCode[$0] && source.bytes[$0] == UInt8(ascii: "{")
    }
    guard let open, let close = source.end(ofBracketAt: open) else { return nil }
    return open..<close
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
