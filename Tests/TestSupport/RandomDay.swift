import PushHub
import PushHubObservers
import PushHubRecorder

/// Random transcripts of an app whose parts have much to do with each other.
struct RandomDay {
  var generator: SeededGenerator

  mutating func transcript(recordCount: Int = 40) throws -> Transcript {
    var time = Duration.zero
    var records: [TranscriptRecord] = []
    for _ in 0..<recordCount {
      time += [.zero, .milliseconds(100), .seconds(7), .seconds(61)][generator.below(4)]
      records.append(TranscriptRecord(time: time, input: try input()))
    }
    return Transcript(records: records)
  }

  private mutating func input() throws -> TranscriptInput {
    switch generator.below(20) {
    case 0:
      generator.below(2) == 0
        ? .account(pick([nil, "alice", "bob"]))
        : .accounts(["alice", "bob"], shown: pick([nil, "alice", "bob"]))
    case 1, 2: .app(pick([.active, .inactive, .background]))
    case 3, 4: .page(pick(["home", "me", "reader"]), isVisible: generator.below(3) > 0)
    case 5, 6:
      .push(
        try payload(),
        via: pick([.remote, .present]),
        .init(request: pick([nil, "r1", "r2"]), account: pick([nil, nil, "alice", "bob"]))
      )
    case 7: .open(try payload(), response(), .init(request: pick([nil, "r1"])))
    case 8:
      generator.below(2) == 0
        ? .launch(nil) : .launch(try payload(), response(), .init(request: pick([nil, "r1"])))
    case 9, 10: .unread(answer())
    case 11, 12: .countdown(change())
    case 13, 14: .latest(latest())
    case 15: .read(pick([nil, mark()]))
    case 16: .page("notifications", isVisible: generator.below(2) == 0)
    case 17: pick([.screenshot, .screenshot, .preview(.tap), .preview(.outside)])
    case 18: .token(DeviceToken([UInt8(generator.below(2))]))
    default: pick([.overlay(true), .overlay(false), .tokenError("offline")])
    }
  }

  private mutating func change() -> CountdownChange {
    var change = CountdownChange()
    change.background = pick([nil, nil, .continues, .pauses])
    change.isRunning = pick([nil, nil, nil, true, false])
    change.removed = pick([[], ["a"], ["b"]])
    change.added = ["a", "b", "c"].prefix(generator.below(4)).map {
      CountdownChange.Model(
        id: $0,
        duration: .milliseconds(generator.below(90_000))
      )
    }
    change.hidden = pick([[], ["a"], ["b", "c"]])
    change.shown = pick([[], ["a"], ["b", "c"]])
    return change
  }

  /// Each place has one name only, since hashes have another order than names.
  private mutating func mark() -> NotificationCursor {
    let order = generator.below(9)
    return NotificationCursor(order: JSONNumber(order), id: "n\(order)")
  }

  private mutating func latest() -> Result<
    [NotificationCursor], SourceFailure
  > {
    guard generator.below(5) > 0 else { return .failure(.init(message: "closed")) }
    return .success((0..<generator.below(4)).map { _ in mark() })
  }

  private mutating func payload() throws -> PushPayload {
    let texts = [
      #"{"aps":{"alert":"a"},"gcm.message_id":"m\#(generator.below(9))"}"#,
      #"{"aps":{"alert":"b","badge":"three"},"d":"uu5972415137778878950\#(generator.below(9))","#
        + #""p":0}"#,
      #"{"aps":{"alert":"c","sound":"default"},"room":\#(generator.below(3))}"#,
      #"{"aps":{"content-available":1},"_j_msgid":90071992547409\#(generator.below(90) + 10)}"#,
    ]
    return try PushPayload(json: pick(texts).utf8)
  }

  private mutating func response() -> PushResponse {
    PushResponse(action: pick([.default, .dismiss, .custom("REPLY")]), reply: pick([nil, "yes"]))
  }

  private mutating func answer() -> UnreadAnswer {
    let error = SourceFailure(
      message: "no connection",
      retryAfter: pick([nil, .seconds(5)])
    )
    return UnreadAnswer(
      result: generator.below(3) == 0 ? .failure(error) : .success(generator.below(5)),
      latency: pick([.zero, .milliseconds(100), .seconds(2), .seconds(70)])
    )
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[generator.below(values.count)]
  }
}
