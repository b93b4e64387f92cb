import Foundation

/// The error of a command that would commit to a host's copy of a log, past the log.
///
/// A file beside the store says that it is one: the first command that follows a log makes it.
struct CopyOfLog: Error, CustomStringConvertible {
  let database: String
  /// The log, without a password.
  let log: String

  /// Whose commits a store takes.
  enum Commits {
    /// Its own: those of anyone who opens it.
    case own
    /// Those of a log, or none.
    case ofLog
  }

  /// One sentence for people: what happened and what to do.
  var description: String {
    "\"\(database)\" is this host's copy of the log \(log), and a commit here would go past the log; commit "
      + "with \"liststore commit --log URL\", or to the server that \"liststore serve --log URL\" runs; if the "
      + "store is to go its own way, remove \"\(Self.file(of: database))\""
  }

  static let suffix = "-log"

  private static func file(of database: String) -> String { database + suffix }

  /// Refuses to commit to a store that is a copy.
  ///
  /// - Throws: ``CopyOfLog``.
  static func check(_ database: String) throws(CopyOfLog) {
    guard let log = FileManager.default.contents(atPath: file(of: database)) else { return }
    let name = String(decoding: log, as: UTF8.self).split(whereSeparator: \.isNewline).first
    throw CopyOfLog(database: database, log: name.map(String.init) ?? "of lists")
  }

  /// Notes that a store is a copy, unless that is known.
  ///
  /// Where it cannot be noted, a commit past the log is found later, by its fingerprint.
  static func note(_ database: String, log: String) {
    let path = file(of: database)
    guard !FileManager.default.fileExists(atPath: path) else { return }
    try? Data("\(withoutPassword(log))\n".utf8).write(to: URL(fileURLWithPath: path))
  }

  /// An address of PostgreSQL without what stands between a user's name and the host, and without a password among
  /// its parameters.
  private static func withoutPassword(_ address: String) -> String {
    address
      .replacing(/(:\/\/[^:@\/?]*):[^@\/]*@/) { "\($0.1)@" }
      .replacing(/([?&]password=)[^&]*/) { "\($0.1)…" }
  }
}
