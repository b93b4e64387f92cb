package import ListRendering

/// A view of an app that is drawn as a row of a list: with its ground, corners and separators.
package protocol HostedListRow: AnyObject {
  /// The colour of its ground; `nil` for that of the list.
  var rowColor: ContentColor? { get }
}
