/// A post.
public struct Post: Codable, Hashable, Sendable {
  /// The permanent identity of the post.
  public var id: String
  /// The text of the post.
  public var text: String

  /// Creates a post.
  public init(id: String, text: String) {
    self.id = id
    self.text = text
  }
}

/// A page of posts, newest first.
public struct PostPage: Sendable {
  /// The posts.
  public var posts: [Post]
  /// The cursor of the next page; `nil` at the end.
  public var cursor: String?

  /// Creates a page.
  public init(posts: [Post], cursor: String?) {
    self.posts = posts
    self.cursor = cursor
  }
}

/// A source of posts; in the app, an HTTP client.
public protocol PostService: Sendable {
  /// Reads the posts after a cursor or, without one, the newest posts.
  func posts(after cursor: String?, limit: Int) async throws -> PostPage
}
