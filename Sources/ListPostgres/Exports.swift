// Public declarations of this module use types of these modules: one import brings them along.

@_exported public import ListDiff
@_exported public import ListModel
@_exported public import ListStorage
