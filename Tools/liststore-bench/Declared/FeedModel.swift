import ListModel
import ListPaging

/// An app's model of a feed item, before it declares a list or writes rows.
struct FeedModel: Identifiable, Equatable {
  var id: String
  var title: String
  var detail: String
  var likes: Int
  var isPinned: Bool

  init(_ number: Int, revision: Int = 0) {
    id = "item-\(number)"
    title = "Title of the item number \(number)"
    detail = "What somebody says about number \(number), revised \(revision) times"
    likes = number &* 7 % 1_000 + revision
    isPinned = number % 16 == 0
  }

  /// A copy with memory of its own, as if it were decoded again.
  var copy: FeedModel {
    var copy = self
    copy.title = String(decoding: Array(title.utf8), as: UTF8.self)
    copy.detail = String(decoding: Array(detail.utf8), as: UTF8.self)
    copy.id = String(decoding: Array(id.utf8), as: UTF8.self)
    return copy
  }
}

/// The component of a cell of the feed.
struct FeedCell: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var title: String
    var detail: String
    var likes: Int
    var isPinned: Bool
  }

  static let componentType = "FeedCell"
  var viewModel: ViewModel
}

extension FeedCell {
  init(_ model: FeedModel) {
    viewModel = ViewModel(
      title: model.title,
      detail: model.detail,
      likes: model.likes,
      isPinned: model.isPinned
    )
  }
}

extension List {
  /// Creates a feed as an app declares it.
  init(declaring models: [FeedModel]) {
    self.init(sections: [Section(id: "feed", cells: models.map(Cell.init(declaring:)))])
  }

  /// Creates a feed of many sections.
  init(declaring sections: [[FeedModel]]) {
    self.init(
      sections: sections.enumerated().map { index, models in
        Section(id: Section.ID("section-\(index)"), cells: models.map(Cell.init(declaring:)))
      }
    )
  }

  /// Returns the list with all components in their stored form.
  func inStoredForm() throws -> List {
    var list = self
    for section in list.sections.indices {
      for item in list.sections[section].cells.indices {
        let component = try list.sections[section].cells[item].component.stored()
        list.sections[section].cells[item].component = AnyComponent(component)
      }
    }
    return list
  }
}

extension Cell {
  init(declaring model: FeedModel) {
    self.init(id: Cell.ID(model.id), component: FeedCell(model))
  }
}

/// A feed that changes a few items at a time.
struct FeedHistory {
  /// The feed, version after version.
  let versions: [[FeedModel]]

  /// Makes versions, each of which differs from its predecessor in `changeCount` items.
  init(_ count: Int, versions: Int, changing changeCount: Int, seed: UInt64) {
    var generator = SplitMix(state: seed)
    var models = (0..<count).map { FeedModel($0) }
    var all = [models]
    for version in 1..<max(versions, 2) {
      for _ in 0..<changeCount {
        let number = Int(generator.next() % UInt64(count))
        models[number] = FeedModel(number, revision: version)
      }
      all.append(models)
    }
    self.versions = all
  }
}
