import Foundation
import ListAdapter

#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

extension HostedCollectionView {
  /// Whether the refresh control turns.
  public var isRefreshing: Bool { view?.refreshControl?.isRefreshing ?? false }

  /// Stops the refresh control.
  public func endRefreshing() { view?.refreshControl?.endRefreshing() }

  /// Gives the view the control that the configuration describes.
  func showRefreshControl() {
    guard case .enabled(let tintColor, let text, let textColor, _) = refreshControl else {
      view?.refreshControl = nil
      return
    }
    let control = UIRefreshControl()
    if let color = UIKitColors.named[tintColor.name] { control.tintColor = color }
    control.attributedTitle = text.map { text in
      NSAttributedString(
        string: text,
        attributes: UIKitColors.named[(textColor ?? tintColor).name].map { [.foregroundColor: $0] }
          ?? [:]
      )
    }
    let action = UIAction { [weak self] _ in
      guard let self else { return }
      delegate?.collectionViewDidPullToRefresh(self)
    }
    control.addAction(action, for: .valueChanged)
    view?.refreshControl = control
  }
}

/// The colors of UIKit that a refresh control may be given by name.
@MainActor
private enum UIKitColors {
  static let named: [String: UIColor] = [
    "systemRed": .systemRed, "systemOrange": .systemOrange, "systemYellow": .systemYellow,
    "systemGreen": .systemGreen, "systemMint": .systemMint, "systemTeal": .systemTeal,
    "systemCyan": .systemCyan, "systemBlue": .systemBlue, "systemIndigo": .systemIndigo,
    "systemPurple": .systemPurple, "systemPink": .systemPink, "systemBrown": .systemBrown,
    "systemGray": .systemGray, "label": .label, "secondaryLabel": .secondaryLabel,
    "black": .black, "white": .white, "clear": .clear,
  ]
}
