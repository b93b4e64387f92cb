// Public declarations of this module use types of these modules, so importing it imports them too.

@_exported public import ListDiff
@_exported public import ListModel
@_exported public import ListStorage
