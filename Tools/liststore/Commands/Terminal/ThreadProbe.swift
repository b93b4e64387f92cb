import Glibc

/// Finds out whether the system gives this process the threads that it needs.
///
/// The queues of libdispatch try again every second and say nothing when a thread cannot be made, so that a
/// program would wait for ever.
enum ThreadProbe {
  /// The threads that run a command: a task, what observes files and signals, and what writes.
  private static let needed = 4

  /// Makes that many threads at the same time, and ends them.
  ///
  /// - Returns: What is missing, if the limit on processes, or memory, does not allow it.
  static func failure() -> NoThreads? {
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
    pthread_mutex_unlock(gate)
    for thread in threads { pthread_join(thread, nil) }
    return failure == 0
      ? nil : NoThreads(made: threads.count, needed: needed, error: failure)
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

/// The system does not give this process enough threads.
struct NoThreads: CustomStringConvertible {
  let made: Int
  let needed: Int
  let error: Int32

  /// One sentence for people.
  var description: String {
    "the system gives this process \(made) of the \(needed) threads it needs: "
      + SystemError(number: error).description
  }

  /// What to do.
  static let advice =
    "Raise the limit on processes (ulimit -u) or on memory (ulimit -v, or that of the container)."
}
