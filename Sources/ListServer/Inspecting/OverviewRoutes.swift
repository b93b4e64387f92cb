import Foundation
import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage

// The lists of a store at a glance, by pages.

extension Route {
  static let overviews = [
    Route(
      .get,
      "/overview",
      "The lists at a glance: size, last change, density and consumers of each, by pages",
      parameters: [
        Parameter("text", .text, "Only lists with this in their names, in any case"),
        Parameter(
          "order",
          .oneOf(["newest", "name"]),
          "By their last changes, or by name, which is the default"
        ),
        Parameter("first", .number, "The first list, from 0, which is the default"),
        Parameter("count", .number, "How many lists; 50 by default, at most 200"),
        Parameter("list", .texts, "These lists instead"),
      ],
      answers: [
        Answer(200, "The number of lists, and what is known about those of the page", .overview),
        .problem(400, "A parameter is malformed"),
      ]
    ) { call in try await call.overview() }
  ]
}

/// A list at a glance.
private struct Glance: Sendable {
  var info: ListInfo
  var oldest: Int
  var outline: ListOutline
  var last: ChangeSummary?
  /// The intervals of time with versions.
  var density: [VersionBin]
  var consumers: [ConsumerInfo]
}

extension Call {
  fileprivate func overview() async throws -> Response {
    let first = try number("first", Self.versions) ?? 0
    let count = try number("count", 0...200) ?? 50
    let text = target["text"]
    let order = target["order"] ?? "name"
    guard ["newest", "name"].contains(order) else {
      throw Problem.badRequest("bad-order", "order=\(order.prefix(32)): expected newest or name")
    }
    let names = Set(target.values(of: "list").map { List.ID($0) })
    let (total, matching, glances) = try await service.reading { [permission] store in
      let all = try store.lists().filter { permission.lists.contains($0.id) }
      var lists = all.filter { list in
        (names.isEmpty || names.contains(list.id))
          && (text.map { list.id.rawValue.range(of: $0, options: .caseInsensitive) != nil } ?? true)
      }
      if order == "newest" { lists = try store.newestFirst(lists) }
      let page = lists.dropFirst(first).prefix(count)
      return (all.count, lists.count, try page.compactMap { try store.glance(at: $0) })
    }
    return .json { writer in
      writer.startObject()
      writer.name("store")
      writer.string(URL(filePath: service.store.path).lastPathComponent)
      writer.name("lists")
      writer.number(total)
      writer.name("count")
      writer.number(matching)
      writer.name("first")
      writer.number(first)
      writer.name("page")
      writer.startArray()
      for glance in glances { writer.glance(glance) }
      writer.endArray()
      writer.endObject()
    }
  }
}

extension ListStore {
  fileprivate func newestFirst(_ lists: [ListInfo]) throws -> [ListInfo] {
    let times = try timesOfHeads()
    return lists.sorted { times[$0.id] ?? .distantPast > times[$1.id] ?? .distantPast }
  }

  /// Reads what there is to see of a list; `nil` if it is not there any more.
  fileprivate func glance(at info: ListInfo) throws -> Glance? {
    do {
      let version = info.version
      let last = version > 0 ? try lastSummary(of: info.id, version) : nil
      return Glance(
        info: info,
        oldest: try oldestVersion(of: info.id),
        outline: try outline(of: info.id, at: version),
        last: last,
        density: try versionBins(of: info.id, count: Glance.intervals, in: (nil, nil)).bins,
        consumers: try consumers(of: info.id)
      )
    } catch ListStoreError.unknownList, ListStoreError.unknownVersion {
      return nil
    }
  }

  private func lastSummary(of list: List.ID, _ version: Int) throws -> ChangeSummary? {
    let oldest = try oldestVersion(of: list)
    return version > oldest
      ? try summaries(of: list, after: version - 1, through: version).first
      : try oldestSummary(of: list)
  }
}

extension Glance {
  /// How many intervals of time a list has.
  static let intervals = 48
}

extension JSONWriter {
  fileprivate mutating func glance(_ glance: Glance) {
    startObject()
    name("name")
    string(glance.info.id.rawValue)
    for (member, number) in [
      ("version", glance.info.version), ("oldest", glance.oldest),
      ("sectionCount", glance.outline.sections.count), ("cellCount", glance.outline.cellCount),
    ] {
      name(member)
      self.number(number)
    }
    name("fingerprint")
    string(glance.info.fingerprint.description)
    if let last = glance.last {
      name("last")
      version(last)
    }
    name("density")
    startArray()
    var bins = glance.density[...]
    for interval in 0..<Glance.intervals {
      let isNext = bins.first?.index == interval
      number(isNext ? bins.first?.count ?? 0 : 0)
      if isNext { bins.removeFirst() }
    }
    endArray()
    name("consumers")
    startArray()
    for consumer in glance.consumers {
      startObject()
      name("name")
      string(consumer.name)
      name("version")
      number(consumer.position.version)
      name("lag")
      number(consumer.lag)
      name("failures")
      number(consumer.failures)
      if let time = Change.timestamp(of: consumer.lastSeen) {
        name("lastSeen")
        string(time)
      }
      if let parked = consumer.parked {
        name("parked")
        string(parked)
      }
      endObject()
    }
    endArray()
    endObject()
  }
}
