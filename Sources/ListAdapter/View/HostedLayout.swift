package import ListDescription
package import ListDiff
package import ListLayout

/// A layout of a host's own class, which says itself where everything is.
///
/// The view asks it for what is on screen, and for the elements that it needs besides. What the class
/// does not decide itself, it takes from ``SimulatedCollectionView/engineAttributes(in:)``.
package protocol HostedLayout: AnyObject {
  /// The axis along which the content scrolls.
  var scrollAxis: LayoutAxis { get }
  /// The size of the content, as of the last preparation.
  var contentSize: LayoutExtent { get }
  /// The first fault in the layout's answers, such as a cell that does not exist.
  var fault: CollectionViewError? { get }

  /// Discards the answers: the next layout pass prepares the layout again.
  func discard()
  /// Prepares the layout if it was invalidated, or if it wants so for these bounds.
  func prepare(for viewport: SimulatedViewport)
  /// Returns the elements that the layout has in a rectangle of the content.
  func attributes(in rect: LayoutRect) -> [LayoutAttributes]
  /// Returns an element, wherever it is; `nil` if the layout does not have it.
  func attributes(of element: LayoutElement) -> LayoutAttributes?
  /// Returns whether the layout takes the size that a view prefers; it is then prepared again.
  func accepts(_ size: ContentSize, of element: LayoutElement, in view: any ReusableView) -> Bool
  /// Returns where the content rests, instead of a place that is proposed while data change.
  func offset(proposed: Double) -> Double
  /// Returns where the content rests after a finger was lifted.
  func restingOffset(proposed: Double, velocity: Double) -> Double
  /// Announces a batch that was accepted, before the views follow it.
  func begin(_ update: BatchUpdate)
  /// Ends the batch, once the views on screen are those after it.
  func end(_ update: BatchUpdate, appearing: [CellPath], disappearing: [CellPath])
}

extension SimulatedCollectionView {
  /// Returns what the view's own engine has in a rectangle of the content.
  package func engineAttributes(in rect: LayoutRect) -> [LayoutAttributes] {
    guard let geometry = currentEngine else { return [] }
    return geometry.layout.layoutAttributesForElements(in: rect, at: geometry.state(viewport))
  }

  /// Returns where the view's own engine has an element.
  package func engineAttributes(of element: LayoutElement) -> LayoutAttributes? {
    guard let geometry = currentEngine else { return nil }
    return geometry.layout.layoutAttributes(for: element, at: geometry.state(viewport))
  }

  /// The size of the content by the view's own engine.
  package var engineContentSize: LayoutExtent { currentEngine?.layout.contentSize ?? .zero }

  /// The part of the content that the screen shows.
  package var screenRect: LayoutRect {
    let isVertical = scrollAxis == .vertical
    return LayoutRect(
      x: isVertical ? 0 : contentOrigin,
      y: isVertical ? contentOrigin : 0,
      width: viewport.width,
      height: viewport.height
    )
  }

  // A layout may change its own settings while it is prepared: its engine follows at once.
  private var currentEngine: SimulatedGeometry? {
    if layoutIsStale, geometry != nil { try? updateGeometry() }
    return geometry
  }

  /// Prepares the host's layout for the screen as it is.
  func prepareHostedLayout() throws(CollectionViewError) {
    guard let hosted = hostedGeometry else { return }
    // The content may have become shorter, which moves the screen.
    for _ in 0..<2 {
      hosted.prepare(for: viewport)
      if layoutIsStale { try updateGeometry() }
      let before = viewport.contentOffset
      clampContentOffset()
      if viewport.contentOffset == before { return }
    }
    hosted.prepare(for: viewport)
  }

  /// Takes the size that a view prefers, if the layout does.
  ///
  /// - Returns: Whether anything may have moved.
  func takeSize(
    _ size: ContentSize?,
    of element: LayoutElement,
    in view: any ReusableView,
    _ set: () -> Bool
  ) -> Bool {
    guard let hostedGeometry else { return set() }
    guard let size, hostedGeometry.accepts(size, of: element, in: view) else { return false }
    _ = set()
    return true
  }
}
