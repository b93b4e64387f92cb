// Public declarations of this module use types of these modules, so importing it imports them too.

@_exported public import ListAdapter

#if canImport(UIKit)
  @_exported public import UIKit
#else
  @_exported public import ListUIKit
#endif
