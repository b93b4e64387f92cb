public import Foundation
import ListAdapter
import ListLayout
import ListModel

/// Cells in lines, with as many cells in each line as fit.
///
/// If a delegate gives the cells of a section different sizes, the section is laid out as one group of
/// at most `LayoutLimits.itemsInGroup` cells.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The ``estimatedItemSize`` that stands for ``itemSize``, for cells that are as large as their
  /// content.
  public static let automaticSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude,
    height: .greatestFiniteMagnitude
  )

  /// The size of a cell to which a delegate gives no size.
  open var itemSize = CGSize(width: 50, height: 50) {
    didSet { if itemSize != oldValue { invalidateLayout() } }
  }
  /// The estimated size of cells that are as large as their content; ``automaticSize`` stands for
  /// ``itemSize``, and zero turns self-sizing off.
  ///
  /// Cells to which a delegate gives another size have that size.
  open var estimatedItemSize = CGSize.zero {
    didSet { if estimatedItemSize != oldValue { invalidateLayout() } }
  }
  /// The space between two cells of a line, at least.
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
  }
  /// The space between two lines.
  open var minimumLineSpacing: CGFloat = 10 {
    didSet { if minimumLineSpacing != oldValue { invalidateLayout() } }
  }
  /// The space that a section keeps free around its cells.
  open var sectionInset = UIEdgeInsets.zero {
    didSet { if sectionInset != oldValue { invalidateLayout() } }
  }
  /// The direction in which lines follow each other; vertical for lines of cells side by side.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { if scrollDirection != oldValue { configurationDidChange() } }
  }
  /// The size of a section's header; without a height, there is none.
  open var headerReferenceSize = CGSize.zero {
    didSet { if headerReferenceSize != oldValue { invalidateLayout() } }
  }
  /// The size of a section's footer; without a height, there is none.
  open var footerReferenceSize = CGSize.zero {
    didSet { if footerReferenceSize != oldValue { invalidateLayout() } }
  }

  @MainActor override func install(on view: UICollectionView) {
    super.install(on: view)
    view.simulation.setSections(configuration) { [weak self, weak view] section, environment in
      // The view calls this within its own methods, which belong to the main actor.
      guard let self, let view else { return nil }
      return self.section(view, section, environment.container.contentSize)
    }
  }

  override var layoutConfiguration: LayoutConfiguration { configuration.value }

  private var configuration: UICollectionViewCompositionalLayoutConfiguration {
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = scrollDirection
    return configuration
  }

  @MainActor private func section(
    _ view: UICollectionView,
    _ index: Int,
    _ container: CGSize
  ) -> NSCollectionLayoutSection? {
    let count = view.dataSource?.collectionView(view, numberOfItemsInSection: index) ?? 0
    let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
    let sizes = (0..<count).map { item in
      delegate?.collectionView(
        view,
        layout: self,
        sizeForItemAt: IndexPath(item: item, section: index)
      ) ?? itemSize
    }
    let insets =
      delegate?.collectionView(view, layout: self, insetForSectionAt: index) ?? sectionInset
    let room = CGSize(
      width: container.width - insets.left - insets.right,
      height: container.height - insets.top - insets.bottom
    )
    guard let group = group(of: sizes, room) else { return nil }
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = minimumLineSpacing
    section.contentInsets = NSDirectionalEdgeInsets(
      top: insets.top,
      leading: insets.left,
      bottom: insets.bottom,
      trailing: insets.right
    )
    section.boundarySupplementaryItems = boundaryItems
    return section
  }

  /// Returns a group of one line if all cells have the same size, else a group of all lines.
  private func group(of sizes: [CGSize], _ room: CGSize) -> NSCollectionLayoutGroup? {
    guard let first = sizes.first else { return nil }
    let isVertical = scrollDirection == .vertical
    guard sizes.allSatisfy({ $0 == first }) else { return lines(of: sizes, room) }
    if estimatedItemSize != .zero, first == itemSize { return selfSizingLine }
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .absolute(isVertical ? min(first.width, room.width) : first.width),
        heightDimension: .absolute(isVertical ? first.height : min(first.height, room.height))
      )
    )
    let size = NSCollectionLayoutSize(
      widthDimension: isVertical ? .fractionalWidth(1) : .absolute(first.width),
      heightDimension: isVertical ? .absolute(first.height) : .fractionalHeight(1)
    )
    return line(of: item, size, spacing: .flexible(minimumInteritemSpacing))
  }

  /// Returns a line across the scroll direction.
  private func line(
    of item: NSCollectionLayoutItem,
    _ size: NSCollectionLayoutSize,
    spacing: NSCollectionLayoutSpacing
  ) -> NSCollectionLayoutGroup {
    let group =
      scrollDirection == .vertical
      ? NSCollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
      : NSCollectionLayoutGroup.vertical(layoutSize: size, subitems: [item])
    group.interItemSpacing = spacing
    return group
  }

  /// A line of as many cells as fit, each as large as its content.
  private var selfSizingLine: NSCollectionLayoutGroup {
    let isVertical = scrollDirection == .vertical
    let estimate = estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize
    let (width, height) = (
      NSCollectionLayoutDimension.estimated(estimate.width),
      NSCollectionLayoutDimension.estimated(estimate.height)
    )
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    )
    let size = NSCollectionLayoutSize(
      widthDimension: isVertical ? .fractionalWidth(1) : width,
      heightDimension: isVertical ? height : .fractionalHeight(1)
    )
    return line(of: item, size, spacing: .fixed(minimumInteritemSpacing))
  }

  /// Returns a group of cells of any size, placed line by line from the start.
  private func lines(of sizes: [CGSize], _ room: CGSize) -> NSCollectionLayoutGroup {
    let isVertical = scrollDirection == .vertical
    let length = isVertical ? room.width : room.height
    var frames: [CGRect] = []
    var (along, across, depth): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    for size in sizes {
      let (extent, thickness) =
        isVertical ? (size.width, size.height) : (size.height, size.width)
      if along > 0, along + extent > length {
        (along, across, depth) = (0, across + depth + minimumLineSpacing, 0)
      }
      frames.append(
        isVertical
          ? CGRect(x: along, y: across, width: extent, height: thickness)
          : CGRect(x: across, y: along, width: thickness, height: extent)
      )
      along += extent + minimumInteritemSpacing
      depth = max(depth, thickness)
    }
    let size = NSCollectionLayoutSize(
      widthDimension: isVertical ? .fractionalWidth(1) : .absolute(across + depth),
      heightDimension: isVertical ? .absolute(across + depth) : .fractionalHeight(1)
    )
    return .custom(layoutSize: size) { _ in
      frames.map { NSCollectionLayoutGroupCustomItem(frame: $0) }
    }
  }

  private var boundaryItems: [NSCollectionLayoutBoundarySupplementaryItem] {
    let views = [
      (headerReferenceSize, UICollectionView.elementKindSectionHeader, NSRectAlignment.top),
      (footerReferenceSize, UICollectionView.elementKindSectionFooter, NSRectAlignment.bottom),
    ]
    return views.compactMap { size, kind, alignment in
      guard size.height > 0 else { return nil }
      let layoutSize = NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .absolute(size.height)
      )
      return NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: layoutSize,
        elementKind: kind,
        alignment: alignment
      )
    }
  }
}

/// A delegate that a flow layout asks for sizes.
@preconcurrency @MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  /// Returns the size of a cell.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
  /// The space that a section keeps free around its cells.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets
}

extension UICollectionViewDelegateFlowLayout {
  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero
  }

  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero
  }
}
