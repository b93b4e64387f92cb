// Public declarations of this module use these modules: one import brings them along.

@_exported public import ListModel
