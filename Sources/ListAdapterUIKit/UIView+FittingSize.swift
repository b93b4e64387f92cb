public import Foundation
import ListRendering

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

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
    return CGSize(width: width, height: max(minimumHeight, neededHeight(inWidth: width)))
  }
}
