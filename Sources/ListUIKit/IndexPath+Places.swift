public import Foundation
public import ListModel

// The members that UIKit adds to index paths.

extension IndexPath {
  /// Creates the path of an item of a section.
  public init(item: Int, section: Int) {
    self.init(indexes: [section, item])
  }

  /// Creates the path of a row of a section.
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// Creates the path of an item.
  public init(_ path: CellPath) {
    self.init(item: path.item, section: path.section)
  }

  /// The index of the section; 0 if the path has none.
  public var section: Int { count > 0 ? self[0] : 0 }
  /// The index in the section; 0 if the path has none.
  public var item: Int { count > 1 ? self[1] : 0 }
  /// The index in the section; 0 if the path has none.
  public var row: Int { item }
}

extension CellPath {
  /// Creates the path of an item.
  public init(_ path: IndexPath) {
    self.init(section: path.section, item: path.item)
  }
}
