// Swift code of docs/phone.md.

import ListAdapterUIKit
import ListStorage

/// Shows the text of a note in a label.
struct NoteComponent: Component {
  static let componentType = "Note"
  var viewModel: String

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 44) }

  func renderContent(coordinator: Void) -> UILabel {
    MainActor.assumeIsolated {
      let label = UILabel()
      label.numberOfLines = 0
      return label
    }
  }

  func render(in content: UILabel, coordinator: Void) {
    MainActor.assumeIsolated { content.text = viewModel }
  }
}

/// A screen that shows the list "notes" of a store, and follows it.
final class NotesController: UIViewController {
  private let store: ListStore
  private let layoutAdapter = CollectionViewLayoutAdapter()
  private var following: Task<Void, any Error>?
  private(set) lazy var collectionView = UICollectionView(
    frame: .zero,
    collectionViewLayout: layoutAdapter.makeLayout()
  )
  private(set) lazy var adapter = CollectionViewAdapter(
    collectionView: collectionView,
    layoutAdapter: layoutAdapter
  )

  init(store: ListStore) {
    self.store = store
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.frame = view.bounds
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(collectionView)
    following = Task { [weak self, store] in
      let registry = try ComponentRegistry(NoteComponent.self)
      // A feed from version 0 gives each version; the newest list is shown by its differences.
      for try await _ in store.feed(of: "notes") {
        let snapshot = try store.snapshot(of: "notes")
        guard let self else { return }
        let list = try registry.decode(snapshot.list)
        _ = await adapter.apply(list, version: snapshot.version)
      }
    }
  }

  deinit { following?.cancel() }
}
