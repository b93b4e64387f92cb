/// An identifier of an app, of any type.
///
/// `@unchecked Sendable`: UIKit takes identifiers that are not, such as classes, and leaves it to the app that
/// one thread at a time works with a snapshot. Here as there: what holds identifiers is `Sendable` only where
/// they are, and a data source belongs to the main actor.
struct Identified<Value: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var description: String { String(describing: value) }
}

extension Array where Element: Hashable {
  /// The identifiers, each as one of any type.
  var identified: [Identified<Element>] { map { Identified($0) } }
}
