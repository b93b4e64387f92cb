import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListPictures
import ListRendering

// The demonstration's countries: Gapminder's table, one version for each year.

/// A country in one year: its rank, its name, and a bar as long as its income per person.
struct CountryRow: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var rank: Int
    var name: String
    /// In international dollars per person and year.
    var income: Double
    /// At birth, in years.
    var lifeExpectancy: Double
    /// The income of the longest bar.
    var longest: Double
  }

  static let componentType = "CountryRow"
  var viewModel: ViewModel
  private static let barLength = 128.0

  init(viewModel: ViewModel) { self.viewModel = viewModel }

  var layoutMode: ContentLayoutMode { .fitContainer }
  func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  func render(in content: NodeContent, coordinator: Void) {
    let bar = (Self.barLength * viewModel.income / viewModel.longest).rounded()
    let small = "font-size: 12px; \(quietLetters)"
    content.node = .element(
      "div",
      [
        "style": """
        background: secondarySystemGroupedBackground; border-radius: 9px; display: flex; gap: 10px; \
        align-items: center; padding: 0 14px 0 8px
        """
      ],
      [
        .element(
          "p",
          ["style": "width: 18px; text-align: right; \(small)"],
          text: "\(viewModel.rank)"
        ),
        .element(
          "div",
          ["style": "flex: 1; display: flex; flex-direction: column; gap: 3px"],
          [
            .element(
              "p",
              ["style": "font-size: 14px; font-weight: bold; line-clamp: 1"],
              text: viewModel.name
            ),
            .element(
              "div",
              [
                "style": """
                width: \(bar)px; height: 6px; border-radius: 3px; background: systemIndigo
                """
              ]
            ),
          ]
        ),
        .element(
          "div",
          [:],
          [
            .element(
              "p",
              ["style": "font-size: 13px; text-align: right"],
              text: "$\(Self.grouped(Int(viewModel.income)))"
            ),
            .element(
              "p",
              ["style": "text-align: right; \(small)"],
              text: "\(Int(viewModel.lifeExpectancy.rounded())) years"
            ),
          ]
        ),
      ]
    )
  }
}

extension CountryRow {
  /// Returns a number with a comma after its thousands.
  private static func grouped(_ number: Int) -> String {
    guard number >= 1000 else { return "\(number)" }
    let rest = "\(number % 1000)"
    return "\(number / 1000)," + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension GalleryPicture {
  static func countries() throws -> Film {
    let table = try CountryTable()
    // begin countries
    var film = Film(title: "The countries of the Americas with the highest incomes")
    // All incomes change every year.
    film.marks = [.inserted, .deleted, .moved]
    let screen = GalleryScreen(countries(in: 1952, table), width: 300, height: 508)
    film.add(screen.view, caption: "1952")
    for year in [1967, 1982, 1992, 2002, 2007] {
      screen.apply(countries(in: year, table))
      film.add(screen.view, caption: "\(year)")
    }
    // end countries
    return film
  }

  private static func countries(in year: Int, _ table: CountryTable) -> List {
    // begin countries
    List {
      Section(id: "Americas") {
        for country in table.richest(of: "Americas", in: year, count: 9) {
          Cell(id: Cell.ID(country.viewModel.name), component: country)
        }
      }
      .withHeader(Title("Americas", "In \(year): income, and years of life"))
      .withSectionLayout(.compositional(rows))
    }
    // end countries
  }

  private static var rows: LayoutSection {
    let row = LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(42))
    var section = LayoutSection(
      group: .horizontal(layoutSize: row, subitems: [LayoutItem(layoutSize: row)])
    )
    section.interGroupSpacing = 6
    section.contentInsets = DirectionalEdgeInsets(top: 0, leading: 12, bottom: 12, trailing: 12)
    section.boundarySupplementaryItems = [.header(estimatedHeight: 70)]
    return section
  }
}

/// The table of `Tools/demo`.
private struct CountryTable {
  private var lines: [[Substring]]

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("demo/gapminder.csv")
    // A name that contains a comma would be in quotation marks; no country of the Americas has one.
    lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",") }.filter { $0.count == 6 }
  }

  func richest(of continent: String, in year: Int, count: Int) -> [CountryRow] {
    let countries = lines.filter { $0[1] == continent && $0[2] == "\(year)" }.compactMap { line in
      Double(line[5]).flatMap { income in
        Double(line[3]).map { (name: String(line[0]), income: income, years: $0) }
      }
    }
    let richest = countries.sorted { $0.income > $1.income }.prefix(count)
    let longest = richest.first?.income ?? 1
    return richest.enumerated().map { index, country in
      CountryRow(
        viewModel: .init(
          rank: index + 1,
          name: country.name,
          income: country.income,
          lifeExpectancy: country.years,
          longest: longest
        )
      )
    }
  }
}
