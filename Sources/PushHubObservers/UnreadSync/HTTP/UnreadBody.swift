import Foundation

/// A body of the default form: a JSON dictionary such as `{"unread": 3}`.
struct UnreadBody {
  private struct Content: Decodable {
    let unread: Int
  }

  let report: UnreadReport

  init(_ data: Data) throws(MalformedBody) {
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
      throw MalformedBody(description: "it isn't JSON with a whole number under the key unread")
    }
    guard content.unread >= 0 else {
      throw MalformedBody(description: "the number under the key unread is negative")
    }
    report = UnreadReport(count: content.unread)
  }
}
