package import ListLayout
package import ListModel
import ListRendering

/// A picture of a list, with where the screen is in it.
package struct ScreenPicture {
  /// The picture.
  package private(set) var picture: Picture
  /// How far the list is scrolled, in points: never beyond its ends.
  package private(set) var offset: Double
  /// The size of everything that can be scrolled to, in points.
  package private(set) var contentSize: LayoutExtent

  /// A cell that is to stand at a place of the screen, whatever comes before it.
  package struct Anchor {
    var path: CellPath
    var y: Double

    /// Creates an anchor.
    ///
    /// - Parameters:
    ///   - path: The cell.
    ///   - y: The upper edge of the cell, in points from the upper edge of the screen.
    package init(_ path: CellPath, y: Double) {
      self.path = path
      self.y = y
    }
  }

  /// Draws a list whose cells are read only where they are seen.
  ///
  /// - Parameters:
  ///   - sections: The sections without their cells, and how many cells each has.
  ///   - screen: The screen the list is seen on.
  ///   - names: Whether sections without a header show their names.
  ///   - anchor: The cell that says how far the list is scrolled; the screen says it if `nil`.
  ///   - overscan: How much is drawn above and below the screen, in points.
  ///   - cells: Reads the cells of a section in a range of items.
  /// - Throws: ``PictureError``; an error of `cells`.
  /// - Complexity: O(sections + cells on screen).
  package init(
    of sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen,
    names: SectionNames,
    anchor: Anchor? = nil,
    overscan: Double = 0,
    cells: (_ section: Int, _ items: Range<Int>) throws -> [Cell]
  ) throws {
    try screen.check()
    let visible = try Visible(of: sections, on: screen, names, anchor, overscan)
    offset = visible.offset
    contentSize = visible.contentSize
    picture = Picture(
      size: LayoutExtent(width: screen.width, height: screen.height),
      appearance: screen.appearance
    )
    let contents = try Picture.contents(of: visible.attributes, cells)
    for attributes in visible.attributes.sorted(by: LayoutAttributes.isDrawnBefore) {
      var figure = Picture.Figure(
        element: attributes.element,
        frame: attributes.frame.offsetBy(x: 0, y: -visible.offset),
        node: nil
      )
      switch attributes.element {
      case .cell(let path):
        guard let cell = contents[path] else { continue }
        figure.id = cell.id.rawValue
        figure.node = cell.component.look(.cell)
        figure.listRow = visible.rows[path]
      case .boundarySupplementary(let kind, let path):
        let isHeader = kind == SectionLayout.headerKind
        let section = sections[path.section].section
        guard isHeader || kind == SectionLayout.footerKind else { continue }
        if let view = isHeader ? section.header : section.footer {
          figure.node = view.component.look(isHeader ? .header : .footer)
        } else if isHeader, names == .shown {
          figure.node = .sectionName(section.id.rawValue)
        } else {
          continue
        }
      case .decoration: break
      case .itemSupplementary, .groupSupplementary, .layoutSupplementary: continue
      }
      picture.figures.append(figure)
    }
    picture.countOtherCells(of: sections.map(\.cellCount))
  }

  /// Explains where a cell of a list is, step by step.
  ///
  /// - Returns: The steps from the screen to the cell; `nil` if there is no such cell.
  /// - Throws: ``PictureError``.
  package static func explanation(
    of path: CellPath,
    in sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen,
    names: SectionNames
  ) throws -> LayoutExplanation? {
    try screen.check()
    do {
      return try Visible.layout(of: sections, on: screen, names).explain(path)
    } catch {
      throw PictureError(error, on: screen)
    }
  }
}

/// What a screen shows of a list.
private struct Visible {
  var attributes: [LayoutAttributes]
  var offset: Double
  var contentSize: LayoutExtent
  /// What is drawn with the rows of lists.
  var rows: [CellPath: LayoutListRow] = [:]

  init(
    of sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen,
    _ names: SectionNames,
    _ anchor: ScreenPicture.Anchor?,
    _ overscan: Double
  ) throws(PictureError) {
    do {
      let layout = try Self.layout(of: sections, on: screen, names)
      var wanted = screen.contentOffset
      if let anchor, let frame = layout.frame(ofItemAt: anchor.path) { wanted = frame.y - anchor.y }
      offset = layout.clamped(wanted, LayoutScrollState(contentOffset: .zero))
      contentSize = layout.contentSize
      var state = LayoutScrollState(contentOffset: LayoutPoint(x: 0, y: offset))
      for section in sections.indices {
        guard let scroller = layout.orthogonalScroller(inSection: section),
          scroller.minimumOffset != 0
        else { continue }
        state.orthogonalOffsets[section] = scroller.minimumOffset
      }
      let rect = LayoutRect(
        x: 0,
        y: offset - overscan,
        width: screen.width,
        height: screen.height + 2 * overscan
      )
      attributes = layout.layoutAttributesForElements(in: rect, at: state).filter { !$0.isHidden }
      for attributes in attributes {
        guard case .cell(let path) = attributes.element else { continue }
        rows[path] = layout.listRow(at: path)
      }
    } catch {
      throw PictureError(error, on: screen)
    }
  }

  static func layout(
    of sections: [(section: Section, cellCount: Int)],
    on screen: PictureScreen,
    _ names: SectionNames
  ) throws(LayoutError) -> CompositionalLayout {
    var contents: [LayoutSectionContent] = []
    for (section, count) in sections { contents.append(try section.layoutContent(count, names)) }
    var layout = try CompositionalLayout(
      sections: contents,
      environment: LayoutEnvironment(
        container: LayoutContainer(
          contentSize: LayoutExtent(width: screen.width, height: screen.height)
        )
      )
    )
    layout.measureHeaders()
    return layout
  }
}
