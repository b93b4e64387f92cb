/// What a supplementary view is of its cell, group or section: an open name.
///
/// A layout has a place for views of some kinds, and a list carries what is shown there. The names that
/// UIKit has for headers and footers are the kinds ``header`` and ``footer``:
/// `"UICollectionElementKindSectionHeader"` is `"header"`.
public struct SupplementaryKind: RawRepresentable, Sendable {
  private let name: Identifier<SupplementaryView>

  /// Creates the kind of a name.
  public init(rawValue: String) {
    let known = Self.uikitNames.first { $0.value.utf8.elementsEqual(rawValue.utf8) }
    name = Identifier(known?.key ?? rawValue)
  }

  /// The name, which is stored; layouts have it as `LayoutElementKind`.
  public var rawValue: String { name.rawValue }

  /// The name UIKit has for the kind: another one for headers and footers, otherwise the same.
  public var uikitName: String { Self.uikitNames[rawValue] ?? rawValue }

  private static let uikitNames = [
    "header": "UICollectionElementKindSectionHeader",
    "footer": "UICollectionElementKindSectionFooter",
  ]

  /// Above the cells of a section.
  public static let header = SupplementaryKind(rawValue: "header")
  /// Below the cells of a section.
  public static let footer = SupplementaryKind(rawValue: "footer")

  /// The kinds that a section has a place for whatever its layout; all others are the layout's.
  package static let ofEveryLayout = [header, footer]
}

extension SupplementaryKind: Hashable, Comparable {
  /// Whether both names have the same UTF-8 bytes.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Whether the bytes of one name come before those of the other.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.name < rhs.name }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SupplementaryKind: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates the kind of a name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The name.
  public var description: String { rawValue }
}

extension SupplementaryKind {
  /// Why a list refuses views of this kind besides headers and footers; `nil` if it takes them.
  package var reasonForRefusal: String? {
    if Self.ofEveryLayout.contains(self) {
      return "a \(self) is not one of the views; a section has a member of its own for it"
    }
    return name.reasonForRefusal.map { "a kind \($0)" }
  }
}
