import ListAdapter
import ListLayout
import ListModel
import ListPaging
import ListStorage

// The faults of a run: what is armed, and what takes it.

extension SimRun {
  func arm(_ fault: SimFault) {
    if let ownServer, fault.subject == .remote, ownServer.arm(fault) { return }
    switch fault {
    case .givesEmptyPages: emptyPages += 12
    case .expiresKeys: expiredKeys += 24
    case .viewRefuses:
      if let view = screen?.view { view.faults.insert(.refuse(batch: view.statistics.batches + 1)) }
    default: armed.append(fault)
    }
  }

  func takeFault(_ subject: SimFault.Subject) -> SimFault? {
    if let index = armed.firstIndex(where: { $0.subject == subject }) {
      return armed.remove(at: index)
    }
    guard subject == .remote else { return nil }
    if expiredKeys > 0 {
      expiredKeys -= 1
      return .expiresKeys
    }
    guard emptyPages > 0 else { return nil }
    emptyPages -= 1
    return .givesEmptyPages
  }

  func disarm() {
    armed = []
    emptyPages = 0
    expiredKeys = 0
    crash = nil
    screen?.view.faults = []
    ownServer?.disarm()
  }

  /// Returns whether a fault of the list under test happens now.
  func happens(_ name: String) -> Bool {
    guard isHere("chance was asked"), settings.hasOwnFaults, !isFinishing,
      let percent = subject.faults[name]
    else { return false }
    var random = chances[name] ?? SimRandom(seed: settings.seed, stream: "fault/\(name)")
    defer { chances[name] = random }
    return random.happens(percent)
  }

  /// Ends the app here and now.
  func die() -> CancellationError {
    crash = nil
    isDown = true
    note(.crash)
    return CancellationError()
  }
}
