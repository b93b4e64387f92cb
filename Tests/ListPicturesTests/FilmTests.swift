import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListPictures
import ListTestSupport
import Testing

/// Several pictures: comparisons, transitions, films.
struct FilmTests {
  private static func list(_ names: String) -> List {
    List(sections: [
      Section(
        id: "s",
        cells: names.split(separator: " ").map { name in
          let parts = name.split(separator: "=")
          return Cell(
            id: Cell.ID(String(parts[0])),
            component: Fixture.Text(String(parts[parts.count - 1]))
          )
        }
      )
    ])
  }

  @Test func `a comparison marks what comes, goes, moves and changes`() throws {
    let (before, after) = (Self.list("a b c d e"), Self.list("e b x c=new d"))
    let comparison = PictureComparison(
      from: try Picture(of: before),
      to: try Picture(of: after),
      by: try Changeset(from: before, to: after)
    )
    #expect(comparison.before.marks == ["a": .deleted, "e": .moved, "c": .updated])
    #expect(comparison.after.marks == ["x": .inserted, "e": .moved, "c": .updated])
    try Fixture.parse(comparison.svg())
    #expect(comparison.text().contains("+ x"))
  }

  @Test func `a transition begins and ends with its pictures`() throws {
    let start = try Picture(of: Self.list("a b c"))
    let end = try Picture(of: Self.list("c x a"))
    let transition = PictureTransition(from: start, to: end)
    #expect(transition.picture(at: 0) == start)
    #expect(transition.picture(at: -1) == start)
    #expect(transition.picture(at: 1) == end)
    #expect(transition.picture(at: .nan) == start)
    let middle = transition.picture(at: 0.5)
    let frames = middle.frames
    #expect(frames["a"]?.y == 44)
    #expect(frames["c"]?.y == 44)
    #expect(middle.figures.first { $0.id == "x" }?.alpha == 0.5)
    #expect(middle.figures.first { $0.id == "b" }?.alpha == 0.5)
  }

  @Test func `a film says of each step what changed`() throws {
    let screen = Fixture.Screen(Self.list("a b c d e"))
    var film = Film(title: "Five letters")
    film.add(screen.view, caption: "opened")
    let touch = FilmTouch.tap(on: CellPath(section: 0, item: 1), of: screen.view)
    #expect(touch == .tap(LayoutPoint(x: 160, y: 66)))
    screen.view.tapItem(at: CellPath(section: 0, item: 1))
    film.add(screen.view, caption: "tapped b", touch: touch)
    screen.show(Self.list("e b x c=new d"))
    film.add(screen.view, caption: "the list changed")
    #expect(film.steps.map(\.summary) == ["", "", "1 inserted, 1 deleted, 1 moved, 1 updated"])
    #expect(film.steps[2].picture.marks == ["x": .inserted, "e": .moved, "c": .updated])
    #expect(film.steps[1].picture.marks.isEmpty)
    try Fixture.parse(film.svg(columns: 2))
    #expect(film.svg().contains("<circle class=\"touch\""))
    #expect(film.text().contains("3. the list changed (1 inserted"))
  }

  @Test func `scrolling is no change of the list`() throws {
    let screen = Fixture.Screen(try Fixture.rows(100))
    var film = Film(title: "Rows")
    film.add(screen.view, caption: "opened")
    try screen.view.scroll(to: 500)
    let touch = FilmTouch.scroll(by: 500, of: screen.view)
    film.add(screen.view, caption: "scrolled", touch: touch)
    #expect(film.steps.map(\.summary) == ["", ""])
    #expect(film.html().contains("max=\"1\""))
  }

  @Test func `a page of a film loads nothing and escapes its captions`() {
    var film = Film(title: "</title><script>")
    film.add(Fixture.Screen(Self.list("a")).view, caption: "<img src=x>")
    let page = film.html()
    #expect(!page.contains("<img"))
    #expect(!page.contains("</title><script>"))
    #expect(page.contains("default-src 'none'"))
    #expect(Film(title: "nothing").html().contains("max=\"0\""))
    #expect(Film(title: "nothing").svg().contains("nothing"))
  }
}

extension Picture {
  var marks: [String: ChangeMarks] {
    var marks: [String: ChangeMarks] = [:]
    for figure in figures where !figure.marks.isEmpty { marks[figure.id ?? ""] = figure.marks }
    return marks
  }

  var frames: [String: LayoutRect] {
    var frames: [String: LayoutRect] = [:]
    for figure in figures { frames[figure.id ?? ""] = figure.frame }
    return frames
  }
}
