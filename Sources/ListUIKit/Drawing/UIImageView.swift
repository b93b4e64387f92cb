public import Foundation
public import ListRendering

/// A view of a picture: a symbol is drawn, any other picture is a box with its name.
open class UIImageView: UIView {
  /// The picture.
  open var image: UIImage? {
    didSet {
      guard image != oldValue else { return }
      setNeedsLayout()
      superview?.setNeedsLayout()
    }
  }
  /// The picture while the view is highlighted.
  open var highlightedImage: UIImage?
  /// Whether the view is highlighted.
  open var isHighlighted = false
  /// How large a symbol is.
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    didSet { superview?.setNeedsLayout() }
  }
  /// Accepted for compatibility only.
  open var adjustsImageWhenAncestorFocused = false

  /// Creates a view of a picture, as large as the picture.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }

  private var shown: UIImage? {
    let image = isHighlighted ? highlightedImage ?? image : image
    guard let preferredSymbolConfiguration, image?.configuration == nil else { return image }
    return image?.applyingSymbolConfiguration(preferredSymbolConfiguration) ?? image
  }

  /// The size of a symbol; no other picture has a size that is known.
  open override var intrinsicContentSize: CGSize {
    guard let size = shown?.size, size != .zero else { return super.intrinsicContentSize }
    return size
  }

  /// A symbol in the view's colour, or a box with the name of the picture.
  open override var look: ContentNode {
    guard let image = shown else {
      return .element("div", ["style": groundStyle.joined(separator: "; ")], [])
    }
    guard image.isSymbolImage else {
      return image.look(tint: nil, in: .zero, style: groundStyle)
    }
    let room = frame.size
    let own = image.size
    let fits = min(room.width / max(own.width, 1), room.height / max(own.height, 1))
    let scales = contentMode != .center && room.width > 0 && room.height > 0
    let size = scales ? CGSize(width: own.width * fits, height: own.height * fits) : own
    let glyph = image.look(tint: inheritedTint, in: size, style: [])
    let style =
      groundStyle + [
        "display: flex", "flex-direction: column", "align-items: center", "justify-content: center",
      ]
    return .element("div", ["style": style.joined(separator: "; ")], [glyph])
  }
}
