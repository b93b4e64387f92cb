// Swift code of docs/pictures.md; see ReadmeSnippets.

import ListModel
import ListPictures
import ListRendering

enum PictureSnippets {
  static func picture(of list: List) throws -> [String] {
    let screen = PictureScreen(width: 390, height: 844, appearance: .dark)
    let picture = try Picture(of: list, on: screen)
    let drawing = picture.svg(scale: 2)  // shapes and text, for any viewer
    let page = picture.html(title: "Home")  // a page that loads nothing
    let characters = picture.text()  // boxes of characters
    return [drawing, page, characters]
  }

  static func measure(_ article: String) -> (Double, ContentSize) {
    let measurer = TextMeasurer()
    let width = measurer.width(of: "Settings", in: TextStyle(size: 17, weight: .bold))
    let size = measurer.size(of: article, in: TextStyle(size: 15), width: 358, atMost: 3)
    return (width, size)
  }
}
