public import ExampleScreens
public import ListPictures
import ListRendering

/// A picture of the gallery: its drawing, and the name of its file and its code.
public struct GalleryPicture: Sendable {
  /// The name of its file, and of its code between `begin` and `end`.
  public let name: String
  /// The title above it.
  public let title: String
  /// The text about it.
  public let text: String
  private let draw: @MainActor @Sendable () throws -> String

  private init(
    _ name: String,
    _ title: String,
    _ text: String,
    _ draw: @escaping @MainActor @Sendable () throws -> String
  ) {
    self.name = name
    self.title = title
    self.text = text
    self.draw = draw
  }

  /// Draws the picture.
  ///
  /// - Returns: SVG.
  /// - Throws: The errors of the list or its view.
  @MainActor public func svg() throws -> String { try draw() }

  /// All pictures, in the order of the page.
  public static var all: [GalleryPicture] {
    [
      GalleryPicture(
        "app-store",
        "A shop for apps",
        "Three sections that scroll by themselves: one large card, columns of three, smaller cards."
      ) { try appStore(PictureScreen(width: 390, height: 844)).svg() },
      GalleryPicture(
        "app-store-dark",
        "The same shop in the dark",
        "Colours have two values, and letters on them are black or white, so that they can be read."
      ) { try appStore(PictureScreen(width: 390, height: 844, appearance: .dark)).svg() },
      GalleryPicture(
        "changes",
        "What changed",
        "Two versions side by side: cells that come, go, move or change are marked."
      ) { try comparison().svg() },
      GalleryPicture(
        "transition",
        "In between",
        """
        The frames between two versions, at any time from 0 to 1: cells that move pass above the others, \
        cells that come and go fade.
        """
      ) { try transition().svg(columns: 3) },
      GalleryPicture("grid", "Squares", "A grid of squares below a header.") { try grid().svg() },
      GalleryPicture(
        "nested-groups",
        "Groups in groups",
        "One large cell, and beside it two columns of two."
      ) { try nestedGroups().svg() },
      GalleryPicture(
        "decorations",
        "Badges and a background",
        "A badge on every cell, and a decoration behind the section; both show components."
      ) { try decorations().svg() },
      GalleryPicture(
        "traits",
        "By the room there is",
        "Three columns where there is room for them."
      ) {
        try adaptive(width: 840, height: 168).svg()
      },
      GalleryPicture("traits-narrow", "… and one where there is not", "The same list on a phone.") {
        try adaptive(width: 390, height: 456).svg()
      },
      GalleryPicture(
        "orthogonal",
        "Every way to scroll sideways",
        "Where one and the same fling comes to rest."
      ) { try orthogonal().svg(columns: 3) },
      GalleryPicture(
        "carousel",
        "A carousel in motion",
        "Banners that go round, each smaller the farther it is from the middle."
      ) { try carousel().svg(columns: 3) },
      GalleryPicture(
        "list-settings",
        "Settings",
        "An inset list: cards with headers and footers, separators that begin at the texts."
      ) { try settings(.light).svg() },
      GalleryPicture(
        "list-settings-dark",
        "The same settings in the dark",
        "Grounds, separators and signs have two values, too."
      ) { try settings(.dark).svg() },
      GalleryPicture(
        "list-table",
        "A grouped table",
        "A table view of the style `.grouped`, with titles and two kinds of signs."
      ) { try table(.light).svg() },
      GalleryPicture(
        "list-table-dark",
        "The same table in the dark",
        "The groups stand out by their ground."
      ) { try table(.dark).svg() },
      GalleryPicture(
        "list-outline",
        "An outline",
        "Rows of a section snapshot: a tap on a sign shows and hides the rows below."
      ) { try outline().svg(columns: 2) },
      GalleryPicture(
        "constraints",
        "A screen of an app, cells of constraints",
        """
        A view controller in a navigation controller, as UIKit's code: stacks, symbols, buttons and \
        shadows; one card is selected, and a finger is on another one. Korean and Japanese letters have \
        the widths of Noto Sans CJK.
        """
      ) { try constraints(.light).svg() },
      GalleryPicture(
        "constraints-dark",
        "The same screen in the dark",
        "Symbols, buttons and bars follow, too."
      ) { try constraints(.dark).svg() },
      GalleryPicture(
        "waterfall",
        "A waterfall by an app's own class",
        "A subclass of `UICollectionViewLayout` says where each box is; the view shows what is on screen."
      ) { try waterfall(.light).svg() },
      GalleryPicture(
        "tags",
        "Tags in lines",
        "The lines of a flow layout fill the width; a subclass begins them at the left."
      ) { try tags().svg(columns: 2) },
      GalleryPicture(
        "countries",
        "Countries by what their people earn",
        """
        The demonstration's table, a version a year: which countries have come, and which are in another \
        place among the others. What only earns more is not marked.
        """
      ) { try countries().svg(columns: 3) },
    ] + Example.allCases.map(tour)
  }

  private static func tour(_ example: Example) -> GalleryPicture {
    GalleryPicture(
      "example-\(example.rawValue)",
      example.title,
      "What is on the screen of `examples \(example.rawValue)`, and where a finger touches it next."
    ) { try film(of: example).svg(columns: 3) }
  }

  /// Returns a film of a person who uses an example screen.
  ///
  /// - Throws: The errors of its view.
  public static func film(of example: Example) throws -> Film {
    var film = Film(title: example.title)
    try example.tour { step in
      film.add(step.view, caption: step.caption, touch: step.touch)
    }
    return film
  }
}
