import Dispatch
public import Foundation
import Glibc

extension Process {
  /// Kills the program if it still runs after a while: one that hangs fails its test instead of
  /// stopping all.
  public func killAfter(seconds: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, self.isRunning else { return }
      kill(self.processIdentifier, SIGKILL)
    }
  }
}
