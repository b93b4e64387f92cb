/// The measured sizes of the supplementary views of a section, by kind.
///
/// Most sections have one kind of them, a header. The size of the first kind is in the value itself,
/// so that a thousand headers need no memory beside their sections.
struct MeasuredKinds: Sendable {
  private var kind: LayoutElementKind = ""
  private var size = MeasuredSize.none
  private var others: [LayoutElementKind: MeasuredSize] = [:]

  var isEmpty: Bool { size == .none && others.isEmpty }

  /// The size of the views of a kind; ``MeasuredSize/none`` if they are not measured.
  subscript(kind: LayoutElementKind) -> MeasuredSize {
    get { kind == self.kind ? size : others[kind] ?? .none }
    set {
      if size == .none, others[kind] == nil { self.kind = kind }
      if kind == self.kind {
        size = newValue
      } else {
        others[kind] = newValue == .none ? nil : newValue
      }
    }
  }
}
