import GRDB
import ListDiff
import ListModel
import ListStorage

extension Verification {
  /// Composes the spans of a list again, shorter ones first: longer ones are composed of these.
  ///
  /// Of whole lists whose changes are gone, it looks at the fingerprints. Other spans that begin before the
  /// oldest version were left by software that knows none, and are not read.
  func checkSpans(of head: ListRows.Head) throws {
    let spans = try attempt("its spans", of: head.id) {
      try ChangeLog(database: database, head: head).spans()
    }
    var sound: [ChangeLog.Leg] = []
    for span in spans ?? []
    where span.parent < 0 || span.parent >= head.floor
      || span.parent == 0 && span.version >= head.floor
    {
      guard (0..<head.version).contains(span.parent), span.version <= head.version,
        span.version > span.parent + 1
      else {
        note("a span leads from version \(span.parent) to \(span.version)", list: head.id)
        continue
      }
      sound.append(span)
    }
    for span in sound.sorted(by: { $0.version - $0.parent < $1.version - $1.parent }) {
      try check(span, of: head)
    }
  }

  private func check(_ span: ChangeLog.Leg, of head: ListRows.Head) throws {
    let log = ChangeLog(database: database, head: head)
    // Sums that cannot be read, or are not there, are no reason not to compose.
    if depth == .sums, try Damage.hiding({ try log.hasRightSums(span) }) == true { return }
    let name = "the span to version \(span.version)"
    if try Damage.hiding({ try log.isRecorded(span) }) == false {
      note("\(name) is not what was recorded", list: head.id, version: span.parent)
      return
    }
    if span.parent < head.floor { return try checkWholeList(span, of: head) }
    // If damage of the changes prevents composing, it is noted by now.
    let composition = SpanComposition(
      database: database,
      head: head,
      versions: span.parent..<span.version
    )
    guard let expected = try Damage.hiding({ try composition.compose() }) else { return }
    let recorded = try attempt(name, of: head.id, version: span.parent) {
      try log.span(span)
    }
    if let recorded, recorded != expected {
      note("\(name) is not what its changes are together", list: head.id, version: span.parent)
    }
  }

  private func checkWholeList(_ span: ChangeLog.Leg, of head: ListRows.Head) throws {
    let log = ChangeLog(database: database, head: head)
    let travel = TimeTravel(database: database, head: head)
    guard let expected = try Damage.hiding({ try travel.fingerprint(of: span.version) }),
      try Damage.hiding({ try log.wholeList(span)?.fingerprint() }) != expected
    else { return }
    note("the whole list of version \(span.version) is not what it was", list: head.id)
  }
}
