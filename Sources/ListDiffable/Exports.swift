// Public declarations of this module use these modules: one import brings them along.

@_exported public import ListAdapter
@_exported public import ListDiff
@_exported public import ListModel
