import Foundation
import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListPictures
import ListRendering
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

  @Test(arguments: Film.Form.allCases)
  func `a film whose contents look alike has the ids of cells, if that is asked for`(
    form: Film.Form
  ) {
    let screen = Fixture.Screen(Self.list("first=same second=same"))
    for texts in [Film.CellTexts.contents, .idsAndContents] {
      var film = Film(title: "Twins")
      film.cellTexts = texts
      film.add(screen.view, caption: "opened")
      screen.show(Self.list("first=same second=other third=same"))
      film.add(screen.view, caption: "one more")
      let document = film.document(form)
      #expect(document.contains("same") && document.contains("other"))
      // Pages and drawings name their cells for programs in any case.
      let isNamed = texts == .idsAndContents
      for id in ["first", "second", "third"] where isNamed || form == .text {
        #expect(document.contains(id) == isNamed, "\(document)")
      }
      #expect(film.steps[1].summary == "1 inserted, 1 updated")
      screen.show(Self.list("first=same second=same"))
    }
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

  @Test func `a touch is drawn in the step that it led to, and in no other`() throws {
    let screen = Fixture.Screen(Self.list("a b"))
    var film = Film(title: "Two letters")
    film.add(screen.view, caption: "opened")
    film.add(screen.view, caption: "tapped", touch: .tap(LayoutPoint(x: 10, y: 20)))
    film.add(screen.view, caption: "waited")
    let steps = film.html().components(separatedBy: "<div class=\"step\"").dropFirst()
    #expect(steps.map { $0.contains("class=\"touch\"") } == [false, true, false])
    let strip = film.svg().components(separatedBy: "class=\"screen\"").dropFirst()
    #expect(strip.map { $0.contains("class=\"touch\"") } == [false, true, false])
  }

  @Test func `a step has a note in every form`() throws {
    let (before, after) = (Self.list("a b"), Self.list("b c"))
    var film = Film(title: "Letters")
    film.add(try Picture(of: before), caption: "one", note: "by Ann · 2026-11-26 · begun")
    film.add(
      try Picture(of: after),
      caption: "two",
      note: "by <Bob>",
      changeset: try Changeset(from: before, to: after)
    )
    #expect(film.steps[1].summary == "1 inserted, 1 deleted")
    #expect(film.steps[1].picture.marks == ["c": .inserted])
    for form in Film.Form.allCases {
      #expect(film.document(form).contains("by Ann · 2026-11-26 · begun"))
    }
    #expect(film.text().contains("by <Bob>") && !film.html().contains("by <Bob>"))
    try Fixture.parse(film.svg())
  }

  @Test(arguments: [ContentAppearance.light, .dark])
  func `a page follows its reader, unless it is dark, and a drawing does not`(
    appearance: ContentAppearance
  ) throws {
    let list = Self.list("a b c")
    let screen = PictureScreen(appearance: appearance)
    let picture = try Picture(of: list, on: screen)
    let comparison = PictureComparison(from: picture, to: picture, by: Changeset())
    var film = Film(title: "x", appearance: appearance)
    film.add(picture, caption: "x")
    for page in [picture.html(title: "x"), comparison.html(title: "x"), film.html()] {
      #expect(page.contains("color-scheme: light dark"))
      #expect(page.contains("class=\"dark\"") == (appearance == .dark))
      // Colours of cells and letters, not only of the page.
      let drawing = page.components(separatedBy: "<svg").dropFirst().joined()
      #expect(drawing.contains("fill: light-dark(#000000, #ffffff)") == (appearance == .light))
      #expect(drawing.contains("fill: light-dark(#ffffff, #1c1c1e)") == (appearance == .light))
    }
    for drawing in [picture.svg(), comparison.svg(), film.svg()] {
      #expect(!drawing.contains("light-dark"))
    }
  }

  @Test func `a comparison as text is side by side where there are columns for both screens`()
    throws
  {
    let (before, after) = (Self.list("x y"), Self.list("x z y"))
    let screen = PictureScreen(width: 300, height: 200)
    let comparison = PictureComparison(
      from: try Picture(of: before, on: screen),
      to: try Picture(of: after, on: screen),
      by: try Changeset(from: before, to: after)
    )
    let width = 300 / 7 + 2
    for (columns, isBeside) in [
      (2 * width + 3, true), (200, true), (2 * width, false), (80, false),
    ] {
      let lines = comparison.text(columns: columns).split(separator: "\n").map(String.init)
      #expect(lines.allSatisfy { $0.count <= columns })
      let both = lines.filter { $0.count { $0 == "┌" } == 2 }
      #expect(both.count == (isBeside ? 1 : 0), "\(columns): \(lines)")
      #expect(lines.contains { $0.contains("+ z") } && lines.last?.hasPrefix("+ inserted") == true)
    }
    let stacked = comparison.text(columns: 80)
    let beside = comparison.text(columns: 200)
    #expect(beside.split(separator: "\n").count * 3 < stacked.split(separator: "\n").count * 2)
    for word in ["x", "y", "+ z"] { #expect(beside.contains("│ \(word) ")) }
  }

  @Test func `a comparison says how many cells are above and below, and what happens to them`()
    throws
  {
    func names(_ range: Range<Int>) -> [String] { range.map { "c\($0)" } }
    let before = Self.list(names(0..<100).joined(separator: " "))
    let rest = names(3..<10) + ["c10=new"] + names(11..<90) + ["new"] + names(90..<100)
    let after = Self.list((["c2"] + rest).joined(separator: " "))
    let changeset = try Changeset(from: before, to: after)
    func comparison(_ offset: Double) throws -> PictureComparison {
      let screen = PictureScreen(width: 300, height: 440, contentOffset: offset)
      return PictureComparison(
        from: try Picture(of: before, on: screen),
        to: try Picture(of: after, on: screen),
        by: changeset
      )
    }
    let top = try comparison(0)
    #expect(top.text().contains("↓ 90 cells below: 1 updated\n"))
    #expect(top.text().contains("↓ 89 cells below: 1 inserted\n"))
    #expect(!top.text().contains("above"))
    let middle = try comparison(44 * 20)
    #expect(middle.text().contains("↑ 20 cells above: 2 deleted, 1 updated\n"))
    #expect(middle.text().contains("↓ 69 cells below: 1 inserted\n"))
    for text in ["↑ 20 cells above: 2 deleted, 1 updated", "↓ 70 cells below"] {
      #expect(middle.svg().contains(">\(text)<"))
      #expect(middle.html(title: "x").contains(">\(text)<"))
    }
    let all = try PictureComparison(
      from: Picture(of: before, on: PictureScreen(height: 4_400)),
      to: Picture(of: after, on: PictureScreen(height: 4_400)),
      by: changeset
    )
    #expect(!all.text().contains("cells"))
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
