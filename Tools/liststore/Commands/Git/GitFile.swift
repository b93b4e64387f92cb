import ListModel

/// The component of a cell that shows a file of a repository.
///
/// The directory is not part of it, because it is the section of the cell. So a file that only changes
/// its directory is moved, not updated.
package struct GitFile: Component {
  package struct ViewModel: Codable, Equatable, Sendable {
    /// The last component of the path, as ``GitPath/text`` writes it.
    package var name: String
    /// The mode as git writes it: `100644`, `100755`, `120000` (a symbolic link) or `160000` (a
    /// submodule).
    package var mode: String
    /// The id of the blob; for a submodule, the id of its commit.
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
