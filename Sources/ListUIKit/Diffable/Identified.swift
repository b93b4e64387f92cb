/// An identifier of an app, of any type.
///
/// `@unchecked Sendable`: UIKit takes identifiers that are not `Sendable`, such as classes, and relies
/// on the app to use a snapshot on one thread at a time. It is the same here: a snapshot is `Sendable`
/// only if its identifiers are, and a data source belongs to the main actor.
struct Identified<Value: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var description: String { String(describing: value) }
}

extension Array where Element: Hashable {
  /// The elements, each wrapped as an identifier.
  var identified: [Identified<Element>] { map { Identified($0) } }
}
