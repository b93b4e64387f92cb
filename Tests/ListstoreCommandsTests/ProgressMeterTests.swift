import ListstoreCommands
import Testing

@Test func `a meter tells how far, how fast and how long`() {
  #expect(
    ProgressMeter.line(
      title: "import",
      done: 1500,
      total: 6000,
      elapsed: .seconds(5),
      columns: 100
    ) == "import  █████░░░░░░░░░░░░░░░  1,500 of 6,000  300/s  15 s left"
  )
  #expect(
    ProgressMeter.line(title: "import", done: 3, total: nil, elapsed: .seconds(2), columns: 100)
      == "import  3  1.5/s"
  )
}

@Test func `a meter never fills the last column`() {
  let line = ProgressMeter.line(
    title: "import",
    done: 1,
    total: 2,
    elapsed: .seconds(1),
    columns: 30
  )
  #expect(line.count == 29)
}

/// A meter with a clock that only moves when it is told to.
private final class Bench {
  var instant = ContinuousClock().now
  var written: [String] = []

  func meter(isInteractive: Bool) -> ProgressMeter {
    ProgressMeter(
      "work",
      total: 10,
      terminal: Terminal(isInteractive: isInteractive, palette: .plain),
      now: { self.instant },
      write: { self.written.append($0) }
    )
  }
}

@Test func `a meter is silent when nobody watches`() {
  let bench = Bench()
  var meter = bench.meter(isInteractive: false)
  for step in 1...10 {
    bench.instant += .seconds(1)
    meter.update(step)
  }
  meter.clear()
  #expect(bench.written.isEmpty)
}

@Test func `a meter is redrawn ten times a second at most and leaves nothing behind`() {
  let bench = Bench()
  var meter = bench.meter(isInteractive: true)
  for step in 1...100 {
    bench.instant += .milliseconds(10)
    meter.update(step)
  }
  #expect(bench.written.count == 10)
  meter.clear()
  #expect(bench.written.last == "\r\u{1B}[K")
}

@Test func `numbers and sizes are written for people`() {
  #expect(
    [0, 7, 999, 1000, 1_234_567, -1000].map(\.grouped) == [
      "0", "7", "999", "1,000", "1,234,567", "-1,000",
    ]
  )
  #expect(
    [1, 1023, 1536, 5 << 20].map(\.byteSize) == ["1 byte", "1023 bytes", "1.5 KiB", "5.0 MiB"]
  )
  #expect(Duration.microseconds(840).text == "840 µs")
  #expect(Duration.microseconds(12_340).text == "12.3 ms")
  #expect(Duration.seconds(4.1).text == "4.1 s")
  #expect(1.counting("cell") == "1 cell")
}
