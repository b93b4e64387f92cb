public import ListLayout
public import ListModel
public import ListRendering

/// A view on screen: where it is, and what it looks like.
public struct DrawnView: Hashable, Sendable {
  /// What a view shows, by its place in the list.
  public enum Place: Hashable, Sendable {
    /// A cell.
    case cell(CellPath)
    /// A header or footer of the section at an index.
    case supplementaryView(SupplementaryKind, section: Int)
  }

  /// Which view.
  public var place: Place
  /// Where it is on the screen, in points from the screen's top left corner.
  public var frame: LayoutRect
  /// The type of the component it shows.
  public var componentType: String
  /// What its content looks like; `nil` for a content that does not say.
  public var node: ContentNode?

  /// The distance of its top from the top of the screen, in points.
  public var top: Double { frame.y }

  /// Its texts, in order, with a bar between them.
  public var text: String {
    node?.texts.joined(separator: " | ") ?? componentType
  }
}

extension DrawnView.Place: CustomStringConvertible {
  /// The path of a cell, or the kind and section of a header or footer.
  public var description: String {
    switch self {
    case .cell(let path): path.description
    case .supplementaryView(let kind, let section): "\(kind) [\(section)]"
    }
  }
}

extension SimulatedCollectionView {
  /// What is on screen, from top to bottom.
  ///
  /// - Complexity: O(views on screen + sections).
  public var drawnViews: [DrawnView] {
    let cells = displayed.cells.map { path, view in
      drawn(view, .cell(path), geometry?.frame(of: path, viewport))
    }
    let views = displayed.views.map { place, view in
      drawn(
        view,
        .supplementaryView(place.kind, section: place.section),
        geometry?.frame(of: place, viewport)
      )
    }
    return (cells + views).sorted {
      ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x)
    }
  }

  /// What is on screen, as lines of text: the place of each view, and its texts.
  public var screenText: String {
    drawnViews.map { "\($0.place) \($0.text)\n" }.joined()
  }

  /// What is on screen, as a page of HTML of its own that loads nothing but images.
  ///
  /// - Parameter title: What stands above the screen.
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
        x: isVertical ? 0 : -contentOffset,
        y: isVertical ? -contentOffset : 0
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
      case .supplementaryView(let kind, _): "\(kind)"
      }
    return .element(
      "div",
      ["class": name, "data-place": place.description],
      [node ?? .text(componentType)]
    )
  }
}
