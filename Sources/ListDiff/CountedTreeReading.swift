extension CountedTree {
  /// A node that is read without being retained: counting references took more than a third of the
  /// time of a comparison.
  ///
  /// Whoever reads holds the tree that the node is of, and does not change it meanwhile. Then the
  /// node lives, because a node that can be reached from a tree that is held is never changed by
  /// another one; so do its arrays, and their elements, which are native storage on the heap, stay
  /// where they are. That is why the buffers may leave the closures that lend them. Nothing that
  /// is read outlives the call to which the tree was given.
  struct ReadNode {
    private let node: Unmanaged<Node>

    @inline(__always)
    init(_ node: Node) {
      self.node = .passUnretained(node)
    }

    @inline(__always) var count: Int { node._withUnsafeGuaranteedRef { $0.count } }

    /// The elements of a leaf.
    @inline(__always) var elements: UnsafeBufferPointer<Element> {
      node._withUnsafeGuaranteedRef { $0.elements.withUnsafeBufferPointer { $0 } }
    }

    /// The children of a branch.
    @inline(__always) var children: UnsafeBufferPointer<Child> {
      node._withUnsafeGuaranteedRef { $0.children.withUnsafeBufferPointer { $0 } }
    }

    /// Whether both have equal elements below, as far as can be told without looking at any.
    ///
    /// A fingerprint is used if it is there already, but never computed: a version that was made by
    /// edits shares nodes, and to look at those that it does not share is what fingerprints would
    /// have to do, too.
    @inline(__always)
    func isKnownToEqual(_ other: Self) -> Bool { self == other || hasEqualFingerprint(to: other) }

    private func hasEqualFingerprint(to other: Self) -> Bool {
      node._withUnsafeGuaranteedRef { node in
        other.node._withUnsafeGuaranteedRef { other in
          guard let fingerprint = node.cachedFingerprint, node.count == other.count else {
            return false
          }
          return fingerprint == other.cachedFingerprint
        }
      }
    }
  }
}

extension CountedTree.ReadNode: Equatable {
  /// Whether both are the same node.
  @inline(__always)
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.node.toOpaque() == rhs.node.toOpaque() }
}
