public import Foundation
import ListRendering
public import ListUIKit

extension UIView {
  /// Returns the size that fits a width; demos of TurboListKit call it for views with constraints.
  ///
  /// - Parameters:
  ///   - size: The size that is offered.
  ///   - targetWidth: The width of the view; `nil` for the offered width.
  ///   - minimumHeight: The least height.
  /// - Returns: The width, and the height that the view's content needs in that width.
  public func autoLayoutFittingSize(
    for size: CGSize,
    targetWidth: CGFloat? = nil,
    minimumHeight: CGFloat = 0
  ) -> CGSize {
    let width = targetWidth ?? size.width
    let offered = ContentSize(width: Double(width), height: Double.greatestFiniteMagnitude)
    let needed = look.sizeThatFits(offered, margins: .none)
    return CGSize(width: width, height: max(minimumHeight, CGFloat(needed.height)))
  }
}
