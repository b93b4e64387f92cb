public import ListAdapter
public import ListDescription
public import ListDiff
public import ListRendering

/// A strip of screens: what a user did with a list, step by step, and the screen after each step.
///
/// Add the view after each step:
///
/// ```swift
/// var film = Film(title: "The first page fails")
/// film.add(view, caption: "opened")
/// let touch = FilmTouch.tap(on: CellPath(section: 0, item: 1), of: view)
/// view.tapItem(at: CellPath(section: 0, item: 1))
/// film.add(view, caption: "tapped the second card", touch: touch)
/// ```
///
/// ``html()`` is a page with a slider, ``svg(columns:scale:)`` shows all screens at once, and
/// ``text()`` draws them with characters.
public struct Film: Sendable {
  /// The title above the strip.
  public var title: String
  /// Whether screens are bright or dark.
  public var appearance: ContentAppearance
  /// Which marks are drawn and counted; fewer where, say, every cell changes at every step.
  public var marks = ChangeMarks.all
  /// Whether captions have numbers; screens that are alternatives have none.
  public var isNumbered = true
  /// What is written in cells.
  public var cellTexts = CellTexts.contents
  /// The steps so far.
  public private(set) var steps: [FilmStep] = []

  private var last: ListAccount?

  /// What is written in the cells of a film.
  public enum CellTexts: Hashable, Sendable {
    /// What their contents look like.
    case contents
    /// Their ids above that, where contents do not tell cells from one another.
    case idsAndContents
  }

  /// Begins a film.
  public init(title: String, appearance: ContentAppearance = .light) {
    self.title = title
    self.appearance = appearance
  }

  /// Adds the screen of a view as it is now.
  ///
  /// Cells that have come, moved or changed since the step before are marked. In lists of more than
  /// 20,000 cells, only the cells on both screens are compared.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - caption: What was done, in a few words.
  ///   - touch: Where a finger was, as the screen was before.
  /// - Complexity: O(views on screen + sections), and O(cells) after a step that changed the list.
  public mutating func add(
    _ view: SimulatedCollectionView,
    caption: String,
    touch: FilmTouch? = nil
  ) {
    let account = ListAccount(of: view, after: last)
    var picture = Picture(of: view, appearance: appearance)
    if cellTexts == .idsAndContents { picture.nameCells() }
    var changes: [ChangeMarks: Int] = [:]
    if let last, account.batch != last.batch {
      let marks = account.marks(since: last, steps.last?.picture, picture)
        .mapValues { $0.intersection(self.marks) }
      picture = picture.marked(marks, without: .deleted)
      for mark in marks.values {
        for entry in ChangeMarks.legend where mark.contains(entry.mark) {
          changes[entry.mark, default: 0] += 1
        }
      }
    }
    last = account
    steps.append(FilmStep(caption: caption, picture: picture, touch: touch, changes: changes))
  }

  /// Adds a picture, with marks on the cells that a changeset names.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - caption: What was done, in a few words.
  ///   - note: More about it, such as who did it and when.
  ///   - touch: Where a finger was, as the screen was before.
  ///   - changeset: The changeset that led to the picture.
  public mutating func add(
    _ picture: Picture,
    caption: String,
    note: String = "",
    touch: FilmTouch? = nil,
    changeset: Changeset? = nil
  ) {
    let marks = (changeset?.marks ?? [:]).mapValues { $0.intersection(self.marks) }
    var changes: [ChangeMarks: Int] = [:]
    for mark in marks.values {
      for entry in ChangeMarks.legend where mark.contains(entry.mark) {
        changes[entry.mark, default: 0] += 1
      }
    }
    var step = FilmStep(
      caption: caption,
      picture: picture.marked(marks, without: .deleted),
      touch: touch,
      changes: changes
    )
    step.note = note
    steps.append(step)
  }
}

/// One screen of a film, and what led to it.
public struct FilmStep: Hashable, Sendable {
  /// What was done.
  public var caption: String
  /// More about it, such as who did it and when; may be empty.
  public var note = ""
  /// The screen afterwards.
  public var picture: Picture
  /// Where a finger was when it was done.
  public var touch: FilmTouch?
  /// How many cells of the list have come, gone, moved and changed.
  var changes: [ChangeMarks: Int]

  /// What changed, in words; empty when nothing did.
  public var summary: String {
    ChangeMarks.legend.compactMap { entry in
      changes[entry.mark].map { "\($0) \(entry.name)" }
    }.joined(separator: ", ")
  }
}

/// What a finger does on a screen.
public enum FilmTouch: Hashable, Sendable {
  /// It taps a point.
  case tap(LayoutPoint)
  /// It goes from one point to another.
  case swipe(from: LayoutPoint, to: LayoutPoint)

  /// Returns a tap in the middle of the visible part of a cell; `nil` when it is not on screen.
  public static func tap(on path: CellPath, of view: SimulatedCollectionView) -> FilmTouch? {
    let picture = Picture(of: view)
    guard let frame = picture.figures.first(where: { $0.element == .cell(path) })?.frame else {
      return nil
    }
    func middle(_ start: Double, _ end: Double, _ length: Double) -> Double {
      (max(0, start) + min(length, end)) / 2
    }
    return .tap(
      LayoutPoint(
        x: middle(frame.x, frame.maxX, picture.size.width),
        y: middle(frame.y, frame.maxY, picture.size.height)
      )
    )
  }

  /// Returns a swipe over the middle of a screen that scrolls a list by `distance` points; towards
  /// its end if positive.
  public static func scroll(by distance: Double, of view: SimulatedCollectionView) -> FilmTouch {
    let size = view.viewport
    let isVertical = view.scrollAxis == .vertical
    let length = isVertical ? size.height : size.width
    let reach = min(max(-0.6 * length, distance), 0.6 * length) / 2
    let (x, y) = (size.width / 2, size.height / 2)
    return isVertical
      ? .swipe(from: LayoutPoint(x: x, y: y + reach), to: LayoutPoint(x: x, y: y - reach))
      : .swipe(from: LayoutPoint(x: x + reach, y: y), to: LayoutPoint(x: x - reach, y: y))
  }
}

/// The cells of a view and their order, as far as the view knows them.
private struct ListAccount: Sendable {
  static let limit = 20_000

  /// The number of batches and reloads so far.
  var batch: Int
  /// All cells, in order; `nil` when there are too many.
  var places: [String: Int]?

  init(of view: SimulatedCollectionView, after last: ListAccount?) {
    batch = view.statistics.batches + view.statistics.reloads
    if let last, last.batch == batch {
      places = last.places
      return
    }
    let counts = view.numberOfItemsInSections
    guard counts.reduce(0, +) <= Self.limit else { return }
    var places: [String: Int] = [:]
    for section in counts.indices {
      for id in view.cellIDs(inSection: section) ?? [] { places[id.rawValue] = places.count }
    }
    self.places = places
  }

  func marks(
    since last: ListAccount,
    _ before: Picture?,
    _ after: Picture
  ) -> [String: ChangeMarks] {
    var marks: [String: ChangeMarks] = [:]
    if let old = last.places, let new = places {
      for id in new.keys where old[id] == nil { marks[id] = .inserted }
      for id in old.keys where new[id] == nil { marks[id] = .deleted }
      let staying = old.keys.filter { new[$0] != nil }.sorted { old[$0] ?? 0 < old[$1] ?? 0 }
      for id in movedOnes(of: staying, to: new) { marks[id, default: []].insert(.moved) }
    }
    var looks: [String: ContentNode] = [:]
    for figure in before?.figures ?? [] {
      if let id = figure.id { looks[id] = figure.node }
    }
    for figure in after.figures {
      guard let id = figure.id, let look = looks[id], look != figure.node else { continue }
      marks[id, default: []].insert(.updated)
    }
    return marks
  }
}

extension Picture {
  /// Writes the id of each cell above its content.
  fileprivate mutating func nameCells() {
    for index in figures.indices where figures[index].isCell {
      guard let id = figures[index].id else { continue }
      let name = ContentNode.element("p", ["style": "-webkit-line-clamp: 1"], text: id)
      figures[index].node = .element("div", [:], [name, figures[index].node].compactMap(\.self))
    }
  }
}
