/// The shortest ids there are, shorter ones first: what takes the fewest bytes for so many elements.
package func shortestIDs(_ count: Int) -> [String] {
  let ascii = (0..<128 as Range<UInt8>).map { String(UnicodeScalar($0)) }
  let pairs = ascii.flatMap { first in ascii.map { first + $0 } }
  let others = (0x80..<0x800 as Range<UInt16>).compactMap { UnicodeScalar($0).map { String($0) } }
  let shorter = ascii + pairs + others
  let triples = ascii.lazy.flatMap { first in pairs.lazy.map { first + $0 } }
  return Array(shorter.prefix(count)) + triples.prefix(max(0, count - shorter.count))
}
