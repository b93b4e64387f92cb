/// Random rows; equal seeds give equal rows.
struct WordSource {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed }

  mutating func row() -> RowViewModel {
    count += 1
    let title = words()
    return RowViewModel(id: "row-\(count)", title: title, subtitle: next(2) == 0 ? words() : nil)
  }

  private mutating func words() -> String {
    (0..<4 + next(7)).map { _ in word() }.joined(separator: " ")
  }

  private mutating func word() -> String {
    String((0..<4 + next(7)).map { _ in Character(Unicode.Scalar(UInt8(97 + next(26)))) })
  }

  private mutating func next(_ bound: Int) -> Int {
    // SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
