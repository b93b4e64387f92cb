import Foundation
import ListAdapter
import ListUIKit
import Testing

/// A screen that notes what is called.
private final class NotedScreen: UIViewController {
  var log: [String] = []
  private func note(_ name: String = #function) { log.append(String(name.prefix { $0 != "(" })) }

  override func loadView() {
    note()
    super.loadView()
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    note()
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    note()
  }
  override func viewIsAppearing(_ animated: Bool) { note() }
  override func viewWillLayoutSubviews() { note() }
  override func viewDidLayoutSubviews() { note() }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    note()
  }
  override func viewWillDisappear(_ animated: Bool) { note() }
  override func viewDidDisappear(_ animated: Bool) { note() }

  /// The log without the layouts, of which there may be several.
  var life: [String] {
    defer { log = [] }
    return log.filter { !$0.contains("Layout") }
  }
}

@MainActor
@Suite struct ScreenLifeTests {
  private func window(_ root: UIViewController) -> UIWindow {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
  }

  @Test func `a window sizes the view of its screen, also without an autoresizing mask`() {
    let (screen, content) = (UIViewController(), UIView())
    screen.view.translatesAutoresizingMaskIntoConstraints = false
    content.translatesAutoresizingMaskIntoConstraints = false
    screen.view.addSubview(content)
    NSLayoutConstraint.activate([
      content.topAnchor.constraint(equalTo: screen.view.topAnchor),
      content.bottomAnchor.constraint(equalTo: screen.view.bottomAnchor),
      content.leadingAnchor.constraint(equalTo: screen.view.leadingAnchor),
      content.trailingAnchor.constraint(equalTo: screen.view.trailingAnchor),
    ])
    let window = window(screen)
    #expect(screen.view.frame == window.bounds)
    #expect(content.frame == window.bounds)
  }

  @Test func `a screen in a window loads, appears, is laid out, and has appeared, in this order`() {
    let screen = NotedScreen()
    #expect(!screen.isViewLoaded)
    let window = window(screen)
    #expect(
      screen.log == [
        "loadView", "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewWillLayoutSubviews",
        "viewDidLayoutSubviews", "viewDidAppear",
      ]
    )
    screen.log = []
    window.rootViewController = UIViewController()
    #expect(screen.life == ["viewWillDisappear", "viewDidDisappear"])
    #expect(screen.view.window == nil)
  }

  @Test func `a screen is pushed and popped: the one below disappears and comes back`() {
    let (first, second) = (NotedScreen(), NotedScreen())
    let navigation = UINavigationController(rootViewController: first)
    let window = window(navigation)
    _ = first.life
    first.navigationController?.pushViewController(second, animated: true)
    #expect(navigation.topViewController === second)
    #expect(second.parent === navigation)
    #expect(first.life == ["viewWillDisappear", "viewDidDisappear"])
    #expect(
      second.life == [
        "loadView", "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear",
      ]
    )
    #expect(second.view.window === window && first.view.window == nil)
    #expect(navigation.popViewController(animated: true) === second)
    #expect(second.life == ["viewWillDisappear", "viewDidDisappear"])
    #expect(first.life == ["viewWillAppear", "viewIsAppearing", "viewDidAppear"])
    #expect(second.navigationController == nil)
    #expect(navigation.popViewController(animated: true) == nil, "the first screen stays")
  }

  @Test func `a presented screen has appeared when the call returns, and dismissing it is told`() {
    let (screen, other) = (NotedScreen(), NotedScreen())
    let window = window(screen)
    var isDone = false
    screen.present(other, animated: true) { isDone = true }
    #expect(isDone && screen.presentedViewController === other)
    #expect(other.life.last == "viewDidAppear" && other.view.window === window)
    other.dismiss(animated: true)
    #expect(screen.presentedViewController == nil && other.presentingViewController == nil)
    #expect(other.life == ["viewWillDisappear", "viewDidDisappear"])
  }

  @Test func `the bar is the safe area of a screen, and lists begin below it`() throws {
    let screen = UITableViewController(style: .plain)
    screen.title = "Rows"
    let navigation = UINavigationController(rootViewController: screen)
    let window = window(navigation)
    #expect(screen.view.safeAreaInsets.top == 44)
    #expect(screen.tableView.adjustedContentInset.top == 44)
    #expect(screen.tableView.contentOffset.y == -44, "the first row is below the bar")
    navigation.navigationBar.prefersLargeTitles = true
    window.layoutIfNeeded()
    #expect(screen.view.safeAreaInsets.top == 96)
    screen.navigationItem.largeTitleDisplayMode = .never
    window.layoutIfNeeded()
    #expect(screen.view.safeAreaInsets.top == 44)
    let inner = UIView(frame: CGRect(x: 0, y: 30, width: 100, height: 100))
    screen.view.addSubview(inner)
    #expect(inner.safeAreaInsets.top == 14, "what the bar covers of the inner view")
    screen.tableView.contentInsetAdjustmentBehavior = .never
    #expect(screen.tableView.adjustedContentInset == .zero)
  }

  @Test func `guides of the safe area end at the bar`() {
    let screen = UIViewController()
    let label = UILabel()
    label.text = "Below"
    label.translatesAutoresizingMaskIntoConstraints = false
    screen.view.addSubview(label)
    label.topAnchor.constraint(equalTo: screen.view.safeAreaLayoutGuide.topAnchor).isActive = true
    label.leadingAnchor.constraint(equalTo: screen.view.leadingAnchor).isActive = true
    let window = window(UINavigationController(rootViewController: screen))
    window.layoutIfNeeded()
    #expect(label.frame.minY == 44)
  }

  @Test func `tabs show one screen, and a person chooses another one`() {
    let (first, second) = (NotedScreen(), NotedScreen())
    let tabs = UITabBarController()
    tabs.viewControllers = [first, second]
    let window = window(tabs)
    #expect(first.view.window === window && !second.isViewLoaded)
    _ = first.life
    tabs.simulateTap(onItem: 1)
    #expect(tabs.selectedViewController === second)
    #expect(first.life == ["viewWillDisappear", "viewDidDisappear"])
    #expect(second.life.last == "viewDidAppear")
    #expect(second.view.safeAreaInsets.bottom == 49)
  }

  @Test func `an answer of an alert dismisses it and runs its handler`() throws {
    let screen = UIViewController()
    let window = window(screen)
    let alert = UIAlertController(title: "Delete?", message: "For good", preferredStyle: .alert)
    var answers: [String] = []
    for title in ["Cancel", "Delete"] {
      alert.addAction(
        UIAlertAction(title: title, style: .default) { answers.append($0.title ?? "") }
      )
    }
    screen.present(alert, animated: true)
    let shown = try #require(screen.presentedViewController as? UIAlertController)
    #expect(shown.view.window === window)
    #expect(!shown.simulateTap("Other"))
    #expect(shown.simulateTap("Delete"))
    #expect(answers == ["Delete"] && screen.presentedViewController == nil)
  }

  @Test func `a nib is refused in words, by the list that it is registered with`() throws {
    NibError.removeAll()
    let list = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 100),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    list.register(UINib(nibName: "Card", bundle: nil), forCellWithReuseIdentifier: "card")
    let error = try #require(list.failures.first as? NibError)
    #expect(error.nib == "Card")
    #expect(
      error.description == """
        The nib "Card" cannot be read, so cells of "card" would be empty: there is no Interface Builder \
        here. Make the views in code, and register the class instead of the nib.
        """
    )
    #expect(UIStoryboard(name: "Main", bundle: nil).instantiateInitialViewController() == nil)
    #expect(NibError.failures.map(\.nib) == ["Card", "Main"])
  }
}
