import ListLayout
import Testing

@Suite struct `A visual description` {
  @Test func `shows what is in a section, and a picture of one group`() {
    let text = Descriptions.nestedGroup.visualDescription(
      in: LayoutExtent(width: 400, height: 800)
    )
    #expect(
      text == """
        section: groups 0 apart
          horizontal group, 3 subitems in turn: fractionalWidth(1) × fractionalWidth(0.5)
            item: fractionalWidth(0.5) × fractionalHeight(1)
            vertical group, 1 subitem in turn: fractionalWidth(0.25) × fractionalHeight(1)
              item: fractionalWidth(1) × fractionalHeight(0.5)
            vertical group, 1 subitem in turn: fractionalWidth(0.25) × fractionalHeight(1)
              item: fractionalWidth(1) × fractionalHeight(0.5)
        +-----------------------------+--------------+--------------+
        |                             |              |              |
        |                             |              |              |
        |                             |              |              |
        |                             |      1       |      3       |
        |                             |              |              |
        |                             |              |              |
        |              0              |              |              |
        |                             +--------------+--------------+
        |                             |              |              |
        |                             |              |              |
        |                             |      2       |      4       |
        |                             |              |              |
        |                             |              |              |
        |                             |              |              |
        +-----------------------------+--------------+--------------+
        """
    )
  }

  @Test func `names headers, backgrounds and badges, and draws the badges`() {
    let text = Descriptions.badged.visualDescription()
    #expect(
      text == """
        section: groups 0 apart
          header at top: fractionalWidth(1) × absolute(50)
          background behind all
          horizontal group, 1 subitem in turn: fractionalWidth(1) × fractionalWidth(0.3333)
            item: fractionalWidth(0.3333) × fractionalHeight(1), insets top 2.5, leading 2.5, \
        bottom 2.5, trailing 2.5
              badge at top trailing: absolute(20) × absolute(20)
        +---------------+--++---------------+--++---------------+--++
        |               |b ||               |b ||               |b ||
        |               +--+|               +--+|               +--+|
        |                   |                   |                   |
        |                   |                   |                   |
        |         0         |         1         |         2         |
        |                   |                   |                   |
        |                   |                   |                   |
        |                   |                   |                   |
        |                   |                   |                   |
        +-------------------+-------------------+-------------------+
        """
    )
  }

  @Test func `of a group without pictures says why`() {
    let wide = LayoutItem(
      layoutSize: Descriptions.size(.fractionalWidth(1.5), .fractionalHeight(1))
    )
    let group = LayoutGroup.horizontal(
      layoutSize: Descriptions.size(.absolute(100), .absolute(10)),
      subitems: [wide]
    )
    #expect(group.visualDescription().hasSuffix("150.0 points needed, 100.0 available"))
    let empty = LayoutGroup.horizontal(
      layoutSize: Descriptions.size(.absolute(100), .absolute(10)),
      subitems: []
    )
    #expect(empty.visualDescription().hasSuffix("expected at least one subitem"))
  }

  @Test func `survives groups without an extent, and cells outside of them`() {
    let flat = LayoutGroup.custom(
      layoutSize: Descriptions.size(.absolute(0), .absolute(0)),
      frames: [LayoutGroupCustomItem(frame: LayoutRect(x: -50, y: 900, width: 1e6, height: 0))]
    )
    let text = flat.visualDescription(in: .zero)
    #expect(text.hasPrefix("custom group of 1: absolute(0) × absolute(0)"))
    #expect(text.contains("+"))
  }
}
