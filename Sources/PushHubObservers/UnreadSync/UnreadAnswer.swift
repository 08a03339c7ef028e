public import PushHub
import PushHubNetworking

/// An answer of the server of the unread count to all requests that begin from now on or, in a
/// recording, to the one that is under way.
///
///     {"t":0,"unread":3}
///     {"t":5,"unread":{"error":"503","retryAfter":30},"latency":0.5}
///     {"t":9,"unread":4,"asked":true}
package struct UnreadAnswer: FeatureRecord {
  /// The key in a transcript.
  package static let key = "unread"

  /// The keys beside it: the time that the server takes, and which requests it answers.
  package static let siblings = ["latency", "asked"]

  /// An answer to all requests holds until the server answers otherwise.
  package var isState: Bool { !isAsked }

  /// The pages on which the user sees the unread count.
  package static let pages = [TranscriptPages.tracked]

  /// The configuration.
  package static var configuration: (any RecordedConfiguration.Type)? {
    UnreadSync.Configuration.self
  }

  /// The count, or why there is none.
  package var result: Result<Int, SourceFailure>

  /// The time that the server takes.
  package var latency: Duration

  /// Whether it answers the request under way or, without one, the next, and no other.
  package var isAsked: Bool

  /// Creates an answer.
  package init(
    result: Result<Int, SourceFailure>,
    latency: Duration = .zero,
    isAsked: Bool = false
  ) {
    self.result = result
    self.latency = latency
    self.isAsked = isAsked
  }

  /// Reads a count, zero or more, or an error.
  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    latency = try JSONKey.seconds("latency", in: values) ?? .zero
    isAsked = try JSONKey.value("asked", in: values, or: false)
    if let count = try? values.decode(Int.self, forKey: "unread"), count >= 0 {
      result = .success(count)
    } else if (try? values.nestedContainer(keyedBy: JSONKey.self, forKey: "unread")) != nil {
      result = .failure(try values.decode(SourceFailure.self, forKey: "unread"))
    } else {
      throw JSONKey.invalid(
        "\"unread\" must be a whole number, zero or more, or an object with \"error\""
      )
    }
  }

  /// Writes the answer, and what else differs from an immediate answer to all requests.
  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    switch result {
    case .success(let count): try values.encode(count, forKey: "unread")
    case .failure(let error): try values.encode(error, forKey: "unread")
    }
    try values.encodeIfPresent(latency == .zero ? nil : latency, forKey: "latency")
    try values.encodeIfPresent(isAsked ? true : nil, forKey: "asked")
  }
}

/// The app's request for the count, as after the user has read something.
///
///     {"t":9,"refresh":{}}
package struct UnreadRefresh: FeatureRecord {
  /// The key in a transcript.
  package static let key = "refresh"

  /// Creates a request.
  package init() {}

  /// Reads an empty object.
  package init(from decoder: any Decoder) throws { _ = try JSONKey.members(of: decoder) }
}

extension TranscriptPages {
  /// The pages on which the user sees the unread count.
  public static let tracked = TranscriptPages("tracked", standard: ["home", "me"])
}
