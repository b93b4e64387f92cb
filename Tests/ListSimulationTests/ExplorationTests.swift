import Foundation
import ListModel
import ListPaging
import ListSimulation
import Testing

/// Random users with the feed that the documentation describes.
@Suite struct ExplorationTests {
  private static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil

  @Test(arguments: 0..<20)
  func `whatever users, remotes and stores do, everything holds`(block: UInt64) throws {
    let count: UInt64 = Self.isSoak ? 500 : 2
    try explore(seeds: block * count..<(block + 1) * count, steps: Self.isSoak ? 200 : 60) {
      PagedFeed($0)
    }
  }
}
