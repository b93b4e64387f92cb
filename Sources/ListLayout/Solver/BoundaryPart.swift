/// A header or footer as far as its section's length depends on it.
///
/// It consists of plain numbers and a name, so that reading it for each of many sections costs no
/// reference counting.
struct BoundaryPart: Sendable {
  let kind: LayoutElementKind
  private let extent: LayoutExtent
  private let widthIsEstimated: Bool
  private let heightIsEstimated: Bool
  private let side: Int
  private let offset: Double
  private let extendsBoundary: Bool
  private let axis: LayoutAxis

  /// Creates the part of an item whose shares are shares of a container.
  init(
    _ item: LayoutBoundarySupplementaryItem,
    in container: LayoutExtent,
    along axis: LayoutAxis,
    _ grid: PixelGrid
  ) {
    kind = item.elementKind
    extent = item.layoutSize.extent(in: container, on: grid)
    widthIsEstimated = item.layoutSize.widthDimension.isEstimated
    heightIsEstimated = item.layoutSize.heightDimension.isEstimated
    side = item.alignment.side(axis)
    offset = item.absoluteOffset[axis]
    extendsBoundary = item.extendsBoundary
    self.axis = axis
  }

  /// Whether it stands at the start of its section.
  var isAtHead: Bool { side == -1 }

  /// Returns its size; estimated sides take their measured lengths.
  func extent(_ measured: MeasuredSize) -> LayoutExtent {
    LayoutExtent(
      width: widthIsEstimated ? measured.length(.horizontal, or: extent.width) : extent.width,
      height: heightIsEstimated ? measured.length(.vertical, or: extent.height) : extent.height
    )
  }

  /// Makes room for it, with its measured size.
  func add(_ measured: MeasuredSize, to room: inout BoundaryRoom) {
    guard extendsBoundary else { return }
    room.add(side: side, length: extent(measured)[axis], offset: offset)
  }
}
