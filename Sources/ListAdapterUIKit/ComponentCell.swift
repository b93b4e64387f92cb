import Foundation
import ListAdapter
import ListModel
import ListRendering

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

/// A cell that shows the content of a component.
public final class ComponentCell: UICollectionViewCell {
  lazy var hosted = HostedComponent(self, in: contentView)

  /// Returns the attributes with the sides of its size that its component chooses.
  public override func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    hosted.fit(layoutAttributes)
    return layoutAttributes
  }

  /// Gives the content the size of the cell.
  public override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = bounds
    hosted.layOut()
  }
}

/// A header, footer or other supplementary view that shows the content of a component.
public final class ComponentReusableView: UICollectionReusableView {
  lazy var hosted = HostedComponent(self, in: self)
  /// The kind that it was last shown as.
  var kind: SupplementaryKind?

  /// Returns the attributes with the sides of its size that its component chooses.
  public override func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    hosted.fit(layoutAttributes)
    return layoutAttributes
  }

  /// Gives the content its size.
  public override func layoutSubviews() {
    super.layoutSubviews()
    hosted.layOut()
  }
}

/// The content of a component in a cell or supplementary view.
@MainActor
final class HostedComponent {
  /// The cell or supplementary view.
  private(set) unowned var view: UICollectionReusableView
  /// The view that holds the content.
  private let container: UIView
  weak var owner: HostedCollectionView?
  private var rendered: RenderedContent?
  /// The content as a view, if it is one or is drawn in one.
  private var contentView: UIView?

  init(_ view: UICollectionReusableView, in container: UIView) {
    self.view = view
    self.container = container
  }

  func layOut() { contentView?.frame = container.bounds }

  /// Gives attributes the sides of the size that the component chooses.
  func fit(_ attributes: UICollectionViewLayoutAttributes) {
    guard let rendered else { return }
    let size = attributes.size
    let mode = rendered.component.layoutMode
    let (choosesWidth, choosesHeight) = mode.choices
    let room = owner?.view?.bounds.size ?? size
    let offered = CGSize(
      width: choosesWidth ? room.width : size.width,
      height: choosesHeight ? .greatestFiniteMagnitude : size.height
    )
    var wanted: CGSize?
    if let measured = rendered.content as? any MeasuredContent {
      let needed = measured.sizeThatFits(
        ContentSize(width: Double(offered.width), height: Double(offered.height))
      )
      wanted = CGSize(width: needed.width, height: needed.height)
    } else if let content = rendered.content as? UIView {
      wanted = content.sizeThatFits(offered)
    }
    if let wanted {
      owner?.measured(
        ContentSize(width: Double(wanted.width), height: Double(wanted.height)),
        view,
        at: attributes.indexPath
      )
    } else if mode != .standard, let estimate = mode.estimatedSize {
      wanted = CGSize(
        width: estimate.width ?? Double(size.width),
        height: estimate.height ?? Double(size.height)
      )
    }
    guard let wanted else { return }
    attributes.size = CGSize(
      width: choosesWidth ? wanted.width : size.width,
      height: choosesHeight ? wanted.height : size.height
    )
  }
}

extension HostedComponent: @MainActor ReusableView {
  var reuseIdentifier: String { view.reuseIdentifier ?? "" }

  var content: AnyObject? { rendered?.content }

  func render(_ component: AnyComponent) {
    if rendered?.update(to: component) == true {
      contentView?.setNeedsLayout()
    } else {
      let made = RenderedContent(component)
      rendered = made
      contentView?.removeFromSuperview()
      contentView = made.content as? UIView ?? UIView.drawing(made.content)
      if let contentView { container.addSubview(contentView) }
    }
    view.setNeedsLayout()
  }
}
