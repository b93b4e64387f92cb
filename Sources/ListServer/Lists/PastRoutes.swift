import Foundation
import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage
import NIOCore

// The past of a list.

extension Route {
  static let pasts = [
    Route(
      .get,
      "/lists/{name}/difference",
      "One change that leads from a version to another, forwards or backwards",
      parameters: [
        Parameter("from", .number, "The version it starts at"),
        Parameter("to", .number, "The version it leads to; the newest by default"),
      ],
      answers: [
        Answer(200, "A change document", .named(.change)),
        .problem(400, "from is missing, or a parameter is malformed"),
        .problem(404, "There is no such list or version"),
      ]
    ) { call in try await call.difference() },
    Route(
      .get,
      "/lists/{name}/versions",
      "The versions of a list, newest first, by pages",
      parameters: [
        Parameter("before", .number, "Only versions before this one"),
        Parameter("limit", .number, "How many; 50 by default, at most 1000"),
        Parameter(
          "bins",
          .number,
          "Instead of versions, how many were made in each of so many intervals of time, at most 10000"
        ),
        Parameter(
          "from",
          .text,
          "When the first interval begins, such as 2026-11-21T09:30:00.000Z"
        ),
        Parameter("to", .text, "When the last interval ends"),
      ] + VersionSearch.parameters,
      answers: [
        Answer(
          200,
          "Versions, and the path of the next page; with bins, how many there are in each interval",
          .choice([.named(.versions), .named(.versionCounts)])
        ),
        .problem(400, "A parameter is malformed"),
        .problem(404, "There is no such list"),
      ]
    ) { call in
      if let bins = try call.number("bins", 1...10_000) { return try await call.versionBins(bins) }
      if let search = try VersionSearch(call) { return try await call.versions(matching: search) }
      return try await call.versionsPage()
    },
  ]
}

extension Call {
  fileprivate func difference() async throws -> Response {
    guard let source = try number("from", Self.versions) else {
      throw Problem.badRequest(
        "no-version",
        "expected from=V, the version that the change starts at"
      )
    }
    let target = try number("to", Self.versions)
    let document = try await service.reading { [list] store in
      let target = try target ?? store.info(of: list).version
      return try store.change(of: list, from: source, to: target).document()
    }
    return Response(
      status: .ok,
      headers: [.contentType: Route.json, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: document))
    )
  }

  fileprivate func versionBins(_ count: Int) async throws -> Response {
    let times = (start: try time("from"), end: try time("to"))
    let (start, end, bins) = try await service.reading { [list] store in
      try store.versionBins(of: list, count: count, in: times)
    }
    return .json { writer in
      writer.startObject()
      for (member, time) in [("from", start), ("to", end)] {
        writer.name(member)
        writer.string(Change.timestamp(of: time) ?? "")
      }
      writer.name("bins")
      writer.number(count)
      writer.name("counts")
      writer.startArray()
      for bin in bins {
        writer.startObject()
        for (member, number) in [
          ("bin", bin.index), ("count", bin.count), ("first", bin.versions.lowerBound),
          ("last", bin.versions.upperBound),
        ] {
          writer.name(member)
          writer.number(number)
        }
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
  }

  /// Reads a time of the query.
  ///
  /// - Throws: A ``Problem`` with status 400.
  func time(_ name: String) throws -> Date? {
    guard let text = target[name] else { return nil }
    guard let time = Change.time(of: text) else {
      throw Problem.badRequest(
        "bad-time",
        "\(name)=\(text.prefix(32)): expected a UTC time such as 2026-11-21T09:30:00.000Z"
      )
    }
    return time
  }

  fileprivate func versionsPage() async throws -> Response {
    let before = try number("before", Self.versions)
    let limit = try number("limit", 1...1000) ?? 50
    let versions = try await service.reading { [list] store -> [ChangeSummary] in
      let newest = try store.info(of: list).version
      let last = min(newest, (before ?? newest + 1) - 1)
      // What is kept may begin later than the page.
      let oldest = try store.oldestSummary(of: list)?.version ?? 0
      guard last > oldest else {
        return try last == oldest && oldest > 0
          ? [store.oldestSummary(of: list)].compactMap(\.self) : []
      }
      let page = try store.summaries(of: list, after: max(oldest, last - limit), through: last)
      let isFull = page.count == limit || oldest == 0
      return try Array(
        (isFull ? page : [store.oldestSummary(of: list)].compactMap(\.self) + page).reversed()
      )
    }
    return .json { writer in
      writer.startObject()
      writer.name("versions")
      writer.startArray()
      for version in versions { writer.version(version) }
      writer.endArray()
      if let last = versions.last?.version, versions.count >= limit, last > 1 {
        writer.name("next")
        let name = RequestTarget.encoded(list.rawValue)
        writer.string("\(service.prefix)/lists/\(name)/versions?before=\(last)&limit=\(limit)")
      }
      writer.endObject()
    }
  }
}

extension JSONWriter {
  /// Writes a version, as an object.
  mutating func version(_ version: ChangeSummary) { self.version(version) { _ in } }

  /// Writes a version with more members.
  mutating func version(
    _ version: ChangeSummary,
    and more: (inout JSONWriter) throws -> Void
  ) rethrows {
    startObject()
    name("version")
    number(version.version)
    if let sequence = version.sequence {
      name("sequence")
      number(sequence)
    }
    let texts = [
      ("time", version.time.flatMap { Change.timestamp(of: $0) }), ("author", version.author),
      ("key", version.key), ("message", version.message),
      ("fingerprint", version.fingerprint.description),
    ]
    for (member, text) in texts {
      guard let text else { continue }
      name(member)
      string(text)
    }
    for (member, counts) in [
      ("sections", version.operations.sections), ("cells", version.operations.cells),
    ] {
      name(member)
      startObject()
      for (kind, count) in [
        ("deleted", counts.deleted), ("inserted", counts.inserted), ("moved", counts.moved),
        ("updated", counts.updated),
      ] where count > 0 {
        name(kind)
        number(count)
      }
      endObject()
    }
    try more(&self)
    endObject()
  }
}
