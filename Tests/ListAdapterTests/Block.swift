import ListModel
import ListRendering

/// A component as high as it says, whose content is measured.
struct Block: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var height: Double
    var width = 100.0
  }

  static let componentType = "Block"
  var viewModel: ViewModel
  var layoutMode: ContentLayoutMode {
    .fitContent(estimatedSize: ContentSize(width: 100, height: 44))
  }

  final class Content: MeasuredContent {
    var viewModel = ViewModel(height: 0)

    func sizeThatFits(_ size: ContentSize) -> ContentSize {
      ContentSize(width: viewModel.width, height: viewModel.height)
    }
  }

  func renderContent(coordinator: Void) -> Content { Content() }
  func render(in content: Content, coordinator: Void) { content.viewModel = viewModel }
}
