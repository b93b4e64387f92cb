/// A post.
public struct Post: Codable, Hashable, Sendable {
  /// Names the post for ever.
  public var id: String
  /// What it says.
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
  /// Where to read on; `nil` at the end.
  public var cursor: String?

  /// Creates a page.
  public init(posts: [Post], cursor: String?) {
    self.posts = posts
    self.cursor = cursor
  }
}

/// Where posts come from; in the app, an HTTP client.
public protocol PostService: Sendable {
  /// Reads the posts after a cursor; the newest ones without.
  func posts(after cursor: String?, limit: Int) async throws -> PostPage
}
