import Foundation
import ListAdapterUIKit
import ListPictures
import Testing

@testable import UIKitScreens

/// Screens of apps, as a person sees and uses them.
@MainActor
@Suite struct ScreenTests {
  /// Returns the texts that are drawn, from top to bottom.
  private func texts(_ view: UICollectionView) -> [String] {
    Picture(of: view.simulation).figures.flatMap { $0.node?.texts ?? [] }
  }

  private func failures(_ view: UICollectionView) -> [String] { view.failures.map { "\($0)" } }

  /// Writes the picture of a screen into a folder, for people to look at.
  private func draw(_ view: UICollectionView, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["PICTURES"] else { return }
    let file = URL(fileURLWithPath: folder).appendingPathComponent(name + ".svg")
    try Picture(of: view.simulation).svg().write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func `a feed is pulled, selected, and loads more`() throws {
    let screen = FeedController()
    screen.loadViewIfNeeded()
    let view = screen.collectionView.simulation
    view.flush()
    #expect(failures(screen.collectionView) == [])
    #expect(
      view.numberOfItemsInSections == [5, 16],
      "three pages more than there were: the end was near, and outside a window each is shown at once"
    )
    view.tapItem(at: CellPath(section: 1, item: 1))
    #expect(screen.selectedID == "post-2")
    view.pullToRefresh()
    view.flush()
    #expect(
      view.numberOfItemsInSections == [5, 17],
      "one post more, and a page: pulling leaves the end, and letting go comes near it again"
    )
    try view.scroll(to: view.contentLength - view.viewportLength)
    view.flush()
    #expect(view.numberOfItemsInSections == [5, 17], "there are no more")
    try view.scroll(to: 0)
    let heights = (0..<3).compactMap {
      view.frame(ofItemAt: CellPath(section: 1, item: $0))?.height
    }
    #expect(Set(heights).count > 1, "each post is as high as its text: \(heights)")
    let widths = (0..<3).compactMap {
      view.frame(ofItemAt: CellPath(section: 0, item: $0))?.width
    }
    #expect(Set(widths).count == 3, "each topic is as wide as its text: \(widths)")
    #expect(failures(screen.collectionView) == [])
    try draw(screen.collectionView, "feed")
  }

  @Test func `a store has three rows that scroll by themselves`() throws {
    let screen = StoreController()
    screen.loadViewIfNeeded()
    screen.view.layoutIfNeeded()
    let view = screen.collectionView.simulation
    #expect(failures(screen.collectionView) == [])
    #expect(view.numberOfItemsInSections == [3, 6, 4])
    #expect(texts(screen.collectionView).contains("Apps to watch"))
    try draw(screen.collectionView, "store")
    try view.flingSection(0, velocity: 1)
    #expect(abs(view.orthogonalOffset(ofSection: 0) - 331.5) < 0.01)
    try view.flingSection(1, velocity: 1)
    #expect(texts(screen.collectionView).contains("Metronome"))
    #expect(failures(screen.collectionView) == [])
  }

  @Test func `courses stand in one column on a phone, and in three on a tablet`() throws {
    let screen = VideosController()
    screen.loadViewIfNeeded()
    let view = screen.collectionView
    view.layoutIfNeeded()
    #expect(failures(view) == [])
    #expect(texts(view).contains("Swift") && texts(view).contains("11 lessons"))
    let phone = view.simulation.frame(ofItemAt: CellPath(section: 0, item: 1))
    #expect(phone?.width == 358 && phone?.height == 120)
    try draw(view, "videos")
    view.frame = CGRect(x: 0, y: 0, width: 820, height: 1180)
    let tablet = view.simulation.frame(ofItemAt: CellPath(section: 0, item: 1))
    #expect(tablet.map { ($0.width * 3).rounded() } == 768)
    try draw(view, "videos-tablet")

    screen.courses[0].videos.swapAt(0, 2)
    screen.courses[1].title = "Screens"
    screen.showCourses(animatingDifferences: false)
    #expect(failures(view) == [])
    #expect(view.indexPathsForVisibleItems.count == 5)
  }

  @Test func `benefits have badges, a ground, and cards that get smaller at the sides`() throws {
    let screen = BenefitsController()
    screen.loadViewIfNeeded()
    screen.view.layoutIfNeeded()
    let view = screen.collectionView.simulation
    #expect(failures(screen.collectionView) == [])
    let scales = view.visibleAttributes.filter { $0.element.indexPath?.section == 0 }.map(\.scale)
    #expect(scales.contains(1) && scales.contains { $0 < 1 }, "\(scales)")
    let kinds = Set(view.visibleAttributes.compactMap(\.element.kind))
    #expect(kinds == ["badge", "background", "title"])
    let badges = Picture(of: view).figures.filter { $0.element.kind == "badge" }
    #expect(badges.count == 4, "two of six are hidden")
    #expect(texts(screen.collectionView).contains("For you"))
    try draw(screen.collectionView, "benefits")
  }

  @Test func `a carousel in a cell has no end`() throws {
    let screen = BannersController()
    screen.loadViewIfNeeded()
    screen.view.layoutIfNeeded()
    #expect(failures(screen.collectionView) == [])
    let carousel = try #require(screen.carousel)
    let view = carousel.simulation
    view.flush()
    #expect(view.numberOfItemsInSections == [9])
    #expect(failures(carousel) == [])
    let start = view.orthogonalOffset(ofSection: 0)
    #expect(start > 0, "the first of the banners in the middle is shown")
    for _ in 0..<20 { try view.flingSection(0, velocity: 1) }
    #expect(view.orthogonalOffset(ofSection: 0) < 351 * 8, "it never comes to the end")
    for _ in 0..<20 { try view.flingSection(0, velocity: -1) }
    #expect(view.orthogonalOffset(ofSection: 0) > 0, "nor to the start")
    #expect(failures(carousel) == [])
    let drawing = Picture(of: screen.collectionView.simulation).svg()
    #expect(drawing.contains("Banner "), "the carousel is drawn in its cell")
    try draw(screen.collectionView, "banners")
  }
}
