/// A section resolved for a container: the parts that do not depend on the number of cells and
/// their measured sizes.
///
/// Sections with equal layouts share one plan.
final class SectionPlan: Sendable {
  let layout: LayoutSection
  /// The axis along which the layout scrolls.
  let scrollAxis: LayoutAxis
  /// The axis along which the groups follow each other; in an orthogonal section, the axis across
  /// `scrollAxis`.
  let stackAxis: LayoutAxis
  /// The viewport less the insets the section refers to (R1).
  let container: LayoutRect
  /// The section's own insets, in points.
  let insets: DirectionalEdgeInsets
  /// The size for shares of the group (R2).
  let shareBase: LayoutExtent
  let template: GroupTemplate
  /// One whole repetition of the group before anything is measured.
  let estimate: GroupPlacement
  /// The number of views of each kind that are attached to groups in one whole repetition.
  let attachedToGroups: [LayoutElementKind: Int]
  let kind: Kind
  let rules: LayoutRules
  /// The group as a single cell; `nil` if it is more.
  let single: SingleCell?

  enum Kind: Sendable {
    /// All repetitions are equal, so that their positions are computed.
    case fixed
    /// Each repetition has the same number of cells and its own size.
    case selfSizing
    /// Measured sizes decide how many cells a repetition has.
    case wrapping
  }

  init(
    _ layout: LayoutSection,
    scrollAxis: LayoutAxis,
    insetsReference: LayoutInsetsReference,
    environment: LayoutEnvironment,
    registry: LayoutRegistry,
    rules: LayoutRules
  ) throws(LayoutError) {
    try layout.validate()
    self.layout = layout
    self.scrollAxis = scrollAxis
    self.rules = rules
    let isOrthogonal = layout.orthogonalScrollingBehavior != .none
    stackAxis = isOrthogonal ? scrollAxis.crossing : scrollAxis
    let reference =
      layout.contentInsetsReference == .automatic
      ? insetsReference : layout.contentInsetsReference
    container = Self.container(environment, reference, scrollAxis)
    insets = layout.contentInsets.resolved(in: container.extent)
    let resolver = GroupResolver(registry: registry)
    // R2; along its scrolling axis, an orthogonal section has the length of the whole container.
    let inner = try resolver.room(
      in: container.extent,
      insets,
      at: "section",
      checking: [LayoutAxis.horizontal, .vertical].filter {
        $0 != scrollAxis || layout.group.layoutSize.dependsOnContainer($0)
      }
    )
    var base = inner
    if isOrthogonal, rules.orthogonalShares == .container {
      base[stackAxis] = container.extent[stackAxis]
    }
    shareBase = base
    template = try resolver.resolve(layout.group, in: base, at: "group")
    let whole = template.leafCount
    estimate = template.place(from: 0, .estimates(template.wraps ? whole : max(1, whole)))
    var counts: [LayoutElementKind: Int] = [:]
    for view in estimate.attachedToGroups { counts[view.item.elementKind, default: 0] += 1 }
    attachedToGroups = counts
    if template.containsWrapping {
      kind = .wrapping
    } else {
      kind = template.isFixed ? .fixed : .selfSizing
    }
    single = SingleCell(template)
    let edges = layout.group.edgeSpacing
    before = edges?.start(stackAxis)?.spacing ?? 0
    after = edges?.end(stackAxis)?.spacing ?? 0
    startAcross = edges?.start(stackAxis.crossing) ?? .fixed(0)
    endAcross = edges?.end(stackAxis.crossing) ?? .fixed(0)
  }

  var isOrthogonal: Bool { stackAxis != scrollAxis }
  /// The number of cells of a repetition.
  var leafCount: Int { template.leafCount }
  /// The space before and after each group, along the stack axis.
  let before: Double
  let after: Double
  /// The space on both sides of each group, across the stack axis.
  let startAcross: LayoutSpacing
  let endAcross: LayoutSpacing

  /// The length that a group takes along the stack axis beyond its own length, with the space to
  /// the next one.
  var padding: Double { before + after + layout.interGroupSpacing }

  /// Returns the start of a group across the stack axis, from the section's inset edge (R12).
  func offsetAcross(_ breadth: Double) -> Double {
    let axis = stackAxis.crossing
    let room = container.extent[axis] - insets.total(axis)
    return startAcross.offset(of: breadth, in: room, before: endAcross)
  }

  /// Returns the viewport less the insets of a reference across the scroll axis.
  static func container(
    _ environment: LayoutEnvironment,
    _ reference: LayoutInsetsReference,
    _ scrollAxis: LayoutAxis
  ) -> LayoutRect {
    let viewport = LayoutRect(origin: .zero, extent: environment.container.contentSize)
    return viewport.inset(by: environment.container.insets(reference).only(scrollAxis.crossing))
  }

  /// Returns the size of a repetition.
  func extent(from leaf: Int, _ sizes: LeafSizes) -> LayoutExtent {
    if let single, leaf < sizes.available { return single.extent(sizes.size(leaf)) }
    return template.measure(from: leaf, sizes).extent
  }
}

/// A group of one cell; its size is computed without a walk through the template.
///
/// It consists of plain numbers, so that reading it in a loop costs no reference counting.
struct SingleCell: Sendable {
  /// Whether views are attached to the cell or the group.
  let hasAttachments: Bool
  /// Whether the group grows to the size of the largest group of its section.
  let isUniform: Bool
  private let extent: LayoutExtent
  private let cell: LayoutExtent
  private let widthIsEstimated: Bool
  private let heightIsEstimated: Bool
  private let cellInsets: DirectionalEdgeInsets
  /// The length by which the group is larger than its cell, if it grows with the cell.
  private let extraWidth: Double?
  private let extraHeight: Double?
  private let axis: LayoutAxis
  private let insets: DirectionalEdgeInsets
  private let before: Double
  private let start: LayoutSpacing
  private let end: LayoutSpacing

  init?(_ group: GroupTemplate) {
    guard group.slots.count == 1, !group.containsUniform, !group.wraps, !group.justifies,
      let slot = group.slots.first,
      case .leaf(let cell) = slot.content
    else { return nil }
    func extra(_ axis: LayoutAxis) -> Double? {
      guard group.grows(axis) else { return nil }
      let space =
        axis == group.axis
        ? slot.before + slot.after : slot.start.spacing + slot.end.spacing
      return group.insets.total(axis) + space
    }
    hasAttachments = group.hasAttachments
    isUniform = group.isUniform(.horizontal) || group.isUniform(.vertical)
    extent = group.extent
    self.cell = cell.extent
    widthIsEstimated = cell.widthIsEstimated
    heightIsEstimated = cell.heightIsEstimated
    cellInsets = cell.insets
    extraWidth = extra(.horizontal)
    extraHeight = extra(.vertical)
    axis = group.axis
    insets = group.insets
    before = slot.before
    start = slot.start
    end = slot.end
  }

  @inline(__always)
  private func cell(_ size: MeasuredSize) -> LayoutExtent {
    LayoutExtent(
      width: widthIsEstimated ? size.length(.horizontal, or: cell.width) : cell.width,
      height: heightIsEstimated ? size.length(.vertical, or: cell.height) : cell.height
    )
  }

  /// Returns the size of the group with a cell of a measured size.
  @inline(__always)
  func extent(_ size: MeasuredSize) -> LayoutExtent {
    let cell = cell(size)
    return LayoutExtent(
      width: extraWidth.map { $0 + cell.width } ?? extent.width,
      height: extraHeight.map { $0 + cell.height } ?? extent.height
    )
  }

  /// Returns the frame of the cell in a group of the given extent, from the group's top left
  /// corner.
  func frame(_ size: MeasuredSize, in extent: LayoutExtent) -> LayoutRect {
    let cell = cell(size)
    let crossing = axis.crossing
    let room = extent[crossing] - insets.total(crossing)
    return LayoutRect(
      axis,
      start: insets.start(axis) + before,
      length: cell[axis],
      across: insets.start(crossing) + start.offset(of: cell[crossing], in: room, before: end),
      breadth: cell[crossing]
    ).inset(by: cellInsets)
  }
}

/// Rules for cases in which versions of UIKit differ, or which its documentation leaves open.
public struct LayoutRules: Hashable, Sendable {
  /// The length for shares along an orthogonal section's own axis.
  public var orthogonalShares: OrthogonalShares
  /// The room that a section without cells takes.
  public var emptySections: EmptySections

  /// The length for shares along an orthogonal section's own axis.
  public enum OrthogonalShares: Hashable, Sendable {
    /// Shares of the whole container, as recorded from UIKit.
    case container
    /// Shares of the container less the section's insets.
    case insetContainer
  }

  /// The room that a section without cells takes.
  public enum EmptySections: Hashable, Sendable {
    /// No room without headers and footers; otherwise the room of these and of its insets. As in
    /// iOS 17.
    case iOS17
    /// As in iOS 17, but with headers and footers only their room.
    case withoutInsets
    /// The room of its headers, footers and insets, less one space between groups. As in iOS 14.
    case iOS14
  }

  /// Creates the rules of iOS 17.
  public init(
    orthogonalShares: OrthogonalShares = .container,
    emptySections: EmptySections = .iOS17
  ) {
    self.orthogonalShares = orthogonalShares
    self.emptySections = emptySections
  }
}
