import Glibc

/// Finds out whether the system gives this process the threads that it needs, and memory beside their stacks.
///
/// The queues of libdispatch try again every second and say nothing when a thread cannot be made, so that a
/// program would never end. Without memory for its first objects, Swift's runtime stops a program without words.
enum ThreadProbe {
  /// The threads that run a command: a task, what observes files and signals, and what writes.
  private static let needed = 4
  /// The bytes that a command takes for a small list, besides the stacks of its threads.
  private static let room = 8 << 20

  /// Makes that many threads at the same time, and ends them.
  ///
  /// - Returns: What is missing, if the limit on processes, or memory, does not allow it.
  static func failure() -> Scarcity? {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    defer { gate.deallocate() }
    pthread_mutex_init(gate, nil)
    defer { pthread_mutex_destroy(gate) }
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    var failure: Int32 = 0
    while failure == 0, threads.count < needed {
      var thread = pthread_t()
      failure = pthread_create(&thread, nil, waiting, gate)
      if failure == 0 { threads.append(thread) }
    }
    let hasRoom = failure == 0 && hasRoom()
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    if failure != 0 { return .threads(made: threads.count, needed: needed, error: failure) }
    return hasRoom ? nil : .memory(bytes: room)
  }

  /// Returns whether the address space has room, which is given back at once.
  private static func hasRoom() -> Bool {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let memory = mmap(nil, room, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, room)
    return true
  }

  /// Waits until the gate is opened, so that all threads exist at the same time.
  private static let waiting:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { gate in
        guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
        pthread_mutex_lock(gate)
        pthread_mutex_unlock(gate)
        return nil
      }
}

/// The system does not give this process what every command needs.
enum Scarcity: CustomStringConvertible {
  /// Too few threads.
  case threads(made: Int, needed: Int, error: Int32)
  /// Too little memory.
  case memory(bytes: Int)

  /// One sentence for people.
  var description: String {
    switch self {
    case .threads(let made, let needed, let error):
      "the system gives this process \(made) of the \(needed) threads it needs: "
        + SystemError(number: error).description
    case .memory(let bytes):
      "the system does not give this process the \(bytes >> 20) MB of memory that it needs at least"
    }
  }

  /// What to do.
  static let advice =
    "Raise the limit on processes (ulimit -u) or on memory (ulimit -v, or that of the container)."
}
