package import ListAdapter
public import ListModel

/// The subject of a simulation: how a list under test is made, and everything of its own that the kit
/// should use and check.
///
/// ```swift
/// let feed = SimSubject { world in Feed(world) }
///   .served { settings in PostServer(count: settings.itemCount) }
///   .hiding { id in blocked.contains(id) }
///   .step("like", weight: 4) { world in try world.server(PostServer.self)?.like() }
///   .fault("drops a post", percent: 2)
///   .rule("no two posts of an author in a row") { screen in … }
///   .afterEachSeed { result in … }
/// ```
public struct SimSubject: Sendable {
  /// Makes the list when the app is started.
  public typealias Make = @Sendable (SimWorld) async throws -> any SimulatedList
  /// Makes the presenter that shows lists in a view.
  package typealias Present =
    @Sendable (
      SimulatedCollectionView, CollectionViewLayoutAdapter
    ) -> any SimPresenter
  /// Takes a step of the subject's own.
  public typealias Take = @Sendable (SimWorld) throws -> Void
  /// Checks the screen; returns what is wrong, or `nil`.
  public typealias Rule = @Sendable (SimScreen) throws -> String?

  /// A step of the subject's own.
  struct OwnStep: Sendable {
    var name: String
    var weight: Int
    var take: Take
  }

  let make: Make
  let present: Present
  /// Whether the list under test uses the store itself.
  let storeNeed = StoreNeed()
  private(set) var makeServer: (@Sendable (SimSettings) throws -> any SimulatedServer)?
  private(set) var isHidden: @Sendable (Cell.ID) -> Bool = { _ in false }
  private(set) var hasHidden = false
  private(set) var equals: (@Sendable (_ item: SimItem, _ shown: Cell) -> Bool)?
  private(set) var offers: @Sendable (Cell) -> Bool = { _ in false }
  private(set) var steps: [OwnStep] = []
  private(set) var faults: [String: Int] = [:]
  private(set) var rules: [(name: String, check: Rule)] = []
  private(set) var afterSeed: [@Sendable (SimulationResult) throws -> Void] = []

  /// Creates a subject, whose lists the real adapter shows.
  ///
  /// - Parameter make: Makes the list when the app is started.
  public init(_ make: @escaping Make) {
    self.init(present: { AdapterPresenter($0, $1) }, make)
  }

  /// Creates a subject with another presenter than the real adapter.
  package init(present: @escaping Present, _ make: @escaping Make) {
    self.present = present
    self.make = make
  }

  /// Returns the subject with a server of its own; each run makes one.
  public func served(
    by make: @escaping @Sendable (SimSettings) throws -> any SimulatedServer
  ) -> SimSubject {
    var copy = self
    copy.makeServer = make
    return copy
  }

  /// Returns the subject with a rule for the items that the list leaves out on purpose, such as the
  /// posts of a blocked author.
  public func hiding(_ isHidden: @escaping @Sendable (Cell.ID) -> Bool) -> SimSubject {
    var copy = self
    copy.isHidden = isHidden
    copy.hasHidden = true
    return copy
  }

  /// Returns the subject with cells that a user taps to go on, such as a failed footer; the gaps, headers
  /// and footers of a pager are known.
  public func offering(_ offers: @escaping @Sendable (Cell) -> Bool) -> SimSubject {
    var copy = self
    copy.offers = offers
    return copy
  }

  /// Returns the subject with a comparison of contents, for lists whose cells have other components
  /// than the remote's items.
  ///
  /// - Parameter equals: Whether a cell shows what the item has.
  /// - Returns: The subject.
  public func comparing(
    _ equals: @escaping @Sendable (_ item: SimItem, _ shown: Cell) -> Bool
  ) -> SimSubject {
    var copy = self
    copy.equals = equals
    return copy
  }

  /// Returns the subject with a step that its users take too.
  ///
  /// - Parameters:
  ///   - name: The name of the step in scripts and traces.
  ///   - weight: How often users take it; scrolling has 30, pulling 4.
  ///   - take: What it does.
  /// - Returns: The subject.
  public func step(
    _ name: String,
    weight: Int = 4,
    _ take: @escaping Take
  ) -> SimSubject {
    var copy = self
    copy.steps.append(OwnStep(name: name, weight: max(1, weight), take: take))
    return copy
  }

  /// Returns the subject with a fault of its own, which happens where the list under test asks for
  /// it by ``SimWorld/happens(_:)``; never in the final check.
  ///
  /// - Parameters:
  ///   - name: The name of the fault.
  ///   - percent: In how many of a hundred cases it happens.
  /// - Returns: The subject.
  public func fault(_ name: String, percent: Int) -> SimSubject {
    var copy = self
    copy.faults[name] = min(max(0, percent), 100)
    return copy
  }

  /// Returns the subject with a rule that must hold whenever the screen is at rest.
  ///
  /// - Parameters:
  ///   - name: The rule in words.
  ///   - check: Returns what is wrong, or `nil`.
  /// - Returns: The subject.
  public func rule(_ name: String, _ check: @escaping Rule) -> SimSubject {
    var copy = self
    copy.rules.append((name, check))
    return copy
  }

  /// Returns the subject with a check of each run that has held all rules.
  ///
  /// - Parameter check: Throws what is wrong.
  /// - Returns: The subject.
  public func afterEachSeed(
    _ check: @escaping @Sendable (SimulationResult) throws -> Void
  ) -> SimSubject {
    var copy = self
    copy.afterSeed.append(check)
    return copy
  }
}
