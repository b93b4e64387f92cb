import ListUIKit
import Testing

// Code of an app in the language mode of Swift 5, which says nowhere that it is on the main actor. Warnings are
// errors here: this compiles without any.

/// A number that is computed from the screen, by a class of no actor.
final class Measures {
  func cardWidth() -> CGFloat { UIScreen.main.bounds.width - 32 }

  func title(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text
    return label
  }

  func reload(_ view: UICollectionView) {
    view.collectionViewLayout.invalidateLayout()
    view.reloadData()
  }

  func views(_ view: UIView) -> Set<UIView> { Set(view.subviews) }
}

@Suite struct Swift5Tests {
  @Test @MainActor func `code of Swift 5 looks at the screen without saying where it is`() {
    let width = UIScreen.main.bounds.width
    #expect(Measures().cardWidth() == width - 32)
    #expect(Measures().title("Feed").text == "Feed")
    let view = UIView()
    view.addSubview(UILabel())
    #expect(Measures().views(view).count == 1)
  }
}
