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

  @Test func `in between, cells that pass others are above them, and those that come and go below`()
    throws
  {
    let start = try Picture(of: Self.list("a b c d e"))
    let end = try Picture(of: Self.list("e x b c d"))
    for time in [0.1, 0.5, 0.9] {
      let ids = PictureTransition(from: start, to: end).picture(at: time).figures.map(\.id)
      #expect(ids == ["a", "x", "b", "c", "d", "e"])
    }
  }

  @Test func `in between, what leaves is above the ground of its section`() throws {
    let ground = Picture.Figure(
      element: .decoration(kind: "ground", CellPath(section: 0, item: 0)),
      frame: LayoutRect(x: 0, y: 0, width: 390, height: 200),
      node: nil
    )
    var start = try Picture(of: Self.list("a b"))
    var end = try Picture(of: Self.list("b"))
    start.figures.insert(ground, at: 0)
    end.figures.insert(ground, at: 0)
    let middle = PictureTransition(from: start, to: end).picture(at: 0.5)
    #expect(middle.figures.map(\.id) == [nil, "a", "b"])
  }

  @Test func `a mark moves, fades and shrinks with its cell`() throws {
    var picture = try Picture(of: Self.list("a b"), on: PictureScreen(width: 300, height: 200))
    picture.figures[0].marks = .deleted
    picture.figures[0].alpha = 0.25
    picture.figures[0].scale = 0.5
    picture.figures[1].marks = .moved
    let lines = picture.svg().split(separator: "\n")
    let line = try #require(lines.first { $0.contains("data-id=\"a\"") })
    #expect(line.contains("opacity=\"0.25\""))
    #expect(line.contains("scale(0.5)"))
    #expect(line.contains("stroke-dasharray"))
    #expect(line.hasSuffix("</g>"))
    #expect(lines.filter { $0.contains("<circle") }.allSatisfy { $0.hasPrefix("<g data-id") })
    #expect(lines.contains { $0.contains("data-id=\"b\"") && $0.contains("class=\"moved\"") })
  }

  @Test func `a sign is on the screen, wherever its cell ends`() throws {
    var picture = try Picture(of: Self.list("a b"), on: PictureScreen(width: 300, height: 200))
    picture.figures[0].marks = .inserted
    // The cell is as wide as the screen, and begins at its top.
    #expect(picture.svg().contains("<circle cx=\"288\" cy=\"12\" r=\"9\""))
  }

  @Test func `a film leaves out marks that nobody asked for`() {
    let screen = Fixture.Screen(Self.list("a b c"))
    var film = Film(title: "Letters")
    film.marks = [.inserted, .deleted, .moved]
    film.add(screen.view, caption: "opened")
    screen.show(Self.list("c=new a b=new x"))
    film.add(screen.view, caption: "changed")
    #expect(film.steps[1].summary == "1 inserted, 1 moved")
    #expect(
      film.steps[1].picture.marks == ["c": .moved, "x": .inserted, "b": []].filter { !$1.isEmpty }
    )
  }

  @Test func `a film says what its signs mean, and numbers only what follows each other`() {
    let screen = Fixture.Screen(Self.list("a b"))
    var film = Film(title: "Letters")
    film.add(screen.view, caption: "opened")
    #expect(!film.svg().contains(">inserted<"))
    screen.show(Self.list("a b c"))
    film.add(screen.view, caption: "one more")
    #expect(film.svg().contains(">inserted<"))
    #expect(!film.svg().contains(">deleted<"))
    #expect(film.svg().contains(">2. one more<"))
    film.isNumbered = false
    #expect(film.svg().contains(">one more<"))
    #expect(film.text().hasPrefix("opened\n"))
    #expect(film.html().contains("<ol class=\"plain\">"))
  }

  @Test func `a tap is on the part of a cell that is seen`() throws {
    let screen = Fixture.Screen(try Fixture.rows(100))
    try screen.view.scroll(to: 30)
    // 14 points of the first row are left.
    let touch = FilmTouch.tap(on: CellPath(section: 0, item: 0), of: screen.view)
    #expect(touch == .tap(LayoutPoint(x: 160, y: 7)))
  }

  @Test func `an arrow to a cell ends straight`() throws {
    let (before, after) = (Self.list("a b c d e"), Self.list("e a b c d"))
    let svg = PictureComparison(
      from: try Picture(of: before),
      to: try Picture(of: after),
      by: try Changeset(from: before, to: after)
    ).svg()
    #expect(svg.contains("H496m-8 -5l8 5l-8 5"))
  }

  @Test func `a page on a narrow screen keeps the proportions of its drawings`() {
    let page = Film(title: "x").html()
    #expect(page.contains(".step > svg { max-width: 100%; height: auto; }"))
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
