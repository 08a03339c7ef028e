import PushHub

/// The data of an event in the default form: `{"latest":[{"id":"n1","order":41}]}`.
struct EventBody {
  struct Malformed: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  /// The list, or nil in an event about something else.
  let cursors: [NotificationCursor]?

  init(_ event: ServerSentEvent) throws(Malformed) {
    guard let root = try? PushPayload(json: event.data.utf8).root else {
      throw Malformed(description: "its data is no JSON object")
    }
    guard let latest = root["latest"] else {
      cursors = nil
      return
    }
    guard latest.isArray else { throw Malformed(description: "latest is no list") }
    var cursors: [NotificationCursor] = []
    for element in latest.elements {
      guard let order = element["order"]?.numberValue, let id = element["id"]?.stringValue else {
        throw Malformed(description: "latest[\(cursors.count)] lacks an id or a number as order")
      }
      cursors.append(NotificationCursor(order: order, id: id))
    }
    self.cursors = cursors
  }
}
