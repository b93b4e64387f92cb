import ListSystem

/// Whose calls a store uses where systems differ.
///
/// Each such call stands in a file of this folder, or in ListSystem, beside its portable twin. The twins
/// are compiled everywhere, and are all there is outside of Linux.
enum SystemParts {
  /// The system's own, where it has some: Linux has inotify and a list of locks.
  case native
  /// What POSIX has.
  case portable

  /// The parts of this build: the portable ones, also on Linux, if it was made with
  /// `LISTSTORE_PORTABLE` in the environment.
  static let chosen: SystemParts = list_uses_portable_parts() == 0 ? .native : .portable
}
