public import Foundation

/// A file of Interface Builder, which cannot be read here.
///
/// A list that it is registered with has a ``NibError`` in its failures, and makes empty cells.
@preconcurrency @MainActor
public final class UINib: NSObject {
  /// The name of the file.
  public let name: String

  /// Creates a nib, which is not read.
  public init(nibName name: String, bundle bundleOrNil: Bundle?) { self.name = name }

  /// Returns nothing, and notes the refusal in ``NibError/failures``.
  public func instantiate(
    withOwner ownerOrNil: Any?,
    options optionsOrNil: [OptionsKey: Any]? = nil
  ) -> [Any] {
    NibError.note(NibError(nib: name, use: "its views"))
    return []
  }

  /// What a nib is read with.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Returns the refusal of a registration.
  func refusal(_ use: String) -> NibError {
    let error = NibError(nib: name, use: use)
    NibError.note(error)
    return error
  }
}

/// A file of Interface Builder that was to be read.
public struct NibError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file.
  public let nib: String
  /// What it was to be read for.
  public let use: String

  /// All refusals, in order.
  @MainActor public private(set) static var failures: [NibError] = []

  @MainActor static func note(_ failure: NibError) { failures.append(failure) }

  /// Forgets the refusals, as a test does before it begins.
  @MainActor public static func removeAll() { failures = [] }

  /// One sentence for people.
  public var description: String {
    "The nib \"\(nib)\" cannot be read, so \(use) would be empty: there is no Interface Builder here. "
      + "Make the views in code, and register the class instead of the nib."
  }
}

extension Bundle {
  /// Returns nothing, and notes the refusal in ``NibError/failures``: no nib is read.
  @MainActor
  public func loadNibNamed(
    _ name: String,
    owner: Any?,
    options: [UINib.OptionsKey: Any]? = nil
  ) -> [Any]? {
    NibError.note(NibError(nib: name, use: "its views"))
    return nil
  }
}

/// A file of screens of Interface Builder, which cannot be read here.
@preconcurrency @MainActor
public final class UIStoryboard: NSObject {
  /// The name of the file.
  public let name: String

  /// Creates a storyboard, which is not read.
  public init(name: String, bundle storyboardBundleOrNil: Bundle?) { self.name = name }

  /// Returns an empty screen, and notes the refusal in ``NibError/failures``.
  public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    NibError.note(NibError(nib: name, use: "the screen \"\(identifier)\""))
    return UIViewController()
  }

  /// Returns nothing, and notes the refusal in ``NibError/failures``.
  public func instantiateInitialViewController() -> UIViewController? {
    NibError.note(NibError(nib: name, use: "its first screen"))
    return nil
  }
}

/// A way from one screen of a storyboard to another one; none is read.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
  /// The name.
  public let identifier: String?
  /// The screen that is left.
  public let source: UIViewController
  /// The screen that is shown.
  public let destination: UIViewController

  /// Creates a way.
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
  }
}
