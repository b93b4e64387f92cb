// Public declarations of this module speak of these modules: one import brings them along.

@_exported public import ListLayout
@_exported public import ListRendering
