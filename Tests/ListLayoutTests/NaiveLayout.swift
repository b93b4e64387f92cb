import ListLayout

/// A layout solved the slow and obvious way, from the rules alone: every frame of everything, from
/// scratch, without anything of the engine but the types of its descriptions.
///
/// It only knows lists that scroll down and text that runs to the right. One that scrolls to the
/// side is transposed, solved, and transposed back; text that runs to the left is mirrored last.
struct NaiveLayout {
  struct Section {
    var layout: LayoutSection
    var sizes: [MeasuredSize]
    var kinds: [String: MeasuredSize] = [:]
  }

  var environment: LayoutEnvironment
  var configuration = LayoutConfiguration()
  var sections: [Section]
  var kinds: [String: MeasuredSize] = [:]
  var state = LayoutScrollState()
  var rules = LayoutRules.newest

  struct Scroller: Equatable {
    var frame: LayoutRect
    var contentLength: Double
    var viewport: Double
    /// A page, and the place in the viewport where a group is centred.
    var page: Double
    var middle: Double
    var behavior: SectionLayout.OrthogonalScrollingBehavior
    var groups: [(start: Double, length: Double)]

    static func == (lhs: Scroller, rhs: Scroller) -> Bool {
      lhs.frame == rhs.frame && lhs.contentLength == rhs.contentLength
    }
  }

  struct Solution {
    var contentSize = LayoutExtent.zero
    var sectionFrames: [LayoutRect] = []
    var groupLeafCounts: [[Int]] = []
    var elements: [LayoutElement: LayoutAttributes] = [:]
    var scrollers: [Int: Scroller] = [:]
    /// The frames of the groups of cells and badges, where they are seen.
    var groupFrames: [LayoutElement: LayoutRect] = [:]
  }

  static let tolerance = 0.01

  func solve() throws(LayoutError) -> Solution {
    var solution: Solution
    if configuration.scrollDirection == .horizontal {
      solution = try upright.solveDown().transposed
    } else {
      solution = try solveDown()
    }
    if environment.layoutDirection == .rightToLeft { solution.mirror() }
    if let scale = environment.displayScale {
      solution.round(scale, sizesToo: rules.pixels == .roundFrames)
    }
    return solution
  }

  /// The same list, scrolling down.
  private var upright: NaiveLayout {
    var copy = transposed
    guard environment.layoutDirection == .rightToLeft else { return copy }
    // What the screen shows is counted from the right; mirroring comes last.
    copy.isCountedFromEnd = true
    return copy
  }

  var isCountedFromEnd = false

  // MARK: The list

  private func solveDown() throws(LayoutError) -> Solution {
    var solution = Solution()
    let viewport = environment.container.contentSize
    let own = configuration.boundarySupplementaryItems.map {
      Boundary(
        $0,
        width: viewport.width,
        height: viewport.height,
        measured: kinds[$0.elementKind],
        pixels
      )
    }
    let hasSections = !sections.isEmpty
    var y = hasSections ? own.head : 0
    var solved: [SolvedSection] = []
    for (index, section) in sections.enumerated() {
      if index > 0 { y += configuration.interSectionSpacing }
      do {
        let result = try solve(section)
        solved.append(result)
        solution.sectionFrames.append(
          LayoutRect(
            x: result.container.x,
            y: y,
            width: result.container.width,
            height: result.length
          )
        )
        y += result.length
      } catch {
        throw LayoutError(section: index, place: error.place, reason: error.reason)
      }
    }
    if hasSections { y = max(y, own.head + own.side) + own.foot }
    solution.contentSize = LayoutExtent(width: viewport.width, height: y)
    var visibleTop = state.contentOffset.y + state.adjustedContentInset.top
    var visibleBottom = state.contentOffset.y + viewport.height - state.adjustedContentInset.bottom
    if isCountedFromEnd {
      visibleTop = y - (state.contentOffset.y + viewport.height) + state.adjustedContentInset.top
      visibleBottom = y - state.contentOffset.y - state.adjustedContentInset.bottom
    }
    let screenTop =
      isCountedFromEnd ? y - (state.contentOffset.y + viewport.height) : state.contentOffset.y
    let screen = (screenTop, screenTop + viewport.height)
    if hasSections {
      let placed = own.placed(
        in: LayoutRect(x: 0, y: 0, width: viewport.width, height: y),
        visible: (visibleTop, visibleBottom)
      )
      solution.add(placed, rise: false, screen: screen) { .layoutSupplementary(kind: $0, $1) }
    }
    for (index, result) in solved.enumerated() {
      result.collect(
        into: &solution,
        index: index,
        offset: state.orthogonalOffsets[index] ?? 0,
        visible: (visibleTop, visibleBottom),
        screen: screen
      )
    }
    return solution
  }

  /// The pixels that shares end on.
  private var pixels: Double? {
    rules.pixels == .floorShares ? environment.displayScale : nil
  }

  /// The viewport without what a reference takes from its sides (R1).
  private func layoutContainer(_ reference: LayoutInsetsReference) -> LayoutRect {
    let container = environment.container
    let insets: DirectionalEdgeInsets =
      switch reference {
      case .none: .zero
      case .automatic, .safeArea: container.safeAreaInsets
      case .layoutMargins: container.layoutMargins
      case .readableContent: container.readableContentInsets
      }
    return LayoutRect(
      x: insets.leading,
      y: 0,
      width: container.contentSize.width - insets.leading - insets.trailing,
      height: container.contentSize.height
    )
  }

  // MARK: A section

  private func solve(_ section: Section) throws(LayoutError) -> SolvedSection {
    let layout = section.layout
    func reference(_ own: LayoutInsetsReference) -> LayoutInsetsReference {
      own == .automatic ? configuration.contentInsetsReference : own
    }
    let container = layoutContainer(reference(layout.contentInsetsReference))
    let insets = layout.contentInsets.naivePoints(container.width, container.height)
    var result = SolvedSection(layout: layout, container: container)
    let isOrthogonal = layout.orthogonalScrollingBehavior != .none
    // Insets are taken off across the axis in which groups follow each other (R2).
    var across = insets
    var isChecked = true
    if isOrthogonal {
      (across.leading, across.trailing) = (0, 0)
      let size = layout.group.layoutSize
      let needsHeight = [size.widthDimension, size.heightDimension].contains {
        if case .fractionalHeight = $0 { true } else { false }
      }
      isChecked = needsHeight
    } else {
      (across.top, across.bottom) = (0, 0)
    }
    let whole = LayoutExtent(width: container.width, height: container.height)
    if isChecked { _ = try whole.naiveRoom(across) }
    let basis = LayoutExtent(
      width: max(0, whole.width - across.leading - across.trailing),
      height: max(0, whole.height - across.top - across.bottom)
    )
    let solver = GroupSolver(sizes: section.sizes, kinds: section.kinds, pixels: pixels)
    let fake = GroupSolver(sizes: [], kinds: [:], pixels: pixels)
    try fake.check(layout.group, in: basis)

    // Groups, one after the other, until the cells are used up.
    var groups: [GroupSolver.Placed] = []
    var next = 0
    while next < section.sizes.count {
      var leaf = next
      var group = try solver.group(layout.group, in: basis, fixed: .init(), leaf: &leaf)
      group.firstLeaf = next
      groups.append(group)
      next = min(leaf, section.sizes.count)
    }
    // A uniform group is as long as the longest of the section.
    var longest = GroupSolver.Fixed()
    if case .uniformAcrossSiblings = layout.group.layoutSize.widthDimension {
      longest.width = groups.map(\.width).max()
    }
    if case .uniformAcrossSiblings = layout.group.layoutSize.heightDimension {
      longest.height = groups.map(\.height).max()
    }
    for index in groups.indices {
      var leaf = groups[index].firstLeaf
      groups[index] = try solver.group(
        layout.group,
        in: basis,
        fixed: .init(),
        final: longest,
        leaf: &leaf
      )
    }
    let stackAxis: LayoutAxis = isOrthogonal ? .horizontal : .vertical
    let size = layout.group.layoutSize.naive(stackAxis)
    var isWholeLength = false
    if case .uniformAcrossSiblings = size { isWholeLength = true }
    if let last = groups.indices.last, !isWholeLength,
      !solver.isSelfSizing(.group(layout.group), stackAxis, fixed: false)
    {
      var leaf = 0
      let whole = try fake.group(layout.group, in: basis, fixed: .init(), leaf: &leaf)
      groups[last].shorten(section.sizes.count - groups[last].firstLeaf, stackAxis, whole: whole)
    }
    result.leafCounts = groups.indices.map {
      ($0 + 1 < groups.count ? groups[$0 + 1].firstLeaf : section.sizes.count)
        - groups[$0].firstLeaf
    }

    let supplementaryContainer = layoutContainer(
      layout.supplementaryContentInsetsReference == .automatic
        ? reference(layout.contentInsetsReference) : layout.supplementaryContentInsetsReference
    )
    let follows = layout.supplementariesFollowContentInsets
    result.boundaryX = supplementaryContainer.x + (follows ? insets.leading : 0)
    result.boundaryWidth =
      supplementaryContainer.width - (follows ? insets.leading + insets.trailing : 0)
    let isEmpty = section.sizes.isEmpty
    if isEmpty && (layout.hidesWhenEmpty || layout.boundarySupplementaryItems.isEmpty) {
      result.isGone = true
      return result
    }
    result.boundaries = layout.boundarySupplementaryItems.map {
      Boundary(
        $0,
        width: result.boundaryWidth,
        height: container.height,
        measured: section.kinds[$0.elementKind],
        pixels
      )
    }
    result.top = result.boundaries.head + insets.top
    if isEmpty {
      result.length =
        result.boundaries.head + max(result.boundaries.side, insets.top + insets.bottom)
        + result.boundaries.foot
      return result
    }
    let edge = layout.group.edgeSpacing
    var along = 0.0
    if isOrthogonal {
      let lead = edge?.leading?.spacing ?? 0
      let trail = edge?.trailing?.spacing ?? 0
      let extent = groups.map { edge.breadth($0.height, .vertical) }.max() ?? 0
      for index in groups.indices {
        if index > 0 { along += layout.interGroupSpacing }
        groups[index].x = container.x + insets.leading + along + lead
        groups[index].y = edge.across(groups[index].height, in: extent, .vertical) + result.top
        along += lead + groups[index].width + trail
      }
      result.stackLength = along
      result.length =
        result.boundaries.head
        + max(result.boundaries.side, insets.top + extent + insets.bottom)
        + result.boundaries.foot
      result.scroller = Scroller(
        frame: LayoutRect(
          x: 0,
          y: result.top,
          width: environment.container.contentSize.width,
          height: extent
        ),
        contentLength: container.x + insets.leading + along + insets.trailing
          + environment.container.contentSize.width - container.x - container.width,
        viewport: environment.container.contentSize.width,
        page: container.width - insets.leading - insets.trailing,
        middle: container.x + insets.leading
          + (container.width - insets.leading - insets.trailing) / 2,
        behavior: layout.orthogonalScrollingBehavior,
        groups: groups.map { ($0.x, $0.width) }
      )
    } else {
      let lead = edge?.top?.spacing ?? 0
      let trail = edge?.bottom?.spacing ?? 0
      for index in groups.indices {
        if index > 0 { along += layout.interGroupSpacing }
        groups[index].y = result.top + along + lead
        groups[index].x =
          container.x + insets.leading
          + edge.across(
            groups[index].width,
            in: container.width - insets.leading - insets.trailing,
            .horizontal
          )
        along += lead + groups[index].height + trail
      }
      result.length =
        result.boundaries.head
        + max(result.boundaries.side, insets.top + along + insets.bottom)
        + result.boundaries.foot
    }
    result.groups = groups
    return result
  }

  // MARK: Headers and footers

  struct Boundary {
    var item: LayoutBoundarySupplementaryItem
    var size: LayoutExtent
    var insets: DirectionalEdgeInsets
    var isTop: Bool
    var isBottom: Bool

    init(
      _ item: LayoutBoundarySupplementaryItem,
      width: Double,
      height: Double,
      measured: MeasuredSize?,
      _ pixels: Double?
    ) {
      self.item = item
      let basis = LayoutExtent(width: width, height: height)
      size = LayoutExtent(
        width: item.layoutSize.widthDimension.naive(basis, measured?.width, pixels),
        height: item.layoutSize.heightDimension.naive(basis, measured?.height, pixels)
      )
      insets = item.contentInsets.naive(size, item.layoutSize)
      isTop = [.top, .topLeading, .topTrailing].contains(item.alignment)
      isBottom = [.bottom, .bottomLeading, .bottomTrailing].contains(item.alignment)
    }

    /// The place in a section: what extends it touches the section's own edge from outside (R17).
    func natural(in rect: LayoutRect, _ head: Double, _ foot: Double) -> LayoutRect {
      let top = rect.y + head
      let bottom = rect.y + rect.height - foot
      let x: Double =
        switch item.alignment {
        case .leading, .topLeading, .bottomLeading: rect.x
        case .trailing, .topTrailing, .bottomTrailing: rect.x + rect.width - size.width
        case .none, .top, .bottom: rect.x + (rect.width - size.width) / 2
        }
      var y = (top + bottom - size.height) / 2
      if isTop { y = item.extendsBoundary ? top - size.height : top }
      if isBottom { y = item.extendsBoundary ? bottom : bottom - size.height }
      return LayoutRect(
        x: x + item.absoluteOffset.x,
        y: y + item.absoluteOffset.y,
        width: size.width,
        height: size.height
      ).naiveInset(insets)
    }
  }

  // MARK: What comes out

  struct SolvedSection {
    var layout: LayoutSection
    var container: LayoutRect
    var isGone = false
    var length = 0.0
    var top = 0.0
    var groups: [GroupSolver.Placed] = []
    var leafCounts: [Int] = []
    var boundaries: [Boundary] = []
    var boundaryX = 0.0
    var boundaryWidth = 0.0
    var stackLength = 0.0
    var scroller: Scroller?

    func collect(
      into solution: inout Solution,
      index: Int,
      offset: Double,
      visible: (Double, Double),
      screen: (Double, Double)
    ) {
      solution.groupLeafCounts.append(leafCounts)
      guard !isGone else { return }
      let y = solution.sectionFrames[index].y
      let rises = !layout.decorationItems.isEmpty
      func add(_ element: LayoutElement, _ frame: LayoutRect, _ z: Int) {
        var attributes = LayoutAttributes(
          element: element,
          frame: frame,
          zIndex: rises ? max(1, z) : z
        )
        if scroller != nil { attributes.frame.x -= offset }
        solution.elements[element] = attributes
      }
      var ordinals: [String: Int] = [:]
      for (group, count) in zip(groups, leafCounts) {
        let whole = LayoutRect(
          x: group.x - (scroller == nil ? 0 : offset),
          y: group.y + y,
          width: group.width,
          height: group.height
        )
        for leaf in group.leaves where leaf.index < group.firstLeaf + count {
          let path = CellPath(section: index, item: leaf.index)
          let frame = leaf.frame.offsetBy(x: group.x, y: group.y + y)
          add(.cell(path), frame, leaf.z)
          solution.groupFrames[.cell(path)] = whole
          for badge in leaf.badges {
            solution.groupFrames[.itemSupplementary(kind: badge.kind, path)] = whole
            add(
              .itemSupplementary(kind: badge.kind, path),
              badge.frame.offsetBy(x: group.x, y: group.y + y),
              badge.z
            )
          }
        }
        for badge in group.allBadges {
          let ordinal = ordinals[badge.kind, default: 0]
          ordinals[badge.kind] = ordinal + 1
          let path = CellPath(section: index, item: ordinal)
          solution.groupFrames[.groupSupplementary(kind: badge.kind, path)] = whole
          add(
            .groupSupplementary(kind: badge.kind, path),
            badge.frame.offsetBy(x: group.x, y: group.y + y),
            badge.z
          )
        }
      }
      let placed = boundaries.placed(
        in: LayoutRect(x: boundaryX, y: y, width: boundaryWidth, height: length),
        visible: visible
      )
      solution.add(placed, rise: rises, screen: screen) {
        .boundarySupplementary(kind: $0, CellPath(section: index, item: $1))
      }
      var counts: [String: Int] = [:]
      for item in layout.decorationItems {
        let ordinal = counts[item.elementKind, default: 0]
        counts[item.elementKind] = ordinal + 1
        let element = LayoutElement.decoration(
          kind: item.elementKind,
          CellPath(section: index, item: ordinal)
        )
        let rect = LayoutRect(x: container.x, y: y, width: container.width, height: length)
        solution.elements[element] = LayoutAttributes(
          element: element,
          frame: rect.naiveInset(item.contentInsets.naivePoints(rect.width, rect.height)),
          zIndex: item.zIndex
        )
      }
      if var scroller {
        scroller.frame.y += y
        solution.scrollers[index] = scroller
      }
    }
  }
}

extension [NaiveLayout.Boundary] {
  private var extending: [NaiveLayout.Boundary] { filter(\.item.extendsBoundary) }
  // An offset moves the edge of the section with the view (R18).
  var head: Double {
    Swift.max(
      0,
      extending.filter(\.isTop).map { $0.size.height - $0.item.absoluteOffset.y }.max() ?? 0
    )
  }
  var foot: Double {
    Swift.max(
      0,
      extending.filter(\.isBottom).map { $0.size.height + $0.item.absoluteOffset.y }.max() ?? 0
    )
  }
  /// The length of the longest view at the sides.
  var side: Double {
    extending.filter { !$0.isTop && !$0.isBottom }.map(\.size.height).max() ?? 0
  }

  /// Where each is seen; pinned ones are kept on screen within `rect` (R19).
  func placed(
    in rect: LayoutRect,
    visible: (top: Double, bottom: Double)
  ) -> [(LayoutBoundarySupplementaryItem, LayoutRect)] {
    let naturals = map { $0.natural(in: rect, head, foot) }
    let pinned = zip(self, naturals).filter { $0.0.item.pinToVisibleBounds }
    let limit = pinned.filter(\.0.isBottom).map(\.1.y).min() ?? rect.y + rect.height
    let start = pinned.filter(\.0.isTop).map { $0.1.y + $0.1.height }.max() ?? rect.y
    return zip(self, naturals).map { boundary, natural in
      var frame = natural
      guard boundary.item.pinToVisibleBounds else { return (boundary.item, frame) }
      if boundary.isTop {
        // Where there is no room to move in, a header stays at its natural place.
        let last = Swift.max(limit - natural.height, natural.y)
        frame.y = Swift.min(Swift.max(natural.y, visible.top), last)
      } else if boundary.isBottom {
        let first = Swift.min(start, natural.y)
        frame.y = Swift.max(Swift.min(natural.y, visible.bottom - natural.height), first)
      }
      return (boundary.item, frame)
    }
  }
}

extension NaiveLayout.Solution {
  mutating func add(
    _ placed: [(LayoutBoundarySupplementaryItem, LayoutRect)],
    rise: Bool,
    screen: (top: Double, bottom: Double),
    _ element: (String, Int) -> LayoutElement
  ) {
    var counts: [String: Int] = [:]
    for (item, frame) in placed {
      let ordinal = counts[item.elementKind, default: 0]
      counts[item.elementKind] = ordinal + 1
      let element = element(item.elementKind, ordinal)
      var z = rise ? max(1, item.zIndex) : item.zIndex
      // What only touches the screen is not on it.
      if item.pinToVisibleBounds, frame.y < screen.bottom - NaiveLayout.tolerance,
        frame.y + frame.height > screen.top + NaiveLayout.tolerance
      {
        z += 1_000_000_000
      }
      elements[element] = LayoutAttributes(element: element, frame: frame, zIndex: z)
    }
  }

  mutating func mirror() {
    let width = contentSize.width
    func mirrored(_ rect: LayoutRect, _ width: Double) -> LayoutRect {
      LayoutRect(x: width - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
    }
    sectionFrames = sectionFrames.map { mirrored($0, width) }
    for key in elements.keys {
      guard let old = elements[key] else { continue }
      elements[key]?.frame = mirrored(old.frame, width)
      elements[key]?.contentFrame = mirrored(old.contentFrame, width)
    }
    for key in scrollers.keys {
      guard let old = scrollers[key] else { continue }
      scrollers[key]?.frame = mirrored(old.frame, width)
    }
    groupFrames = groupFrames.mapValues { mirrored($0, width) }
  }

  mutating func round(_ scale: Double, sizesToo: Bool) {
    /// The nearest pixel; of two, the later one.
    func nearest(_ length: Double) -> Double {
      let before = (length * scale).rounded(.down)
      return (length * scale - before >= 0.5 - 1e-4 ? before + 1 : before) / scale
    }
    func rounded(_ rect: LayoutRect) -> LayoutRect {
      LayoutRect(
        x: nearest(rect.x),
        y: nearest(rect.y),
        width: sizesToo ? nearest(rect.width) : rect.width,
        height: sizesToo ? nearest(rect.height) : rect.height
      )
    }
    for key in elements.keys {
      guard let old = elements[key] else { continue }
      elements[key]?.frame = rounded(old.frame)
      elements[key]?.contentFrame = rounded(old.contentFrame)
    }
  }
}
