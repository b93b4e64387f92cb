import Foundation
import ListAdapter
import ListPictures
import ListUIKit
import Testing

/// An object with methods that selectors call.
private final class Target: NSObject {
  var called: [String] = []

  static let reload = Selector("reload") { target, _ in
    guard let target = target as? Target else { return false }
    target.called.append("reload")
    return true
  }
  static let tapped = Selector("tapped") { target, sender in
    guard let target = target as? Target, let sender = sender as? UIControl else { return false }
    target.called.append("tapped \(sender.tag)")
    return true
  }
  static let pressed = Selector("pressed") { target, sender in
    guard let target = target as? Target, let sender = sender as? UIGestureRecognizer else {
      return false
    }
    target.called.append("pressed \(sender.state)")
    return true
  }
}

@MainActor
@Suite struct ControlTests {
  @Test func `a title stands in the middle of a button that is larger`() throws {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    let button = UIButton(frame: CGRect(x: 20, y: 10, width: 120, height: 40))
    button.setTitle("Get", for: .normal)
    view.addSubview(button)
    let drawing = Picture(of: view, width: 200, height: 100).svg()
    let text = try #require(drawing.firstMatch(of: /<text x="([0-9.]+)".*textLength="([0-9.]+)"/))
    let (x, width) = try (#require(Double(text.1)), #require(Double(text.2)))
    #expect(abs(x + width / 2 - 80) < 0.01)
  }

  @Test func `a bar button sends its action, runs its own, or says that nothing answers`() {
    let target = Target()
    let sends = UIBarButtonItem(
      barButtonSystemItem: .refresh,
      target: target,
      action: Target.reload
    )
    #expect(sends.simulateTap() && target.called == ["reload"])
    var runs = 0
    let own = UIBarButtonItem(title: "Own", primaryAction: UIAction { _ in runs += 1 })
    #expect(own.simulateTap() && runs == 1)
    own.isEnabled = false
    #expect(!own.simulateTap() && runs == 1)
    let lost = UIBarButtonItem(title: "?", style: .plain, target: self as AnyObject, action: "gone")
    #expect(!lost.simulateTap() && lost.unansweredActions == ["gone"])
  }

  @Test func `the editing button of a screen begins and ends editing, and its title says which`() {
    let screen = UITableViewController(style: .plain)
    #expect(screen.editButtonItem.simulateTap())
    #expect(screen.isEditing && screen.tableView.isEditing)
    screen.editButtonItem.simulateTap()
    #expect(!screen.isEditing && !screen.tableView.isEditing)
  }

  @Test func `a button sends its events in order; a disabled one sends nothing`() {
    let target = Target()
    let button = UIButton(type: .system)
    button.tag = 7
    button.addTarget(target, action: Target.tapped, for: .touchUpInside)
    var log: [String] = []
    button.addAction(UIAction { _ in log.append("down") }, for: .touchDown)
    button.addAction(UIAction { _ in log.append("main") }, for: .primaryActionTriggered)
    #expect(button.simulateTap())
    #expect(target.called == ["tapped 7"] && log == ["down", "main"])
    button.isEnabled = false
    #expect(!button.simulateTap() && log.count == 2)
  }

  @Test func `a button is as large as its title, its picture and its insets`() {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Buy"
    let button = UIButton(configuration: configuration)
    let plain = button.intrinsicContentSize
    configuration.image = UIImage(systemName: "cart")
    configuration.imagePadding = 6
    button.configuration = configuration
    #expect(button.intrinsicContentSize.width == plain.width + 20 + 6)
    configuration.contentInsets = NSDirectionalEdgeInsets()
    button.configuration = configuration
    #expect(button.intrinsicContentSize.width == plain.width + 20 + 6 - 24)
  }

  @Test func `controls change by what a person does, and tell it`() {
    var told: [String] = []
    func listen(_ control: UIControl, _ name: String) {
      control.addAction(UIAction { _ in told.append(name) }, for: .valueChanged)
    }
    let toggle = UISwitch()
    listen(toggle, "switch")
    toggle.simulateTap()
    #expect(toggle.isOn)
    let choice = UISegmentedControl(items: ["A", "B"])
    listen(choice, "choice")
    choice.simulateTap(onSegment: 1)
    choice.simulateTap(onSegment: 1)
    #expect(choice.selectedSegmentIndex == 1)
    let slider = UISlider()
    listen(slider, "slider")
    slider.simulateMove(to: 4)
    #expect(slider.value == 1)
    let stepper = UIStepper()
    listen(stepper, "stepper")
    stepper.simulateStep(2)
    #expect(stepper.value == 2)
    #expect(told == ["switch", "choice", "slider", "stepper"])
  }

  @Test func `a field takes letters if its delegate lets it, and a search is told`() {
    final class Guard: NSObject, UITextFieldDelegate, UISearchBarDelegate {
      var log: [String] = []
      func textFieldDidBeginEditing(_ textField: UITextField) { log.append("begin") }
      func textField(
        _ textField: UITextField,
        shouldChangeCharactersIn range: NSRange,
        replacementString string: String
      ) -> Bool { !string.contains("!") }
      func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
        log.append(searchText)
      }
    }
    let delegate = Guard()
    let field = UITextField()
    field.delegate = delegate
    field.simulateTyping("ab")
    field.simulateTyping("!")
    #expect(field.text == "ab" && field.isFirstResponder && delegate.log == ["begin"])
    let bar = UISearchBar()
    bar.delegate = delegate
    bar.simulateSearch("milk")
    #expect(delegate.log.last == "milk" && !field.isFirstResponder)
  }

  @Test func `a tap at a point finds the gesture or the control that is in front`() {
    let target = Target()
    let ground = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let tap = UITapGestureRecognizer(target: target, action: Target.pressed)
    ground.addGestureRecognizer(tap)
    let button = UIButton(frame: CGRect(x: 50, y: 50, width: 40, height: 40))
    var taps = 0
    button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
    ground.addSubview(button)
    #expect(ground.simulateTap(at: CGPoint(x: 60, y: 60)) && taps == 1 && target.called.isEmpty)
    #expect(ground.simulateTap(at: CGPoint(x: 10, y: 10)))
    #expect(target.called == ["pressed ended"] && tap.location(in: nil) == CGPoint(x: 10, y: 10))
    button.isHidden = true
    ground.simulateTap(at: CGPoint(x: 60, y: 60))
    #expect(taps == 1 && target.called.count == 2)
    #expect(!ground.simulateTap(at: CGPoint(x: 300, y: 10)))
  }

  @Test func `a tap on a list selects the cell there, unless a control in the cell takes it`() {
    final class Source: NSObject, UITableViewDataSource, UITableViewDelegate {
      var log: [String] = []
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
      ) -> UITableViewCell {
        let cell = UITableViewCell()
        cell.textLabel?.text = "Row \(indexPath.row)"
        let button = UIButton(frame: CGRect(x: 200, y: 0, width: 44, height: 44))
        button.addAction(
          UIAction { [weak self] _ in self?.log.append("button \(indexPath.row)") },
          for: .touchUpInside
        )
        cell.contentView.addSubview(button)
        return cell
      }
      func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        log.append("row \(indexPath.row)")
      }
    }
    let source = Source()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 300), style: .plain)
    table.rowHeight = 44
    table.dataSource = source
    table.delegate = source
    table.layoutIfNeeded()
    #expect(table.failures.isEmpty, "rows that an app makes without a pool are shown")
    #expect(table.simulateTap(at: CGPoint(x: 20, y: 60)))
    #expect(table.simulateTap(at: CGPoint(x: 210, y: 100)))
    #expect(source.log == ["row 1", "button 2"])
  }

  @Test func `an observer is told of the traits that it waits for, and of no others`() {
    let view = UIView()
    var told: [UIUserInterfaceStyle] = []
    let registration = view.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
      (view: UIView, before: UITraitCollection) in
      told.append(before.userInterfaceStyle)
    }
    view.setTraits { $0.preferredContentSizeCategory = .extraLarge }
    #expect(told.isEmpty)
    view.setTraits { $0.userInterfaceStyle = .dark }
    #expect(told == [.light])
    view.unregisterForTraitChanges(registration)
    view.setTraits { _ in }
    #expect(told.count == 1)
  }

  @Test func `a label follows the size of texts that a person chooses if it says so`() {
    let label = UILabel()
    label.text = "Text"
    label.font = .preferredFont(forTextStyle: .body)
    let usual = label.intrinsicContentSize
    label.setTraits { $0.preferredContentSizeCategory = .accessibilityExtraExtraExtraLarge }
    #expect(label.intrinsicContentSize == usual)
    label.adjustsFontForContentSizeCategory = true
    #expect(label.intrinsicContentSize.height > usual.height * 3, "53 points instead of 17")
  }

  @Test
  func `a visual format gives the constraints of its views, and a wrong one says what is wrong`() {
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
    let (left, right) = (UIView(), UIView())
    for view in [left, right] {
      view.translatesAutoresizingMaskIntoConstraints = false
      box.addSubview(view)
    }
    let views: [String: Any] = ["left": left, "right": right]
    for format in [
      "H:|-16-[left(80)]-gap-[right(>=50)]-|", "V:|[left]|", "V:|-(10@900)-[right]-5-|",
    ] {
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(
          withVisualFormat: format,
          metrics: ["gap": 12],
          views: views
        )
      )
    }
    box.layoutIfNeeded()
    #expect(left.frame == CGRect(x: 16, y: 0, width: 80, height: 100))
    #expect(right.frame == CGRect(x: 108, y: 10, width: 172, height: 85))
    let before = AutoLayoutFailure.failures.count
    #expect(NSLayoutConstraint.constraints(withVisualFormat: "[nobody]", views: views).isEmpty)
    let failure = AutoLayoutFailure.failures.dropFirst(before).first
    #expect(failure?.description.contains("\"nobody\" is not a key of views") == true)
  }
}
