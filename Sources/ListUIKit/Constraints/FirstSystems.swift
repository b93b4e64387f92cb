import ListConstraints

/// The systems with which new cells begin: each that of the last cell of their class for which one was
/// made from the start.
///
/// Cells of a class mostly have the same constraints, and only other texts and constants. If they do not,
/// a system is made as for any view: nothing but time depends on the one before.
@MainActor
struct FirstSystems {
  static var placing = FirstSystems()
  static var measuring = FirstSystems()

  private final class Box {
    let system: RepeatedSystem
    init(_ system: consuming RepeatedSystem) { self.system = system }
  }

  private var systems: [ObjectIdentifier: Box] = [:]

  /// Returns a system to begin with.
  func system(for view: UIView) -> RepeatedSystem {
    guard view is any ReusedView else { return RepeatedSystem() }
    return systems[ObjectIdentifier(type(of: view))]?.system.copy() ?? RepeatedSystem()
  }

  /// Keeps the system of a view for others of its class, if it was made from the start.
  mutating func keep(_ system: borrowing RepeatedSystem, of view: UIView) {
    guard system.isMadeAnew, system.refusals.isEmpty, view is any ReusedView else { return }
    systems[ObjectIdentifier(type(of: view))] = Box(system.copy())
  }
}
