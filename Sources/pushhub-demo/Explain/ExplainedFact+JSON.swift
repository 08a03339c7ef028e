import PushHub
import PushHubObservers

extension ExplainedFact {
  /// What is true, for programs.
  var json: JSONValue {
    switch self {
    case .phase(let phase): .string(phase.rawValue)
    case .page: true
    case .cover(let depth): .number(JSONNumber(depth))
    case .account(let account): account.map { .string($0.rawValue) } ?? .null
    case .count(let count): .number(JSONNumber(count))
    case .request(let request): request.json
    case .nextRequest(let next): next.json
    case .pace(let isRunning, let isStandingStill, let policy):
      [
        "running": .bool(isRunning),
        "standingStill": .bool(isStandingStill),
        "background": .string(policy.rawValue),
      ]
    case .models(let count, let end):
      object([
        "count": .number(JSONNumber(count)), "nextEnd": end.map { .number($0.secondsNumber) },
      ])
    case .cell(_, let cell): cell.json
    case .dot(_, .on): true
    case .dot(_, .off): false
    case .dot(_, .unknown): nil
    case .newest(let cursor): cursor?.json ?? nil
    case .readMark(nil): nil
    case .readMark(.nothing?): "nothing"
    case .readMark(.upTo(let cursor)?): cursor.json
    case .listener(let listener): listener.json
    case .total(let badge): badge.json
    case .preview(let state, let end):
      object(["state": .string(state.rawValue), "until": end.map { .number($0.secondsNumber) }])
    case .verdict(.none), .obstacle(nil): nil
    case .verdict(.refused(let refusal, _)): ["refused": .string(refusal.rawValue)]
    case .verdict(.ended(let outcome, _)): ["outcome": .string(outcome.rawValue)]
    case .obstacle(let refusal?): .string(refusal.rawValue)
    }
  }
}

extension ExplainedFact.Request {
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

extension ExplainedFact.NextRequest {
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

extension ExplainedFact.Cell {
  fileprivate var json: JSONValue {
    switch self {
    case .waiting: ["state": "waiting"]
    case .counting(let end): ["state": "counting", "end": .number(end.secondsNumber)]
    case .still(let remaining):
      ["state": "still", "remaining": .number(remaining.secondsNumber)]
    case .ended: ["state": "ended"]
    }
  }
}

extension ExplainedFact.Listener {
  fileprivate var json: JSONValue {
    switch self {
    case .none: nil
    case .listening(let account, let isStale):
      ["state": "listening", "account": .string(account.rawValue), "stale": .bool(isStale)]
    case .failed(let next):
      object(["state": "failed", "next": next.map { .number($0.secondsNumber) }])
    }
  }
}

extension NotificationCursor {
  fileprivate var json: JSONValue { ["id": .string(id), "order": .number(order)] }
}

extension Badge {
  fileprivate var json: JSONValue {
    switch mark {
    case .none: nil
    case .dot: "dot"
    case .number(let number, _): .number(JSONNumber(number))
    }
  }
}

/// An object without the members that have no value.
private func object(_ members: [String: JSONValue?]) -> JSONValue {
  .object(members.compactMapValues { $0 })
}
