package import ArgumentParser
import Dispatch
import Foundation
import ListRendering

/// A program of this package, which takes arguments and returns an exit status.
package enum Program {
  /// Runs the `liststore` command line with which this process was started, and ends the process.
  package static func main() -> Never {
    // This comes first, because even waiting for a task opens descriptors.
    Standard.prepare()
    if let failure = ThreadProbe.failure() {
      Standard.error.write("liststore: \(failure)\n  \(Scarcity.advice)\n")
      exit(ExitStatus.unusable.rawValue)
    }
    Task {
      end(await run())
    }
    dispatchMain()
  }

  /// Ends the process, after the pager if there is one.
  package static func end(_ status: ExitStatus) -> Never {
    let isShown = Pager.finish()
    exit((status == .success && !isShown ? .unusable : status).rawValue)
  }

  private static func run() async -> ExitStatus {
    var subcommand: (any ParsableCommand)?
    do {
      let arguments = try ProgramArguments.all()
      try check(arguments)
      var command = try ListstoreCommand.parseAsRoot(arguments)
      subcommand = command
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .success
    } catch {
      return report(error, of: ListstoreCommand.self, by: subcommand)
    }
  }

  /// Refuses an unknown subcommand, also as a help topic; the parser would print the general help
  /// instead.
  private static func check(_ arguments: [String]) throws {
    guard let first = arguments.first else { throw NoSubcommand() }
    let topic = first == "help" ? arguments.dropFirst().first : first
    guard let topic, !topic.hasPrefix("-"), topic != "help" else { return }
    let names = ListstoreCommand.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }
    guard !names.contains(topic) else { return }
    let near = Suggestion.nearest(to: topic, among: names).map { "; did you mean '\($0)'?" } ?? ""
    throw ValidationError("there is no subcommand '\(topic)'\(near)")
  }

  /// The error of an empty command line.
  private struct NoSubcommand: Error {}

  /// Parses and runs a command line of another program of the package.
  package static func run<Command: ParsableCommand>(
    _ type: Command.Type,
    _ arguments: [String]
  ) -> ExitStatus {
    do {
      var command = try type.parseAsRoot(arguments)
      try command.run()
      return .success
    } catch {
      return report(error, of: type, by: nil)
    }
  }

  private static func report(
    _ error: any Error,
    of command: any ParsableCommand.Type,
    by subcommand: (any ParsableCommand)?
  ) -> ExitStatus {
    if let refusal = error as? Refusal { return refusal.status }
    if error is NoSubcommand {
      Standard.error.write(lines: command.helpMessage())
      return .usage
    }
    if let error = error as? ProgramArguments.NotText {
      Standard.error.write(lines: "Error: \(error)".printable)
      return .usage
    }
    guard isFromParser(error) else {
      var report = ErrorReport(
        error,
        by: subcommand.map { type(of: $0).configuration.commandName ?? "" } ?? ""
      )
      report.suggestList(after: error, by: subcommand)
      write(report, of: command)
      return report.status
    }
    // A request for help, or a command line that the parser does not understand.
    let isRequest = command.exitCode(for: error) == .success
    let stream = isRequest ? Standard.output : Standard.error
    stream.write(lines: command.fullMessage(for: error))
    let isVersion = ["<V>'", "<A>'", "<B>'"].contains { command.message(for: error).hasSuffix($0) }
    if !isRequest, isVersion {
      stream.write(lines: "  \(VersionPlace.expected)")
    }
    return isRequest ? .success : .usage
  }

  private static func write(_ report: ErrorReport, of command: any ParsableCommand.Type) {
    let name = command.configuration.commandName ?? ""
    Standard.error.write(lines: "\(name): \(report.message.printable)")
    for line in report.advice { Standard.error.write(lines: "  \(line.printable)") }
  }

  /// Reports an error and ends the process, while a subcommand is still running.
  static func end(with error: any Error, by subcommand: String) -> Never {
    let report = ErrorReport(error, by: subcommand)
    write(report, of: ListstoreCommand.self)
    exit(report.status.rawValue)
  }

  /// Returns whether the argument parser has thrown an error.
  ///
  /// Most of its errors are not public, but all are declared in its module.
  private static func isFromParser(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
  }
}

/// The exit status of the program.
package enum ExitStatus: Int32, Sendable {
  /// Done.
  case success = 0
  /// The data does not allow it: an invalid document, an unknown list or version, a version that is not
  /// the expected one, a store that does not verify, a replay that differs.
  case refused = 1
  /// The command line is wrong.
  case usage = 2
  /// A file, a repository or the store cannot be used.
  case unusable = 3
  /// Another process holds the store. Try again.
  case busy = 4
  /// The device failed during the commit, which may or may not have happened.
  case unknown = 5
  /// Ctrl-C or SIGTERM ended it before its end, as shells number that.
  case interrupted = 130
}

/// Ends a command that has already printed the reason.
package struct Refusal: Error {
  package let status: ExitStatus

  package init(_ status: ExitStatus = .refused) {
    self.status = status
  }
}
