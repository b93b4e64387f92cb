extension NodeLayout {
  func lines(_ nodes: [StyledNode], _ style: InlineStyle, _ room: Room) -> Fragment {
    let height = measurer.lineHeight(of: style.textStyle)
    let fitting = room.limit.isFinite ? max(1, Int((room.limit + 1) / max(1, height))) : .max
    var breaker = LineBreaker<InlineStyle>(
      measurer: measurer,
      width: room.width,
      maximum: min(fitting, style.lineLimit)
    )
    var boxes: [Fragment] = []
    var inner = room
    inner.height = nil
    var count = 0
    for node in nodes {
      add(node, style, &breaker, &count) { node in
        boxes.append(box(node, inner))
        return boxes[boxes.count - 1].size.width
      }
    }
    var result = Fragment()
    var y = 0.0
    for pieces in breaker.finish() {
      let line = line(pieces, style, room, boxes)
      result.add(line, x: 0, y: y)
      y += line.size.height
    }
    return result
  }

  /// Adds a node to lines that have `count` boxes so far; `widthOfBox` places a box and returns its
  /// width.
  func add(
    _ node: StyledNode,
    _ style: InlineStyle,
    _ breaker: inout LineBreaker<InlineStyle>,
    _ count: inout Int,
    widthOfBox: (StyledNode) -> Double
  ) {
    switch node.kind {
    case .text(let text):
      breaker.add(style.keepsSpaces ? text.drawable : text.drawable.withoutLineFeeds, style)
    case .element(let element, let own):
      switch own.display {
      case .none: return
      case .inline where element.tag.text.lowercased() == "br": breaker.add("\n", style)
      case .block where element.tag.text.lowercased() == "br": breaker.add("\n", style)
      case .inline:
        for child in node.children {
          add(child, own.text, &breaker, &count, widthOfBox: widthOfBox)
        }
      case .inlineBlock, .block, .flex:
        var boxStyle = style
        boxStyle.box = count
        count += 1
        breaker.addBox(boxStyle, width: widthOfBox(node))
      }
    }
  }

  func line(
    _ pieces: [LinePiece<InlineStyle>],
    _ style: InlineStyle,
    _ room: Room,
    _ boxes: [Fragment]
  ) -> Fragment {
    let textHeight = pieces.reduce(measurer.lineHeight(of: style.textStyle)) {
      max($0, measurer.lineHeight(of: $1.style.textStyle))
    }
    let height = pieces.reduce(textHeight) { height, piece in
      piece.style.box.map { max(height, boxes[$0].size.height) } ?? height
    }
    let largest = pieces.map(\.style.textStyle).max { $0.size < $1.size } ?? style.textStyle
    let (ascent, descent) = (measurer.ascent(of: largest), measurer.descent(of: largest))
    let baseline = (height - ascent - descent) / 2 + ascent
    let width = pieces.reduce(0) { $0 + $1.width }
    var x = 0.0
    if room.width.isFinite {
      switch style.alignment {
      case .start: break
      case .center: x = max(0, (room.width - width) / 2)
      case .end: x = max(0, room.width - width)
      }
    }
    var result = Fragment(size: ContentSize(width: x + width, height: height))
    for piece in merged(pieces) {
      if let box = piece.style.box {
        result.add(boxes[box], x: x, y: (height - boxes[box].size.height) / 2)
      } else {
        result.shapes.append(.text(line(piece, x, baseline)))
      }
      x += piece.width
    }
    return result
  }

  func line(
    _ piece: LinePiece<InlineStyle>,
    _ x: Double,
    _ baseline: Double
  ) -> ContentDrawing.Line {
    ContentDrawing.Line(
      text: piece.text,
      style: piece.style.textStyle,
      color: piece.style.color,
      x: x,
      baseline: baseline,
      width: piece.width,
      isExact: measurer.isExact(for: piece.text)
    )
  }

  /// Joins neighbouring pieces of one style.
  private func merged(_ pieces: [LinePiece<InlineStyle>]) -> [LinePiece<InlineStyle>] {
    var result: [LinePiece<InlineStyle>] = []
    for piece in pieces {
      if let last = result.last, last.style == piece.style, piece.style.box == nil {
        result[result.count - 1].text += piece.text
        result[result.count - 1].width += piece.width
      } else {
        result.append(piece)
      }
    }
    return result
  }
}
