import ArgumentParser
import ExampleScreens
import Foundation
import ListAdapter
import ListPictures
import ListRendering

/// Shows the example screens as text, or as pages to look at.
@main
struct ExamplesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "examples",
    abstract: "Show an example screen, as text or as a page of HTML.",
    discussion: """
      A screen runs on a simulated collection view, and a simulated person uses it. What is on \
      screen at the end is printed, or after every step with --tour.

      Screens: \(Example.allCases.map(\.rawValue).joined(separator: ", ")).
      """
  )

  @Argument(
    help: "Which screen.",
    completion: .list(Example.allCases.map(\.rawValue)),
    transform: Self.example
  )
  var name: Example

  @Flag(help: "Print the screen after every step.")
  var tour = false

  @Option(help: "Write the last screen to this file instead, as a page of its own.")
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Also write every step to this file: a page with a slider (.html), a drawing (.svg) or text (.txt).",
      valueName: "FILE"
    )
  )
  var film: String?

  @Flag(help: "Draw dark screens in the film.")
  var dark = false

  private static func example(_ name: String) throws -> Example {
    guard let example = Example(rawValue: name) else {
      throw ValidationError("there is no screen “\(name)”")
    }
    return example
  }

  func validate() throws {
    if let film, Film.Form(fileName: film) == nil {
      throw ValidationError("--film \(film): expected a name that ends with .html, .svg or .txt")
    }
  }

  func run() throws {
    var steps: [(name: String, text: String)] = []
    var page = ""
    var strip = Film(title: name.title, appearance: dark ? .dark : .light)
    try name.tour { step in
      if film != nil { strip.add(step.view, caption: step.caption, touch: step.touch) }
      steps.append((step.caption, step.view.screenText))
      page = step.view.screenHTML(title: "\(name.title) – \(step.caption)")
    }
    if let html { try Data(page.utf8).write(to: URL(fileURLWithPath: html)) }
    if let film, let form = Film.Form(fileName: film) {
      try Data(strip.document(form).utf8).write(to: URL(fileURLWithPath: film))
    }
    if tour {
      for step in steps { print("# \(step.name)\n\(step.text)") }
    } else if html == nil, let last = steps.last {
      print(last.text, terminator: "")
    }
  }
}
