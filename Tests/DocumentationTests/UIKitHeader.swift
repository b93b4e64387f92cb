#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

// These lines begin docs/uikit.md, and what follows needs no other: names of Foundation come along, as with
// UIKit.

/// What an app commonly has beside its views.
struct Bookmark: Hashable {
  var id = UUID()
  var link: URL?
  var path = IndexPath(item: 0, section: 0)
  var width: CGFloat = 0
  var date = Date(timeIntervalSince1970: 0)

  var rectangle: CGRect { CGRect(x: 0, y: 0, width: width, height: 44) }
}
