// The views attached to cells and groups.

extension GroupTemplate {
  /// Whether a view is attached to the group or to a group in it.
  var hasAttachedGroups: Bool {
    !supplementaryItems.isEmpty
      || slots.contains { slot in
        if case .group(let group) = slot.content { group.hasAttachedGroups } else { false }
      }
  }

  var hasAttachments: Bool {
    !supplementaryItems.isEmpty
      || slots.contains { slot in
        switch slot.content {
        case .leaf(let leaf): !leaf.supplementaryItems.isEmpty
        case .group(let group): group.hasAttachments
        case .placed: false
        }
      }
  }
}
