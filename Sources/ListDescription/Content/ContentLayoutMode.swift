/// How the size of a component's content depends on its container.
///
/// Lengths are points. Estimates are used until the content has been measured.
public enum ContentLayoutMode: Hashable, Sendable {
  /// As wide and as high as the container.
  case fitContainer
  /// As wide as the container, and as high as the content.
  case flexibleHeight(estimatedHeight: Double)
  /// As high as the container, and as wide as the content.
  case flexibleWidth(estimatedWidth: Double)
  /// As wide and as high as the content.
  case fitContent(estimatedSize: ContentSize)
}
