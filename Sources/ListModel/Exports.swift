// Public declarations of this module use these modules, so importing this one imports them too.

@_exported public import ListDescription
