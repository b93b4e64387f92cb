/// How large the content of a component is, in relation to what contains it.
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
