// Public declarations of this module speak of these modules: one import brings them along. UIKit brings
// Foundation too.

@_exported public import Foundation
@_exported public import ListAdapter
@_exported public import ListLayout
