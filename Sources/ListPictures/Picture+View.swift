public import ListAdapter
public import ListDescription
import ListDiff
public import ListLayout
public import ListModel
public import ListRendering

extension Picture {
  /// Creates a picture of the screen of a simulated view, as it is now.
  ///
  /// Frames come from the view's layout; contents describe how they look.
  ///
  /// - Complexity: O(views on screen + sections).
  public init(of view: SimulatedCollectionView, appearance: ContentAppearance = .light) {
    let isVertical = view.scrollAxis == .vertical
    let (x, y) = isVertical ? (0, -view.contentOrigin) : (-view.contentOrigin, 0)
    self.init(
      size: LayoutExtent(width: view.viewport.width, height: view.viewport.height),
      appearance: appearance
    )
    let attributes = view.visibleAttributes.filter { !$0.isHidden }
    for attributes in attributes.sorted(by: LayoutAttributes.isDrawnBefore) {
      guard let look = view.look(of: attributes.element), look.node?.isDisplayed ?? true else {
        continue
      }
      var figure = Figure(
        element: attributes.element,
        frame: attributes.frame.offsetBy(x: x, y: y),
        node: look.node
      )
      if case .cell(let path) = attributes.element {
        figure.id = view.cellID(at: path)?.rawValue
        // Of an app's own views, only some are rows of a list.
        let hosted = (view.visibleCell(at: path) as? SimulatedReusableView)?.hosted
        let hostedRow = hosted as? any HostedListRow
        if hosted == nil || hostedRow != nil {
          figure.listRow = view.listRow(at: path)
          figure.rowColor = hostedRow?.rowColor
        }
      }
      figure.isDrawnAlone = look.isDrawnAlone
      figure.alpha = attributes.alpha
      figure.scale = attributes.scale
      figure.rotation = attributes.rotation
      figures.append(figure)
    }
    countOtherCells(of: view.numberOfItemsInSections)
  }

  /// Creates a picture of a content that describes how it looks, such as the window of an app.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - width: The width of the picture, in points.
  ///   - height: The height of the picture, in points.
  ///   - appearance: Whether colours are light or dark.
  /// - Complexity: O(parts of the content).
  public init(
    of content: some DescribedContent,
    width: Double,
    height: Double,
    appearance: ContentAppearance = .light
  ) {
    self.init(size: LayoutExtent(width: width, height: height), appearance: appearance)
    var figure = Figure(
      element: .cell(CellPath(section: 0, item: 0)),
      frame: LayoutRect(x: 0, y: 0, width: width, height: height),
      node: .element(
        "div",
        ["style": "background: systemBackground; display: flex; flex-direction: column"],
        [content.node]
      )
    )
    figure.isDrawnAlone = true
    figures.append(figure)
  }

  /// Creates a picture of a list.
  ///
  /// The list is laid out on a simulated view, as an app would show it: contents are measured if
  /// they can be.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - screen: The screen it is seen on.
  ///   - configuration: The layout of the list as a whole, besides its sections' layouts.
  ///   - registry: The code that layouts call by name.
  /// - Throws: ``PictureError`` when the screen has no size, or the list cannot be laid out.
  /// - Complexity: O(cells).
  public init(
    of list: List,
    on screen: PictureScreen = PictureScreen(),
    configuration: LayoutConfiguration = LayoutConfiguration(),
    registry: LayoutRegistry = LayoutRegistry()
  ) throws(PictureError) {
    try screen.check()
    let view = SimulatedCollectionView(
      viewport: SimulatedViewport(width: screen.width, height: screen.height)
    )
    let layoutAdapter = CollectionViewLayoutAdapter()
    view.layoutAdapter = layoutAdapter
    view.leavesOutUnregisteredDecorations = true
    view.collectionViewLayout = .compositional(configuration)
    view.layoutRegistry = registry
    let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    var outcome: ApplyOutcome?
    adapter.apply(list, updateStrategy: .reloadData) { outcome = $0 }
    view.flush()
    if case .failed(let error) = outcome { throw .refused("\(error)") }
    do {
      if screen.contentOffset > 0 { try view.scroll(to: screen.contentOffset) }
    } catch {
      throw .refused("\(error)")
    }
    self.init(of: view, appearance: screen.appearance)
    withExtendedLifetime(adapter) {}
  }
}

/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The screen has no size, or too large a one.
  case screen(width: Double, height: Double)
  /// The list cannot be laid out, for this reason.
  case refused(String)

  /// One sentence for people.
  public var description: String {
    switch self {
    case .screen(let width, let height):
      "a screen of \(width) × \(height) points cannot be drawn: expected 1 to "
        + "\(Int(PictureScreen.longest)) points each way"
    case .refused(let reason): "the list cannot be drawn: \(reason)"
    }
  }
}

extension PictureScreen {
  /// The longest side of a screen, in points.
  static let longest = 20_000.0

  func check() throws(PictureError) {
    let sides = 1...Self.longest
    guard sides.contains(width), sides.contains(height) else {
      throw .screen(width: width, height: height)
    }
  }
}

extension SimulatedCollectionView {
  /// Returns what an element of the layout looks like; `nil` when the view shows nothing there.
  fileprivate func look(
    of element: LayoutElement
  ) -> (node: ContentNode?, isDrawnAlone: Bool)? {
    guard let view = visibleView(of: element) else {
      // An element in the layout whose look is unknown is drawn as a plain shape.
      switch element {
      case .cell, .boundarySupplementary: return nil
      case .itemSupplementary, .groupSupplementary, .layoutSupplementary, .decoration:
        return (nil, false)
      }
    }
    let role: ComponentRole =
      switch element.kind.map(SupplementaryKind.init(rawValue:)) {
      case .header?: .header
      case .footer?: .footer
      default: .cell
      }
    return (view.look(role), (view.content as? any DescribedContent)?.isDrawnAlone ?? false)
  }
}

extension ContentNode {
  /// Whether it is drawn at all; a host hides a view by `display: none`.
  fileprivate var isDisplayed: Bool {
    guard case .element(let element) = self else { return true }
    return element.attributes["style"] != "display: none"
  }
}

extension ReusableView {
  fileprivate func look(_ role: ComponentRole) -> ContentNode? {
    if let plain = content as? PlainContent {
      return .standard(type: plain.type, json: plain.json, as: role)
    }
    if let described = content as? any DescribedContent { return described.node }
    return content == nil ? nil : .standard(type: reuseIdentifier, json: nil, as: role)
  }
}
