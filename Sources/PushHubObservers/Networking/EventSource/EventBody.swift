import PushHub

/// The data of an event in the default form: `{"latest":[{"id":"n1","order":41}]}`.
struct EventBody {
  /// The list, or nil in an event about something else.
  let cursors: [NotificationCursor]?

  init(_ event: ServerSentEvent) throws(MalformedBody) {
    guard let root = try? PushPayload(json: event.data.utf8).root else {
      throw MalformedBody(description: "its data is no JSON object")
    }
    guard let latest = root["latest"] else {
      cursors = nil
      return
    }
    guard latest.isArray else { throw MalformedBody(description: "latest is no list") }
    var cursors: [NotificationCursor] = []
    for element in latest.elements {
      guard let order = element["order"]?.numberValue, let id = element["id"]?.stringValue else {
        throw MalformedBody(
          description: "latest[\(cursors.count)] lacks an id or a number as order"
        )
      }
      cursors.append(NotificationCursor(order: order, id: id))
    }
    self.cursors = cursors
  }
}
