public import Foundation
public import ListRendering

/// Dots, one for each page.
open class UIPageControl: UIControl {
  /// The number of pages.
  open var numberOfPages = 0
  /// The page that is seen.
  open var currentPage = 0
  /// How the ground looks; accepted for compatibility only.
  open var backgroundStyle = BackgroundStyle.automatic
  /// Whether pages may be chosen by a finger that moves; accepted for compatibility only.
  open var allowsContinuousInteraction = true

  /// How the ground looks.
  public enum BackgroundStyle: Int, Hashable, Sendable {
    /// As the system wants.
    case automatic
    /// Seen.
    case prominent
    /// Not seen.
    case minimal
  }
  /// Whether a single page has no dot.
  open var hidesForSinglePage = false
  /// The colour of the dots.
  open var pageIndicatorTintColor: UIColor?
  /// The colour of the dot of the page that is seen.
  open var currentPageIndicatorTintColor: UIColor?

  /// The size of the dots.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: CGFloat(max(1, numberOfPages)) * 16 + 16, height: 26)
  }
  /// Returns the size of the dots.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The dots.
  open override var look: ContentNode {
    let size = intrinsicContentSize
    let dots = (0..<max(0, numberOfPages)).map { page in
      let color =
        page == currentPage
        ? currentPageIndicatorTintColor ?? .label : pageIndicatorTintColor ?? .tertiaryLabel
      return ContentNode.element(
        "circle",
        ["cx": "\(16 + page * 16)", "cy": "13", "r": "3.5", "fill": "\(color.css)"]
      )
    }
    let isShown = !(hidesForSinglePage && numberOfPages <= 1)
    return .element(
      "svg",
      [
        "width": "\(Double(size.width))", "height": "26",
        "viewBox": "0 0 \(Double(size.width)) 26",
      ],
      isShown ? dots : []
    )
  }
}
