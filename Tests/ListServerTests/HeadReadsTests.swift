import Dispatch
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

@testable import ListServer

/// Newest versions that are read once for many.
struct HeadReadsTests {
  private static func token(_ version: Int) throws -> CursorToken {
    let digits = Fingerprint.empty.description
    return try #require(CursorToken("1.\(digits).1.\(version).\(digits)"))
  }

  @Test func `who asks while a reading is under way is answered by one that begins later`()
    async throws
  {
    let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Mutex(0)
    let heads = HeadReads { _ in
      let version = count.withLock { count in
        count += 1
        return count
      }
      if version == 1 {
        began.signal()
        #expect(mayEnd.wait(timeout: .now() + 60) == .success)
      }
      return try Self.token(version)
    }
    async let first = heads.token(of: "home")
    await blocking { _ = began.wait(timeout: .now() + 60) }
    // The first reading may have seen the store before a commit that these know of.
    let later = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await heads.token(of: "home").version } }
      try await wait(until: "all 50 wait") { heads.waitingCount == 50 }
      mayEnd.signal()
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(try await first.version == 1)
    #expect(later == [2], "one reading for all of them, and a later one")
  }

  @Test func `a list that is unknown fails its askers, and no others`() async throws {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 2)
    let heads = HeadReads { try store.token(of: $0) }
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          let list: List.ID = number.isMultiple(of: 2) ? "home" : "nobody"
          let version = try? await heads.token(of: list).version
          #expect(version == (list == "home" ? 2 : nil))
        }
      }
    }
  }
}
