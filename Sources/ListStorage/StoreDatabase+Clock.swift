import Foundation

extension StoreDatabase {
  /// How much of the past the store keeps.
  package var retention: ListStore.Retention { configuration.retention }

  /// The time in milliseconds since 1970, limited to the times that can be stored.
  var milliseconds: Int64 {
    let now = configuration.now().timeIntervalSince1970
    // Half of the largest time of a consumer: leases are added to it.
    let limit = Double(1 << 52)
    return now.isNaN ? 0 : Int64(min(max(now * 1000, -limit), limit).rounded())
  }

  /// The time of the last write to the store, in milliseconds since 1970, as the lock's file has it;
  /// `nil` when it is not known.
  ///
  /// That is the system's time: it is not known by a clock that is a minute or more off.
  package var lastWrite: Int64? {
    let now = milliseconds
    guard let time = lock?.announced, abs(now - Int64(Date().timeIntervalSince1970 * 1000)) < 60_000
    else { return nil }
    return time <= now ? time : nil
  }

  /// Sets the time of the lock's file to now if it is in the future: a clock was ahead then, or is
  /// behind now.
  ///
  /// If it was ahead, the versions of that time begin to age now.
  package func noteWriteOfFuture() {
    if let time = lock?.announced, time > milliseconds { lock?.announce() }
  }
}
