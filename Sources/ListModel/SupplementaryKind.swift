/// The role of a supplementary view in its cell, group or section: any name may be used.
///
/// A layout places views of some kinds, and a list carries their components. UIKit's names for
/// headers and footers become the kinds ``header`` and ``footer``:
/// `"UICollectionElementKindSectionHeader"` is `"header"`.
public struct SupplementaryKind: RawRepresentable, Sendable {
  private let name: Identifier<SupplementaryView>

  /// Creates the kind with a name.
  public init(rawValue: String) {
    let known = Self.uikitNames.first { $0.value.utf8.elementsEqual(rawValue.utf8) }
    name = Identifier(known?.key ?? rawValue)
  }

  /// The name, which is stored; layouts use it as `LayoutElementKind`.
  public var rawValue: String { name.rawValue }

  /// UIKit's name for the kind: a different name for headers and footers, otherwise the same.
  package var uikitName: String { Self.uikitNames[rawValue] ?? rawValue }

  private static let uikitNames = [
    "header": "UICollectionElementKindSectionHeader",
    "footer": "UICollectionElementKindSectionFooter",
  ]

  /// The kind of the view above the cells of a section.
  public static let header = SupplementaryKind(rawValue: "header")
  /// The kind of the view below the cells of a section.
  public static let footer = SupplementaryKind(rawValue: "footer")

  /// The kinds that a section can show with any layout; the layout decides about all other kinds.
  package static let ofEveryLayout = [header, footer]
}

extension SupplementaryKind: Hashable, Comparable {
  /// Returns whether both names have the same UTF-8 bytes.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Returns whether the bytes of one name come before those of the other.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.name < rhs.name }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SupplementaryKind: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates the kind with a name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The name.
  public var description: String { rawValue }
}

extension SupplementaryKind {
  /// The reason why a list refuses this kind among its other views; `nil` if it accepts the kind.
  package var reasonForRefusal: String? {
    if Self.ofEveryLayout.contains(self) {
      return "a \(self) is not one of the views; a section has a member of its own for it"
    }
    return name.reasonForRefusal.map { "a kind \($0)" }
  }
}
