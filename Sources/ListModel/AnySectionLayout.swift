public import ListDescription

/// A section layout: a description from code, or the stored form of a description.
///
/// A stored layout of a kind that this package does not know is kept unchanged.
public struct AnySectionLayout: Sendable {
  private enum Storage: Sendable {
    case described(SectionLayout)
    case stored(Content)
  }

  private let storage: Storage

  /// Wraps a description.
  public init(_ layout: SectionLayout) {
    storage = .described(layout)
  }

  /// Wraps the stored form of a layout.
  public init(_ content: Content) {
    storage = .stored(content)
  }

  /// Returns the stored form of the layout.
  ///
  /// - Throws: `EncodingError` when a length is not finite.
  public func stored() throws -> Content {
    switch storage {
    case .described(let layout): try Content(encoding: layout)
    case .stored(let content): content
    }
  }

  /// Returns the description of the layout.
  ///
  /// - Throws: `DecodingError` when this package does not know the kind of the stored layout.
  package func described() throws -> SectionLayout {
    switch storage {
    case .described(let layout): layout
    case .stored(let content): try content.decode(SectionLayout.self)
    }
  }
}

extension AnySectionLayout: Hashable {
  /// Hashes the stored form; all layouts that cannot be stored have one hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(try? stored())
  }

  /// Returns whether both describe the same layout.
  public static func == (lhs: AnySectionLayout, rhs: AnySectionLayout) -> Bool {
    if case .described(let left) = lhs.storage, case .described(let right) = rhs.storage {
      return left == right
    }
    guard let left = try? lhs.stored(), let right = try? rhs.stored() else { return false }
    return left == right
  }
}
