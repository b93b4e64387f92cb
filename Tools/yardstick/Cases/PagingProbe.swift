import ListModel
import ListPaging
import ListSimulation

/// The pager that a test drives by hand.
final class PagingProbe: PagingSubject {
  private let timeline = PagingTimeline()
  private let remote: PagingRemoteSource
  private let driver: Driver

  /// The actor that the probe stays on.
  private actor Driver {
    private let probe: PagerProbe

    init(_ remote: PagingRemoteSource, _ configuration: PagerConfiguration) {
      probe = PagerProbe(remote: remote, configuration: configuration)
    }

    func call(_ name: String, gap: Cell.ID? = nil) async throws {
      switch name {
      case "refresh": await probe.refresh()
      case "append": await probe.append()
      case "prepend": await probe.prepend()
      case "retry": await probe.retry()
      case "fillGap":
        let found = gap ?? probe.ids.first { $0.rawValue.hasPrefix("gap-") }
        guard let found else { throw PagingCaseError("there is no gap to fill") }
        await probe.fillGap(found)
      default: throw PagingCaseError("what is the call \"\(name)\" of a probe?")
      }
    }

    func wait(_ milliseconds: Int) { probe.now += milliseconds }

    var facts: PagingFacts {
      PagingFacts(
        now: probe.now,
        state: probe.state,
        ids: probe.ids.map(\.rawValue),
        stored: StoredPages(ids: probe.ids)
      )
    }

    var pages: [String] {
      probe.pages.map { IDText.text($0.cells.map(\.id.rawValue)) }
    }
  }

  init(_ settings: [String: JSONValue]) throws {
    let pager = settings["pager"] ?? .null
    remote = PagingRemoteSource(
      try PagingRemote(settings["remote"] ?? .object([:])),
      timeline.clock
    )
    driver = Driver(remote, try PagerConfiguration(pager, pager["trigger"] ?? .null))
  }

  func carryOut(_ step: JSONValue) throws {
    let driver = driver
    switch step["do"]?.text {
    case "probe": try call(step["call"]?.text ?? "")
    case "refresh", "retry": try call(step["do"]?.text ?? "")
    case "fillGap": try call("fillGap", gap: step["id"]?.text.map { Cell.ID($0) })
    case "settle": try timeline.settle()
    case "wait":
      let milliseconds = step["ms"]?.int ?? 0
      _ = try timeline.run { await driver.wait(milliseconds) }
    case "remote": try remote.change(step)
    case let other: throw PagingCaseError("what is the step \"\(other ?? "")\" of a probe?")
    }
  }

  private func call(_ name: String, gap: Cell.ID? = nil) throws {
    let driver = driver
    _ = try timeline.run { try await driver.call(name, gap: gap) }
    try timeline.settle()
  }

  func value(of name: String, asked: JSONValue) -> JSONValue? {
    let driver = driver
    switch name {
    case "pages", "lastPage":
      let pages = (try? timeline.run { await driver.pages }) ?? []
      if name == "lastPage" { return pages.last.map { .string($0) } ?? .null }
      return .array(pages.map { .string($0) })
    default:
      guard var facts = try? timeline.run({ await driver.facts }) else { return nil }
      facts.loads = remote.loads
      facts.cancelled = remote.cancelled
      return facts.value(of: name, asked: asked)
    }
  }
}
