import HTTPTypes
import ListDiff
import ListModel
import ListPictures
import ListReplication
import ListStorage

extension Problem {
  /// Explains an error of the store, of a document or of a consumer.
  ///
  /// Paths of files and the inner errors of SQLite are the operator's affair: they are not told.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as ListStoreError: self.init(error)
    case let error as InvalidDocument: self = .invalidDocument(error)
    case let error as InvalidContent:
      self.init(status: .unprocessableContent, kind: "invalid-document", detail: "\(error)")
    case let error as InvalidList:
      self.init(status: .unprocessableContent, kind: "invalid-list", detail: "\(error)")
    case let error as RebaseError:
      self.init(status: .conflict, kind: "changed-since", detail: "\(error)")
    case let error as PictureError:
      self.init(status: .unprocessableContent, kind: "not-drawn", detail: "\(error)")
    case let error as ConsumerError: self.init(error)
    case let error as NothingBefore:
      self.init(status: .conflict, kind: "nothing-to-undo", detail: "\(error)")
    case let error as NothingToRedo:
      self.init(status: .conflict, kind: "nothing-to-redo", detail: "\(error)")
    case let error as CommitLogError: self.init(error)
    case let error as ReplicationError: self.init(error)
    case is CancellationError:
      self.init(
        status: .serviceUnavailable,
        kind: "ending",
        detail: "the server is ending; try again",
        fields: [.retryAfter: "1"]
      )
    default:
      self.init(
        status: .internalServerError,
        kind: "internal",
        detail: "the server failed; its log says why"
      )
    }
  }

  private init(_ error: CommitLogError) {
    switch error {
    case .unreachable: self = .unavailable("log-unreachable", "\(error)")
    case .refused, .cannotContinue:
      self.init(status: .conflict, kind: "log-refused", detail: "\(error)")
    }
  }

  private init(_ error: ReplicationError) {
    switch error {
    case .outcomeUnknown: self = .unavailable("outcome-unknown", "\(error)")
    case .tooManyConflicts: self = .unavailable("too-many-conflicts", "\(error)")
    case .diverged:
      self.init(status: .internalServerError, kind: "diverged", detail: "\(error)")
    case .keyOfForgottenVersion:
      self.init(status: .conflict, kind: "key-forgotten", detail: "\(error)")
    case .versionNotReached:
      self.init(status: .notFound, kind: "unknown-version", detail: "\(error)")
    }
  }

  private static func unavailable(_ kind: String, _ detail: String) -> Problem {
    Problem(
      status: .serviceUnavailable,
      kind: kind,
      detail: detail,
      fields: [.retryAfter: "1"]
    )
  }

  private init(_ error: ConsumerError) {
    switch error {
    case .removed:
      self.init(status: .notFound, kind: "unknown-consumer", detail: "\(error)")
    default:
      self.init(status: .conflict, kind: "consumer", detail: "\(error)")
    }
  }

  private init(_ error: ListStoreError) {
    switch error {
    case .unknownList: self.init(error, .notFound, "unknown-list")
    case .unknownVersion(_, _, let available):
      self.init(error, .notFound, "unknown-version")
      members = { writer in
        writer.name("oldest")
        writer.number(available.lowerBound)
        writer.name("newest")
        writer.number(available.upperBound)
      }
    case .invalidName: self.init(error, .unprocessableContent, "invalid-name")
    case .invalidList: self.init(error, .unprocessableContent, "invalid-list")
    case .invalidEdit: self.init(error, .unprocessableContent, "invalid-edit")
    case .changeRefused: self.init(error, .unprocessableContent, "change-refused")
    case .changeTooLarge: self.init(error, .contentTooLarge, "too-large")
    case .keyReused: self.init(error, .unprocessableContent, "key-reused")
    case .versionMismatch: self.init(error, .conflict, "version-mismatch")
    case .forked: self.init(error, .conflict, "forked")
    case .busy:
      self.init(
        status: .serviceUnavailable,
        kind: "busy",
        detail: "another process holds the store; try again",
        fields: [.retryAfter: "1"]
      )
    case .diskFull:
      self.init(
        status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        kind: "no-room",
        detail: "the server has no room left; nothing was changed"
      )
    case .readOnly:
      self.init(status: .forbidden, kind: "read-only", detail: "this store cannot be written")
    case .outcomeUnknown:
      self.init(
        status: .internalServerError,
        kind: "outcome-unknown",
        detail:
          "the device failed while committing; the commit may or may not have happened: send it "
          + "again with the same Idempotency-Key"
      )
    case .corrupted:
      self.init(
        status: .internalServerError,
        kind: "damaged",
        detail: "the store is damaged there; \"liststore verify\" says where"
      )
    default:
      self.init(
        status: .internalServerError,
        kind: "internal",
        detail: "the store cannot be used; the server's log says why"
      )
    }
  }

  private init(_ error: ListStoreError, _ status: HTTPResponse.Status, _ kind: String) {
    self.init(status: status, kind: kind, detail: "\(error)")
  }
}
