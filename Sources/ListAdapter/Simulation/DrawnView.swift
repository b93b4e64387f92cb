package import ListLayout

/// A view on screen: where it is, and what it looks like.
package struct DrawnView: Hashable, Sendable {
  /// The element that a view shows, by its place in the list.
  package enum Place: Hashable, Sendable {
    /// A cell.
    case cell(CellPath)
    /// A supplementary view or decoration, as the layout has it.
    case element(LayoutElement)
  }

  /// The place of the view in the list.
  package var place: Place
  /// Where it is on the screen, in points from the screen's top left corner.
  package var frame: LayoutRect
  /// The type of the component it shows.
  package var componentType: String
  /// What its content looks like; `nil` if the content does not describe itself.
  package var node: ContentNode?

  /// The distance of its top from the top of the screen, in points.
  package var top: Double { frame.y }

  /// Its texts, in order, with a bar between them.
  package var text: String {
    node?.texts.joined(separator: " | ") ?? componentType
  }
}

extension DrawnView.Place: CustomStringConvertible {
  /// For a cell, its path; for another element, its kind, and then its cell's path, its section
  /// (with an ordinal), or its ordinal.
  package var description: String {
    guard case .element(let element) = self else {
      if case .cell(let path) = self { return path.description }
      return ""
    }
    switch element {
    case .cell(let path): return "[\(path.section), \(path.item)]"
    case .itemSupplementary(let kind, let path): return "\(kind) [\(path.section), \(path.item)]"
    case .groupSupplementary(let kind, let path):
      return "\(kind) [\(path.section)] \(path.item)"
    case .boundarySupplementary(let kind, let path), .decoration(let kind, let path):
      let ordinal = path.item == 0 ? "" : " \(path.item)"
      return "\(SupplementaryKind(rawValue: kind)) [\(path.section)]\(ordinal)"
    case .layoutSupplementary(let kind, let ordinal): return "\(kind) \(ordinal)"
    }
  }
}

extension SimulatedCollectionView {
  /// The views on screen, from top to bottom.
  ///
  /// - Complexity: O(views on screen + sections).
  package var drawnViews: [DrawnView] {
    let cells = displayed.cells.map { path, view in
      drawn(view, .cell(path), geometry?.frame(of: path, viewport))
    }
    let views = displayed.views.map { place, view in
      drawn(view, .element(place.element), geometry?.frame(of: place, viewport))
    }
    let decorations = displayed.decorations.map { element, view in
      drawn(view, .element(element), geometry?.frame(of: element, viewport))
    }
    return (decorations + cells + views).sorted {
      ($0.frame.y, $0.frame.x, $0.place.description)
        < ($1.frame.y, $1.frame.x, $1.place.description)
    }
  }

  /// The screen as lines of text: the place of each view, and its texts.
  public var screenText: String {
    drawnViews.map { "\($0.place) \($0.text)\n" }.joined()
  }

  /// Returns the screen as a page of HTML of its own that loads nothing but images.
  ///
  /// - Parameter title: The title above the screen.
  /// - Returns: HTML.
  public func screenHTML(title: String) -> String {
    let screen = ContentNode.element("main", [:], drawnViews.map(\.element))
    let title = ContentNode.text(title).html
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; img-src https: data:">
      <title>\(title)</title>
      <style>
      body { font: 15px/1.4 system-ui, sans-serif; background: #e5e5ea; margin: 2em auto; }
      h1, main { width: \(viewport.width)px; margin: 0 auto; }
      h1 { font-size: 17px; padding: 0 0 .6em; }
      main { background: #f2f2f7; border-radius: 20px; padding: 12px 0; overflow: hidden; }
      main > * { padding: 4px 16px; }
      main > .header, main > .footer { color: #6e6e73; }
      h2, h3, p { margin: 0; }
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(screen.html)
      </body>
      </html>

      """
  }

  private func drawn(
    _ view: any ReusableView,
    _ place: DrawnView.Place,
    _ frame: LayoutRect?
  ) -> DrawnView {
    let isVertical = scrollAxis == .vertical
    return DrawnView(
      place: place,
      frame: (frame ?? .zero).offsetBy(
        x: isVertical ? 0 : -contentOrigin,
        y: isVertical ? -contentOrigin : 0
      ),
      componentType: (view as? SimulatedReusableView)?.component?.type ?? view.reuseIdentifier,
      node: (view.content as? any DescribedContent)?.node
    )
  }
}

extension DrawnView {
  /// The view as an element of a page.
  fileprivate var element: ContentNode {
    let name =
      switch place {
      case .cell: "cell"
      case .element(let element): SupplementaryKind(rawValue: element.kind ?? "cell").rawValue
      }
    return .element(
      "div",
      ["class": name, "data-place": place.description],
      [node ?? .text(componentType)]
    )
  }
}
