import ListLayout

/// A flow layout with the frames of its cells.
struct FlowCase: Decodable, Sendable {
  var id: String
  var title: String?
  var tolerance: Double?
  var width: Double
  var height: Double
  var scale: Double?
  var horizontal: Bool?
  var rtl: Bool?
  var itemSize: [Double]?
  /// Numbers of cells, or lists of sizes: those that cells ask for if there is an estimate, otherwise
  /// those that a delegate gives.
  var sections: [JSONValue]
  var inter: Double?
  var line: Double?
  var inset: [Double]?
  var header: Double?
  var footer: Double?
  var headerSections: [Int]?
  var perSection: Bool?
  var estimated: JSONValue?
  /// `plain` for cells that cannot size themselves, `heightOnly` for cells of a given width.
  var cells: String?
  var delegateSize: [Double]?
  var delegateInset: [[Double]]?
  var contentInset: [Double]?
  var margins: [Double]?
  var safeArea: [Double]?
  var insetReference: String?
  var pinHeaders: Bool?
  var pinFooters: Bool?
  var contentOffset: [Double]?
  var contentSize: [Double]?
  var expect: [String: [Double?]]

  func run() -> [String] {
    let layout: CompositionalLayout
    do {
      layout = try self.layout()
    } catch {
      return ["\(error)"]
    }
    var check = FrameCheck(tolerance: tolerance ?? 0.01)
    check.equal("contentSize", contentSize, [layout.contentSize.width, layout.contentSize.height])
    let elements = layout.allElements(at: state)
    for (key, frame) in expect.sorted(by: { $0.key < $1.key }) {
      let name = key.contains("@") ? "supplementary \(key)" : "item \(key)"
      check.known(name, frame, elements[name]?.frame)
    }
    return check.differences
  }

  var environment: LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(
        contentSize: LayoutExtent(width: width, height: height),
        safeAreaInsets: DirectionalEdgeInsets(safeArea),
        layoutMargins: DirectionalEdgeInsets(margins),
        contentInsets: DirectionalEdgeInsets(contentInset)
      ),
      layoutDirection: rtl == true ? .rightToLeft : .leftToRight,
      displayScale: scale
    )
  }

  var configuration: LayoutConfiguration {
    LayoutConfiguration(scrollDirection: horizontal == true ? .horizontal : .vertical)
  }

  private var state: LayoutScrollState {
    LayoutScrollState(
      contentOffset: LayoutPoint(x: contentOffset?.first ?? 0, y: contentOffset?.last ?? 0)
    )
  }

  /// Returns the layout, in which the cells on screen are measured one after the other.
  func layout() throws -> CompositionalLayout {
    var layout = try CompositionalLayout(
      sections: sections.indices.map(content),
      configuration: configuration,
      environment: environment
    )
    guard estimated != nil, cells != "plain" else { return layout }
    let screen = LayoutRect(origin: state.contentOffset, extent: environment.container.contentSize)
    var asked: Set<CellPath> = []
    while let path = layout.cells(in: screen, at: state).first(where: { !asked.contains($0) }) {
      asked.insert(path)
      guard let size = size(of: path) else { continue }
      layout.setMeasuredSize(
        MeasuredSize(width: cells == "heightOnly" ? nil : size.width, height: size.height),
        ofItemAt: path
      )
    }
    return layout
  }

  private func size(of path: CellPath) -> LayoutExtent? {
    guard let size = sections[path.section].array?[path.item].array else { return nil }
    return LayoutExtent(size.compactMap(\.number))
  }

  func content(_ index: Int) throws -> LayoutSectionContent {
    var flow = LayoutFlow()
    if let size = itemSize { flow.itemSize = LayoutExtent(size) }
    if let estimated { flow.estimatedItemSize = estimate(estimated, flow.itemSize) }
    flow.minimumInteritemSpacing = inter ?? 10
    flow.minimumLineSpacing = line ?? 10
    if let insetReference {
      guard let reference = LayoutFlow.InsetReference(rawValue: insetReference) else {
        throw UnknownCaseField(
          place: "\(id).insetReference \(insetReference)",
          known: ["contentInset", "safeArea", "layoutMargins"]
        )
      }
      flow.sectionInsetReference = reference
    }
    func reference(_ length: Double?) -> LayoutExtent {
      guard let length, headerSections?.contains(index) ?? true else { return .zero }
      return LayoutExtent(width: length, height: length)
    }
    flow.headerReferenceSize = reference(header)
    flow.footerReferenceSize = reference(footer)
    var layout = SectionLayout.flow(flow)
    layout.contentInsets = DirectionalEdgeInsets(delegateInset?[index] ?? inset)
    layout.pinsHeaderToVisibleBounds = pinHeaders ?? false
    layout.pinsFooterToVisibleBounds = pinFooters ?? false
    let sizes = sections[index].array
    var content = LayoutSectionContent(
      layout: layout,
      itemCount: sizes?.count ?? sections[index].int ?? 0
    )
    if let sizes, estimated == nil || cells == "plain", delegateSize == nil {
      content.itemSizes = sizes.map { LayoutExtent($0.array?.compactMap(\.number)) }
    }
    if let delegateSize {
      content.itemSizes = Array(repeating: LayoutExtent(delegateSize), count: content.itemCount)
    }
    return content
  }

  private func estimate(_ value: JSONValue, _ itemSize: LayoutExtent) -> LayoutExtent {
    value.text == "automatic" ? itemSize : LayoutExtent(value.array?.compactMap(\.number))
  }
}

extension LayoutExtent {
  fileprivate init(_ sides: [Double]?) {
    self.init(width: sides?.first ?? 0, height: sides?.last ?? 0)
  }
}

extension DirectionalEdgeInsets {
  /// Reads `[top, leading, bottom, trailing]`; no list is zero.
  fileprivate init(_ sides: [Double]?) {
    self = .zero
    guard let sides, sides.count == 4 else { return }
    self.init(top: sides[0], leading: sides[1], bottom: sides[2], trailing: sides[3])
  }
}

extension FrameCheck {
  /// Compares the sides of a frame that are known; `null` is one that is not.
  mutating func known(_ what: String, _ expected: [Double?], _ got: LayoutRect?) {
    guard let got else { return note(what, "\(expected)", "nothing") }
    let isEqual = zip(expected, got.numbers).allSatisfy { expected, got in
      expected.map { abs($0 - got) <= tolerance } ?? true
    }
    if !isEqual || expected.count != 4 { note(what, "\(expected)", "\(got.numbers)") }
  }
}
