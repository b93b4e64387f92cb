public import Foundation
import ListLayout
import ListModel

/// The screen of the device.
@preconcurrency @MainActor
public final class UIScreen {
  /// The only one.
  public static let main = UIScreen()
  /// Its size: a phone's, unless another one is set.
  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  /// The number of pixels in a point: a phone's, unless another one is set before a list is made.
  public var scale: CGFloat = 3

  private init() {}
}

/// The device.
@preconcurrency @MainActor
public final class UIDevice {
  /// The only one.
  public static let current = UIDevice()
  /// The name of the device.
  public let name = "Simulated"
  /// The name of the system.
  public let systemName = "iOS"
  /// The version of the system.
  public let systemVersion = "18.0"
  /// The kind of device in words.
  public var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
  /// The kind of device: the value that was set, else one derived from the size of the screen; setting
  /// `.unspecified` removes the value.
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    get { chosenIdiom ?? .of(UIScreen.main.bounds.size) }
    set { chosenIdiom = newValue == .unspecified ? nil : newValue }
  }
  private(set) var chosenIdiom: UIUserInterfaceIdiom?

  private init() {}
}

/// The direction in which texts run.
public enum UIUserInterfaceLayoutDirection: Int, Hashable, Sendable {
  /// From left to right.
  case leftToRight
  /// From right to left.
  case rightToLeft
}

/// The kind of device to which a screen belongs.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// A phone.
  case phone
  /// A tablet.
  case pad

  /// The shorter side of the smallest tablet, in points.
  private static let shortestTablet: CGFloat = 744

  /// Returns the kind of device with a screen of a size, in any orientation.
  static func of(_ size: CGSize) -> UIUserInterfaceIdiom {
    min(size.width, size.height) >= shortestTablet ? .pad : .phone
  }
}

/// How much space there is in a direction.
public enum UIUserInterfaceSizeClass: Int, Hashable, Sendable {
  /// Not known.
  case unspecified
  /// Little, as across a phone.
  case compact
  /// Much, as on a tablet.
  case regular
}

/// The traits of the device that a layout can read.
public struct UITraitCollection: Hashable, Sendable {
  /// The kind of device: the value set in ``UIDevice``, else a tablet if the shorter side of the
  /// screen, or of the list, has at least 744 points, as the smallest tablet has.
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  /// The space from side to side: much on tablets and on the largest phones in landscape.
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  /// The space from top to bottom: little on phones in landscape.
  public let verticalSizeClass: UIUserInterfaceSizeClass
  /// The side where lines begin.
  public let layoutDirection: UITraitEnvironmentLayoutDirection
  /// The number of pixels in a point.
  public let displayScale: CGFloat
  /// The size of texts that a person has chosen.
  public var preferredContentSizeCategory = UIContentSizeCategory.large
  /// Whether a person wants bold texts.
  public var legibilityWeight = UILegibilityWeight.regular
  /// Whether colours are light or dark.
  public var userInterfaceStyle = UIUserInterfaceStyle.light

  /// Creates traits of which nothing is known.
  public init() {
    userInterfaceIdiom = .unspecified
    horizontalSizeClass = .unspecified
    verticalSizeClass = .unspecified
    layoutDirection = .unspecified
    displayScale = 0
    preferredContentSizeCategory = .unspecified
    legibilityWeight = .unspecified
    userInterfaceStyle = .unspecified
  }

  /// Creates traits of which only the style is known.
  public init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init()
    self.userInterfaceStyle = userInterfaceStyle
  }

  /// Creates traits of which only the size of texts is known.
  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init()
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }

  /// Returns whether colours look different.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Creates the traits of a list from its size and, if they are known, the screen and the kind of
  /// device.
  init(
    list: CGSize,
    screen: CGSize?,
    idiom: UIUserInterfaceIdiom?,
    isRightToLeft: Bool,
    displayScale: CGFloat = 3
  ) {
    let screenIdiom = screen.map { UIUserInterfaceIdiom.of($0) } ?? .phone
    let known = idiom ?? (screenIdiom == .pad ? .pad : .of(list))
    userInterfaceIdiom = known
    // A list is as wide as its phone, so a list that is wider than high means landscape.
    let liesOnItsSide = known == .phone && list.width > max(list.height, Self.widestUprightPhone)
    if known == .pad {
      horizontalSizeClass = list.width >= Self.leastRegularWidth ? .regular : .compact
    } else {
      horizontalSizeClass =
        liesOnItsSide && list.width >= Self.longestCompactPhone ? .regular : .compact
    }
    verticalSizeClass = liesOnItsSide ? .compact : .regular
    layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    self.displayScale = displayScale
  }

  /// No phone in portrait is wider.
  private static let widestUprightPhone: CGFloat = 480
  /// Phones that are at least this long are regular in landscape, with a few exceptions.
  private static let longestCompactPhone: CGFloat = 896
  /// Half the width of a tablet in landscape.
  private static let leastRegularWidth: CGFloat = 500
}

/// The side where lines begin.
public enum UITraitEnvironmentLayoutDirection: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// At the left.
  case leftToRight
  /// At the right.
  case rightToLeft
}

extension Environment {
  package var traitCollection: UITraitCollection {
    // Layouts belong to no actor, but a layout of a view on screen is solved on the main actor.
    let device =
      MainActorCheck.isOnMainActor
      ? MainActor.assumeIsolated {
        (screen: UIScreen.main.bounds.size, idiom: UIDevice.current.chosenIdiom)
      } : nil
    return UITraitCollection(
      list: CGSize(value.container.contentSize),
      screen: device?.screen,
      idiom: device?.idiom,
      isRightToLeft: value.layoutDirection == .rightToLeft,
      displayScale: CGFloat(value.displayScale ?? 3)
    )
  }
}
