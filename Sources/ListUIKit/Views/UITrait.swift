public import Foundation

/// A trait that a view can wait for to change.
public protocol UITraitDefinition {
  /// Returns the value of the trait.
  static func value(in traits: UITraitCollection) -> AnyHashable
}

/// A trait that a view can wait for to change.
public typealias UITrait = any UITraitDefinition.Type

/// Light or dark.
public enum UITraitUserInterfaceStyle: UITraitDefinition {
  /// Returns the value of the trait.
  public static func value(in traits: UITraitCollection) -> AnyHashable {
    traits.userInterfaceStyle
  }
}

/// The size of texts.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  /// Returns the value of the trait.
  public static func value(in traits: UITraitCollection) -> AnyHashable {
    traits.preferredContentSizeCategory
  }
}

/// The weight of texts.
public enum UITraitLegibilityWeight: UITraitDefinition {
  /// Returns the value of the trait.
  public static func value(in traits: UITraitCollection) -> AnyHashable { traits.legibilityWeight }
}

/// The space from side to side.
public enum UITraitHorizontalSizeClass: UITraitDefinition {
  /// Returns the value of the trait.
  public static func value(in traits: UITraitCollection) -> AnyHashable {
    traits.horizontalSizeClass
  }
}

/// The space from top to bottom.
public enum UITraitVerticalSizeClass: UITraitDefinition {
  /// Returns the value of the trait.
  public static func value(in traits: UITraitCollection) -> AnyHashable { traits.verticalSizeClass }
}

/// An object that waits for a change of traits.
@preconcurrency @MainActor
public protocol UITraitChangeRegistration: AnyObject {}

/// An object whose traits can change.
@preconcurrency @MainActor
public protocol UITraitChangeObservable: NSObject {
  /// The traits.
  var traitCollection: UITraitCollection { get }
}

extension UIView: UITraitChangeObservable {}
extension UIViewController: UITraitChangeObservable {}

extension UITraitChangeObservable {
  /// Calls a closure when one of some traits has changed.
  @discardableResult
  public func registerForTraitChanges<Observer>(
    _ traits: [UITrait],
    handler: @escaping (Observer, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    TraitRegistration.add(to: self, traits) { object, before in
      if let object = object as? Observer { handler(object, before) }
    }
  }

  /// Sends an action when one of some traits has changed.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait],
    action: Selector
  ) -> any UITraitChangeRegistration {
    registerForTraitChanges(traits, target: self, action: action)
  }

  /// Sends an action to a target when one of some traits has changed.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait],
    target: AnyObject,
    action: Selector
  ) -> any UITraitChangeRegistration {
    TraitRegistration.add(to: self, traits) { [weak target] object, _ in
      _ = action.send(to: target, from: object)
    }
  }

  /// Waits no longer.
  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    TraitRegistration.remove(registration)
  }
}

/// What waits for a change of traits.
@MainActor
final class TraitRegistration: UITraitChangeRegistration {
  private weak var object: NSObject?
  private let traits: [UITrait]
  private let handler: @MainActor (NSObject, UITraitCollection) -> Void
  private static var all: [ObjectIdentifier: [TraitRegistration]] = [:]

  private init(
    _ object: NSObject,
    _ traits: [UITrait],
    _ handler: @escaping @MainActor (NSObject, UITraitCollection) -> Void
  ) {
    self.object = object
    self.traits = traits
    self.handler = handler
  }

  static func add(
    to object: NSObject,
    _ traits: [UITrait],
    _ handler: @escaping @MainActor (NSObject, UITraitCollection) -> Void
  ) -> TraitRegistration {
    let key = ObjectIdentifier(object)
    let registration = TraitRegistration(object, traits, handler)
    // A registration of an object that is gone belongs to another one at the same address.
    all[key] = (all[key] ?? []).filter { $0.object === object } + [registration]
    return registration
  }

  static func remove(_ registration: any UITraitChangeRegistration) {
    for key in all.keys { all[key]?.removeAll { $0 === registration } }
  }

  static func tell(_ object: NSObject, from before: UITraitCollection, to after: UITraitCollection)
  {
    for registration in all[ObjectIdentifier(object)] ?? [] where registration.object === object {
      if registration.traits.contains(where: { $0.value(in: before) != $0.value(in: after) }) {
        registration.handler(object, before)
      }
    }
  }
}
