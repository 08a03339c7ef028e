import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// What is true of the unread sync.
enum UnreadFact: FeatureFact {
  case count(Int)

  /// There is no count: nobody is signed in, or the server has not answered yet.
  case noCount(isSignedIn: Bool)

  case request(Request)
  case nextRequest(NextRequest)

  /// How the latest request for the unread count stands.
  enum Request: Hashable {
    /// There was none for who is signed in now.
    case none
    case underWay(UnreadSyncReason, began: Duration)
    case answered(began: Duration)
    case failed(began: Duration)
  }

  /// Which request comes next by itself, or why none does.
  enum NextRequest: Hashable {
    case at(Duration, UnreadSyncReason, isHeldBack: Bool)
    case none(UnreadSyncOutlook.Obstacle?, pushIsWaiting: Bool)
  }

  var name: String {
    switch self {
    case .count, .noCount: "count"
    case .request: "request"
    case .nextRequest: "next"
    }
  }

  var json: JSONValue {
    switch self {
    case .count(let count): .number(JSONNumber(count))
    case .noCount(isSignedIn: true): nil
    case .noCount(isSignedIn: false): 0
    case .request(let request): request.json
    case .nextRequest(let next): next.json
    }
  }

  var words: FactWords {
    switch self {
    case .count(let count): "\(count) unread\(.since)"
    case .noCount(isSignedIn: true): "the count is not known yet"
    case .noCount(isSignedIn: false): "nothing unread, as nobody is signed in"
    case .request(let request): request.words
    case .nextRequest(let next): next.words
    }
  }

  var hasCauses: Bool {
    switch self {
    case .request(.none), .nextRequest: false
    case .count, .noCount, .request: true
    }
  }

  var firstOrigins: [[Topic]] {
    if case .count = self { [[Topic(UnreadTopic.request)]] } else { [] }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? UnreadEvent) {
    case (.count, .count), (.request, .some): true
    default: false
    }
  }

  var arrival: String {
    switch self {
    case .count, .request(.answered): "the answer changes nothing that is shown"
    case .noCount, .request, .nextRequest: "a timer was due"
    }
  }
}

extension UnreadFact.Request {
  private static let minute = Duration.seconds(60)

  fileprivate var words: FactWords {
    switch self {
    case .none: "no request for this account so far"
    case .underWay(let reason, let began): "asking since \(began.clockText): \(reason.words)"
    case .answered(let began):
      "\(.before(began + Self.minute, "fresh: "))asked \(.ago(began)), and answered"
    case .failed(let began): "stale: asked \(.ago(began)), and that failed"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .none: nil
    case .underWay(let reason, let began):
      [
        "state": "underWay", "began": .number(began.secondsNumber),
        "reason": .string(reason.rawValue),
      ]
    case .answered(let began): ["state": "answered", "began": .number(began.secondsNumber)]
    case .failed(let began): ["state": "failed", "began": .number(began.secondsNumber)]
    }
  }
}

extension UnreadFact.NextRequest {
  fileprivate var words: FactWords {
    switch self {
    case .at(let time, let reason, let isHeldBack):
      "asks next \(.ahead(time)), \(isHeldBack ? "not sooner, as the server wants it" : reason.delay)"
    case .none(.request, pushIsWaiting: true): "asks once more after the answer: a push came"
    case .none(.account, _): "asks nothing: nobody is signed in"
    case .none(.request, _): "asks nothing more until the answer comes"
    case .none(.refusal, _): "asks nothing by itself: the server refused"
    case .none(.background, _): "asks nothing in the background, except after a push"
    case .none(.page, _): "asks nothing while no page shows the count, except after a push"
    case .none(nil, _): "asks nothing by itself"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .at(let time, let reason, let isHeldBack):
      [
        "at": .number(time.secondsNumber), "reason": .string(reason.rawValue),
        "heldBack": .bool(isHeldBack),
      ]
    case .none(let obstacle, let pushIsWaiting):
      object([
        "obstacle": obstacle.map { .string($0.rawValue) }, "pushWaits": .bool(pushIsWaiting),
      ])
    }
  }
}

extension UnreadSyncReason {
  /// Why a request begins by itself, and not sooner.
  fileprivate var delay: String {
    switch self {
    case .interval: "as the count is a minute old then, and fresh before"
    case .retry: "after a longer wait with each failure"
    case .push: "some time after the push, as no page shows the count"
    case .firstAppearance, .return, .account, .request, .background: "by itself"
    }
  }
}
