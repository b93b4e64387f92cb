/// Rules for cases in which versions of UIKit differ, or which its documentation leaves open.
public struct LayoutRules: Hashable, Sendable {
  /// The room that a section without cells takes.
  package var emptySections: EmptySections
  /// How lengths and frames end on the pixels of a screen.
  package var pixels: Pixels
  /// The spaces of lists and tables.
  public var lists: Lists

  /// The room that a section without cells takes.
  package enum EmptySections: Hashable, Sendable {
    /// No room without headers and footers; otherwise the room of these and of its insets. As in
    /// iOS 17.
    case iOS17
    /// As in iOS 17, but with headers and footers only their room.
    case withoutInsets
    /// The room of its headers, footers and insets, less one space between groups. As in iOS 14.
    case iOS14
  }

  /// How lengths and frames end on the pixels of a screen.
  package enum Pixels: Hashable, Sendable {
    /// A share of a container is rounded down to a pixel as it is computed, and the origin of a
    /// frame to the nearest; lengths in points are kept. Since iOS 16.
    case floorShares
    /// The origin and the size of a frame are each rounded to the nearest pixel. Up to iOS 15.
    case roundFrames
  }

  /// The spaces of lists and tables.
  public enum Lists: Hashable, Sendable {
    /// Groups are 35 points apart, half of them on either side. As on phones with iOS 14 to 16.
    case iOS16
    /// A group has 35 points above it, and 20 below. As in Catalyst on macOS 27.
    case macOS27
  }

  /// Creates rules; by default, those of iOS 17.
  package init(
    emptySections: EmptySections = .iOS17,
    pixels: Pixels = .floorShares,
    lists: Lists = .iOS16
  ) {
    self.emptySections = emptySections
    self.pixels = pixels
    self.lists = lists
  }

  /// The rules of the newest recordings: iOS 17 and later.
  public static let newest = LayoutRules()
  /// The rules of iOS 14 and 15.
  public static let iOS14 = LayoutRules(emptySections: .iOS14, pixels: .roundFrames)
}
