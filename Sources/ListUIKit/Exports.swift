// As UIKit does, the module exports Foundation. It exports no module of this package: an app that imports it sees
// UIKit's names, and may have types of its own that are called `List`, `Section`, `Cell` or `Changeset`.

@_exported public import Foundation
