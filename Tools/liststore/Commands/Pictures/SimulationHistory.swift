import Foundation
import ListAdapter
import ListModel
import ListPictures
import ListSimulation
import ListStorage

/// A run of a simulation as the history of a list, a version for each step: so a run is looked at as any list.
///
/// The first section has the cells of the view with what they have shown, the second one the requests that are
/// under way. A version's author is who has taken the step, and its message says the step, the time and what
/// happened; the last version of a run that has failed is by the invariant that did not hold.
struct SimulationHistory {
  /// The name of the list.
  static let list: List.ID = "run"

  private let store: ListStore
  private let trace: SimTrace
  private var looks: [String: String] = [:]
  private var requests: [(serial: Int, cell: Cell)] = []

  /// Runs a trace again, and keeps each step in a store in memory.
  ///
  /// - Throws: ``SimulationError``.
  static func store(of trace: SimTrace, _ subject: SimSubject) throws -> ListStore {
    // The events of a trace that was written by hand come from a run.
    let whole = trace.events.isEmpty ? try events(of: trace, subject) : trace
    var history = SimulationHistory(store: try .inMemory(), trace: whole)
    var failure: (any Error)?
    do {
      try replay(trace, subject) { moment in
        guard failure == nil else { return }
        do { try history.keep(moment) } catch { failure = error }
      }
    } catch is SimulationFailure {}
    if let failure { throw failure }
    return history.store
  }

  private static func events(of trace: SimTrace, _ subject: SimSubject) throws -> SimTrace {
    do { return try replay(trace, subject).trace } catch let failure as SimulationFailure {
      return failure.trace
    }
  }

  private init(store: ListStore, trace: SimTrace) {
    self.store = store
    self.trace = trace
  }

  private mutating func keep(_ moment: SimMoment) throws {
    let events = trace.events.filter { $0.step == moment.index }.map(\.event)
    for event in events { try follow(event) }
    let picture = Picture(of: moment.view)
    for figure in picture.figures {
      guard let id = figure.id else { continue }
      looks[id] = figure.node?.texts.joined(separator: " · ") ?? ""
    }
    var cells: [Cell] = []
    for section in moment.view.numberOfItemsInSections.indices {
      for id in moment.view.cellIDs(inSection: section) ?? [] {
        let content = try Content(encoding: [
          "title": id.rawValue, "shows": looks[id.rawValue] ?? "",
        ])
        cells.append(Cell(id: id, component: Self.component("Cell", content)))
      }
    }
    let list = List(sections: [
      Section(id: "view", cells: cells),
      Section(id: "requests under way", cells: requests.map(\.cell)),
    ])
    var options = CommitOptions(author: author(of: moment))
    options.message = message(of: moment, events, picture)
    // A step that changes nothing is a version all the same: its number is the step's.
    var marked = list
    marked.sections[1].footer = SupplementaryView(
      component: Self.component(
        "Step",
        try Content(encoding: "step \(moment.index), \(moment.time) ms")
      ),
      alignment: .bottom
    )
    try store.commit(marked, to: Self.list, options: options)
  }

  private static func component(_ type: String, _ content: Content) -> AnyComponent {
    AnyComponent(StoredComponent(type: type, content: content))
  }

  private mutating func follow(_ event: SimEvent) throws {
    guard let serial = event.n else { return }
    switch event.k {
    case .load:
      let content = try Content(encoding: [
        "title": "request \(serial)", "key": event.id ?? "first page", "since": "\(event.t) ms",
      ])
      requests.append(
        (
          serial,
          Cell(id: Cell.ID("request \(serial)"), component: Self.component("Request", content))
        )
      )
    case .page, .failure, .cancel: requests.removeAll { $0.serial == serial }
    case .launch, .crash: requests = []
    default: return
    }
  }

  private func author(of moment: SimMoment) -> String {
    if moment.violation != nil { return "invariant" }
    switch moment.step {
    case nil: return moment.index == 0 ? "app" : "end"
    case .fault: return "fault"
    default: return "user"
    }
  }

  private func message(of moment: SimMoment, _ events: [SimEvent], _ picture: Picture) -> String {
    let first =
      moment.violation.map { "\($0.invariant.code): \($0.message)" }
      ?? moment.step.map { "\($0)" }
      ?? (moment.index == 0 ? "the app is opened" : "in the end, without faults")
    let range = "\(picture.cellsAbove) cells above the screen, \(picture.cellsBelow) below"
    let lines = events.prefix(200).map { event in
      let parts = [
        event.id, event.n.map { "#\($0)" }, event.count.map { "\($0) in number" },
      ].compactMap(\.self)
      return "\(event.t) ms  \(event.k.rawValue) \(parts.joined(separator: ", "))"
    }
    return ([first, "step \(moment.index) at \(moment.time) ms; \(range)"] + lines)
      .joined(separator: "\n")
  }
}
