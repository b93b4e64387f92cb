import ListModel
import Testing

struct DigestTests {
  /// Vectors for messages 00 01 02 … of the given lengths under the key 00 01 … 0f.
  ///
  /// Source: `vectors_sip128` in `vectors.h` of the reference implementation of SipHash by
  /// Jean-Philippe Aumasson and Daniel J. Bernstein (CC0), output bytes in order.
  @Test(arguments: [
    (1, "da87c1d86b99af44347659119b22fc45"), (2, "8177228da4a45dc7fca38bdef60affe4"),
    (3, "9c70b60c5267a94e5f33b6b02985ed51"), (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
    (8, "3b62a9ba6258f5610f83e264f31497b4"), (9, "264499060ad9baabc47f8b02bb6d71ed"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
    (17, "473d06e8738db89854c066c47ae47740"), (24, "2db479ae78bd50d8882a8a178a6132ad"),
    (31, "2939b0183223fafc1723de4f52c43d35"), (32, "7c3956ca5eeafc3e363e9d556546eb68"),
    (33, "77c6077146f01c32b6b69d5f4ea9ffcf"), (40, "df6a301e95c95dad97ae0cc8c6913bd8"),
    (48, "f7e5aef549f782cf379055a608269b16"), (49, "438d030fd0b7a54fa837f2ad201a6403"),
    (56, "1938f2cf72d54ee97e94166fa91d2a36"), (62, "5853542321f567a005d547a4f04759bd"),
    (63, "5150d1772f50834a503e069a973fbd7c"),
  ])
  func `the digest is SipHash-2-4-128, with the tag as the last byte`(
    _ length: Int,
    _ output: String
  ) {
    let tag = UInt8(length - 1)
    let digest = Digest(Array(0..<tag), tag: tag)
    let bytes = withUnsafeBytes(of: digest.value.littleEndian) { Array($0) }
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == output)
  }

  @Test func `the digest of a pair is that of its 32 bytes`() {
    let first = Digest(Array("first".utf8), tag: 1)
    let second = Digest("second", tag: 2)
    let bytes = [first, second].flatMap { digest in
      withUnsafeBytes(of: digest.value.littleEndian) { Array($0) }
    }
    #expect(Digest(first, second, tag: 3) == Digest(bytes, tag: 3))
  }

  @Test func `content is digested in canonical form`() throws {
    let content = try Content(parsing: Array(#"{ "b": 1.50, "a": "\u00e9\u000a" }"#.utf8))
    #expect(content.digest == Digest(#"{"a":"é\n","b":1.50}"#, tag: UInt8(ascii: "j")))
  }
}
