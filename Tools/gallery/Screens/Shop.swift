/// The apps and cards in the shop of the gallery.
enum Shop {
  static let apps: [AppRow] = [
    app("Market", "Free delivery everywhere", "systemOrange", "Get"),
    app("Clips", "Short and funny films", "systemPink", "Get"),
    app("Metronome", "Keeps time, for musicians", "systemIndigo", "2.99"),
    app("Noodles", "Restaurants without a queue", "systemRed", "Get"),
    app("Tax Return", "How much is waiting for you?", "systemGreen", "Get"),
    app("Parrot", "Learn a language together", "systemTeal", "4.99"),
  ]

  static let features: [FeatureCard] = [
    feature("AVAILABLE NOW", "Northern Lights", "A series in eight parts", "systemIndigo"),
    feature("TONIGHT AT 22:30", "Harbour", "The last part, live", "systemBlue"),
    feature("THIS WEEK", "Class Reunion", "A comedy", "systemPurple"),
    feature("NEW", "Parrot", "Learn a language together", "systemTeal"),
  ]

  static let themes: [FeatureCard] = [
    feature("10 APPS", "Finance", "Know where it goes", "systemGreen"),
    feature("12 APPS", "Photography", "Light and time", "systemOrange"),
    feature("8 APPS", "Calm", "Breathe in", "systemBlue"),
  ]

  private static func app(
    _ name: String,
    _ detail: String,
    _ color: String,
    _ price: String
  ) -> AppRow {
    AppRow(viewModel: .init(name: name, detail: detail, color: color, price: price))
  }

  private static func feature(
    _ kind: String,
    _ title: String,
    _ detail: String,
    _ color: String
  ) -> FeatureCard {
    FeatureCard(viewModel: .init(kind: kind, title: title, detail: detail, color: color))
  }
}
