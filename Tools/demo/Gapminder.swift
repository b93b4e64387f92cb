import Foundation
import ListLayout
import ListModel

/// Gapminder's countries as lists, one for each year.
struct Gapminder {
  /// One year: continents in alphabetical order, each with its countries, richest first.
  struct Year {
    let year: Int
    let continents: [Continent]
  }

  /// One continent in one year.
  struct Continent {
    let name: String
    let countries: [Country]
  }

  /// The years in the table, ascending.
  let years: [Year]

  /// Reads the table `country,continent,year,lifeExp,pop,gdpPercap`.
  ///
  /// - Throws: ``UnreadableTable``, which names the first line that cannot be read.
  init(csv text: String) throws(UnreadableTable) {
    var table: [Int: [String: [Country]]] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .dropFirst() where !line.isEmpty
    {
      let fields = Self.fields(of: line)
      guard fields.count == 6, let year = Int(fields[2]), let population = Double(fields[4]),
        let lifeExpectancy = Double(fields[3]), let gdpPerCapita = Double(fields[5])
      else { throw UnreadableTable(line: index + 1) }
      let country = Country(
        viewModel: .init(
          name: fields[0],
          gdpPerCapita: gdpPerCapita,
          lifeExpectancy: lifeExpectancy,
          population: Int(population)
        )
      )
      table[year, default: [:]][fields[1], default: []].append(country)
    }
    years = table.sorted { $0.key < $1.key }.map { year, continents in
      Year(
        year: year,
        continents: continents.sorted { $0.key < $1.key }.map { name, countries in
          let richestFirst = countries.sorted {
            ($1.viewModel.gdpPerCapita, $0.viewModel.name)
              < ($0.viewModel.gdpPerCapita, $1.viewModel.name)
          }
          return Continent(name: name, countries: richestFirst)
        }
      )
    }
  }

  /// Splits a line into fields; a field that contains a comma is in quotation marks.
  private static func fields(of line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line where character != "\r" {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

/// The error of a table with a line that is not six fields of the right kinds.
struct UnreadableTable: Error, CustomStringConvertible {
  let line: Int

  var description: String {
    "line \(line): expected country,continent,year,lifeExp,pop,gdpPercap"
  }
}

extension Gapminder.Year {
  /// The year as the list that a screen would show.
  var list: List {
    List {
      for continent in continents {
        Section(id: Section.ID(continent.name)) {
          for country in continent.countries {
            Cell(component: country)
          }
        }
        .withHeader(
          ContinentHeader(
            viewModel: .init(
              name: continent.name,
              year: year,
              population: continent.countries.reduce(0) { $0 + $1.viewModel.population }
            )
          )
        )
        .withSectionLayout(.vertical(spacing: 8).withHeaderPinToVisibleBounds(true))
      }
    }
  }
}
