public import Foundation

/// A guide at the edge of a screen, as long as the bars there; since iOS 11 apps use
/// ``UIView/safeAreaLayoutGuide``.
@preconcurrency @MainActor
public protocol UILayoutSupport: NSObjectProtocol {
  /// The height of the bars.
  var length: CGFloat { get }
  /// Its top edge.
  var topAnchor: NSLayoutYAxisAnchor { get }
  /// Its bottom edge.
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  /// Its height.
  var heightAnchor: NSLayoutDimension { get }
}

extension UIViewController {
  /// What bars cover at the top of the view.
  public var topLayoutGuide: any UILayoutSupport { view.barGuide(.topBar) }

  /// What bars cover at the bottom of the view.
  public var bottomLayoutGuide: any UILayoutSupport { view.barGuide(.bottomBar) }
}

/// The guide of the bars at one edge of a view.
final class BarGuide: UILayoutGuide, UILayoutSupport {
  /// The height of the bars.
  var length: CGFloat {
    let insets = owningView?.safeAreaInsets ?? .zero
    return role == .topBar ? insets.top : insets.bottom
  }
}

extension UIView {
  fileprivate func barGuide(_ role: UILayoutGuide.Role) -> BarGuide {
    systemGuide(role) { BarGuide(role, of: self, identifier: "_UILayoutGuide") }
  }
}
