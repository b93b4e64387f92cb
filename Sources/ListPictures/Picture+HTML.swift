import ListRendering

extension Picture {
  /// Returns a page with the picture; its texts can be searched and copied, and it loads nothing.
  ///
  /// A bright picture is dark for readers who prefer dark pages; a dark one is always dark.
  ///
  /// - Parameter title: The title above the picture.
  /// - Returns: HTML.
  public func html(title: String) -> String {
    HTMLPage.page(
      title: title,
      appearance: appearance,
      body: "<figure>\(svg(.ofReaders(appearance)))</figure>"
    )
  }
}

/// A page that loads nothing.
enum HTMLPage {
  /// Writes a page.
  ///
  /// - Parameters:
  ///   - title: The title above its body.
  ///   - appearance: Whether it is always dark, or as its reader prefers.
  ///   - body: Markup.
  ///   - style: More rules of CSS.
  ///   - script: A script of the page.
  /// - Returns: HTML.
  static func page(
    title: String,
    appearance: ContentAppearance,
    body: String,
    style: String = "",
    script: String? = nil
  ) -> String {
    let title = SVGWriter.escaped(title)
    let program = script.map { "<script>\n\($0)\n</script>\n" } ?? ""
    let scripts = script == nil ? "" : " script-src 'unsafe-inline';"
    return """
      <!doctype html>
      <html lang="en" class="\(appearance.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline';\(scripts)">
      <title>\(title)</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 15px/1.4 \(TextMeasurer.fontFamily); margin: 24px; color: #1c1c1e; \
      color: light-dark(#1c1c1e, #fff); background: #fff; background: light-dark(#fff, #1c1c1e); }
      .dark { color-scheme: dark; }
      .dark body { color: #fff; background: #1c1c1e; }
      h1 { font-size: 20px; margin: 0 0 16px; }
      figure { margin: 0; }
      /* Not the drawings within, whose sizes are their own. */
      figure > svg, .step > svg { max-width: 100%; height: auto; }
      .screen { overflow: hidden; }
      \(style)
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(body)
      \(program)</body>
      </html>

      """
  }
}
