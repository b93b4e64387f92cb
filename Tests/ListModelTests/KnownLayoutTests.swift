import ListLayout
import ListModel
import Testing

struct KnownLayoutTests {
  private func layout(_ text: String) throws -> AnySectionLayout {
    AnySectionLayout(try Content(parsing: Array(text.utf8)))
  }

  @Test(arguments: [
    #"{"layout":"mosaic","tiles":3}"#, #"{"columns":2}"#, #"[1,2]"#, #""vertical""#, "null",
  ])
  func `a layout of another kind is nobody's fault`(_ text: String) throws {
    #expect(try layout(text).known() == nil)
  }

  @Test(arguments: [
    (#"{"layout":"verticalGrid","columns":0}"#, "columns"),
    (#"{"layout":"verticalGrid","columns":-3}"#, "columns"),
    (#"{"layout":"verticalGrid"}"#, "layout"),
    (#"{"layout":"vertical","spacing":-1}"#, "spacing"),
    (#"{"layout":"vertical","insets":[1,2,3,4,5]}"#, "layout.insets"),
    (#"{"layout":"vertical","insets":[1,2,3]}"#, "layout.insets"),
    (#"{"layout":"compositional"}"#, "layout"),
    (
      #"{"layout":"compositional","group":{"type":"group","axis":"horizontal","mode":"subitems","#
        + #""size":[{"fw":1},{"abs":44}],"subitems":[]}}"#,
      "group.subitems"
    ),
    (
      #"{"layout":"compositional","group":{"type":"group","axis":"horizontal","mode":"subitems","#
        + #""size":[{"fw":1},{"pt":44}],"subitems":[]}}"#,
      "layout.group.size[1].pt"
    ),
    (#"{"layout":"adaptive","choices":[]}"#, "choices"),
    (#"{"layout":"provider","name":""}"#, "name"),
  ])
  func `a faulty layout of a known kind is named with its place`(
    _ text: String,
    _ place: String
  ) throws {
    let error = try #require(throws: LayoutError.self) { try layout(text).known() }
    #expect(error.place.hasPrefix(place), "\(error)")
  }

  @Test func `a compositional layout comes back as it was`() throws {
    let item = LayoutItem(
      layoutSize: LayoutSize(
        widthDimension: .fractionalWidth(1 / 3),
        heightDimension: .fractionalHeight(1)
      )
    )
    var section = LayoutSection(
      group: .horizontal(
        layoutSize: LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(80)),
        subitems: [item]
      )
    )
    section.orthogonalScrollingBehavior = .groupPagingCentered
    let stored = AnySectionLayout(try AnySectionLayout(.compositional(section)).stored())
    #expect(try stored.known() == .compositional(section))
  }
}
