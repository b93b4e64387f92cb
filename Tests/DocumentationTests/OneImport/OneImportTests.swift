import Testing

/// A file that uses a product imports that product, and nothing else of the package.
@Suite struct `One import` {}
