import PushHub

/// A read mark as it is stored: `{"id":"n1","order":41}`, or `{}` for nothing read.
struct ReadMarkText {
  struct Malformed: Error {
    let reason: String
  }

  let mark: ReadMark

  init(_ mark: ReadMark) {
    self.mark = mark
  }

  init(_ text: String) throws(Malformed) {
    guard let root = try? PushPayload(json: text.utf8).root else {
      throw Malformed(reason: "it is no JSON object")
    }
    if root.count == 0 {
      mark = .nothing
      return
    }
    guard let order = root["order"]?.numberValue, let id = root["id"]?.stringValue else {
      throw Malformed(reason: "it lacks a number under order or a string under id")
    }
    mark = .upTo(NotificationCursor(order: order, id: id))
  }

  var text: String {
    switch mark {
    case .nothing: JSONValue.object([:]).jsonText
    case .upTo(let cursor):
      JSONValue.object(["id": .string(cursor.id), "order": .number(cursor.order)]).jsonText
    }
  }
}
