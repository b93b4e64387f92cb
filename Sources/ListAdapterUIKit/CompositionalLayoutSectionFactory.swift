import Foundation
import ListLayout
public import ListModel

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

/// Makes the layout of a section of a list; TurboListKit has a protocol of the same name.
public protocol CompositionalLayoutSectionFactory {
  /// Returns the layout, which is stored with the section.
  func makeSectionLayout() -> SectionLayout?
}

/// Cells one below the other, as wide as the list.
public struct VerticalLayout: CompositionalLayoutSectionFactory, Hashable, Sendable {
  private var layout: SectionLayout

  /// Creates a layout.
  public init(spacing: Double = 0) {
    layout = .vertical(spacing: spacing)
  }
}

/// Cells side by side in a section that scrolls horizontally by itself.
public struct HorizontalLayout: CompositionalLayoutSectionFactory, Hashable, Sendable {
  private var layout: SectionLayout

  /// Creates a layout.
  public init(
    spacing: Double = 0,
    scrollingBehavior: UICollectionLayoutSectionOrthogonalScrollingBehavior = .continuous
  ) {
    layout = .horizontal(spacing: spacing, scrollingBehavior: scrollingBehavior.value)
  }
}

/// Cells in rows of the same number.
public struct VerticalGridLayout: CompositionalLayoutSectionFactory, Hashable, Sendable {
  private var layout: SectionLayout

  /// Creates a layout.
  public init(numberOfItemsInRow: Int, itemSpacing: Double = 0, lineSpacing: Double = 0) {
    layout = .verticalGrid(
      numberOfItemsInRow: numberOfItemsInRow,
      itemSpacing: itemSpacing,
      lineSpacing: lineSpacing
    )
  }
}

extension VerticalLayout {
  /// Returns the layout as a value.
  public func makeSectionLayout() -> SectionLayout? { layout }

  /// Returns the layout with space kept free around the cells.
  public func insets(_ insets: NSDirectionalEdgeInsets?) -> VerticalLayout {
    changed { $0.withSectionContentInsets(insets?.value ?? .zero) }
  }

  /// Returns the layout with a header that stays on screen as long as its section.
  public func headerPinToVisibleBounds(_ pins: Bool?) -> VerticalLayout {
    changed { $0.withHeaderPinToVisibleBounds(pins ?? false) }
  }

  /// Returns the layout with a footer that stays on screen as long as its section.
  public func footerPinToVisibleBounds(_ pins: Bool?) -> VerticalLayout {
    changed { $0.withFooterPinToVisibleBounds(pins ?? false) }
  }

  private func changed(_ change: (SectionLayout) -> SectionLayout) -> VerticalLayout {
    var copy = self
    copy.layout = change(layout)
    return copy
  }
}

extension HorizontalLayout {
  /// Returns the layout as a value.
  public func makeSectionLayout() -> SectionLayout? { layout }

  /// Returns the layout with space kept free around the cells.
  public func insets(_ insets: NSDirectionalEdgeInsets?) -> HorizontalLayout {
    changed { $0.withSectionContentInsets(insets?.value ?? .zero) }
  }

  /// Returns the layout with a header that stays on screen as long as its section.
  public func headerPinToVisibleBounds(_ pins: Bool?) -> HorizontalLayout {
    changed { $0.withHeaderPinToVisibleBounds(pins ?? false) }
  }

  /// Returns the layout with a footer that stays on screen as long as its section.
  public func footerPinToVisibleBounds(_ pins: Bool?) -> HorizontalLayout {
    changed { $0.withFooterPinToVisibleBounds(pins ?? false) }
  }

  private func changed(_ change: (SectionLayout) -> SectionLayout) -> HorizontalLayout {
    var copy = self
    copy.layout = change(layout)
    return copy
  }
}

extension VerticalGridLayout {
  /// Returns the layout as a value.
  public func makeSectionLayout() -> SectionLayout? { layout }

  /// Returns the layout with space kept free around the cells.
  public func insets(_ insets: NSDirectionalEdgeInsets?) -> VerticalGridLayout {
    changed { $0.withSectionContentInsets(insets?.value ?? .zero) }
  }

  /// Returns the layout with a header that stays on screen as long as its section.
  public func headerPinToVisibleBounds(_ pins: Bool?) -> VerticalGridLayout {
    changed { $0.withHeaderPinToVisibleBounds(pins ?? false) }
  }

  /// Returns the layout with a footer that stays on screen as long as its section.
  public func footerPinToVisibleBounds(_ pins: Bool?) -> VerticalGridLayout {
    changed { $0.withFooterPinToVisibleBounds(pins ?? false) }
  }

  private func changed(_ change: (SectionLayout) -> SectionLayout) -> VerticalGridLayout {
    var copy = self
    copy.layout = change(layout)
    return copy
  }
}

extension SectionLayout: CompositionalLayoutSectionFactory {
  /// Returns the layout itself.
  public func makeSectionLayout() -> SectionLayout? { self }
}

#if !canImport(UIKit)
  // A section of UIKit does not tell what its group is made of.
  extension NSCollectionLayoutSection: CompositionalLayoutSectionFactory {
    /// Returns the section as a value, without its closures.
    public func makeSectionLayout() -> SectionLayout? { .compositional(layoutSection) }
  }
#endif

extension Section {
  /// Returns the section with the layout that a factory makes, or unchanged if the factory makes none.
  public func withSectionLayout(_ factory: some CompositionalLayoutSectionFactory) -> Section {
    guard let layout = factory.makeSectionLayout() else { return self }
    return withSectionLayout(layout)
  }
}
