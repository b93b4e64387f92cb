import ArgumentParser
import ListSimulation
import ListSimulations

/// The list that is run, and the options that name it, as a trace keeps them.
struct SimulatedFeed {
  let subject: SimSubject
  /// The options that name it; `nil` for the feed of docs/paging.md as it is.
  let name: String?
  /// Whether a mistake is planted in it.
  let hasMistake: Bool

  /// The feed that options name; with none, that of docs/paging.md.
  init(
    mistake: MistakeSubject? = nil,
    team: TeamSubject? = nil,
    turbolistkit: TurboListKitDefect? = nil
  ) {
    if let mistake = mistake?.mistake {
      subject = mistake.subject
      name = "--mistake \(mistake.rawValue)"
      hasMistake = true
    } else if let team {
      subject = team.subject
      name = "--team \(team.name)"
      hasMistake = team.name != TeamSubject.right
    } else if let turbolistkit {
      subject = turbolistkit.subject
      name = "--turbolistkit \(turbolistkit.rawValue)"
      hasMistake = true
    } else {
      subject = SimSubject { PagedFeed($0) }
      name = nil
      hasMistake = false
    }
  }

  /// The feed of a trace; `nil` if this program has none of that name.
  init?(name: String) {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 2 else { return nil }
    switch words[0] {
    case "--mistake":
      guard let mistake = MistakeSubject(argument: words[1]) else { return nil }
      self.init(mistake: mistake)
    case "--team":
      guard let team = TeamSubject(argument: words[1]) else { return nil }
      self.init(team: team)
    case "--turbolistkit":
      guard let defect = TurboListKitDefect(rawValue: words[1]) else { return nil }
      self.init(turbolistkit: defect)
    default: return nil
    }
  }
}

/// The feed of docs/paging.md, by the name of its mistake.
struct MistakeSubject: ExpressibleByArgument {
  let mistake: Mistake?

  init?(argument: String) {
    mistake = Mistake(rawValue: argument)
    guard mistake != nil || argument == Self.right else { return nil }
  }

  private static let right = "none"

  static var allValueStrings: [String] { [right] + Mistake.allCases.map(\.rawValue) }
}

/// A team's own feed, by the name of its mistake.
struct TeamSubject: ExpressibleByArgument {
  let subject: SimSubject
  let name: String

  init?(argument: String) {
    guard argument == Self.right || TeamMistake(rawValue: argument) != nil else { return nil }
    name = argument
    subject = TeamMistake(rawValue: argument)?.subject ?? TeamMistake.rightSubject
  }

  static let right = "right"

  static var allValueStrings: [String] { [right] + TeamMistake.allCases.map(\.rawValue) }
}

extension TurboListKitDefect: ExpressibleByArgument {}
