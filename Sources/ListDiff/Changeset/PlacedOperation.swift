import ListModel

/// An operation on one element, with what all forms of a changeset need.
protocol PlacedOperation {
  associatedtype Element
  associatedtype Place: PlaceInList

  /// The path of this kind of operation in a change document, such as `cells.deleted`.
  static var path: String { get }
  /// Whether an element may come from another place than the one it is sorted by.
  static var hasOrigin: Bool { get }

  /// The id of the element.
  var id: Identifier<Element> { get }
  /// The place of the element before; its place after, if it is inserted.
  var origin: Place { get }
  /// The place by which operations of this kind are sorted.
  var place: Place { get }
}

/// An element that appears or disappears has one place.
extension PlacedOperation {
  static var hasOrigin: Bool { false }
  var origin: Place { place }
}

/// A section's index or a cell's path.
protocol PlaceInList: Comparable {
  /// Whether the formats can hold it.
  var isInRange: Bool { get }
}

extension Int: PlaceInList {
  var isInRange: Bool { 0...Changeset.maximumIndex ~= self }
}

extension CellPath: PlaceInList {
  var isInRange: Bool { section.isInRange && item.isInRange }
}

extension Changeset.SectionDeletion: PlacedOperation {
  static var path: String { "sections.deleted" }
  var place: Int { at }
}

extension Changeset.SectionInsertion: PlacedOperation {
  static var path: String { "sections.inserted" }
  var place: Int { at }
}

extension Changeset.SectionMove: PlacedOperation {
  static var path: String { "sections.moved" }
  static var hasOrigin: Bool { true }
  var origin: Int { from }
  var place: Int { to }
}

extension Changeset.SectionUpdate: PlacedOperation {
  static var path: String { "sections.updated" }
  static var hasOrigin: Bool { true }
  var origin: Int { from }
  var place: Int { at }
}

extension Changeset.CellDeletion: PlacedOperation {
  static var path: String { "cells.deleted" }
  var place: CellPath { at }
}

extension Changeset.CellInsertion: PlacedOperation {
  static var path: String { "cells.inserted" }
  var place: CellPath { at }
}

extension Changeset.CellMove: PlacedOperation {
  static var path: String { "cells.moved" }
  static var hasOrigin: Bool { true }
  var origin: CellPath { from }
  var place: CellPath { to }
}

extension Changeset.CellUpdate: PlacedOperation {
  static var path: String { "cells.updated" }
  static var hasOrigin: Bool { true }
  var origin: CellPath { from }
  var place: CellPath { at }
}
