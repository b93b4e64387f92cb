/// A file of the inspector, as it was when this was built: a page without a build step, which loads nothing
/// from elsewhere.
package enum InspectorFile: CaseIterable, Sendable {
  /// The page.
  case page
  /// Its style.
  case style
  /// The first module, which imports the others.
  case app
  /// Requests to the server, and the stream that says what is new.
  case server
  /// What is looked at, and its address.
  case place
  /// Elements, texts and times.
  case elements
  /// The lists of the store.
  case lists
  /// The versions of a list.
  case versions
  /// A version on a screen.
  case screen
  /// What is different, as a tree.
  case changes
  /// A cell, a version, the consumers.
  case details
  /// The line of all versions.
  case scrubber

  /// Everything but the page.
  package static var parts: [InspectorFile] { allCases.filter { $0 != .page } }

  /// Its name in the path.
  package var name: String {
    switch self {
    case .page: "inspector.html"
    case .style: "inspector.css"
    case .app: "app.js"
    case .server: "server.js"
    case .place: "place.js"
    case .elements: "elements.js"
    case .lists: "lists.js"
    case .versions: "versions.js"
    case .screen: "screen.js"
    case .changes: "changes.js"
    case .details: "details.js"
    case .scrubber: "scrubber.js"
    }
  }

  /// Its media type.
  package var type: String {
    switch self {
    case .page: "text/html"
    case .style: "text/css"
    default: "text/javascript"
    }
  }

  /// Its text, in UTF-8.
  package var bytes: [UInt8] {
    switch self {
    case .page: PackageResources.inspector_html
    case .style: PackageResources.inspector_css
    case .app: PackageResources.app_js
    case .server: PackageResources.server_js
    case .place: PackageResources.place_js
    case .elements: PackageResources.elements_js
    case .lists: PackageResources.lists_js
    case .versions: PackageResources.versions_js
    case .screen: PackageResources.screen_js
    case .changes: PackageResources.changes_js
    case .details: PackageResources.details_js
    case .scrubber: PackageResources.scrubber_js
    }
  }
}
