import Foundation
import ListRendering

/// The drawing of a symbol of the system: an outline of our own for its name, in 24 × 24 points.
///
/// Names are read in parts: `heart.circle.fill` is a heart in a filled circle. A name that is not known
/// is drawn as a square with a dot.
struct SymbolGlyph {
  private let path: String
  private var isFilled = false
  private var frame = Frame.none

  private enum Frame {
    case none, circle, square
  }

  init(_ name: String) {
    var parts = name.split(separator: ".").map(String.init)
    if let known = Self.paths[name] {
      path = known
      return
    }
    if parts.last == "fill", parts.count > 1 {
      isFilled = true
      parts.removeLast()
    }
    if let last = parts.last, last == "circle" || last == "square", parts.count > 1 {
      if Self.paths[parts.joined(separator: ".")] == nil {
        frame = last == "circle" ? .circle : .square
        parts.removeLast()
      }
    }
    // A badge or a variant of a symbol is drawn as the symbol.
    while parts.count > 1, Self.paths[parts.joined(separator: ".")] == nil { parts.removeLast() }
    path = Self.paths[parts.joined(separator: ".")] ?? Self.unknown
  }

  func node(size: CGSize, color: UIColor, line: Double) -> ContentNode {
    var figures: [ContentNode] = []
    func figure(_ path: String, _ color: UIColor, fills: Bool, _ transform: String? = nil) {
      var attributes: [ContentNode.Name: String] = [
        "d": path, "stroke": color.css, "stroke-width": "\(line)", "stroke-linecap": "round",
        "stroke-linejoin": "round", "fill": fills ? color.css : "none",
      ]
      if let transform { attributes["transform"] = transform }
      figures.append(.element("path", attributes))
    }
    switch frame {
    case .none: figure(path, color, fills: isFilled && !isOnlyLines)
    case .circle, .square:
      figure(frame == .circle ? Self.circle : Self.square, color, fills: isFilled)
      let inner = isFilled ? UIColor.white : color
      figure(path, inner, fills: isFilled && !isOnlyLines, "translate(5.4 5.4) scale(0.55)")
    }
    return .element(
      "svg",
      [
        "width": "\(Double(size.width))", "height": "\(Double(size.height))",
        "viewBox": "0 0 24 24",
      ],
      figures
    )
  }

  /// Whether the outline encloses nothing, so that there is nothing to fill.
  private var isOnlyLines: Bool { !path.lowercased().contains("z") }

  private static let circle = "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z"
  private static let square =
    "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-12a3 3 0 0 1 3-3z"
  private static let unknown =
    "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2zM12 11.5v1"

  private static let paths: [String: String] = [
    "plus": "M12 4v16M4 12h16",
    "minus": "M4 12h16",
    "xmark": "M5 5l14 14M19 5l-14 14",
    "checkmark": "M4 13l5 6l11-14",
    "chevron.right": "M9 4l8 8l-8 8",
    "chevron.forward": "M9 4l8 8l-8 8",
    "chevron.left": "M15 4l-8 8l8 8",
    "chevron.backward": "M15 4l-8 8l8 8",
    "chevron.up": "M4 16l8-8l8 8",
    "chevron.down": "M4 8l8 8l8-8",
    "chevron.up.chevron.down": "M7 9l5-5l5 5M7 15l5 5l5-5",
    "arrow.right": "M4 12h16M14 6l6 6l-6 6",
    "arrow.left": "M20 12h-16M10 6l-6 6l6 6",
    "arrow.up": "M12 20v-16M6 10l6-6l6 6",
    "arrow.down": "M12 4v16M6 14l6 6l6-6",
    "arrow.clockwise": "M19 8a8 8 0 1 0 1 5M20 3v5h-5",
    "arrow.counterclockwise": "M5 8a8 8 0 1 1-1 5M4 3v5h5",
    "arrow.up.arrow.down": "M8 20v-16M4 8l4-4l4 4M16 4v16M12 16l4 4l4-4",
    "arrow.2.squarepath": "M4 15v-5h12M13 7l3 3l-3 3M20 9v5h-12M11 11l-3 3l3 3",
    "arrow.triangle.2.circlepath": "M5 9a8 8 0 0 1 14 0M19 4v5h-5M19 15a8 8 0 0 1-14 0M5 20v-5h5",
    "arrowshape.turn.up.left": "M10 5l-7 6l7 6v-4c5 0 8 2 11 6c0-7-4-10-11-10z",
    "shuffle": "M3 7h4l9 10h5M3 17h4l9-10h5M18 4l3 3l-3 3M18 14l3 3l-3 3",
    "heart": "M12 20c-8-6-9-9-9-12a5 5 0 0 1 9-3a5 5 0 0 1 9 3c0 3-1 6-9 12z",
    "star": "M12 2.8l2.8 6.2l6.7.7l-5 4.5l1.4 6.6l-5.9-3.4l-5.9 3.4l1.4-6.6l-5-4.5l6.7-.7z",
    "bookmark": "M6 3h12v18l-6-5l-6 5z",
    "flag": "M5 22v-18c5-3 9 3 14 0v10c-5 3-9-3-14 0z",
    "tag": "M3 4v8l9 9l8-8l-9-9zM7 8v.1",
    "bell":
      "M12 3a6 6 0 0 0-6 6c0 5-1 6-2.500 8h17c-1.500-2-2.500-3-2.500-8a6 6 0 0 0-6-6zM10 20a2 2 0 0 0 4 0",
    "magnifyingglass": "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM15 15l6 6",
    "trash": "M4 6h16M9 6v-3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7",
    "pencil": "M4 20l1-5l11-11l4 4l-11 11z",
    "square.and.pencil": "M20 12v8h-16v-16h8M10 14l1-4l8-8l3 3l-8 8z",
    "square.and.arrow.up": "M8 9h-3v12h14v-12h-3M12 15v-13M8 6l4-4l4 4",
    "square.and.arrow.down": "M8 9h-3v12h14v-12h-3M12 2v13M8 11l4 4l4-4",
    "ellipsis": "M5 12v.1M12 12v.1M19 12v.1",
    "line.3.horizontal": "M4 6h16M4 12h16M4 18h16",
    "line.horizontal.3": "M4 6h16M4 12h16M4 18h16",
    "line.3.horizontal.decrease": "M3 6h18M6 12h12M9 18h6",
    "line.horizontal.3.decrease": "M3 6h18M6 12h12M9 18h6",
    "list.bullet": "M4 6v.1M4 12v.1M4 18v.1M9 6h12M9 12h12M9 18h12",
    "list.dash": "M3 6h2M3 12h2M3 18h2M9 6h12M9 12h12M9 18h12",
    "slider.horizontal.3": "M3 6h18M3 12h18M3 18h18M8 4v4M16 10v4M10 16v4",
    "square.grid.2x2": "M4 4h6v6h-6zM14 4h6v6h-6zM4 14h6v6h-6zM14 14h6v6h-6z",
    "square.grid.3x3":
      "M3 3h4v4h-4zM10 3h4v4h-4zM17 3h4v4h-4zM3 10h4v4h-4zM10 10h4v4h-4zM17 10h4v4h-4z"
      + "M3 17h4v4h-4zM10 17h4v4h-4zM17 17h4v4h-4z",
    "rectangle.grid.1x2": "M4 3h16v7h-16zM4 14h16v7h-16z",
    "circle": circle,
    "square": square,
    "person": "M12 3a4.500 4.500 0 1 0 0 9a4.500 4.500 0 1 0 0-9zM3 21c0-5 4-7 9-7s9 2 9 7z",
    "person.2":
      "M9 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM1 20c0-4 3-6 8-6s8 2 8 6zM16 5a4 4 0 0 1 0 7M19 14c3 1 4 3 4 6",
    "house": "M3 11l9-8l9 8M5 10v11h5v-7h4v7h5v-11",
    "gear":
      "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
    "gearshape":
      "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2"
      + "M7 17l-2 2",
    "photo": "M3 5h18v14h-18zM4 18l5-6l4 4l3-3l5 5M15 9v.1",
    "camera": "M3 7h5l2-3h4l2 3h5v13h-18zM12 10a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
    "video": "M2 6h13v12h-13zM15 11l7-4v10l-7-4",
    "folder": "M2 5h7l2 3h11v12h-20z",
    "doc": "M6 2h8l5 5v15h-13zM14 2v5h5",
    "doc.text": "M6 2h8l5 5v15h-13zM9 12h7M9 16h7",
    "book": "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1c3-2 6-2 9-1v-14c-3-1-6-1-9 1zM12 6v14",
    "envelope": "M2 5h20v14h-20zM2 6l10 8l10-8",
    "phone": "M6 3l4 5l-2 3c1 2 3 4 5 5l3-2l5 4c-1 3-3 4-5 4c-7-1-13-7-14-14c0-2 2-4 4-5z",
    "message": "M12 4c-6 0-10 3-10 7c0 3 2 5 4 6l-1 4l5-3h2c6 0 10-3 10-7s-4-7-10-7z",
    "bubble.left": "M12 4c-6 0-10 3-10 7c0 3 2 5 4 6l-1 4l5-3h2c6 0 10-3 10-7s-4-7-10-7z",
    "paperplane": "M2 11l20-9l-7 20l-4-8z",
    "paperclip": "M18 8l-8 8a2 2 0 0 0 3 3l8-8a5 5 0 0 0-7-7l-9 9a7 7 0 0 0 10 10",
    "link":
      "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-2 2M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l2-2",
    "cart": "M2 3h3l3 12h11l2-9h-15M9 20v.1M18 20v.1",
    "bag": "M4 8h16l1 13h-18zM8 8a4 4 0 0 1 8 0",
    "gift": "M3 8h18v4h-18zM5 12v9h14v-9M12 8v13M12 8c-3 0-5-1-5-3s4-2 5 3c1-5 5-5 5-3s-2 3-5 3",
    "creditcard": "M2 5h20v14h-20zM2 9h20",
    "calendar": "M3 5h18v16h-18zM3 10h18M8 2v4M16 2v4",
    "clock": "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM12 6v6l4 3",
    "alarm": "M12 5a8 8 0 1 0 0 16a8 8 0 1 0 0-16zM12 9v4l3 2M3 6l3-3M21 6l-3-3",
    "lock": "M5 11h14v10h-14zM8 11v-4a4 4 0 0 1 8 0v4",
    "key": "M8 11a5 5 0 1 0 0 9a5 5 0 1 0 0-9zM12 12l9-9M17 7l3 3",
    "eye": "M1 12c6-9 16-9 22 0c-6 9-16 9-22 0zM12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6z",
    "info": "M12 6v.1M10 11h2v8M9 19h6",
    "questionmark": "M7 8a5 5 0 1 1 7 5c-2 1-2 2-2 3M12 20v.1",
    "exclamationmark": "M12 3v12M12 20v.1",
    "exclamationmark.triangle": "M12 3l10 18h-20zM12 10v5M12 18v.1",
    "bolt": "M13 2l-9 12h7l-1 8l9-12h-7z",
    "flame": "M12 2c1 5 7 7 7 13a7 7 0 0 1-14 0c0-4 3-5 4-8c1 2 2 2 2 4c2-2 2-5 1-9z",
    "leaf": "M4 20c0-12 6-16 17-16c0 11-5 16-13 15c0-5 3-8 7-10",
    "drop": "M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z",
    "sun.max":
      "M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10zM12 1v2M12 21v2M1 12h2M21 12h2M4 4l2 2M18 18l2 2M20 4l-2 2M6 18l-2 2",
    "moon": "M20 14a9 9 0 0 1-11-11a9 9 0 1 0 11 11z",
    "cloud": "M7 19a5 5 0 0 1 0-10a6 6 0 0 1 11-1a5 5 0 0 1 0 11z",
    "globe":
      "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM2 12h20M12 2c-5 5-5 15 0 20M12 2c5 5 5 15 0 20",
    "map": "M3 5l6-2l6 2l6-2v16l-6 2l-6-2l-6 2zM9 3v16M15 5v16",
    "mappin": "M12 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10zM12 12v10",
    "location": "M21 3l-18 8l8 2l2 8z",
    "airplane":
      "M12 2c-1 0-2 2-2 4v4l-8 5v2l8-2v4l-2 2v1l4-1l4 1v-1l-2-2v-4l8 2v-2l-8-5v-4c0-2-1-4-2-4z",
    "car": "M3 16v-4l3-1l2-5h8l2 5l3 1v4zM7 16a2 2 0 1 0 .1 0zM17 16a2 2 0 1 0 .1 0z",
    "wifi": "M2 9c6-6 14-6 20 0M5 13c4-4 10-4 14 0M8 16c2-2 6-2 8 0M12 20v.1",
    "antenna.radiowaves.left.and.right":
      "M12 10v12M7 6a6 6 0 0 0 0 9M17 6a6 6 0 0 1 0 9M4 3a10 10 0 0 0 0 15M20 3a10 10 0 0 1 0 15",
    "personalhotspot":
      "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-2 2M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l2-2",
    "music.note": "M9 18a3 3 0 1 1-3-3a3 3 0 0 1 3 3zM9 18v-14l10-2v14",
    "headphones": "M4 15v-3a8 8 0 0 1 16 0v3M4 15h3v6h-3zM17 15h3v6h-3z",
    "mic": "M12 2a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0v-6a3 3 0 0 0-3-3zM5 11a7 7 0 0 0 14 0M12 18v4",
    "speaker": "M3 9v6h4l6 5v-16l-6 5z",
    "play": "M6 3l14 9l-14 9z",
    "pause": "M7 4v16M17 4v16",
    "stop": "M5 5h14v14h-14z",
    "backward": "M12 5l-10 7l10 7zM22 5l-10 7l10 7z",
    "forward": "M2 5l10 7l-10 7zM12 5l10 7l-10 7z",
    "gamecontroller":
      "M7 7h10c5 0 6 10 3 11s-4-3-6-3h-4c-2 0-3 4-6 3s-2-11 3-11zM8 9v4M6 11h4M16 11v.1",
    "tv": "M2 4h20v13h-20zM8 21h8",
    "desktopcomputer": "M2 3h20v13h-20zM12 16v5M8 21h8",
    "iphone": "M7 2h10v20h-10zM11 19h2",
    "hand.thumbsup": "M3 11h4v10h-4zM7 11l4-8c3 0 3 2 2 6h7c2 0 1 11-3 12h-10",
    "scissors": "M6 3a3 3 0 1 0 .1 0zM6 15a3 3 0 1 0 .1 0zM8 8l13 12M8 16l13-12",
    "sparkles": "M10 4l2 6l6 2l-6 2l-2 6l-2-6l-6-2l6-2zM19 3v4M17 5h4",
    "lightbulb": "M9 18c0-3-4-4-4-9a7 7 0 0 1 14 0c0 5-4 6-4 9zM10 22h4",
    "hammer": "M4 20l9-9M9 6c3-3 7-3 10 0l3 3l-4 4l-8-8z",
    "wrench": "M20 7a5 5 0 0 1-7 6l-8 8l-3-3l8-8a5 5 0 0 1 6-7l-3 4l3 3z",
    "paintbrush": "M21 3l-10 10M11 13c-3-1-5 1-5 4c0 2-2 3-4 3c4 3 11 1 11-4z",
    "graduationcap": "M1 9l11-5l11 5l-11 5zM6 12v5c3 3 9 3 12 0v-5M23 9v6",
    "cube": "M12 2l9 5v10l-9 5l-9-5v-10zM3 7l9 5l9-5M12 12v10",
    "tray": "M2 13l4-8h12l4 8v6h-20zM2 13h6c0 4 8 4 8 0h6",
    "archivebox": "M2 4h20v5h-20zM4 9v11h16v-11M10 13h4",
    "textformat": "M3 18l5-13l5 13M5 14h6M16 18l3-7l3 7M17 16h4",
    "number": "M9 3l-2 18M17 3l-2 18M4 9h17M3 15h17",
  ]
}
