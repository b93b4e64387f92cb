import ListLayout

// A layout turned about its main diagonal: x becomes y. What it is solved to must be turned too.

protocol Transposable {
  var transposed: Self { get }
}

extension Array: Transposable where Element: Transposable {
  var transposed: [Element] { map(\.transposed) }
}

extension Optional: Transposable where Wrapped: Transposable {
  var transposed: Wrapped? { map(\.transposed) }
}

extension LayoutAxis: Transposable {
  var transposed: LayoutAxis { crossing }
}

extension LayoutPoint: Transposable {
  var transposed: LayoutPoint { LayoutPoint(x: y, y: x) }
}

extension LayoutExtent: Transposable {
  var transposed: LayoutExtent { LayoutExtent(width: height, height: width) }
}

extension LayoutRect: Transposable {
  var transposed: LayoutRect { LayoutRect(x: y, y: x, width: height, height: width) }
}

extension DirectionalEdgeInsets: Transposable {
  var transposed: DirectionalEdgeInsets {
    DirectionalEdgeInsets(top: leading, leading: top, bottom: trailing, trailing: bottom)
  }
}

extension LayoutDimension: Transposable {
  var transposed: LayoutDimension {
    switch self {
    case .fractionalWidth(let share): .fractionalHeight(share)
    case .fractionalHeight(let share): .fractionalWidth(share)
    case .absolute, .estimated, .uniformAcrossSiblings: self
    }
  }
}

extension LayoutSize: Transposable {
  var transposed: LayoutSize {
    LayoutSize(
      widthDimension: heightDimension.transposed,
      heightDimension: widthDimension.transposed
    )
  }
}

extension LayoutEdgeSpacing: Transposable {
  var transposed: LayoutEdgeSpacing {
    LayoutEdgeSpacing(leading: top, top: leading, trailing: bottom, bottom: trailing)
  }
}

extension LayoutEdges: Transposable {
  var transposed: LayoutEdges {
    var edges: LayoutEdges = []
    if contains(.top) { edges.insert(.leading) }
    if contains(.leading) { edges.insert(.top) }
    if contains(.bottom) { edges.insert(.trailing) }
    if contains(.trailing) { edges.insert(.bottom) }
    return edges
  }
}

extension LayoutAnchor: Transposable {
  var transposed: LayoutAnchor {
    switch offset {
    case .absolute(let points):
      LayoutAnchor(edges: edges.transposed, absoluteOffset: points.transposed)
    case .fractional(let shares):
      LayoutAnchor(edges: edges.transposed, fractionalOffset: shares.transposed)
    }
  }
}

extension LayoutAlignment: Transposable {
  var transposed: LayoutAlignment {
    switch self {
    case .none, .topLeading, .bottomTrailing: self
    case .top: .leading
    case .leading: .top
    case .bottom: .trailing
    case .trailing: .bottom
    case .topTrailing: .bottomLeading
    case .bottomLeading: .topTrailing
    }
  }
}

extension LayoutSupplementaryItem: Transposable {
  var transposed: LayoutSupplementaryItem {
    var copy = self
    copy.layoutSize = layoutSize.transposed
    copy.contentInsets = contentInsets.transposed
    copy.containerAnchor = containerAnchor.transposed
    copy.itemAnchor = itemAnchor.transposed
    return copy
  }
}

extension LayoutBoundarySupplementaryItem: Transposable {
  var transposed: LayoutBoundarySupplementaryItem {
    var copy = self
    copy.layoutSize = layoutSize.transposed
    copy.contentInsets = contentInsets.transposed
    copy.alignment = alignment.transposed
    copy.absoluteOffset = absoluteOffset.transposed
    return copy
  }
}

extension LayoutDecorationItem: Transposable {
  var transposed: LayoutDecorationItem {
    var copy = self
    copy.contentInsets = contentInsets.transposed
    return copy
  }
}

extension LayoutItem: Transposable {
  var transposed: LayoutItem {
    var copy = self
    copy.layoutSize = layoutSize.transposed
    copy.contentInsets = contentInsets.transposed
    copy.edgeSpacing = edgeSpacing.transposed
    copy.supplementaryItems = supplementaryItems.transposed
    return copy
  }
}

extension LayoutSubitem: Transposable {
  var transposed: LayoutSubitem {
    switch self {
    case .item(let item): .item(item.transposed)
    case .group(let group): .group(group.transposed)
    }
  }
}

extension LayoutGroup: Transposable {
  var transposed: LayoutGroup {
    var copy = self
    copy.layoutSize = layoutSize.transposed
    copy.contentInsets = contentInsets.transposed
    copy.edgeSpacing = edgeSpacing.transposed
    copy.supplementaryItems = supplementaryItems.transposed
    switch content {
    case .stack(let axis, .fitting(let subitems)):
      copy.content = .stack(axis.crossing, .fitting(subitems.transposed))
    case .stack(let axis, .dividing(let subitem, let count)):
      copy.content = .stack(axis.crossing, .dividing(subitem.transposed, count: count))
    case .stack(let axis, .repeating(let subitem, let count)):
      copy.content = .stack(axis.crossing, .repeating(subitem.transposed, count: count))
    case .custom(.frames(let frames)):
      copy.content = .custom(
        .frames(
          frames.map { LayoutGroupCustomItem(frame: $0.frame.transposed, zIndex: $0.zIndex) }
        )
      )
    case .custom(.provider): break
    }
    return copy
  }
}

extension LayoutSection: Transposable {
  var transposed: LayoutSection {
    var copy = self
    copy.group = group.transposed
    copy.contentInsets = contentInsets.transposed
    copy.boundarySupplementaryItems = boundarySupplementaryItems.transposed
    copy.decorationItems = decorationItems.transposed
    return copy
  }
}

extension LayoutConfiguration: Transposable {
  var transposed: LayoutConfiguration {
    var copy = self
    copy.scrollDirection = scrollDirection.crossing
    copy.boundarySupplementaryItems = boundarySupplementaryItems.transposed
    return copy
  }
}

extension LayoutEnvironment: Transposable {
  var transposed: LayoutEnvironment {
    LayoutEnvironment(
      container: container.transposed,
      layoutDirection: layoutDirection,
      displayScale: displayScale
    )
  }
}

extension LayoutContainer: Transposable {
  var transposed: LayoutContainer {
    LayoutContainer(
      contentSize: contentSize.transposed,
      safeAreaInsets: safeAreaInsets.transposed,
      layoutMargins: layoutMargins.transposed,
      readableContentInsets: readableContentInsets.transposed,
      contentInsets: contentInsets.transposed
    )
  }
}

extension MeasuredSize: Transposable {
  var transposed: MeasuredSize { MeasuredSize(width: height, height: width) }
}

extension LayoutScrollState: Transposable {
  var transposed: LayoutScrollState {
    LayoutScrollState(
      contentOffset: contentOffset.transposed,
      adjustedContentInset: adjustedContentInset.transposed,
      orthogonalOffsets: orthogonalOffsets
    )
  }
}

extension LayoutAttributes: Transposable {
  var transposed: LayoutAttributes {
    var copy = self
    copy.frame = frame.transposed
    copy.contentFrame = contentFrame.transposed
    return copy
  }
}

extension NaiveLayout: Transposable {
  var transposed: NaiveLayout {
    NaiveLayout(
      environment: environment.transposed,
      configuration: configuration.transposed,
      sections: sections.map {
        Section(
          layout: $0.layout.transposed,
          sizes: $0.sizes.transposed,
          kinds: $0.kinds.mapValues(\.transposed)
        )
      },
      kinds: kinds.mapValues(\.transposed),
      state: state.transposed,
      rules: rules
    )
  }
}

extension NaiveLayout.Solution: Transposable {
  var transposed: NaiveLayout.Solution {
    var copy = self
    copy.contentSize = contentSize.transposed
    copy.sectionFrames = sectionFrames.transposed
    copy.elements = elements.mapValues(\.transposed)
    copy.groupFrames = groupFrames.mapValues(\.transposed)
    copy.scrollers = scrollers.mapValues {
      var scroller = $0
      scroller.frame = $0.frame.transposed
      return scroller
    }
    return copy
  }
}
