import HTTPTypes
import Hummingbird
import ListModel
import ListStorage

// The named values of a list.

extension Route {
  static let values = [
    Route(
      .get,
      "/lists/{name}/values",
      "The values that belong to a list, by name",
      answers: [Answer(200, "An object of values", .named(.values))]
    ) { call in
      let values = try await call.service.reading { [list = call.list] in try $0.values(of: list) }
      return .json { writer in
        writer.startObject()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
          writer.name(name)
          writer.content(value)
        }
        writer.endObject()
      }
    },
    Route(
      .patch,
      "/lists/{name}/values",
      "Sets values in one commit, without a new version of the list; null removes one",
      body: Body(.values, "An object of values"),
      answers: [
        Answer(200, "The commit to the list", .named(.commit)),
        .problem(403, "The server is read-only, or the page is of another origin"),
        .problem(404, "There is no such list"),
        .problem(413, "The body is too long"),
        .problem(422, "The body is no object of values"),
      ]
    ) { call in
      let values = try ValuesDocument(document: try await call.body()).values
      return try await call.commit(.setting(values), CommitOptions())
    },
  ]
}

/// Values by name, as JSON; `null` stands for one that is removed.
struct ValuesDocument {
  let values: [String: Content?]

  /// - Throws: `InvalidDocument`.
  init(document: [UInt8]) throws(InvalidDocument) {
    do {
      values = try JSONReader.read(document) { reader throws(JSONFault) in
        var values: [String: Content?] = [:]
        var object = try reader.startObject()
        while let (name, start) = try reader.nextName(of: &object) {
          if values[name] != nil { throw JSONFault(at: start, "duplicate member") }
          if let reason = Cell.ID(name).reasonForRefusal { throw JSONFault(at: start, reason) }
          let content = try reader.readContent()
          values.updateValue(content.text == "null" ? nil : content, forKey: name)
        }
        return values
      }
    } catch {
      throw InvalidDocument(error, in: document)
    }
  }
}
