// Public declarations of this module use types of these modules, so importing it imports them too.

@_exported public import ListAdapter
@_exported public import ListUIKit
