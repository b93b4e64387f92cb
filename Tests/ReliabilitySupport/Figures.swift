import Foundation

/// How many times a test of the reliability programme repeats itself.
package enum Figures {
  /// Whether the long versions of the tests run: `LISTSTORE_SOAK=1`, or `make soak`.
  package static let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1"

  /// A figure: `small`, or `large` in the long versions, or what the environment says in
  /// `LISTSTORE_name`.
  package static func figure(_ name: String, small: Int, large: Int) -> Int {
    if let text = ProcessInfo.processInfo.environment["LISTSTORE_" + name],
      let figure = Int(text), figure > 0
    {
      return figure
    }
    return isSoak ? large : small
  }

  /// Prints what a test has done, for a reader to see that it was not nothing.
  package static func report(_ line: String) {
    FileHandle.standardError.write(Data("reliability: \(line)\n".utf8))
  }
}
