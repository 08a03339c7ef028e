import Foundation

/// A body of the default form: a JSON dictionary such as `{"unread": 3}`.
struct UnreadBody {
  struct Malformed: Error, Hashable, CustomStringConvertible {
    let description: String
  }

  private struct Content: Decodable {
    let unread: Int
  }

  let report: UnreadReport

  init(_ data: Data) throws(Malformed) {
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
      throw Malformed(description: "it isn't JSON with a whole number under the key unread")
    }
    guard content.unread >= 0 else {
      throw Malformed(description: "the number under the key unread is negative")
    }
    report = UnreadReport(count: content.unread)
  }
}
