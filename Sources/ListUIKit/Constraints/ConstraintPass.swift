/// A layout of a tree of views: its constraints are solved once, however many of its views are laid out.
@MainActor
enum ConstraintPass {
  /// The roots of the trees that are being laid out: a list in a tree lays out cells, which are trees too.
  private static var running: [UIView] = []

  /// Lays out a view, after the constraints of its tree are solved.
  static func layOut(_ view: UIView, _ body: () -> Void) {
    let root = view.root
    guard !running.contains(where: { $0 === root }) else { return body() }
    running.append(root)
    defer { running.removeLast() }
    root.solveConstraints()
    body()
  }
}
