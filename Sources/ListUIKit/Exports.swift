// Public declarations of this module use types of these modules, so one import exports them all. UIKit
// exports Foundation too.

@_exported public import Foundation
@_exported public import ListAdapter
@_exported public import ListLayout
