/// The keyboard of a field; accepted for compatibility only.
public enum UIKeyboardType: Int, Hashable, Sendable {
  /// The usual one.
  case `default`
  /// For a kind of text.
  case asciiCapable, numbersAndPunctuation, numberPad, phonePad, namePhonePad, emailAddress
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// For links.
  case URL
  /// For a kind of text.
  case decimalPad, twitter, webSearch
}

/// The key that ends a line; accepted for compatibility only.
public enum UIReturnKeyType: Int, Hashable, Sendable {
  /// The usual one.
  case `default`
  /// With a word.
  case go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// Which letters become capitals; accepted for compatibility only.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
  /// None.
  case none
  /// The first ones of words or sentences.
  case words, sentences
  /// All.
  case allCharacters
}

/// Whether words are corrected; accepted for compatibility only.
public enum UITextAutocorrectionType: Int, Hashable, Sendable {
  /// As the system wants.
  case `default`
  /// They are not, or they are.
  case no, yes
}
