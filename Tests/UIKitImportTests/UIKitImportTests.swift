import Testing
import UIKit

#if !canImport(UIKit)
  #error("an app's sources would leave out what is for UIKit")
#endif

// The names of an app's own types, which are those of modules of this package too.

private struct Section: Hashable { var id: Int }
private struct Changeset {}

/// A screen with the import line that it has in an app.
private final class Screen: UIViewController {
  let collectionView = UICollectionView(
    frame: .zero,
    collectionViewLayout: UICollectionViewFlowLayout()
  )

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(collectionView)
  }
}

@MainActor
@Suite struct UIKitImportTests {
  @Test func `sources that import UIKit are compiled as they are`() {
    let screen = Screen()
    screen.loadViewIfNeeded()
    #expect(screen.collectionView.frame == screen.view.bounds)
    #expect(UIKit.UIScreen.main.scale == 3)
    _ = (Section(id: 1), Changeset())
  }
}
