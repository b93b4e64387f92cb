/// Some names of cells or sections.
///
/// Mostly one or two, which are compared faster than hashed.
struct NameSet {
  private let few: [Int64]
  private let many: Set<Int64>

  init(_ names: [Int64]) {
    few = names.count <= 4 ? names : []
    many = names.count <= 4 ? [] : Set(names)
  }

  var isEmpty: Bool { few.isEmpty && many.isEmpty }

  func contains(_ name: Int64) -> Bool {
    many.isEmpty ? few.contains(name) : many.contains(name)
  }
}
