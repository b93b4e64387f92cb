public import Foundation
public import ListRendering

/// A choice of one of a few titles.
open class UISegmentedControl: UIControl {
  private var titles: [String] = []
  /// The index that means that nothing is chosen.
  public static let noSegment = -1
  /// The chosen title.
  open var selectedSegmentIndex = UISegmentedControl.noSegment
  /// The colour of the chosen title's ground.
  open var selectedSegmentTintColor: UIColor?

  /// Creates a choice of titles; pictures are shown by their names.
  public convenience init(items: [Any]?) {
    self.init(frame: .zero)
    titles = (items ?? []).map { ($0 as? String) ?? ($0 as? UIImage)?.name ?? "" }
  }

  /// The number of titles.
  open var numberOfSegments: Int { titles.count }
  /// Returns a title.
  open func titleForSegment(at segment: Int) -> String? {
    titles.indices.contains(segment) ? titles[segment] : nil
  }
  /// Changes a title.
  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    if titles.indices.contains(segment) { titles[segment] = title ?? "" }
  }
  /// Adds a title.
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    titles.insert(title ?? "", at: min(max(0, segment), titles.count))
  }
  /// Removes all titles.
  open func removeAllSegments() { titles = [] }
  /// Runs an action when a title is chosen, whose title is shown.
  open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
    setTitle(action.title, forSegmentAt: segment)
    actionsOfSegments[segment] = action
  }
  /// Adds a title that runs an action when it is chosen.
  open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
    insertSegment(withTitle: action.title, at: segment, animated: animated)
    actionsOfSegments[segment] = action
  }
  private var actionsOfSegments: [Int: UIAction] = [:]
  /// Sets how titles look; accepted for compatibility only.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?,
    for state: State
  ) {}

  /// A person taps a title.
  ///
  /// - Returns: Whether there is such a title and the control reacts.
  @discardableResult
  open func simulateTap(onSegment segment: Int) -> Bool {
    guard isEnabled, titles.indices.contains(segment) else { return false }
    if segment != selectedSegmentIndex {
      selectedSegmentIndex = segment
      actionsOfSegments[segment]?.run(from: self)
      sendActions(for: .valueChanged)
    }
    return true
  }

  /// The size of its titles.
  open override var intrinsicContentSize: CGSize {
    let font = UIFont.systemFont(ofSize: 13)
    let widest = titles.map { TextMeasurer().width(of: $0, in: font.metrics) }.max() ?? 0
    return CGSize(width: (CGFloat(widest) + 24).rounded(.up) * CGFloat(titles.count), height: 32)
  }
  /// Returns the size of its titles.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The titles side by side, the chosen one on a ground of its own.
  open override var look: ContentNode {
    let parts = titles.enumerated().map { index, title in
      var style = ["flex: 1", "padding: 7px 4px", "font-size: 13px", "text-align: center"]
      if index == selectedSegmentIndex {
        style += ["background: \((selectedSegmentTintColor ?? .systemBackground).css)"]
        style += ["border-radius: 7px", "font-weight: bold"]
      }
      style.append("color: \(UIColor.label.css)")
      return ContentNode.element("div", ["style": style.joined(separator: "; ")], text: title)
    }
    let style =
      groundStyle + [
        "background: \(UIColor.systemFill.css)", "border-radius: 9px", "padding: 2px",
        "display: flex",
      ]
    return .element("div", ["style": style.joined(separator: "; ")], parts)
  }
}
