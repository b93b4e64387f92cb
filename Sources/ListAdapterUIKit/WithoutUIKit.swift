import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListRendering

// The few things that UIKit and `ListUIKit` do in different ways.

#if canImport(UIKit)
  import ObjectiveC
  import UIKit

  // The address of the variable is the key.
  @MainActor private var keptKey: UInt8 = 0

  extension UICollectionView {
    /// Keeps an object as long as the view lives.
    func keep(_ object: AnyObject) {
      objc_setAssociatedObject(self, &keptKey, object, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }

    /// Runs work that raises an exception where the view refuses a call.
    func throwingExceptions(_ work: () -> Void) throws(CollectionViewError) { work() }

    /// UIKit has no checks that read a list.
    func letStrictChecksRead(_ dataSource: (any CollectionViewDataSource)?) {}

    /// UIKit does not know of views that an adapter draws again.
    func noteRedrawnSections(_ sections: [Int]) {}
  }

  extension UIView {
    /// A content that is no view is not shown.
    static func drawing(_ content: AnyObject) -> UIView? { nil }

    /// Returns the height that the view's constraints need in a width.
    func neededHeight(inWidth width: CGFloat) -> CGFloat {
      systemLayoutSizeFitting(
        CGSize(width: width, height: 0),
        withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel
      ).height
    }
  }

  extension NSDirectionalEdgeInsets {
    /// The insets of a layout.
    var value: DirectionalEdgeInsets {
      DirectionalEdgeInsets(
        top: Double(top),
        leading: Double(leading),
        bottom: Double(bottom),
        trailing: Double(trailing)
      )
    }
  }

  extension UICollectionLayoutSectionOrthogonalScrollingBehavior {
    /// The behaviour of a layout.
    var value: SectionLayout.OrthogonalScrollingBehavior {
      switch self {
      case .continuous: .continuous
      case .continuousGroupLeadingBoundary: .continuousGroupLeadingBoundary
      case .paging: .paging
      case .groupPaging: .groupPaging
      case .groupPagingCentered: .groupPagingCentered
      case .none: .none
      @unknown default: .none
      }
    }
  }
#else
  import ListUIKit

  extension UICollectionView {
    /// Keeps an object as long as the view lives.
    func keep(_ object: AnyObject) { associatedObject = object }

    /// Runs work, and throws the error of the first call that the view refuses.
    func throwingExceptions(_ work: () -> Void) throws(CollectionViewError) {
      let known = failures.count
      work()
      for failure in failures.dropFirst(known) {
        if let error = failure as? CollectionViewError { throw error }
      }
    }

    /// Lets the strict checks of the view read the list, which a `UICollectionViewDataSource` does not give.
    func letStrictChecksRead(_ dataSource: (any CollectionViewDataSource)?) {
      simulation.scrutinizedSource = dataSource
    }
  }

  extension UIView {
    /// Returns a view that draws a content that describes its look.
    static func drawing(_ content: AnyObject) -> UIView? {
      (content as? any DescribedContent).map(DescribedView.init)
    }

    /// Returns the height that the view's look needs in a width.
    func neededHeight(inWidth width: CGFloat) -> CGFloat {
      let offered = ContentSize(width: Double(width), height: Double.greatestFiniteMagnitude)
      return CGFloat(look.sizeThatFits(offered, margins: .none).height)
    }
  }

  /// A view that draws a content that is no view.
  private final class DescribedView: UIView {
    private let content: any DescribedContent

    init(_ content: any DescribedContent) {
      self.content = content
      super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var look: ContentNode { content.node }
  }
#endif
