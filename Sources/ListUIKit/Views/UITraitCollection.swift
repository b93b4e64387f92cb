public import Foundation
import ListLayout
import ListModel

/// The screen of the device.
@preconcurrency @MainActor
public final class UIScreen {
  /// The only one.
  public static let main = UIScreen()
  /// Its size: that of a phone, until somebody says another one.
  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)

  private init() {}
}

/// The device.
@preconcurrency @MainActor
public final class UIDevice {
  /// The only one.
  public static let current = UIDevice()
  /// The kind of device: what was set, else what the size of the screen says; `.unspecified` takes back
  /// what was set.
  public var userInterfaceIdiom: UIUserInterfaceIdiom {
    get { chosenIdiom ?? .of(UIScreen.main.bounds.size) }
    set { chosenIdiom = newValue == .unspecified ? nil : newValue }
  }
  private(set) var chosenIdiom: UIUserInterfaceIdiom?

  private init() {}
}

/// Which kind of device a screen belongs to.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// A phone.
  case phone
  /// A tablet.
  case pad

  /// The shorter side of the smallest tablet, in points.
  private static let shortestTablet: CGFloat = 744

  /// That of a screen of a size, however it is turned.
  static func of(_ size: CGSize) -> UIUserInterfaceIdiom {
    min(size.width, size.height) >= shortestTablet ? .pad : .phone
  }
}

/// How much room there is in a direction.
public enum UIUserInterfaceSizeClass: Int, Hashable, Sendable {
  /// Not known.
  case unspecified
  /// Little, as across a phone.
  case compact
  /// Much, as on a tablet.
  case regular
}

/// What a layout is told of the device.
public struct UITraitCollection: Hashable, Sendable {
  /// The kind of device: what was set in ``UIDevice``, else a tablet where the shorter side of the screen, or
  /// of the list, has the 744 points of the smallest.
  public let userInterfaceIdiom: UIUserInterfaceIdiom
  /// The room from side to side: much on tablets, and on the largest phones that lie on their side.
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  /// The room from top to bottom: little on phones that lie on their side.
  public let verticalSizeClass: UIUserInterfaceSizeClass
  /// Where lines begin.
  public let layoutDirection: UITraitEnvironmentLayoutDirection

  /// The traits of a list; of the screen and the kind of device, where they are known.
  init(
    list: CGSize,
    screen: CGSize?,
    idiom: UIUserInterfaceIdiom?,
    isRightToLeft: Bool
  ) {
    let screenIdiom = screen.map { UIUserInterfaceIdiom.of($0) } ?? .phone
    let known = idiom ?? (screenIdiom == .pad ? .pad : .of(list))
    userInterfaceIdiom = known
    // A phone lies on its side where its list, which is as wide as it, does.
    let liesOnItsSide = known == .phone && list.width > max(list.height, Self.widestUprightPhone)
    if known == .pad {
      horizontalSizeClass = list.width >= Self.leastRegularWidth ? .regular : .compact
    } else {
      horizontalSizeClass =
        liesOnItsSide && list.width >= Self.longestCompactPhone ? .regular : .compact
    }
    verticalSizeClass = liesOnItsSide ? .compact : .regular
    layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// No phone is wider that stands upright.
  private static let widestUprightPhone: CGFloat = 480
  /// The phones that are longer have much room from side to side when they lie; there are some others.
  private static let longestCompactPhone: CGFloat = 896
  /// Half a tablet that lies on its side.
  private static let leastRegularWidth: CGFloat = 500
}

/// Where lines begin.
public enum UITraitEnvironmentLayoutDirection: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// At the left.
  case leftToRight
  /// At the right.
  case rightToLeft
}

extension Environment {
  var traitCollection: UITraitCollection {
    // Layouts belong to no actor; what they are asked of a view on screen, they are asked on the main one.
    let device =
      MainActorCheck.isOnMainActor
      ? MainActor.assumeIsolated {
        (screen: UIScreen.main.bounds.size, idiom: UIDevice.current.chosenIdiom)
      } : nil
    return UITraitCollection(
      list: CGSize(value.container.contentSize),
      screen: device?.screen,
      idiom: device?.idiom,
      isRightToLeft: value.layoutDirection == .rightToLeft
    )
  }
}
