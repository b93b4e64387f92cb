public import Foundation

extension UICollectionView {
  /// A class of cells, and how one shows an item.
  @preconcurrency @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Has a cell show an item.
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) ->
      Void

    let handler: Handler
    let token = RegistrationToken()

    /// Creates a registration; a view knows it from the first cell on.
    public init(handler: @escaping Handler) {
      self.handler = handler
    }
  }

  /// A class of supplementary views of a kind, and how one shows what is at a place.
  @preconcurrency @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// Has a view show what is at a place.
    public typealias Handler = (
      _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
    ) -> Void

    let elementKind: String
    let handler: Handler
    let token = RegistrationToken()

    /// Creates a registration; a view knows it from the first view on.
    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
    }
  }

  /// A cell out of the pool that shows an item.
  ///
  /// Where there is none, a cell is returned that the view refuses; see ``failures``.
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>,
    for indexPath: IndexPath,
    item: Item?
  ) -> Cell {
    let identifier = host.identifier(of: registration.token) { identifier in
      host.register(identifier) { Cell(forReuse: identifier, frame: $0) }
    }
    let cell =
      host.dequeueCell(identifier, for: indexPath) as? Cell
      ?? Cell(forReuse: identifier, frame: .zero)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// A supplementary view out of the pool that shows what is at a place.
  ///
  /// Where there is none, a view is returned that the collection view refuses; see ``failures``.
  public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>,
    for indexPath: IndexPath
  ) -> Supplementary {
    let kind = registration.elementKind
    let identifier = host.identifier(of: registration.token) { identifier in
      host.register(identifier, ofKind: kind) { Supplementary(forReuse: identifier, frame: $0) }
    }
    let view =
      host.dequeueView(identifier, ofKind: kind, for: indexPath) as? Supplementary
      ?? Supplementary(forReuse: identifier, frame: .zero)
    registration.handler(view, kind, indexPath)
    return view
  }
}

/// What makes a registration the same wherever it is copied to.
final class RegistrationToken {}
