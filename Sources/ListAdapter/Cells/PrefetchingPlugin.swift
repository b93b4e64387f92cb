public import Foundation
public import ListModel

/// A component that needs something loaded before it can be shown.
public protocol ComponentResourcePrefetchable: Component {}

/// A component that shows remote images.
public protocol ComponentRemoteImagePrefetchable: ComponentResourcePrefetchable {
  /// The images to load.
  var remoteImageURLs: [URL] { get }
}

/// Loads what components need before they appear.
public protocol CollectionViewPrefetchingPlugin: AnyObject {
  /// Begins to load what a component needs.
  ///
  /// - Returns: The operation, which can be cancelled; `nil` if there is nothing to load or to cancel.
  func prefetch(with component: any ComponentResourcePrefetchable) -> PrefetchOperation?
}

/// An operation that loads something; it is cancelled by ``cancel()``, or when it is released.
public final class PrefetchOperation {
  private var action: (() -> Void)?

  /// Creates an operation from a closure that cancels it.
  public init(cancel action: @escaping () -> Void) {
    self.action = action
  }

  deinit {
    action?()
  }

  /// Cancels the operation; only the first call does anything.
  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }
}

/// Loads remote images ahead of time.
public protocol RemoteImagePrefetching: AnyObject {
  /// Begins to load an image.
  ///
  /// - Returns: The id of the task; `nil` if there is nothing to cancel.
  func prefetchImage(url: URL) -> UUID?
  /// Stops loading.
  func cancelTask(uuid: UUID)
}

/// Loads the remote images of components, each image once for any number of cells.
public final class RemoteImagePrefetchingPlugin: CollectionViewPrefetchingPlugin {
  private let loader: any RemoteImagePrefetching
  private var tasks: [URL: (id: UUID, users: Int)] = [:]

  /// Creates a plugin that uses a loader.
  public init(remoteImagePrefetcher loader: any RemoteImagePrefetching) {
    self.loader = loader
  }

  /// Begins to load a component's images; an image that is being loaded already is shared.
  ///
  /// - Returns: The operation; a task stops when its last user cancels.
  public func prefetch(with component: any ComponentResourcePrefetchable) -> PrefetchOperation? {
    guard let component = component as? any ComponentRemoteImagePrefetchable else { return nil }
    let urls = component.remoteImageURLs.filter(join)
    guard !urls.isEmpty else { return nil }
    return PrefetchOperation { [weak self] in
      for url in urls { self?.leave(url) }
    }
  }

  private func join(_ url: URL) -> Bool {
    if let task = tasks[url] {
      tasks[url] = (task.id, task.users + 1)
      return true
    }
    guard let id = loader.prefetchImage(url: url) else { return false }
    tasks[url] = (id, 1)
    return true
  }

  private func leave(_ url: URL) {
    guard let task = tasks[url] else { return }
    if task.users > 1 {
      tasks[url] = (task.id, task.users - 1)
    } else {
      tasks[url] = nil
      loader.cancelTask(uuid: task.id)
    }
  }
}
