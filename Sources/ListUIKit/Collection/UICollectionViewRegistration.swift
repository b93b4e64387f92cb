public import Foundation

extension UICollectionView {
  /// A class of cells, and the handler that fills a cell with an item.
  @preconcurrency @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Fills a cell with an item.
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) ->
      Void

    let handler: Handler
    let token = RegistrationToken()

    /// Creates a registration; a view registers it when it dequeues the first cell.
    public init(handler: @escaping Handler) {
      self.handler = handler
    }

    /// Refuses a nib, which cannot be read, in ``NibError/failures``; cells are made by their class.
    public init(cellNib: UINib, handler: @escaping Handler) {
      _ = cellNib.refusal("cells of \(Cell.self)")
      self.handler = handler
    }
  }

  /// A class of supplementary views of a kind, and the handler that fills a view for a path.
  @preconcurrency @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// Fills a view with the content for a path.
    public typealias Handler = (
      _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
    ) -> Void

    let elementKind: String
    let handler: Handler
    let token = RegistrationToken()

    /// Creates a registration; a view registers it when it dequeues the first supplementary view.
    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
    }

    /// Refuses a nib, which cannot be read, in ``NibError/failures``; views are made by their class.
    public init(supplementaryNib: UINib, elementKind: String, handler: @escaping Handler) {
      _ = supplementaryNib.refusal("views of \(Supplementary.self)")
      self.init(elementKind: elementKind, handler: handler)
    }
  }

  /// Returns a cell from the pool that shows an item.
  ///
  /// If that fails, it returns a cell that the view refuses; see ``failures``.
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>,
    for indexPath: IndexPath,
    item: Item?
  ) -> Cell {
    host.refuse(registration.token)
    let identifier = host.identifier(of: registration.token) { identifier in
      host.register(identifier) { Cell(forReuse: identifier, frame: $0) }
    }
    let cell =
      host.dequeueCell(identifier, for: indexPath) as? Cell
      ?? Cell(forReuse: identifier, frame: .zero)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// Returns a supplementary view from the pool, filled for a path.
  ///
  /// If that fails, it returns a view that the collection view refuses; see ``failures``.
  public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>,
    for indexPath: IndexPath
  ) -> Supplementary {
    let kind = registration.elementKind
    host.refuse(registration.token)
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

/// The identity of a registration, which all its copies share.
@MainActor
final class RegistrationToken {
  /// How many views are being asked for.
  static var questionDepth = 0
  /// Whether it was made while a view was asked for, which UIKit forbids: each such view would have a pool of its
  /// own.
  let isMadeInProvider = RegistrationToken.questionDepth > 0
}
