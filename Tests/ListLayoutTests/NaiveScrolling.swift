import ListLayout

extension NaiveLayout.Scroller {
  /// The farthest offset at which the content still fills what is seen.
  var end: Double { max(0, contentLength - viewport) }

  /// Where the scroller comes to rest: the rules one by one, without an index.
  var stops: [Double] {
    guard let first = groups.first else { return [] }
    var stops: [Double] = []
    switch behavior {
    case .none, .continuous: return []
    case .paging:
      var page = 0.0
      guard self.page > 0 else { return [0] }
      while page < end - NaiveLayout.tolerance {
        stops.append(page)
        page += self.page
      }
      stops.append(end)
    case .groupPaging, .continuousGroupLeadingBoundary:
      for group in groups where group.start - first.start < end - NaiveLayout.tolerance {
        stops.append(group.start - first.start)
      }
      let isAtEnd = groups.contains { $0.start - first.start >= end - NaiveLayout.tolerance }
      if isAtEnd || behavior == .continuousGroupLeadingBoundary { stops.append(end) }
    case .groupPagingCentered:
      stops = groups.map { $0.start + $0.length / 2 - middle }
    }
    return stops
  }

  /// Where the scroller rests after code has set an offset.
  func rest(afterSetting offset: Double) -> Double {
    var places: [Double] = []
    switch behavior {
    case .none, .continuous: return min(max(0, offset), end)
    case .groupPagingCentered: places = stops
    case .groupPaging, .continuousGroupLeadingBoundary:
      places = groups.map { $0.start - groups[0].start }
    case .paging:
      guard page > 0 else { return offset >= end ? end : 0 }
      places = (0...Int(contentLength / page) + 1).map { Double($0) * page }
    }
    let isClamped = behavior != .groupPagingCentered
    let offset = isClamped ? max(0, offset) : offset
    if isClamped, offset >= end { return end }
    var best = places[0]
    for place in places where abs(place - offset) < abs(best - offset) { best = place }
    return isClamped ? min(best, end) : best
  }

  func rest(from start: Double, proposed: Double, velocity: Double) -> Double {
    let stops = stops
    func nearest(_ offset: Double) -> Int {
      var best = 0
      for (index, stop) in stops.enumerated() where abs(stop - offset) < abs(stops[best] - offset) {
        best = index
      }
      return best
    }
    switch behavior {
    case .none, .continuous: return min(max(0, proposed), end)
    case .continuousGroupLeadingBoundary:
      if velocity > 0 { return stops.first { $0 >= proposed } ?? stops[stops.count - 1] }
      if velocity < 0 { return stops.last { $0 <= proposed } ?? stops[0] }
      return stops[nearest(proposed)]
    case .paging, .groupPaging, .groupPagingCentered:
      let current = nearest(start)
      let target: Int
      if abs(velocity) >= 0.2 {
        target = velocity > 0 ? current + 1 : current - 1
      } else {
        target = min(max(nearest(proposed), current - 1), current + 1)
      }
      return stops[min(max(0, target), stops.count - 1)]
    }
  }
}
