// How far the views attached to cells and groups can extend.

extension GroupTemplate {
  /// Whether a measured cell may be larger than its group, because the group does not grow with it.
  var mayOverflow: Bool {
    slots.contains { slot in
      switch slot.content {
      case .leaf(let leaf):
        leaf.widthIsEstimated && !growsHorizontally || leaf.heightIsEstimated && !growsVertically
      case .group(let group):
        group.mayOverflow || group.growsHorizontally && !growsHorizontally
          || group.growsVertically && !growsVertically
      case .placed: false
      }
    }
  }

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

  /// Returns the distance that attached views can extend outside of their cells or groups.
  func farthestAttachment(
    _ kinds: [LayoutElementKind: MeasuredSize],
    largest: LayoutExtent
  ) -> Double {
    func farthest(_ items: [LayoutSupplementaryItem], _ host: LayoutExtent) -> Double {
      let host = LayoutExtent(
        width: max(host.width, largest.width),
        height: max(host.height, largest.height)
      )
      return items.reduce(0) { farthest, item in
        let extent = item.layoutSize.extent(in: host, measured: kinds[item.elementKind] ?? .none)
        let shift = item.containerAnchor.shift(of: extent)
        let own = item.itemAnchor?.shift(of: extent) ?? .zero
        return max(
          farthest,
          extent.width + abs(shift.x) + abs(own.x),
          extent.height + abs(shift.y) + abs(own.y)
        )
      }
    }
    return slots.reduce(farthest(supplementaryItems, extent)) { result, slot in
      switch slot.content {
      case .leaf(let leaf): max(result, farthest(leaf.supplementaryItems, leaf.extent))
      case .group(let group): max(result, group.farthestAttachment(kinds, largest: largest))
      case .placed: result
      }
    }
  }
}
