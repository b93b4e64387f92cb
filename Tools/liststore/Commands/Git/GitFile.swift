import ListModel

/// What a cell shows of a file in a repository.
///
/// The directory is not part of it: it is the section the cell is in. A file that only changes
/// its directory is therefore moved, and not updated.
package struct GitFile: Component {
  package struct ViewModel: Codable, Equatable, Sendable {
    /// The last component of the path, as ``GitPath/text`` writes it.
    package var name: String
    /// The mode as git writes it: `100644`, `100755`, `120000` (a symbolic link) or `160000` (a
    /// submodule).
    package var mode: String
    /// The id of the blob; for a submodule, that of its commit.
    package var blob: String
    /// The size of the blob in bytes; absent for a submodule, and for a blob that a partial
    /// clone left out.
    package var size: Int?

    package init(name: String, mode: String, blob: String, size: Int?) {
      self.name = name
      self.mode = mode
      self.blob = blob
      self.size = size
    }
  }

  package static let componentType = "GitFile"
  package var viewModel: ViewModel

  package init(viewModel: ViewModel) {
    self.viewModel = viewModel
  }
}
