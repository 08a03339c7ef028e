import FlyingFox
import FlyingSocks
import PushHubNetworking

extension HTTPResponse {
  /// A stream of events that the test writes.
  static func events(_ bytes: StreamedBytes) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: "text/event-stream; charset=utf-8"],
      body: HTTPBodySequence(from: bytes)
    )
  }

  /// A stream of events that ends at once.
  static func events(_ text: String) -> HTTPResponse {
    let bytes = StreamedBytes()
    bytes.write(text)
    bytes.end()
    return .events(bytes)
  }
}

extension HTTPHeader {
  static let lastEventID = HTTPHeader("Last-Event-ID")
}

extension NotificationCursor {
  /// A notification with a name that goes with its order.
  static func numbered(_ order: Int) -> Self {
    Self(order: order, id: "n\(order)")
  }
}

/// An event whose list has one notification.
func event(_ order: Int, id: String? = nil) -> String {
  let data = "data: {\"latest\":[{\"id\":\"n\(order)\",\"order\":\(order)}]}\n\n"
  return (id.map { "id: \($0)\n" } ?? "") + data
}
