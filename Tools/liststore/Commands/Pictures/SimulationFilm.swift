import ListAdapter
import ListPictures
import ListSimulation

/// A run of a simulation as a film: the screen at chosen moments, with the steps between them.
///
/// The screen is drawn when the app has opened, when its look has changed, and at the end. Of a long
/// run, a limited number of moments is drawn, spread over the run.
struct SimulationFilm {
  /// The most screens of a film; more are not looked at one by one.
  static let limit = 60

  private let trace: SimTrace
  private let limit: Int
  private var film: Film
  private var pending: [String] = []
  private var touch: FilmTouch?
  private var lastPicture: Picture?
  private var count = 0

  init(of trace: SimTrace, limit: Int = Self.limit) {
    self.trace = trace
    self.limit = limit
    let title =
      trace.violation.map { "\($0.invariant.rawValue) does not hold" } ?? "everything holds"
    film = Film(title: "seed \(trace.settings.seed): \(title)")
    // Items of one revision look alike.
    film.cellTexts = .idsAndContents
  }

  /// Runs a trace again and films it; a broken invariant is in the film.
  ///
  /// - Throws: ``SimulationError``.
  static func film(_ trace: SimTrace, _ subject: SimSubject, limit: Int = Self.limit) throws -> Film
  {
    var run = SimulationFilm(of: trace, limit: limit)
    do {
      try replay(trace, subject) { run.take($0) }
    } catch is SimulationFailure {}
    return run.film
  }

  private mutating func take(_ moment: SimMoment) {
    if let step = moment.step { pending.append("\(step)") }
    let isEnd = moment.violation != nil || moment.index > trace.script.steps.count
    let picture = Picture(of: moment.view)
    let isDue = isEnd || moment.index == 0 || (picture != lastPicture && isChosen(moment.index))
    if isDue {
      film.add(moment.view, caption: caption(moment, isEnd: isEnd), touch: touch)
      pending = []
      touch = nil
      lastPicture = picture
    }
    guard trace.script.steps.indices.contains(moment.index) else { return }
    touch = Self.touch(trace.script.steps[moment.index], moment.view) ?? touch
  }

  private func isChosen(_ index: Int) -> Bool {
    let total = trace.script.steps.count
    guard total > limit else { return true }
    return index * limit / total != (index - 1) * limit / total
  }

  private func caption(_ moment: SimMoment, isEnd: Bool) -> String {
    if let violation = moment.violation {
      return (pending + ["\(violation.invariant.code): \(violation.message)"]).joined(
        separator: "; "
      )
    }
    if isEnd { return "in the end, without faults (\(moment.time) ms)" }
    return moment.index == 0
      ? "the app is opened" : "\(pending.joined(separator: "; ")) (\(moment.time) ms)"
  }

  private static func touch(_ step: SimStep, _ view: SimulatedCollectionView) -> FilmTouch? {
    switch step {
    case .scroll(let distance): return .scroll(by: distance, of: view)
    case .fling(let velocity): return .scroll(by: velocity * 300, of: view)
    case .pull: return .scroll(by: -200, of: view)
    case .tap(let index):
      let paths = view.pathsForVisibleItems.sorted()
      guard !paths.isEmpty else { return nil }
      return .tap(on: paths[Int(index.magnitude % UInt(paths.count))], of: view)
    default: return nil
    }
  }
}
