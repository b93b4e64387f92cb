import SimulatedScheduling
import Synchronization

/// Runs everything of a simulation on one thread, in one order, on a clock of its own.
///
/// While a thread is taken over, the jobs that it enqueues come here: of tasks, child tasks,
/// default actors and the main actor. Jobs run first come, first served, or as a seed shuffles
/// them; when there are none, the clock moves to the next timer. So nothing waits in real time, and
/// the simulation is at rest exactly when there is no job and no timer.
///
/// `@unchecked`: `foreign` has a lock. All other variables are used only on the thread that runs
/// the simulation: jobs run there, and hooks are called for that thread alone. Each entry point for
/// other threads (``enqueue(_:)``, the clock, the remote, the screen) asks ``isHere(_:)`` first,
/// and touches only `foreign` on another thread.
package final class SimExecutor: TaskExecutor, @unchecked Sendable {
  private enum Job {
    case pool(UnownedJob)
    case main(UnownedJob)
    case preferred(UnownedJob)
  }

  private struct Foreign {
    var jobs: [UnownedJob] = []
    var places: [String] = []
  }

  /// The time, in milliseconds.
  package private(set) var now = 0
  /// How many jobs have run.
  private(set) var jobCount = 0
  private var isStopped = false
  private var ready: [Job] = []
  private var first = 0
  private var timers = TimerHeap()
  private var shuffle: SimRandom?
  private let foreign = Mutex(Foreign())
  private lazy var main = SimMainExecutor(self)

  package init(schedule: SimSettings.Schedule, seed: UInt64) {
    if schedule == .shuffled { shuffle = SimRandom(seed: seed, stream: "schedule") }
  }

  // MARK: The thread

  /// Takes over the current thread while `body` runs.
  package func takingOver<Result>(_ body: () throws -> Result) rethrows -> Result {
    scheduling_install()
    // The runtime's hook returns an executor as its two words, an identity and an implementation
    // (swift/ABI/Executor.h); no public function takes an executor apart. A cast of another size
    // traps.
    let words = unsafeBitCast(
      main.asUnownedSerialExecutor(),
      to: (UnsafeMutableRawPointer?, UInt).self
    )
    let previous = scheduling_take_over(
      SchedulingOwner(
        context: Unmanaged.passUnretained(self).toOpaque(),
        taker: { context, job in
          guard let context, let job else { return }
          let executor = Unmanaged<SimExecutor>.fromOpaque(context).takeUnretainedValue()
          // The hook passes the job to which an `UnownedJob` points (swift/ABI/Task.h).
          executor.ready.append(.pool(unsafeBitCast(job, to: UnownedJob.self)))
        },
        main_identity: words.0,
        main_implementation: words.1
      )
    )
    defer { _ = scheduling_take_over(previous) }
    return try body()
  }

  /// Returns whether the current thread is the simulation's; if not, the call is noted as an escape.
  func isHere(_ place: @autoclosure () -> String) -> Bool {
    if scheduling_context() == Unmanaged.passUnretained(self).toOpaque() { return true }
    let place = place()
    foreign.withLock { $0.places.append(place) }
    return false
  }

  /// Where the simulation was called from other threads.
  var escapes: [String] { foreign.withLock(\.places) }

  /// Takes a job of a task that prefers this executor, from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isHere("a task was resumed") {
      ready.append(.preferred(job))
    } else {
      foreign.withLock { $0.jobs.append(job) }
    }
  }

  fileprivate func enqueueMain(_ job: UnownedJob) {
    if isHere("the main actor was entered") {
      ready.append(.main(job))
    } else {
      foreign.withLock { $0.jobs.append(job) }
    }
  }

  // MARK: Running

  /// Runs jobs until there are none.
  ///
  /// - Throws: ``SimViolation`` when there is no end of jobs.
  package func runReady() throws {
    var count = 0
    while !isStopped, let job = nextJob() {
      run(job)
      count += 1
      if count > Self.limit {
        throw SimViolation(.quiet, "\(count) jobs ran at one instant, and there still are some")
      }
    }
    jobCount += count
  }

  private static let limit = 200_000

  /// Runs no more jobs: something goes on without end.
  func stop() { isStopped = true }

  /// Runs jobs again, so that the app can end.
  func goOn() { isStopped = false }

  private func run(_ job: Job) {
    switch job {
    case .pool(let job):
      // The generic executor, which the pool's jobs expect, is two empty words; it has no public name.
      job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
    case .main(let job): job.runSynchronously(on: main.asUnownedSerialExecutor())
    case .preferred(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func nextJob() -> Job? {
    guard first < ready.count else {
      ready.removeAll(keepingCapacity: true)
      first = 0
      return takeForeign()
    }
    if shuffle != nil, let chosen = shuffle?.below(ready.count - first), chosen > 0 {
      ready.swapAt(first, first + chosen)
    }
    first += 1
    return ready[first - 1]
  }

  private func takeForeign() -> Job? {
    foreign.withLock { $0.jobs.isEmpty ? nil : .preferred($0.jobs.removeFirst()) }
  }

  // MARK: Time

  /// Runs an action at a time.
  ///
  /// - Returns: The timer's number.
  @discardableResult
  func at(_ time: Int, _ action: @escaping () -> Void) -> Int {
    timers.add(max(now, time), action)
  }

  /// Cancels a timer.
  func cancel(timer: Int) { timers.cancel(timer) }

  /// The time of the next timer.
  package var nextTime: Int? { timers.nextTime }

  /// Lets time go on to `end`, timer by timer.
  ///
  /// - Parameters:
  ///   - end: The time to stop at.
  ///   - afterEach: Called when all jobs of a time have run; `false` stops.
  /// - Returns: Whether the end was reached.
  /// - Throws: An error of `afterEach`.
  @discardableResult
  package func advance(to end: Int, _ afterEach: () throws -> Bool) throws -> Bool {
    while let time = timers.nextTime, time <= end {
      now = max(now, time)
      timers.removeFirst()?()
      try runReady()
      if try !afterEach() { return false }
    }
    now = max(now, end)
    return true
  }
}

/// The executor of the main actor in a simulation: it uses the simulation's thread.
///
/// `@unchecked`: it has one constant, the owner, which outlives it and checks the thread itself.
private final class SimMainExecutor: SerialExecutor, @unchecked Sendable {
  private unowned let executor: SimExecutor

  init(_ executor: SimExecutor) { self.executor = executor }

  func enqueue(_ job: consuming ExecutorJob) { executor.enqueueMain(UnownedJob(job)) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}

/// The timers, the earliest first; timers of one time in the order they were added.
private struct TimerHeap {
  private struct Entry {
    var time: Int
    var number: Int
  }

  private var entries: [Entry] = []
  private var actions: [Int: () -> Void] = [:]
  private var count = 0

  mutating func add(_ time: Int, _ action: @escaping () -> Void) -> Int {
    count += 1
    actions[count] = action
    entries.append(Entry(time: time, number: count))
    var child = entries.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return count
  }

  mutating func cancel(_ number: Int) { actions[number] = nil }

  var nextTime: Int? {
    mutating get {
      while let entry = entries.first, actions[entry.number] == nil { removeTop() }
      return entries.first?.time
    }
  }

  mutating func removeFirst() -> (() -> Void)? {
    guard nextTime != nil, let entry = entries.first else { return nil }
    removeTop()
    return actions.removeValue(forKey: entry.number)
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (entries[left].time, entries[left].number) < (entries[right].time, entries[right].number)
  }

  private mutating func removeTop() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && isBefore(child, least) {
        least = child
      }
      if least == parent { return }
      entries.swapAt(least, parent)
      parent = least
    }
  }
}
