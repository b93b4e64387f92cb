public struct InvalidEncoding: Error {}
extension Changeset {
  public func encoded() throws -> [UInt8] { [] }
  public init(encoded: [UInt8]) throws(InvalidEncoding) { throw InvalidEncoding() }
}
