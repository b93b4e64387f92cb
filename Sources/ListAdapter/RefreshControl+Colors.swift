// The colours that UIKit names, so that `.systemBlue` is written as in an app.

extension CollectionViewAdapterConfiguration.RefreshControl.TintColor {
  /// UIKit's colour of this name.
  public static let systemRed: Self = "systemRed"
  /// UIKit's colour of this name.
  public static let systemOrange: Self = "systemOrange"
  /// UIKit's colour of this name.
  public static let systemYellow: Self = "systemYellow"
  /// UIKit's colour of this name.
  public static let systemGreen: Self = "systemGreen"
  /// UIKit's colour of this name.
  public static let systemMint: Self = "systemMint"
  /// UIKit's colour of this name.
  public static let systemTeal: Self = "systemTeal"
  /// UIKit's colour of this name.
  public static let systemCyan: Self = "systemCyan"
  /// UIKit's colour of this name.
  public static let systemBlue: Self = "systemBlue"
  /// UIKit's colour of this name.
  public static let systemIndigo: Self = "systemIndigo"
  /// UIKit's colour of this name.
  public static let systemPurple: Self = "systemPurple"
  /// UIKit's colour of this name.
  public static let systemPink: Self = "systemPink"
  /// UIKit's colour of this name.
  public static let systemBrown: Self = "systemBrown"
  /// UIKit's colour of this name.
  public static let systemGray: Self = "systemGray"
  /// UIKit's colour of this name.
  public static let label: Self = "label"
  /// UIKit's colour of this name.
  public static let secondaryLabel: Self = "secondaryLabel"
  /// UIKit's colour of this name.
  public static let black: Self = "black"
  /// UIKit's colour of this name.
  public static let white: Self = "white"
  /// UIKit's colour of this name.
  public static let clear: Self = "clear"
}
