/// The client for browsers, as its file was when this was built: a module of JavaScript in UTF-8.
package enum ClientScript {
  /// The text of `liststore.js`.
  package static var bytes: [UInt8] { PackageResources.liststore_js }
}
