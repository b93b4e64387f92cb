/// An explanation of a cell's frame: the steps from the viewport to the cell, one for each
/// container and each rule that decides.
///
/// Frames are in points, in the coordinates of the list's content. Before the mirror step (R23),
/// they are frames of a left-to-right list. `docs/layout-rules.md` numbers the rules.
public struct LayoutExplanation: Hashable, Sendable {
  /// The cell.
  public var path: CellPath
  /// The steps, from the outside in.
  public var steps: [Step]
  /// The result of the last step: the frame of ``LayoutAttributes/frame``.
  public var frame: LayoutRect

  /// One step: its subject, and the resulting frame.
  public struct Step: Hashable, Sendable {
    /// The numbers of the rules that decide, such as `R3, R15`; empty if no rule decides.
    public var rules: String
    /// The element with this frame: `container`, `group 3 of 12`, `item`.
    public var subject: String
    /// The computation of the frame: the dimensions as written and as resolved.
    public var reason: String
    /// The frame.
    public var frame: LayoutRect
  }
}

extension LayoutExplanation: CustomStringConvertible {
  /// A line for the cell and one for each step: rules, subject, frame and reason.
  public var description: String {
    let rows = steps.map { ($0.rules, $0.subject, $0.frame.text, $0.reason) }
    let widths = rows.reduce((0, 0, 0)) {
      (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count))
    }
    let lines = rows.map { rules, subject, frame, reason in
      "  \(rules.padded(to: widths.0))  \(subject.padded(to: widths.1))  "
        + "\(frame.padded(to: widths.2))  \(reason)"
    }
    return (["cell [\(path.section), \(path.item)]: \(frame.text)"] + lines)
      .joined(separator: "\n")
  }
}

extension CompositionalLayout {
  /// Explains the frame of a cell.
  ///
  /// - Parameters:
  ///   - path: The cell.
  ///   - state: The scroll state, for orthogonal sections.
  /// - Returns: The steps from the viewport to the cell; `nil` if there is no such cell.
  /// - Complexity: O(log cells + log sections), and O(groups of one repetition).
  public func explain(
    _ path: CellPath,
    at state: LayoutScrollState = LayoutScrollState()
  ) -> LayoutExplanation? {
    guard let attributes = layoutAttributes(for: .cell(path), at: state),
      let geometry = geometries[path.section]
    else { return nil }
    var steps = outerSteps(path.section, geometry)
    steps += groupSteps(path, geometry)
    steps += finishingSteps(path.section, geometry, attributes, state, steps.last?.frame)
    return LayoutExplanation(path: path, steps: steps, frame: attributes.frame)
  }

  /// Returns the steps from the viewport to the room of the groups (R1, R2, R16).
  private func outerSteps(
    _ section: Int,
    _ geometry: SectionGeometry
  ) -> [LayoutExplanation.Step] {
    let plan = geometry.plan
    let crossing = scrollAxis.crossing
    let viewport = LayoutRect(origin: .zero, extent: environment.container.contentSize)
    let own = plan.layout.contentInsetsReference
    let reference = own == .automatic ? configuration.contentInsetsReference : own
    let start = self.start(ofSection: section)
    let whole = LayoutRect(
      scrollAxis,
      start: start,
      length: geometry.length,
      across: plan.container.start(crossing),
      breadth: plan.container.length(crossing)
    )
    let room = LayoutRect(
      scrollAxis,
      start: start + geometry.scroller.start,
      length: geometry.scroller.length,
      across: plan.container.start(crossing) + plan.insets.start(crossing),
      breadth: plan.container.length(crossing) - plan.insets.total(crossing)
    )
    let head = geometry.scroller.start - plan.insets.start(scrollAxis)
    return [
      .init(rules: "", subject: "viewport", reason: "the container as given", frame: viewport),
      .init(
        rules: "R1",
        subject: "container",
        reason: "\(reference.rawValue) keeps "
          + environment.container.insets(reference).only(crossing).text,
        frame: plan.container
      ),
      .init(
        rules: "R16, R22",
        subject: "section \(section) of \(numberOfSections)",
        reason: "\(geometry.count) cells in \(geometry.groupCount) groups, "
          + (plan.isOrthogonal
            ? "orthogonal: \(plan.layout.orthogonalScrollingBehavior.rawValue)"
            : "\(plan.layout.interGroupSpacing.text) apart"),
        frame: whole
      ),
      .init(
        rules: plan.layout.list == nil ? "R2, R16" : "L1, L2, R16",
        subject: "section insets",
        reason: plan.insets.text + (head > 0 ? ", after a header of \(head.text)" : ""),
        frame: room
      ),
    ]
  }

  /// Returns the steps from the group of a cell to the cell (R3–R15).
  private func groupSteps(
    _ path: CellPath,
    _ geometry: SectionGeometry
  ) -> [LayoutExplanation.Step] {
    let plan = geometry.plan
    if plan.flow != nil { return lineSteps(path, geometry) }
    let group = geometry.group(of: path.item).group
    let extent = geometry.placement(ofGroup: group).extent
    var origin = geometry.origin(ofGroup: group, extent: extent)
    origin[scrollAxis] += start(ofSection: path.section)
    let description = plan.layout.group
    var steps = [
      LayoutExplanation.Step(
        rules: description.layoutSize.isEstimated ? "R3, R13, R15" : "R3, R13",
        subject: "group \(group) of \(geometry.groupCount)",
        reason: description.reason(of: plan.shareBase, extent),
        frame: LayoutRect(origin: origin, extent: extent)
      )
    ]
    var current: LayoutGroup? = description
    for turn in geometry.turns(to: path.item) {
      let frame = turn.frame.offsetBy(x: origin.x, y: origin.y)
      let rules = current?.rules ?? "R14"
      let room = turn.room
      let subject = "subitem \(turn.ordinal)"
      switch current?.subitem(inSlot: turn.slot) {
      case .group(let inner):
        steps.append(
          .init(
            rules: rules + (inner.layoutSize.isEstimated ? ", R15" : ""),
            subject: "\(subject): group",
            reason: inner.reason(of: room, frame.extent),
            frame: frame
          )
        )
        current = inner
      case .item(let item):
        let edges = item.edgeSpacing.map { ", edge spacing \($0.text)" } ?? ""
        steps.append(
          .init(
            rules: rules + (item.layoutSize.isEstimated ? ", R15" : ""),
            subject: "\(subject): item",
            reason: "\(item.layoutSize.text) of \(room.text) = \(frame.extent.text)\(edges)",
            frame: frame
          )
        )
        if turn.insets != .zero {
          steps.append(
            .init(
              rules: "R5",
              subject: "item insets",
              reason: turn.insets.text,
              frame: frame.inset(by: turn.insets)
            )
          )
        }
      case nil:
        steps.append(
          .init(rules: "R14", subject: subject, reason: "a frame of a custom group", frame: frame)
        )
      }
    }
    return steps
  }

  /// Returns the steps from the line of a flow layout to a cell (F1–F5).
  private func lineSteps(
    _ path: CellPath,
    _ geometry: SectionGeometry
  ) -> [LayoutExplanation.Step] {
    let (line, index) = geometry.group(of: path.item)
    let placement = geometry.placement(ofGroup: line)
    var origin = geometry.origin(ofGroup: line, extent: placement.extent)
    origin[scrollAxis] += start(ofSection: path.section)
    let frame = placement.cells[index].frame
    return [
      .init(
        rules: "F1",
        subject: "line \(line) of \(geometry.groupCount)",
        reason: "\(placement.cells.count) cells in \(placement.extent.text)",
        frame: LayoutRect(origin: origin, extent: placement.extent)
      ),
      .init(
        rules: "F2–F5, F8",
        subject: "cell \(index + 1) of \(placement.cells.count)",
        reason: "\(frame.extent.text), centred across the line",
        frame: frame.offsetBy(x: origin.x, y: origin.y)
      ),
    ]
  }

  /// Returns the steps of scrolling, mirroring and rounding to pixels that change the frame.
  private func finishingSteps(
    _ section: Int,
    _ geometry: SectionGeometry,
    _ attributes: LayoutAttributes,
    _ state: LayoutScrollState,
    _ last: LayoutRect?
  ) -> [LayoutExplanation.Step] {
    guard var frame = last else { return [] }
    var steps: [LayoutExplanation.Step] = []
    let offset = geometry.plan.isOrthogonal ? state.orthogonalOffsets[section] ?? 0 : 0
    if offset != 0 {
      let axis = geometry.plan.stackAxis
      frame = frame.moved(to: frame.start(axis) - offset, axis)
      steps.append(
        .init(rules: "", subject: "orthogonal offset", reason: "\(offset.text)", frame: frame)
      )
    }
    if environment.layoutDirection == .rightToLeft {
      frame = mirrored(frame)
      let reason = "right to left in a width of \(contentSize.width.text)"
      steps.append(.init(rules: "R23", subject: "mirror", reason: reason, frame: frame))
    }
    if let scale = environment.displayScale, frame != attributes.frame {
      steps.append(
        .init(
          rules: "R10",
          subject: "whole pixels",
          reason: "\(scale.text) to a point",
          frame: attributes.frame
        )
      )
    }
    return steps
  }
}

extension LayoutSize {
  fileprivate var isEstimated: Bool { widthDimension.isEstimated || heightDimension.isEstimated }
}

extension LayoutGroup {
  /// The rules that decide the sizes of its subitems.
  fileprivate var rules: String {
    switch content {
    case .stack(_, .fitting(let subitems)): subitems.count > 1 ? "R3, R7" : "R3"
    case .stack(_, .dividing), .stack(_, .repeating): "R3, R9"
    case .custom: "R14"
    }
  }

  /// Returns the group's dimensions as written and as resolved, with its spacing and insets.
  fileprivate func reason(of room: LayoutExtent, _ extent: LayoutExtent) -> String {
    var reason = "\(kindText): \(layoutSize.text) of \(room.text) = \(extent.text)"
    if let spacing = interItemSpacing { reason += ", spacing \(spacing.text)" }
    if contentInsets != .zero { reason += ", insets \(contentInsets.text)" }
    if let edges = edgeSpacing { reason += ", edge spacing \(edges.text)" }
    return reason
  }

  /// Returns the subitem in a slot of the resolved group; `nil` in a custom group.
  fileprivate func subitem(inSlot slot: Int) -> LayoutSubitem? {
    let subitems = self.subitems
    return subitems.isEmpty ? nil : subitems[slot % subitems.count]
  }
}
