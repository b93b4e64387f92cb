import Foundation
import ListUIKit
import Testing

@MainActor
@Suite struct `Guides of bars` {
  @Test func `they are as long as the bars, and constraints may refer to them`() {
    let screen = UIViewController()
    let navigation = UINavigationController(rootViewController: screen)
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation]
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    let content = UIView()
    content.translatesAutoresizingMaskIntoConstraints = false
    screen.view.addSubview(content)
    NSLayoutConstraint.activate([
      content.topAnchor.constraint(equalTo: screen.topLayoutGuide.bottomAnchor, constant: 10),
      content.leadingAnchor.constraint(equalTo: screen.view.leadingAnchor),
      content.widthAnchor.constraint(equalToConstant: 100),
      NSLayoutConstraint(
        item: content,
        attribute: .bottom,
        relatedBy: .equal,
        toItem: screen.bottomLayoutGuide,
        attribute: .top,
        multiplier: 1,
        constant: 0
      ),
    ])
    window.layoutIfNeeded()
    let bars = screen.view.safeAreaInsets
    #expect(bars.top > 0 && bars.bottom > 0)
    #expect(screen.topLayoutGuide.length == bars.top)
    #expect(screen.bottomLayoutGuide.length == bars.bottom)
    #expect(screen.topLayoutGuide === screen.topLayoutGuide)
    #expect(content.frame.minY == bars.top + 10)
    #expect(content.frame.maxY == screen.view.bounds.height - bars.bottom)
    #expect(window.constraintFailures.isEmpty)
  }
}
