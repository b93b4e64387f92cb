import HTTPTypes
import Hummingbird
import ListModel
import ListStorage

// How much the versions of a list have changed, for a picture of its past.

extension Route {
  static let densities = [
    Route(
      .get,
      "/lists/{name}/density",
      "How much the versions of a list have changed, in intervals of as many versions",
      parameters: [
        Parameter("bins", .number, "The most intervals; 1000 by default, at most 4000"),
        Parameter("first", .number, "The first version; the oldest that can be read by default"),
        Parameter("last", .number, "The last version; the newest by default"),
      ],
      fields: [Parameter("If-None-Match", .text, "The ETag of an answer that the reader has")],
      answers: [
        Answer(
          200,
          "For each interval the deleted, inserted, moved and updated sections and cells",
          .density
        ),
        Answer(304, "The reader has this answer"),
        .problem(400, "A parameter is malformed"),
        .problem(404, "There is no such list"),
      ]
    ) { call in try await call.density() }
  ]
}

extension Call {
  fileprivate func density() async throws -> Response {
    let bins = try number("bins", 1...4000) ?? 1000
    let first = try number("first", Self.versions)
    let last = try number("last", Self.versions)
    let counted = try await service.reading { [list, service] store in
      try service.versionCounts.counts(of: list, in: store)
    }
    let scope = service.configuration.caching == .shared ? "public" : "private"
    let tag =
      "\"\(counted.token.fingerprint)-\(counted.floor)-\(bins)-\(first ?? -1)-\(last ?? -1)\""
    let fields: HTTPFields = [.cacheControl: "\(scope), no-cache", .eTag: tag]
    if EntityTags(request.headers[.ifNoneMatch]).contains(tag) {
      return Response(status: .notModified, headers: fields)
    }
    let newest = counted.token.version
    let start = min(max(first ?? 0, counted.floor + 1), newest)
    let end = min(last ?? newest, newest)
    let count = max(0, end - start + 1)
    let width = max(1, (count + bins - 1) / bins)
    return .json(headers: fields) { writer in
      writer.startObject()
      for (member, number) in [
        ("oldest", counted.floor), ("newest", newest), ("first", start), ("last", end),
        ("width", width),
      ] {
        writer.name(member)
        writer.number(number)
      }
      writer.name("bins")
      writer.startArray()
      var version = start
      while version <= end, counted.floor < newest {
        var sum = (deleted: 0, inserted: 0, moved: 0, updated: 0)
        for version in version...min(end, version + width - 1) {
          let counts = counted.counts[version - counted.floor - 1]
          sum.deleted += Int(counts.deleted)
          sum.inserted += Int(counts.inserted)
          sum.moved += Int(counts.moved)
          sum.updated += Int(counts.updated)
        }
        writer.startArray()
        for number in [sum.deleted, sum.inserted, sum.moved, sum.updated] { writer.number(number) }
        writer.endArray()
        version += width
      }
      writer.endArray()
      writer.endObject()
    }
  }
}
