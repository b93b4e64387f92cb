import ListModel

/// The stored form of a header or footer.
///
/// | bytes | what |
/// |---|---|
/// | 1 | the alignment: its index in `SupplementaryView.Alignment`'s cases |
/// | 4 | the length of the component type, little-endian |
/// | … | the component type, UTF-8 |
/// | rest | the content; nothing when there is none |
enum StoredView {
  private static let alignments: [SupplementaryView.Alignment] = [
    .top, .leading, .bottom, .trailing, .topLeading, .topTrailing, .bottomLeading, .bottomTrailing,
  ]

  static func bytes(_ view: SupplementaryView) throws -> [UInt8] {
    let component = try view.component.stored()
    let type = Array(component.type.utf8)
    var bytes = [UInt8(alignments.firstIndex(of: view.alignment) ?? 0)]
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: type.count).littleEndian) { bytes += $0 }
    bytes += type
    bytes += component.content?.bytes ?? []
    return bytes
  }

  static func view(_ bytes: [UInt8]) throws -> SupplementaryView {
    guard bytes.count >= 5, alignments.indices.contains(Int(bytes[0])) else { throw damaged }
    let length = bytes[1..<5].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count - 5 >= length,
      let type = String(validating: bytes[5..<(5 + length)], as: UTF8.self)
    else { throw damaged }
    let content = bytes[(5 + length)...]
    let component = StoredComponent(
      type: type,
      content: content.isEmpty ? nil : try CellRows.content(Array(content))
    )
    return SupplementaryView(
      component: AnyComponent(component),
      alignment: alignments[Int(bytes[0])]
    )
  }

  private static var damaged: ListStoreError {
    .corrupted(reason: "a stored header or footer is malformed")
  }
}
