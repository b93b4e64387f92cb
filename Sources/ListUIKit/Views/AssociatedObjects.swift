// Names of Objective-C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

import Foundation

/// How an object holds what is associated with it.
public enum objc_AssociationPolicy: UInt, Hashable, Sendable {
  /// Not at all: once the value is gone, there is none; in Objective-C its address is left.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// The value.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// A copy of the value, if it can be copied.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// The value.
  case OBJC_ASSOCIATION_RETAIN = 0x301
  /// A copy of the value, if it can be copied.
  case OBJC_ASSOCIATION_COPY = 0x303
}

/// Associates a value with an object, by the address of a key; `nil` removes the value of the key.
///
/// May be called on any thread. A value is released with its object, if that is a responder, such as a view
/// or a screen, a guide or a constraint; and with any other object no later than when values of as many
/// other objects were set.
public func objc_setAssociatedObject(
  _ object: Any,
  _ key: UnsafeRawPointer,
  _ value: Any?,
  _ policy: objc_AssociationPolicy
) {
  guard let owner = AssociatedObjects.object(in: object) else { return }
  AssociatedObjects.set(value.map { AssociatedValue($0, policy) }, key, of: owner)
}

/// Returns the value that is associated with an object by the address of a key.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  AssociatedObjects.object(in: object).flatMap { AssociatedObjects.value(of: $0, key) }
}

/// Removes all values that are associated with an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  if let owner = AssociatedObjects.object(in: object) { AssociatedObjects.removeAll(of: owner) }
}

/// A value that is associated with an object.
enum AssociatedValue {
  case held(Any)
  case seen(WeakReference)

  struct WeakReference {
    weak var object: AnyObject?
  }

  init(_ value: Any, _ policy: objc_AssociationPolicy) {
    switch policy {
    case .OBJC_ASSOCIATION_ASSIGN: self = .seen(WeakReference(object: value as AnyObject))
    case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC: self = .held(value)
    case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
      self = .held((value as? any NSCopying)?.copy(with: nil) ?? value)
    }
  }

  var value: Any? {
    switch self {
    case .held(let value): value
    case .seen(let reference): reference.object
    }
  }
}

/// An object with room for what is associated with it, which is released with it.
protocol AssociatedObjectOwner: AnyObject {
  /// Guarded by the lock of ``AssociatedObjects``.
  var associatedValues: [UnsafeRawPointer: AssociatedValue]? { get set }
}

/// What is associated with objects.
///
/// Values are released after the lock is, since they may associate others when they are.
enum AssociatedObjects {
  typealias Values = [UnsafeRawPointer: AssociatedValue]

  /// What is associated with an object that has no room for it.
  private struct Entry {
    weak var object: AnyObject?
    var values: Values
  }

  /// The objects that have no room, and their values.
  private struct Others {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of objects that are gone are removed.
    var limit = 16
  }

  private static let lock = NSLock()
  // Read and written under the lock only. A `Mutex` would take only values that may be sent, and an app
  // associates any.
  private nonisolated(unsafe) static var others = Others()

  /// Returns the object that a caller means: also one that is wrapped in optionals.
  static func object(in value: Any) -> AnyObject? {
    var value = value
    while let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return nil }
      value = wrapped
    }
    return value as AnyObject
  }

  static func value(of object: AnyObject, _ key: UnsafeRawPointer) -> Any? {
    lock.withLock { values(of: object)?[key]?.value }
  }

  static func set(_ value: AssociatedValue?, _ key: UnsafeRawPointer, of object: AnyObject) {
    let old = lock.withLock {
      var values = values(of: object) ?? [:]
      let old = values[key]
      values[key] = value
      return (old, replaceValues(of: object, by: values))
    }
    withExtendedLifetime(old) {}
  }

  static func removeAll(of object: AnyObject) {
    let old = lock.withLock { (values(of: object), replaceValues(of: object, by: [:])) }
    withExtendedLifetime(old) {}
  }

  private static func values(of object: AnyObject) -> Values? {
    if let owner = object as? any AssociatedObjectOwner { return owner.associatedValues }
    // An entry of an object that is gone may have the address of this one.
    guard let entry = others.entries[ObjectIdentifier(object)], entry.object === object else {
      return nil
    }
    return entry.values
  }

  /// - Returns: The values of objects that are gone.
  private static func replaceValues(of object: AnyObject, by values: Values) -> [Values] {
    if let owner = object as? any AssociatedObjectOwner {
      owner.associatedValues = values.isEmpty ? nil : values
      return []
    }
    let id = ObjectIdentifier(object)
    var gone: [Values] = []
    if let entry = others.entries[id], entry.object == nil { gone.append(entry.values) }
    others.entries[id] = values.isEmpty ? nil : Entry(object: object, values: values)
    guard others.entries.count >= others.limit else { return gone }
    for (id, entry) in others.entries where entry.object == nil {
      gone.append(entry.values)
      others.entries[id] = nil
    }
    others.limit = max(16, 2 * others.entries.count)
    return gone
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
