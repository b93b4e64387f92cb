// What is laid out is described there: one import brings it along.

@_exported public import ListDescription
