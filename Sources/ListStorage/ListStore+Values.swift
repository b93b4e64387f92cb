package import Foundation
public import ListModel

extension ListStore {
  /// How a store is opened.
  public struct Configuration: Sendable {
    /// The failures that an acknowledged commit survives.
    public var durability = Durability.full
    /// How long to wait for other processes, or other stores of the same file, before giving up with
    /// ``ListStoreError/busy(path:timeout:holder:)``.
    ///
    /// Commits of one store wait together; the time counts from when the first of them began.
    public var busyTimeout = Duration.seconds(10)
    /// Whether the file may be created or written.
    public var access = Access.createIfMissing
    /// How much of the past is kept.
    public var retention = Retention()
    /// Whether versions are composed into spans, which are kept beside the changes.
    ///
    /// A span is the composition of 256 changes and more, so that old versions are read in few steps; the
    /// span from the empty list is the whole list, from which the versions near it are made.
    /// Every 256th commit of a list takes some milliseconds longer; spans that would take much longer
    /// are left to `compact(_:progress:)` of `ListKeeping`. If other cells change each time, the past of a
    /// list takes about twice the bytes, never more than three and a half times; if the same few change
    /// again and again, hardly more.
    public var keepsSpans = true
    /// The length of the write-ahead log in bytes at which a commit also moves it into the database;
    /// at least 1, which means after every commit.
    ///
    /// With a longer log, more commits share the cost of moving it, more is read after a crash, and
    /// the log takes more space beside the database: up to a quarter more than this. If there are
    /// always readers that began before the last one ended, the log grows to four times as much; then
    /// a commit waits for them, up to 250 ms, and if they stay, again at eight times. The default is
    /// 3,883 pages of 4 KiB: the first table of the log's index has room for 4,062, so that readers
    /// look for a page in one table (sqlite.org, *WAL-mode File Format*). A database of the caller's
    /// keeps its own `journal_size_limit`.
    public var checkpointThreshold = 16_000_000
    /// Receives the events of the store, on the thread they happen on; it must not use the store.
    public var onEvent: (@Sendable (StoreEvent) -> Void)?
    /// How many versions a span composes.
    package var spanLengths = SpanLengths()
    /// The clock, for leases and for the age of changes.
    package var now: @Sendable () -> Date = { Date() }

    /// The threshold, limited to a range that is safe to calculate with.
    var logByteLimit: Int { min(max(checkpointThreshold, 1), 1 << 40) }

    /// Creates the default configuration: full durability, a timeout of 10 seconds, created if
    /// missing, 10,000 versions and a week of each list's past.
    public init() {}
  }

  /// The failures that an acknowledged commit survives.
  public enum Durability: Hashable, Sendable {
    /// A crash of the process, of the system, and a power cut: every commit waits for the device.
    case full
    /// A crash of the process. A crash of the system or a power cut may lose the last commits, but
    /// never damages the store.
    case normal
  }

  /// Whether a store's file may be created or written.
  public enum Access: Hashable, Sendable {
    /// Read and write; create the file if there is none.
    case createIfMissing
    /// Read and write a file that exists.
    case readWrite
    /// Only read a file that exists.
    case readOnly
  }
}

/// The version a caller believes to be the head of a list.
public enum ExpectedVersion: Hashable, Sendable {
  /// Any version.
  case any
  /// Exactly this version; 0 for a list that does not exist yet.
  case version(Int)
}

/// The answer to a commit.
public struct Commit: Hashable, Sendable {
  /// The effect of a commit.
  public enum Outcome: String, Hashable, Sendable {
    /// It made a new version.
    case committed
    /// The list equals the head: no version was made.
    case unchanged
    /// The key was committed before: this is the version it made then.
    case duplicate
  }

  /// The list.
  public var list: List.ID
  /// The version that has the committed content.
  public var version: Int
  /// The fingerprint of that version.
  public var fingerprint: Fingerprint
  /// What happened.
  public var outcome: Outcome
  /// The number of operations from the version before; 0 unless ``Outcome/committed``.
  public var operationCount: Int

  package init(
    list: List.ID,
    version: Int,
    fingerprint: Fingerprint,
    outcome: Outcome,
    operationCount: Int
  ) {
    self.list = list
    self.version = version
    self.fingerprint = fingerprint
    self.outcome = outcome
    self.operationCount = operationCount
  }
}

/// A list as it was at one version.
public struct Snapshot: Equatable, Sendable {
  /// The name of the list.
  public var id: List.ID
  /// The version.
  public var version: Int
  /// The fingerprint of ``list``.
  public var fingerprint: Fingerprint
  /// The list at that version, with stored components; see `ComponentRegistry`.
  public var list: List

  /// Creates a snapshot as another store describes it, for `ListStore.adopt`.
  ///
  /// - Parameters:
  ///   - id: The name of the list.
  ///   - version: The version.
  ///   - fingerprint: The fingerprint of `list`, which proves it.
  ///   - list: The list at that version.
  package init(id: List.ID, version: Int, fingerprint: Fingerprint, list: List) {
    self.id = id
    self.version = version
    self.fingerprint = fingerprint
    self.list = list
  }
}

/// The facts about a list that are known without reading it.
public struct ListInfo: Hashable, Sendable {
  /// The name of the list.
  public var id: List.ID
  /// The head version.
  public var version: Int
  /// The fingerprint of the head.
  public var fingerprint: Fingerprint

  /// Describes a list as a ``CommitLog`` reports it.
  ///
  /// - Parameters:
  ///   - id: The name of the list.
  ///   - version: The head version.
  ///   - fingerprint: The fingerprint of the head.
  package init(id: List.ID, version: Int, fingerprint: Fingerprint) {
    self.id = id
    self.version = version
    self.fingerprint = fingerprint
  }
}
