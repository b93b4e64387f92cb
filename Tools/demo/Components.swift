import ListModel

/// One country in one year.
struct Country: IdentifiableComponent {
  struct ViewModel: Codable, Equatable, Sendable {
    var name: String
    /// In international dollars.
    var gdpPerCapita: Double
    /// At birth, in years.
    var lifeExpectancy: Double
    var population: Int
  }

  static let componentType = "Country"
  var viewModel: ViewModel

  /// A country is the same cell in every year, at any rank.
  var id: Cell.ID { Cell.ID(viewModel.name) }
}

/// The header above the countries of a continent.
struct ContinentHeader: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var name: String
    var year: Int
    var population: Int
  }

  static let componentType = "ContinentHeader"
  var viewModel: ViewModel
}
