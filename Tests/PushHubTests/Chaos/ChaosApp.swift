import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubRecorder

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// An app with all features, to which a day happens, and what of it was not as promised.
@MainActor
final class ChaosApp {
  /// The pages of a transcript without any of its own.

  private let scheduler: ManualScheduler
  private let start: ContinuousClock.Instant
  private let manager: NotificationManager
  private let lifecycle = AppLifecycle()
  private let host: PluginHost
  private let log: ChaosLog
  private let listener: ChaosListener
  private let server: ChaosServer
  private let source: ChaosListSource
  private let store: ChaosStore
  private let disk = ChaosDisk()
  private let unread: UnreadSync
  private let badge: BadgeDot
  private let countdown: CountdownHandler
  private let screen = ScreenshotScript.Screen()
  private let preview: ScreenshotPreview<ScreenshotScript.Screen.Image>
  private var completions: [Completion] = []
  private var expected: Set<ChaosEventName> = []
  private var triggerCount = 0
  private var imbalances: [String] = []
  private var isTold = false
  private var mortal: ChaosMortal?
  private var stream: AsyncStream<PushEvent>?

  /// A callback of the system that waits for the app's answer.
  private struct Completion {
    let start: ContinuousClock.Instant
    var ends: [ContinuousClock.Instant] = []
  }

  init() throws {
    scheduler = ManualScheduler()
    start = scheduler.now
    manager = NotificationManager(scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    log = ChaosLog()
    listener = ChaosListener(scheduler: scheduler)
    server = ChaosServer(scheduler: scheduler)
    source = ChaosListSource()
    store = ChaosStore()
    unread = UnreadSync(
      source: server,
      configuration: UnreadSync.Configuration(
        trackedPages: Set(TranscriptPages.tracked.standard),
        spread: .zero
      ),
      generator: SequenceGenerator()
    )
    badge = BadgeDot(
      source: source,
      store: store,
      configuration: BadgeDot.Configuration(listPage: Transcript().page(.list)),
      generator: SequenceGenerator()
    )
    countdown = CountdownHandler(scheduler: scheduler)
    preview = ScreenshotPreview(
      page: Transcript().page(.screenshots),
      presenter: screen,
      render: screen.capture
    )
    manager.log = { [log] in log.note($0) }
    manager.add(listener)
    unread.log = { [log] in log.note($0) }
    countdown.log = { [log] in log.note($0) }
    preview.log = { [log] in log.note($0) }
    log.serverIsOnHold = { [server, scheduler] in scheduler.now < server.holdEnd }
    store.isReading = { [unowned self] in isReading }
    store.newest = { [source] in source.newest[$0] }
    try host.install(
      TranscriptRecorder(writingTo: disk, privacy: .complete),
      named: "recorder"
    )
    try host.install(unread, named: "unread")
    try host.install(countdown, named: "countdown")
    try host.install(badge, named: "badge")
    try host.install(preview, named: "screenshot")
  }
}

// MARK: - A day

extension ChaosApp {
  /// Lives through a day and an hour after it.
  func live(_ day: ChaosDay) async {
    let start = scheduler.now
    for step in day.steps {
      await runTimers { $0 < start + step.time }
      scheduler.advance(upTo: start + step.time)
      apply(step.act)
      await scheduler.settle()
      noteImbalances()
    }
    let end = scheduler.now + .seconds(3_600)
    await runTimers { $0 <= end }
    scheduler.advance(to: end)
  }

  private func runTimers(where isDue: (ContinuousClock.Instant) -> Bool) async {
    while let deadline = scheduler.nextDeadline, isDue(deadline) {
      scheduler.advance(to: deadline)
      await scheduler.settle()
      noteImbalances()
    }
  }

  private func noteImbalances() {
    guard imbalances.isEmpty else { return }
    imbalances = [manager.statistics.mistake].compactMap { $0 }
  }

  private func apply(_ act: ChaosDay.Act) {
    switch act {
    case .input(let input): apply(input)
    case .mortalArrives:
      let mortal = ChaosMortal()
      manager.add(mortal)
      lifecycle.add(mortal)
      self.mortal = mortal
    case .streamArrives: stream = manager.events()
    case .diskIsFull(let isFull): disk.hasNoRoom = isFull
    case .listenersClose(let close): source.closesAtOnce = close
    case .readElsewhere(let order):
      guard let account = lifecycle.state.account else { return }
      let cursor = NotificationCursor(order: JSONNumber(order), id: "n\(order)")
      store.raiseElsewhere(.upTo(cursor), for: account)
    }
  }

  private func apply(_ input: TranscriptInput) {
    switch input {
    case .app(let phase): trigger { lifecycle.setPhase(phase) }
    case .page(let page, isVisible: true): trigger { lifecycle.pageAppeared(page) }
    case .page(let page, isVisible: false): trigger { lifecycle.pageDisappeared(page) }
    case .overlay(true): trigger { lifecycle.overlayAdded() }
    case .overlay(false): trigger { lifecycle.overlayRemoved() }
    case .account(let account): trigger { setAccount(account) }
    case .token(let token): manager.didRegister(deviceToken: token)
    case .tokenError(let message):
      manager.didFailToRegister(RegistrationFailure(domain: "Chaos", code: 0, message: message))
    case .push(let payload, let channel, let request):
      expected.insert(ChaosEventName(push: payload))
      trigger { show(payload, via: channel, request: request) }
    case .open(let payload, let response, let request):
      expected.formUnion([
        ChaosEventName(push: payload), ChaosEventName(push: payload, answer: response),
      ])
      trigger { answer(payload, response, request: request) }
    case .screenshot: lifecycle.screenshotTaken()
    case .feature(let feature): apply(feature)
    case .launch, .end: break
    }
  }

  private func apply(_ record: any FeatureRecord) {
    switch record {
    case let touch as ScreenshotTouch: screen.screenshot?.touch(touch)
    case let answer as UnreadAnswer: server.answer = answer
    case let report as LatestNotifications: trigger { source.report(report.result) }
    case let record as ReadNotifications:
      isTold = true
      badge.markRead(upTo: record.mark)
      isTold = false
    case let change as CountdownChange: apply(change)
    default: break
    }
  }

  /// What the user or the world does may lead to a request, and to one only.
  private func trigger(_ act: () -> Void) {
    triggerCount += 1
    act()
  }

  private func setAccount(_ account: AccountID?) {
    if account != lifecycle.state.account {
      server.forgetHold()
    }
    lifecycle.setAccount(account)
  }

  private func show(_ payload: PushPayload, via channel: PushChannel, request: String?) {
    guard channel == .remote else {
      _ = manager.present(payload, requestIdentifier: request)
      return
    }
    complete { [manager] in
      _ = await manager.deliver(payload, via: channel, requestIdentifier: request)
    }
  }

  private func answer(_ payload: PushPayload, _ response: PushResponse, request: String?) {
    complete { [manager] in
      await manager.deliver(payload, requestIdentifier: request, response: response)
    }
  }

  /// Notes when the app has dealt with what the system wants to be told about.
  private func complete(_ work: @escaping @MainActor () async -> Void) {
    let index = completions.count
    completions.append(Completion(start: scheduler.now))
    scheduler.perform { [self] in
      await work()
      completions[index].ends.append(scheduler.now)
    }
  }

  private func apply(_ change: CountdownChange) {
    for id in change.removed {
      countdown.remove(CountdownID(rawValue: id))
    }
    for model in change.added {
      let item = CountdownItem(id: CountdownID(rawValue: model.id), total: model.duration)
      if !countdown.contains(item.id) {
        log.ends[item.id] = 0
      }
      countdown.add(item)
    }
  }

  private var isReading: Bool {
    isTold || lifecycle.state.isLooking(at: Transcript().page(.list))
  }
}

// MARK: - What was promised

extension ChaosApp {
  /// What was not as promised, in words.
  func brokenPromises() -> [String] {
    imbalances + pushPromises() + completionPromises() + requestPromises() + store.violations
      + log.ends.filter { $0.value > 1 }.map { "countdown \($0.key) ended \($0.value) times" }
      + (log.hasPreview ? ["a preview stays"] : [])
      + (log.surplusPreviews > 0 ? ["\(log.surplusPreviews) previews had no outcome"] : [])
  }

  private func pushPromises() -> [String] {
    var broken = listener.heard.filter { $0.value > 1 }.map {
      "\($0.key) was heard \($0.value) times"
    }
    broken += listener.heard.keys.filter { !expected.contains($0) }.map { "\($0) never was" }
    let missing = expected.subtracting(listener.heard.keys)
    if missing.count != log.lostCount {
      broken.append("\(missing.count) unheard, \(log.lostCount) told as lost: \(missing)")
    }
    return broken
  }

  private func completionPromises() -> [String] {
    completions.enumerated().compactMap { index, completion in
      guard completion.ends.count == 1 else {
        return "delivery \(index) was completed \(completion.ends.count) times"
      }
      let limit = completion.start + .seconds(25) + listener.blockedTime
      return completion.ends[0] > limit ? "delivery \(index) was completed too late" : nil
    }
  }

  private func requestPromises() -> [String] {
    let elapsed = (scheduler.now - start) / .seconds(1)
    let requestLimit = triggerCount + log.failureCount + Int(elapsed / 60) + 1
    let listenerLimit = triggerCount + 12 + Int(elapsed / 8)
    var broken = log.impatientRequests.map { "a request for \($0) while the server was on hold" }
    if log.requestCount > requestLimit {
      broken.append("\(log.requestCount) requests, where \(requestLimit) are enough")
    }
    if source.subscriptionCount > listenerLimit {
      broken.append("\(source.subscriptionCount) listeners, where \(listenerLimit) are enough")
    }
    return broken
  }
}

// MARK: - The recording

extension ChaosApp {
  /// What the recorder wrote on that day.
  var recording: String { disk.lines.map { $0 + "\n" }.joined() }
}
