import GRDB
import ListModel

/// The stored form of the supplementary views that a cell or section carries besides header and footer.
///
/// For each view, in ascending order of kinds:
///
/// | bytes | what |
/// |---|---|
/// | 4, … | the length of the kind, little-endian; the kind, UTF-8 |
/// | 4, … | the length of the component type; the component type |
/// | 4, … | the length of the content plus 1, or 0 when there is none; the content |
enum StoredViews {
  /// The format from which on stores can have views.
  static let format = 5

  /// Returns the bytes of views; `nil` when there are none.
  static func bytes(
    _ views: [(kind: SupplementaryKind, component: StoredComponent)]
  ) -> [UInt8]? {
    guard !views.isEmpty else { return nil }
    var bytes: [UInt8] = []
    func append(_ value: some Collection<UInt8>, _ number: Int) {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { bytes += $0 }
      bytes += value
    }
    for view in views {
      append(view.kind.rawValue.utf8, view.kind.rawValue.utf8.count)
      append(view.component.type.utf8, view.component.type.utf8.count)
      let content = view.component.content?.bytes
      append(content ?? [], content.map { $0.count + 1 } ?? 0)
    }
    return bytes
  }

  /// Reads views from bytes.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` for bytes that are no views.
  static func views(_ bytes: [UInt8]?) throws -> StoredComponent.Views {
    guard let bytes else { return [:] }
    var rest = bytes[...]
    var views: StoredComponent.Views = [:]
    while !rest.isEmpty {
      let kind = SupplementaryKind(rawValue: try text(&rest))
      var component = StoredComponent(type: try text(&rest))
      let length = try number(&rest)
      if length > 0 {
        component.content = try CellRows.content(Array(try take(length - 1, &rest)))
      }
      guard views.updateValue(component, forKey: kind) == nil else { throw damaged }
    }
    return views
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) throws -> String {
    let bytes = try take(try number(&rest), &rest)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw damaged }
    return text
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) throws -> Int {
    try take(4, &rest).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func take(
    _ count: Int,
    _ rest: inout ArraySlice<UInt8>
  ) throws -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw damaged }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static var damaged: ListStoreError {
    .corrupted(reason: "stored views are malformed")
  }

  /// Makes older software refuse the store, because it would lose views.
  static func requireNewerSoftware(in database: Database) throws {
    try SQLStatement(
      """
      UPDATE liststore SET min_reader = max(min_reader, ?), min_writer = max(min_writer, ?)
      """,
      in: database
    ).bind(Int64(format)).bind(Int64(format)).run()
  }
}
