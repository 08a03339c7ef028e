import Foundation
import PushHubObservers
import PushHubRecorder

@testable import PushHub
@testable import PushHubAlerts
@testable import PushHubBackend
@testable import PushHubReplay
@testable import TestSupport

/// Random transcripts of everything that the format can say.
struct RandomTranscript {
  var generator: SeededGenerator

  private static let texts = [
    "", "a", "home", "default ", "é", "e\u{301}", "\0", "\n\r\t\"\\/", "\u{2028}\u{202E}", "漢字😀",
    "#",
  ]

  private static let payloads = [
    #"{"a":"\uD800","a":"\uDC00x","b":{"c":1,"c":2}}"#, "\u{FEFF}{\"a\":1}", "{ }",
    "{\r\n \"a\" : [ 1 ,\t9007199254740993 ,-0.0,1E+400 , \" \\\" { \\\\\" ] }\n",
    #"{"aps":{"alert":7,"badge":"x"},"aps":null}"#,
  ]

  mutating func transcript() -> Transcript {
    var transcript = Transcript()
    if chance() { transcript.start = date() }
    if chance() { transcript[.tracked] = list { PageID(rawValue: $0.text()) } }
    if chance() { transcript[.list] = [PageID(rawValue: text())] }
    if chance() { transcript[.screenshots] = [PageID(rawValue: text())] }
    var time = Duration.zero
    for _ in 0..<generator.below(12) {
      time += duration()
      transcript.records.append(TranscriptRecord(time: time, input: input()))
    }
    return transcript
  }

  private mutating func input() -> TranscriptInput {
    switch generator.below(29) {
    case 0: chance() ? .launch(payload(), response(), .init(request: optionalText())) : .launch(nil)
    case 1: .app(pick(AppPhase.allCases))
    case 2: .page(PageID(rawValue: text()), isVisible: chance())
    case 3: .overlay(chance())
    case 4: chance() ? .account(optional(account())) : accounts()
    case 5: .token(DeviceToken([7] + list { UInt8($0.generator.below(256)) }))
    case 6: .tokenError(text())
    case 7: .push(payload(), via: chance() ? .remote : .present, .init(request: optionalText()))
    case 8: .open(payload(), response(), .init(request: optionalText()))
    case 9: chance() ? .screenshot : .network
    case 10: .preview(chance() ? .tap : .outside)
    case 11: chance() ? .unread(answer()) : .feature(UnreadRefresh())
    case 12: .latest(latest())
    case 13: .read(optional(mark()))
    case 14: .countdown(change())
    case 15: .feature(registrationRecord())
    case 16: .feature(receiptsInput())
    case 17: .feature(standingAnswer())
    case 18: .feature(quietChange())
    case 19: .feature(permissionRecord())
    case 20: .feature(deliveredRecord())
    case 21: .feature(bannerTouch())
    case 22: .backgroundRefresh(isExpired: chance())
    case 23: .feature(localRecord())
    case 24: .feature(checkup())
    case 25: .feature(liveActivityReport())
    case 26: .feature(extensionRun())
    case 27: .feature(inboxRecord())
    default: .end
    }
  }
}

// MARK: - Parts

extension RandomTranscript {
  private mutating func accounts() -> TranscriptInput {
    let accounts = Set(list { $0.account() })
    return .accounts(accounts, shown: chance() ? accounts.min() : nil)
  }

  private mutating func chance() -> Bool { generator.below(2) == 0 }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[generator.below(values.count)]
  }

  private mutating func optional<Value>(_ value: Value) -> Value? { chance() ? value : nil }

  private mutating func text() -> String { pick(Self.texts) }

  private mutating func account() -> AccountID { AccountID(rawValue: text()) }

  private mutating func failure() -> SourceFailure { SourceFailure(message: text()) }

  private mutating func optionalText() -> String? { optional(text()) }

  private mutating func list<Element>(_ element: (inout Self) -> Element) -> [Element] {
    (0..<generator.below(4)).map { _ in element(&self) }
  }

  /// From nothing over one nanosecond to some days.
  private mutating func duration() -> Duration {
    switch generator.below(4) {
    case 0: .zero
    case 1: .nanoseconds(generator.below(3))
    case 2: .milliseconds(generator.below(100_000))
    default: .nanoseconds(Int64.random(in: 0..<1 << 48, using: &generator))
    }
  }

  /// Any date that a `Double` holds between the years 2010 and 2100.
  private mutating func date() -> Date {
    let quarters = Int.random(in: 1_136_000_000...12_496_000_000, using: &generator)
    return Date(timeIntervalSinceReferenceDate: Double(quarters) / 4)
  }

  private mutating func payload() -> PushPayload {
    let text: String
    if generator.below(4) == 0 {
      text = pick(Self.payloads)
    } else {
      var value = RandomValue(generator: generator)
      text = value.write(.object(value.object(depth: 2)))
      generator = value.generator
    }
    return (try? PushPayload(json: text.utf8)) ?? PushPayload(userInfo: [:])
  }

  private mutating func response() -> PushResponse {
    let actions: [PushResponse.Action] = [.default, .dismiss, .custom(text())]
    return PushResponse(
      action: pick(actions),
      reply: optionalText()
    )
  }

  private mutating func receiptsInput() -> any FeatureRecord {
    let failure = SourceFailure(message: text(), isFinal: chance())
    if chance() { return StandingAnswer<PushReceiptsCore>(failure: failure, latency: duration()) }
    let content: KernelRecord<PushReceiptsCore>.Content =
      switch generator.below(5) {
      case 0: .seed(generator.below(1_000))
      case 1: .action(chance() ? .log(.dropped(count: 3)) : .counted(generator.below(9)))
      case 2: .failure(failure)
      default:
        .answer(ReceiptAnswer(count: optional(2), rejection: optional(failure)))
      }
    return KernelRecord<PushReceiptsCore>(
      content,
      for: optional(account())
    )
  }

  private mutating func bannerTouch() -> ForegroundBannerTouch {
    pick(ForegroundBannerTouch.allCases)
  }

  private mutating func quietChange() -> KernelRecord<QuietCore> {
    let subjects: [NotificationSubject] = [
      .category("c" + text()), .thread("t" + text()), .sender("apns"),
      .value("v" + text(), forKey: "k" + text()),
    ]
    var settings = QuietSettings()
    settings.mutes = subjects.filter { _ in chance() }.map { subject in
      let seconds = generator.below(1_000_000_000)
      return QuietMute(
        subject,
        until: optional(Date(timeIntervalSince1970: Double(seconds)))
      )
    }
    if chance() {
      settings.windows = [
        QuietWindow(
          from: TimeOfDay(hour: 12 + generator.below(12), minute: generator.below(60)),
          to: TimeOfDay(hour: generator.below(12), minute: generator.below(60)),
          weekdays: optional([.monday, .sunday])
        )
      ]
    }
    let zone = chance() ? TimeZone(identifier: "America/New_York") : nil
    return KernelRecord(.action(QuietChange(settings, deviceZone: zone)))
  }

  private mutating func permissionRecord() -> KernelRecord<PermissionCore> {
    let contents: [KernelRecord<PermissionCore>.Content] =
      [.action(.opportunity), .answer(nil)] + PermissionLevel.allCases.map { .answer($0) }
      + PermissionAnswer.allCases.map { .action(.respond(with: $0)) }
    return KernelRecord(pick(contents))
  }

  private mutating func deliveredRecord() -> KernelRecord<DeliveredNotificationsCore> {
    guard chance() else {
      let removed = list {
        let subjects: [NotificationSubject] = [
          .thread($0.text()), .category($0.text()), .target($0.text()), .message($0.text()),
          .sender($0.text()), .value($0.text(), forKey: $0.text()), .all,
          .account($0.account()),
        ]
        return $0.pick(subjects)
      }
      return KernelRecord(.action(removed))
    }
    let listed = list {
      DeliveredNotification(
        id: $0.text(),
        payload: PushPayload(userInfo: ["aps": ["alert": $0.text()], $0.text(): $0.text()]),
        date: Date(timeIntervalSince1970: Double($0.generator.below(1 << 40)) / 256)
      )
    }
    return KernelRecord(.answer(listed))
  }

  private mutating func inboxRecord() -> KernelRecord<PushInboxCore> {
    switch generator.below(4) {
    case 0: KernelRecord(.action(.init(read: Private(list { $0.text() }))))
    case 1: KernelRecord(.action(.init(removed: Private(list { $0.text() }))))
    case 2: KernelRecord(.action(.init()))
    default:
      KernelRecord(
        .answer(
          InboxReading(
            arrived: list { $0.inboxEntry() },
            listed: optional(list { $0.inboxEntry() })
          )
        )
      )
    }
  }

  private mutating func inboxEntry() -> InboxEntry {
    let payload = PushPayload(userInfo: [text(): text()])
    let entry = InboxEntry(
      payload,
      messageID: text(),
      requestIdentifier: optionalText(),
      account: account(),
      date: date(),
      deliveredAt: optional(date())
    )
    guard var entry else { preconditionFailure("A message id identifies it.") }
    (entry.isRead, entry.isRemoved) = (chance(), chance())
    (entry.title, entry.body) = (text(), text())
    return entry.isRemoved ? entry.mark : entry
  }

  private mutating func localRecord() -> KernelRecord<LocalNotificationCore> {
    let ids = list { $0.text() }
    let content: KernelRecord<LocalNotificationCore>.Content =
      switch generator.below(6) {
      case 0: .answer(nil)
      case 1: .failure(failure())
      case 2: .answer(PendingNotifications(ids: ids, otherCount: generator.below(9)))
      case 3: .action(.cancel(ids: Private(ids)))
      default:
        .action(.schedule(notification: localNotification(), isBoundToAccount: chance()))
      }
    return KernelRecord(content)
  }

  private mutating func localNotification() -> LocalNotification {
    let triggers: [LocalNotification.Trigger] = [
      .at(date()), .after(duration()), .calendar(DateComponents(hour: 7), repeats: chance()),
    ]
    return LocalNotification(
      id: text(),
      title: text(),
      body: text(),
      sound: optionalText(),
      thread: optionalText(),
      category: optionalText(),
      trigger: pick(triggers),
      userInfo: [text(): .string(text()), "n": 9_007_199_254_740_993],
      cancelledBy: list { $0.chance() ? .message($0.text()) : .value("true", forKey: $0.text()) }
    )
  }

  private mutating func standingAnswer() -> StandingAnswer<RegistrationCore> {
    StandingAnswer(
      failure: optional(failure()),
      latency: optional(duration())
    )
  }

  private mutating func registrationRecord() -> KernelRecord<RegistrationCore> {
    let token = optional(PushToken(list { UInt8($0.generator.below(256)) }))
    let account = Private(account())
    let contents: [KernelRecord<RegistrationCore>.Content] = [
      .action(.setPermission(level: chance() ? .denied : .authorized)),
      .action(.setTags(tags: Private([text(): text()]))),
      .action(.setTokens(tokens: Private([text(): token]))),
      .action(
        .setTopic(
          topic: Private(text()),
          isWanted: chance(),
          account: optional(account)
        )
      ),
      .action(.setRegistered(isRegistered: chance(), account: account)),
      .action(.forget(account: account)), .action(.refresh), .action(.signOff), .action(.discard),
      .seed(generator.below(256)), .answer(Done()), .failure(failure()),
    ]
    return KernelRecord(
      pick(contents),
      for: optional(account.wrappedValue)
    )
  }

  private mutating func liveActivityReport() -> LiveActivityReport {
    var report = LiveActivityReport(
      all: optional(list { $0.liveActivity() }),
      changed: optional(liveActivity()),
      startTokens: optional(["Delivery": PushToken(text: text())]),
      ending: optionalText()
    )
    report.isAllowed = optional(chance())
    return report
  }

  private mutating func liveActivity() -> LiveActivity {
    LiveActivity(
      id: text(),
      type: text(),
      name: optionalText(),
      token: chance() ? PushToken(text: text()) : nil,
      channel: optionalText(),
      state: chance() ? .active : .dismissed
    )
  }

  private mutating func checkup() -> Checkup {
    Checkup(
      findings: list {
        Checkup.Finding($0.text(), .suspect, $0.text(), advice: $0.text(), quote: $0.optionalText())
      }
    )
  }

  private mutating func extensionRun() -> ExtensionRun {
    var run = ExtensionRun(push: text(), request: text())
    run.steps = list { ExtensionRun.Step(name: $0.text(), outcome: .done, took: $0.duration()) }
    run.end = optional(.delivered)
    run.refusal = optionalText()
    return run
  }

  private mutating func answer() -> UnreadAnswer {
    let error = SourceFailure(
      message: text(),
      retryAfter: optional(duration())
    )
    return UnreadAnswer(
      result: chance() ? .success(Int(generator.next() >> 1)) : .failure(error),
      latency: duration()
    )
  }

  private mutating func latest() -> Result<
    [NotificationCursor], SourceFailure
  > {
    chance()
      ? .success(list { $0.mark() })
      : .failure(failure())
  }

  private mutating func mark() -> NotificationCursor {
    let orders = ["0", "-0", "1e3", "-1.50", "9007199254740993", "1E+999"]
    return NotificationCursor(
      order: JSONNumber(text: pick(orders)) ?? 0,
      id: text()
    )
  }

  private mutating func change() -> CountdownChange {
    var change = CountdownChange()
    if chance() { change.background = chance() ? .continues : .pauses }
    if chance() { change.isRunning = chance() }
    change.removed = list { $0.text() }
    change.added = list {
      CountdownChange.Model(
        id: $0.text(),
        duration: $0.chance() ? $0.duration() : .zero - $0.duration()
      )
    }
    change.hidden = list { $0.text() }
    change.shown = list { $0.text() }
    return change
  }
}
