import ListDescription
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

  private static func group(_ members: String, size: String = #"[{"fw":1},{"abs":44}]"#) -> String {
    let item = #"{"type":"item","size":[{"fw":1},{"fh":1}]}"#
    return
      #"{"layout":"compositional","group":{"type":"group","axis":"horizontal","mode":"subitems","#
      + #""size":\#(size),"subitems":[\#(item)]\#(members)}}"#
  }

  @Test(arguments: [
    (#"{"layout":"vertical","spacing":1e999}"#, "layout.spacing: expected a finite number"),
    (#"{"layout":"vertical","spacing":-1E400}"#, "layout.spacing: expected a finite number"),
    (
      #"{"layout":"vertical","interItemSpacing":1e999}"#,
      "layout.interItemSpacing: expected a finite"
    ),
    (#"{"layout":"vertical","insets":[0,1e999,0,0]}"#, "layout.insets[1]: expected a finite"),
    (#"{"layout":"verticalGrid","columns":1e999}"#, "layout.columns: expected a finite"),
    (
      #"{"layout":"verticalGrid","columns":2.5}"#,
      "layout.columns: expected a whole number, not 2.5"
    ),
    (#"{"layout":"verticalGrid","columns":"2"}"#, "layout.columns: expected a number"),
    (
      #"{"layout":"adaptive","choices":[{"minWidth":0,"layout":{"layout":"vertical","spacing":1e999}}]}"#,
      "layout.choices[0].layout.spacing: expected a finite"
    ),
    (group(#","spacing":{"fixed":1e999}"#), "layout.group.spacing.fixed: expected a finite"),
    (group(#","spacing":8"#), "layout.group.spacing: expected an object"),
    (group(#","spacing":{"fixed":-2}"#), "group.spacing: expected zero or more, not -2.0"),
    (group("", size: #"[{"fw":1e999},{"abs":44}]"#), "layout.group.size[0].fw: expected a finite"),
    (group("", size: #"[{"fw":1},{"abs":-44}]"#), "expected zero or more, not -44.0"),
  ])
  func `a number that is none for a layout is named with its place and its fault`(
    _ text: String,
    _ fault: String
  ) throws {
    let error = try #require(throws: LayoutError.self) { try layout(text).known() }
    #expect("\(error)".contains(fault), "\(error)")
    var section = Section(id: "b")
    section.layout = try layout(text)
    let list = List(sections: [Section(id: "a"), section])
    let refusal = try #require(throws: InvalidList.self) { try list.checkLayouts() }
    #expect("\(refusal)".hasPrefix("sections[1].layout."), "\(refusal)")
  }

  @Test func `a huge number in a layout of another kind is nobody's fault`() throws {
    #expect(try layout(#"{"layout":"mosaic","tiles":1e999}"#).known() == nil)
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
