public import Foundation
public import ListRendering

/// A switch; a tap turns it.
open class UISwitch: UIControl {
  private var on = false
  /// Whether it is on.
  open var isOn: Bool {
    get { on }
    set { on = newValue }
  }
  /// The colour of its ground while it is on.
  open var onTintColor: UIColor?
  /// The colour of its knob.
  open var thumbTintColor: UIColor?

  /// Turns it.
  open func setOn(_ on: Bool, animated: Bool) { self.on = on }

  override func wasTapped() {
    on.toggle()
    sendActions(for: .valueChanged)
  }

  /// The size that every switch has.
  open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }
  /// Returns the size that every switch has.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// A knob on a ground that says whether it is on.
  open override var look: ContentNode {
    let ground = on ? onTintColor ?? .systemGreen : .systemGray4
    let knob = thumbTintColor ?? .white
    return .element(
      "svg",
      ["width": "51", "height": "31", "viewBox": "0 0 51 31"],
      [
        .element(
          "rect",
          [
            "x": "0", "y": "0", "width": "51", "height": "31", "rx": "15.5",
            "fill": "\(ground.css)",
          ]
        ),
        .element(
          "circle",
          ["cx": on ? "35.5" : "15.5", "cy": "15.5", "r": "13.5", "fill": "\(knob.css)"]
        ),
      ]
    )
  }
}

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

/// A value between two others.
open class UISlider: UIControl {
  /// The value.
  open var value: Float = 0
  /// The least value.
  open var minimumValue: Float = 0
  /// The greatest value.
  open var maximumValue: Float = 1
  /// The colour of the track before the knob.
  open var minimumTrackTintColor: UIColor?
  /// The colour of the track after the knob.
  open var maximumTrackTintColor: UIColor?
  /// The colour of the knob.
  open var thumbTintColor: UIColor?
  /// Whether it tells every change; accepted for compatibility only.
  open var isContinuous = true

  /// Sets the value.
  open func setValue(_ value: Float, animated: Bool) { self.value = value }

  /// A person moves the knob.
  open func simulateMove(to value: Float) {
    guard isEnabled else { return }
    self.value = min(max(value, minimumValue), maximumValue)
    sendActions(for: .valueChanged)
  }

  /// Its height; its width is what it gets.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: 31)
  }

  /// A track and a knob.
  open override var look: ContentNode {
    let width = frame.width > 0 ? Double(frame.width) : 118
    let range = maximumValue - minimumValue
    let part = range > 0 ? Double((value - minimumValue) / range) : 0
    let x = 14 + (width - 28) * min(max(part, 0), 1)
    func bar(_ from: Double, _ to: Double, _ color: UIColor) -> ContentNode {
      .element(
        "rect",
        [
          "x": "\(from)", "y": "13.5", "width": "\(max(0, to - from))", "height": "4", "rx": "2",
          "fill": "\(color.css)",
        ]
      )
    }
    return .element(
      "svg",
      ["width": "\(width)", "height": "31", "viewBox": "0 0 \(width) 31"],
      [
        bar(0, width, maximumTrackTintColor ?? .systemGray4),
        bar(0, x, minimumTrackTintColor ?? inheritedTint),
        .element(
          "circle",
          [
            "cx": "\(x)", "cy": "15.5", "r": "13", "fill": "\((thumbTintColor ?? .white).css)",
            "stroke": "\(UIColor.systemGray4.css)",
          ]
        ),
      ]
    )
  }
}

/// A value that is changed in steps.
open class UIStepper: UIControl {
  /// The value.
  open var value: Double = 0
  /// The least value.
  open var minimumValue: Double = 0
  /// The greatest value.
  open var maximumValue: Double = 100
  /// The length of a step.
  open var stepValue: Double = 1

  /// A person taps plus (1) or minus (−1).
  open func simulateStep(_ steps: Int) {
    guard isEnabled else { return }
    value = min(max(value + Double(steps) * stepValue, minimumValue), maximumValue)
    sendActions(for: .valueChanged)
  }

  /// The size that every stepper has.
  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
  /// Returns the size that every stepper has.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// Minus and plus.
  open override var look: ContentNode {
    func sign(_ d: String) -> ContentNode {
      .element("path", ["d": "\(d)", "stroke": "\(UIColor.label.css)", "stroke-width": "2"])
    }
    return .element(
      "svg",
      ["width": "94", "height": "32", "viewBox": "0 0 94 32"],
      [
        .element(
          "rect",
          ["width": "94", "height": "32", "rx": "8", "fill": "\(UIColor.systemFill.css)"]
        ),
        sign("M17 16h13"), sign("M64 16h13M70.5 9.5v13"), sign("M47 8v16"),
      ]
    )
  }
}

/// Dots, one for each page.
open class UIPageControl: UIControl {
  /// The number of pages.
  open var numberOfPages = 0
  /// The page that is seen.
  open var currentPage = 0
  /// How the ground looks; accepted for compatibility only.
  open var backgroundStyle = BackgroundStyle.automatic
  /// Whether pages may be chosen by a finger that moves; accepted for compatibility only.
  open var allowsContinuousInteraction = true

  /// How the ground looks.
  public enum BackgroundStyle: Int, Hashable, Sendable {
    /// As the system wants.
    case automatic
    /// Seen.
    case prominent
    /// Not seen.
    case minimal
  }
  /// Whether a single page has no dot.
  open var hidesForSinglePage = false
  /// The colour of the dots.
  open var pageIndicatorTintColor: UIColor?
  /// The colour of the dot of the page that is seen.
  open var currentPageIndicatorTintColor: UIColor?

  /// The size of the dots.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: CGFloat(max(1, numberOfPages)) * 16 + 16, height: 26)
  }
  /// Returns the size of the dots.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The dots.
  open override var look: ContentNode {
    let size = intrinsicContentSize
    let dots = (0..<max(0, numberOfPages)).map { page in
      let color =
        page == currentPage
        ? currentPageIndicatorTintColor ?? .label : pageIndicatorTintColor ?? .tertiaryLabel
      return ContentNode.element(
        "circle",
        ["cx": "\(16 + page * 16)", "cy": "13", "r": "3.5", "fill": "\(color.css)"]
      )
    }
    let isShown = !(hidesForSinglePage && numberOfPages <= 1)
    return .element(
      "svg",
      [
        "width": "\(Double(size.width))", "height": "26",
        "viewBox": "0 0 \(Double(size.width)) 26",
      ],
      isShown ? dots : []
    )
  }
}

/// How far something has come.
open class UIProgressView: UIView {
  /// How far it has come, from 0 to 1.
  open var progress: Float = 0
  /// The colour of what is done.
  open var progressTintColor: UIColor?
  /// The colour of what is left.
  open var trackTintColor: UIColor?

  /// Sets how far it has come.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

  /// Its height; its width is what it gets.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: 4)
  }

  /// A bar.
  open override var look: ContentNode {
    let width = frame.width > 0 ? Double(frame.width) : 150
    func bar(_ length: Double, _ color: UIColor) -> ContentNode {
      .element(
        "rect",
        ["width": "\(length)", "height": "4", "rx": "2", "fill": "\(color.css)"]
      )
    }
    return .element(
      "svg",
      ["width": "\(width)", "height": "4", "viewBox": "0 0 \(width) 4"],
      [
        bar(width, trackTintColor ?? .systemGray4),
        bar(width * Double(min(max(progress, 0), 1)), progressTintColor ?? inheritedTint),
      ]
    )
  }
}

/// A wheel that turns while something is loading.
open class UIActivityIndicatorView: UIView {
  /// The size of the wheel.
  public enum Style: Int, Hashable, Sendable {
    /// The usual one.
    case medium = 100
    /// A large one.
    case large = 101
  }

  /// The size of the wheel.
  open var style = Style.medium
  /// The colour; `nil` for grey.
  open var color: UIColor?
  /// Whether it is not seen while it does not turn.
  open var hidesWhenStopped = true
  /// Whether it turns.
  open private(set) var isAnimating = false

  /// Creates a wheel.
  public convenience init(style: Style) {
    self.init(frame: .zero)
    self.style = style
    frame.size = intrinsicContentSize
  }

  /// Lets it turn.
  open func startAnimating() { isAnimating = true }
  /// Stops it.
  open func stopAnimating() { isAnimating = false }

  /// The size of the wheel.
  open override var intrinsicContentSize: CGSize {
    style == .large ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }
  /// Returns the size of the wheel.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// Spokes, from light to dark.
  open override var look: ContentNode {
    let side = Double(intrinsicContentSize.width)
    guard isAnimating || !hidesWhenStopped else {
      return .element("svg", ["width": "\(side)", "height": "\(side)"], [])
    }
    let ends = [
      (0.0, -1.0), (0.707, -0.707), (1, 0), (0.707, 0.707), (0, 1), (-0.707, 0.707), (-1, 0),
      (-0.707, -0.707),
    ]
    let spokes = ends.enumerated().map { index, end in
      ContentNode.element(
        "path",
        [
          "d": "M\(10 + end.0 * 4.5) \(10 + end.1 * 4.5)L\(10 + end.0 * 8.5) \(10 + end.1 * 8.5)",
          "stroke": "\((color ?? .systemGray).css)", "stroke-width": "2", "stroke-linecap": "round",
          "opacity": "\(0.3 + 0.1 * Double(index))",
        ]
      )
    }
    return .element(
      "svg",
      ["width": "\(side)", "height": "\(side)", "viewBox": "0 0 20 20"],
      spokes
    )
  }
}
