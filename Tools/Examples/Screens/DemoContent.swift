import ListModel

/// The content of the demo screen and the horizontal screen.
enum DemoContent {
  struct Card: Equatable {
    var id: Cell.ID
    var title: String
    var subtitle: String
    var tint: Tint
  }

  struct Tag: Equatable {
    var id: Cell.ID
    var title: String
    var tint: Tint
  }

  static let cards = [
    Card(id: "card.layout", title: "Layouts", subtitle: "Lists, rows and grids.", tint: .blue),
    Card(id: "card.events", title: "Events", subtitle: "Declared with the list.", tint: .green),
    Card(id: "card.component", title: "Components", subtitle: "Made once.", tint: .orange),
    Card(id: "card.diff", title: "Differences", subtitle: "Only what changed.", tint: .rose),
  ]

  static let tags = zip(
    ["declarative", "reused", "headers", "prefetching", "sizes", "refresh"],
    [Tint.blue, .green, .orange, .rose, .gray, .blue]
  )
  .map { Tag(id: Cell.ID("tag.\($0)"), title: $0, tint: $1) }

  static let entries = [
    ("Component", "The smallest unit: a view model, and how it is drawn."),
    ("Cell", "A component with an identity and handlers."),
    ("Section", "Cells with a header, a footer and a layout."),
    ("List", "Sections, and what can happen to all of them."),
    ("Adapter", "Shows a list, and then the next one."),
  ].map { DemoScreen.Entry(id: Cell.ID("feed.\($0)"), title: $0, detail: $1) }

  static func entries(ofPage page: Int) -> [DemoScreen.Entry] {
    ["Updates", "Sizes", "Headers"].map { title in
      DemoScreen.Entry(
        id: Cell.ID("feed.\(page).\(title)"),
        title: "Page \(page): \(title)",
        detail: "Arrived after the screen was scrolled near its end."
      )
    }
  }
}
