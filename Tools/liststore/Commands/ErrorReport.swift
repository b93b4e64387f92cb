import ListDiff
import ListFollowing
import ListModel
import ListPictures
import ListPostgres
import ListReplication
import ListSimulation
import ListStorage

/// An error as the program reports it.
package struct ErrorReport: Equatable {
  /// What happened, with the name of the cause.
  package var message: String
  /// What to do next, one sentence per line.
  package var advice: [String]
  /// The exit status.
  package var status: ExitStatus

  /// Explains an error that is not the argument parser's.
  ///
  /// - Parameters:
  ///   - error: The error that was thrown.
  ///   - command: The name of the subcommand that has thrown it; advice to use that subcommand is left
  ///     out.
  package init(_ error: any Error, by command: String) {
    self.init(error)
    advice.removeAll { $0.hasPrefix("\"liststore \(command) ") }
    // The missing file is not a store to commit to.
    if case ListStoreError.noSuchFile = error, ["restore", "repair"].contains(command) {
      advice = []
    }
  }

  private init(_ error: any Error) {
    switch error {
    case let error as ListStoreError: self.init(error)
    case let error as RefusedDocument: self.init("\(error)", .refused, "Nothing was changed.")
    case let error as InvalidList: self.init("\(error)", .refused)
    case let error as ConsumerError: self.init("\(error)", .refused)
    case let error as UnknownConsumer: self.init("\(error)", .refused)
    case let error as NoVersionBack: self.init("\(error)", .refused)
    case let error as UnknownCommit: self.init("\(error)", .refused)
    case let error as StoreFeedError: self.init("\(error)", .refused)
    case let error as ListFeedError: self.init("\(error)", .refused)
    case let error as FollowerError:
      self.init("\(error)", .refused, "Nothing was changed. Follow into another file.")
    case let error as RemoteStoreError: self.init(error)
    case let error as PostgresLogError: self.init("\(error)", .unusable)
    case let error as CommitLogError: self.init("\(error)", .unusable)
    case let error as ReplicationError: self.init("\(error)", .refused)
    case let error as PushRefused: self.init("\(error)", .refused)
    case let error as UnknownInLog: self.init("\(error)", .refused)
    case let error as RestoredSince:
      self.init("\(error)", .refused)
      advice = error.advice
    case let error as NoVersionByThen:
      self.init("\(error)", .refused)
      advice = ["\"liststore log DB \(error.list)\" shows the versions and their times."]
    case let error as AnotherPast: self.init("\(error)", .refused)
    case let error as RebaseError: self.init("\(error)", .refused)
    case let error as ChangedSince:
      self.init("\(error)", .refused, "With \"--omit\", what has changed since stays as it is.")
    case let error as NothingBefore: self.init("\(error)", .refused)
    case let error as NothingToRedo: self.init("\(error)", .refused)
    case let error as UnknownCell:
      self.init(
        "\(error)",
        .refused,
        "\"liststore log DB \(error.list) --cell \(error.cell)\" shows where it was."
      )
    case let error as MistakenName: self.init("\(error)", .refused)
    case let error as NeverThere: self.init("\(error)", .refused)
    case let error as QueryError: self.init(error)
    case let error as SwappedArguments: self.init("\(error)", .usage, error.advice)
    case let error as ChangesetMismatch:
      self.init("a change does not fit its list: \(error)", .refused)
    case let error as SimulationError: self.init("\(error)", .refused)
    case let error as RefusedTrace: self.init("\(error)", .refused)
    case let error as UnreadableFile: self.init("\(error)", .unusable)
    case let error as PictureError: self.init("\(error)", .refused)
    case let error as FilmTooLong: self.init("\(error)", .refused)
    case let error as MissingConverter:
      self.init("\(error)", .unusable, "\"apt-get install librsvg2-bin\" brings it.")
    case let error as SystemError: self.init("\(error)", .unusable)
    case let error as GitFailure: self.init(error)
    case let error as InterruptedImport: self.init(error)
    case let error as LostEnd:
      self.init(error.cause)
      message = "\(error)"
    case let error as ForgottenPast: self.init(error)
    case let error as Interrupted:
      self.init("\(error)", .interrupted)
      advice = error.advice.map { [$0] } ?? []
    // For any other error, the command line is not the cause.
    default: self.init("\(error)", .unusable)
    }
  }

  private init(_ message: String, _ status: ExitStatus, _ advice: String...) {
    self.message = message
    self.advice = advice
    self.status = status
  }

  private init(_ error: RemoteStoreError) {
    switch error {
    case .invalidAddress: self.init("\(error)", .usage)
    case .forbidden(_, 401, _):
      self.init("\(error)", .refused, "--token-file names a file with a token.")
    case .forbidden, .refused, .brokenFeed: self.init("\(error)", .refused)
    case .unreachable, .unavailable, .unexpectedAnswer: self.init("\(error)", .unusable)
    }
  }

  private init(_ error: QueryError) {
    switch error {
    case .invalid:
      self.init("\(error)", .usage, "\"liststore query --help\" shows the tables and examples.")
    case .tooManyRows: self.init("\(error)", .refused, "--limit raises it.")
    case .tookTooLong: self.init("\(error)", .refused, "--timeout gives it longer.")
    case .tooLarge: self.init("\(error)", .refused, "--bytes raises it.")
    }
  }

  private init(_ error: GitFailure) {
    self.init("\(error)", .unusable)
    guard case .failed(_, let message) = error else { return }
    if message.contains("unable to read tree") {
      advice = ["\"git fsck\" shows what the repository is missing."]
    } else if message.contains("unable to read") {
      advice = ["A clone without blobs can be read with \"--renames exact\"."]
    }
  }

  private init(_ error: ListStoreError) {
    self.init("\(error)", error.status)
    switch error {
    case .unknownList: advice = ["\"liststore lists DB\" shows the lists of a store."]
    case .noSuchFile: advice = ["The first \"liststore commit\" or \"import\" creates a store."]
    case .unknownVersion(_, let list, _):
      advice = ["\"liststore log DB \(list)\" shows the versions of the list."]
    case .diskFull:
      advice = [
        "\"liststore compact DB --versions N --age 0s\" forgets old versions of a store there, which makes "
          + "room; --dry-run says which."
      ]
    case .corrupted:
      advice = [
        "\"liststore verify DB\" shows what is damaged.",
        "\"liststore repair DB NEW\" saves what can be read.",
      ]
    default: break
    }
  }

  private init(_ error: ForgottenPast) {
    self.init("\(error)", .refused)
    switch error {
    case .noCommit:
      advice = [
        "Nothing was changed.",
        "Import into another list, or empty this one with \"liststore clear\".",
      ]
    case .line:
      advice = ["Nothing was changed.", "With another --key-prefix, all lines are new."]
    case .recommitted(_, _, let list):
      advice = [
        "\"liststore log DB \(list)\" shows the versions, \"liststore revert\" goes back to one."
      ]
    }
  }

  private init(_ error: InterruptedImport) {
    let cause = ErrorReport(error.cause)
    self = cause
    message = "\(error.place): \(cause.message)"
    let nothing = "Nothing was changed."
    let rest = error.reached.map { "Everything before it is committed, up to \($0)." }
    advice = [rest ?? nothing] + cause.advice.filter { $0 != nothing }
  }
}

extension ListStoreError {
  /// The exit status of the error.
  var status: ExitStatus {
    switch self {
    case .invalidList, .invalidName, .invalidEdit, .unknownList, .unknownVersion,
      .versionMismatch, .keyReused, .changeTooLarge, .changeRefused, .forked:
      .refused
    case .notAListStore, .newerFormat, .noSuchFile, .noSuchFolder, .cannotOpen, .readOnly,
      .diskFull,
      .outOfMemory, .closed, .corrupted, .database, .fileReplaced, .fileExists, .unsuitableDatabase,
      .otherTables, .noTransaction:
      .unusable
    case .busy: .busy
    case .outcomeUnknown: .unknown
    }
  }
}
