public import Foundation

/// An effect on what is behind a view; nothing is blurred.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// A blur, drawn as a pale ground.
public final class UIBlurEffect: UIVisualEffect {
  /// The kind of a blur; accepted for compatibility only, but for dark ones.
  public enum Style: Int, Hashable, Sendable {
    /// Light, or dark.
    case extraLight, light, dark
    /// As the system's.
    case regular, prominent
    /// As the system's.
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
    /// As the system's.
    case systemChromeMaterial
    /// Light.
    case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight
    /// Light.
    case systemThickMaterialLight, systemChromeMaterialLight
    /// Dark.
    case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark
    /// Dark.
    case systemThickMaterialDark, systemChromeMaterialDark
  }

  let style: Style

  /// Creates a blur.
  public init(style: Style) { self.style = style }
}

/// An effect on a blur; nothing is changed.
public final class UIVibrancyEffect: UIVisualEffect {
  /// Creates an effect.
  public init(blurEffect: UIBlurEffect) {}
}

/// A view with an effect on what is behind it, drawn as a pale ground.
open class UIVisualEffectView: UIView {
  /// The effect.
  open var effect: UIVisualEffect? { didSet { showEffect() } }
  /// The view that holds the app's views.
  public let contentView = UIView(frame: .zero)

  /// Creates a view with an effect.
  public init(effect: UIVisualEffect?) {
    super.init(frame: .zero)
    self.effect = effect
    addContent(contentView)
    showEffect()
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addContent(contentView)
  }

  private func showEffect() {
    guard let blur = effect as? UIBlurEffect else {
      backgroundColor = nil
      return
    }
    let isDark: Bool =
      switch blur.style {
      case .dark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark,
        .systemThickMaterialDark, .systemChromeMaterialDark:
        true
      default: false
      }
    backgroundColor = (isDark ? UIColor.black : .systemBackground).withAlphaComponent(0.7)
  }
}
