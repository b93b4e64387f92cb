import ListPictures
import ListRendering

extension PictureScreen {
  /// The parameters of a screen.
  static let parameters: [Route.Parameter] = [
    .init("width", .number, "The width of a picture's screen, in points; 390 by default"),
    .init("height", .number, "Its height; 844 by default"),
    .init("scroll", .number, "How far it is scrolled; 0 by default"),
    .init("appearance", .oneOf(["light", "dark"]), "Its appearance; light by default"),
  ]

  /// Reads the screen that a request asks for.
  ///
  /// - Throws: A ``Problem`` with status 400.
  init(_ call: Call) throws {
    let appearance = call.target["appearance"] ?? "light"
    guard appearance == "light" || appearance == "dark" else {
      throw Problem.badRequest(
        "bad-appearance",
        "appearance=\(appearance.prefix(32)) is unknown; expected light or dark"
      )
    }
    self.init(
      width: Double(try call.number("width", 1...20_000) ?? 390),
      height: Double(try call.number("height", 1...20_000) ?? 844),
      contentOffset: Double(try call.number("scroll", 0...1_000_000_000) ?? 0),
      appearance: appearance == "dark" ? .dark : .light
    )
  }

  /// The screen as part of an entity tag.
  var tag: String {
    "\(Int(width))x\(Int(height))-\(Int(contentOffset))-\(appearance == .dark ? "dark" : "light")"
  }
}
