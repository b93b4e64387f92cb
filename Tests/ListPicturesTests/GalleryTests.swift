import Foundation
import GalleryScreens
import ListPictures
import Testing

/// The pictures of the documentation.
struct GalleryTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/gallery")

  @MainActor @Test(arguments: GalleryPicture.all.map(\.name))
  func `a picture of the gallery is what its code draws`(name: String) throws {
    let picture = try #require(GalleryPicture.all.first { $0.name == name })
    let drawing = try picture.svg()
    let stored = try String(
      contentsOf: Self.folder.appendingPathComponent("\(name).svg"),
      encoding: .utf8
    )
    #expect(stored == drawing, "run `make gallery`, and look at what it drew")
    try Fixture.parse(drawing)
  }

  @Test func `every file of the gallery is one of its pictures`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == GalleryPicture.all.map { "\($0.name).svg" }.sorted())
  }
}
