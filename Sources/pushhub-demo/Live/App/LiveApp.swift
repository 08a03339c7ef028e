import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubScripts

/// The app that is run by hand: all observers, with a system and a server played in its process.
@MainActor
final class LiveApp {
  /// Told when there may be something new to see.
  var onChange: (() -> Void)?

  private let scheduler: any Scheduler
  private let start: ContinuousClock.Instant
  private let app: ReplayedApp
  private let scripts = ReadyMadeScripts()
  private let banner = BannerScript()
  private let payloads: [APNSBytes]
  private var nextPayload = 0
  private var core = LiveCore()
  private var desk: LiveDesk

  /// A file of a payload.
  struct APNSBytes {
    let name: String
    let bytes: Data
  }

  /// Makes an app that is not launched yet.
  ///
  /// - Parameters:
  ///   - scheduler: The app's clock.
  ///   - recorder: Who writes down what happens to it.
  ///   - payloads: What arrives when the user asks for a push.
  init(
    scheduler: any Scheduler,
    recorder: TranscriptRecorder? = nil,
    payloads: [APNSBytes] = []
  ) throws {
    self.scheduler = scheduler
    self.payloads = payloads
    start = scheduler.now
    app = ReplayedApp(scheduler: scheduler)
    let features =
      scripts.always + [QuietScript(), banner, ActionsScript(of: MessageAction.self)]
    desk = LiveDesk(features: features.map(\.name))
    try app.perform(features, recorder: recorder) { [weak self] in self?.hear($0) }
    scripts.badge.didSubscribe = { [weak self] in self?.subscribed() }
  }
}

// MARK: - What happens

extension LiveApp {
  func launch() {
    perform(core.start())
  }

  /// Ends what is recorded.
  func end() {
    perform([.apply(.end)])
  }

  /// Whether a key only adds to a text that is being typed, so that what is seen has its room still.
  func isTyped(_ key: KeyEvent) -> Bool { desk.isTyped(key) }

  /// A key is pressed.
  ///
  /// - Parameter room: How much is seen now.
  /// - Returns: What is left to do for whoever runs the app: to end, or what is the terminal's.
  func press(_ key: KeyEvent, in room: LiveDesk.Room) -> LiveIntent? {
    switch desk.handle(key, in: room) {
    case .act(let action): handle(action)
    case .tell(let text): say(text)
    case let intent: return intent
    }
    return nil
  }

  /// Fits what is seen into the room that there is now.
  func settle(in room: LiveDesk.Room) {
    desk.settle(in: room)
  }

  func handle(_ action: LiveAction) {
    switch action {
    case .dropPayload: dropPayload()
    case .tapBanner: touchBanner(.tapped)
    case .swipeBanner: touchBanner(.swiped)
    default: perform(core.handle(action))
    }
  }

  /// A file arrives, of which nothing is known but its bytes.
  ///
  /// - Returns: What to answer to whoever sent it.
  @discardableResult
  func receive(_ bytes: Data, named name: String? = nil) -> SocketAnswer {
    let source = name.map { " (\($0))" } ?? ""
    do {
      let file = try APNSFile(bytes) { data throws(PayloadError) in try PushPayload(json: data) }
      say("a push of \(bytes.count) bytes arrives\(source)", by: .system)
      let (effects, destination) = core.deliver(file.payload)
      perform(effects)
      return .delivered(destination)
    } catch {
      say("drops what is no payload\(source): \(error)", by: .system)
      return .refused("\(error)")
    }
  }

  /// Puts a line of the demo's own on the log.
  func say(_ text: String, by speaker: LiveLogLine.Speaker = .demo) {
    desk.add(text, by: speaker, at: scheduler.now - start)
    onChange?()
  }

  private func dropPayload() {
    guard !payloads.isEmpty else { return say("no payloads came with the demo") }
    let payload = payloads[nextPayload % payloads.count]
    nextPayload += 1
    receive(payload.bytes, named: payload.name)
  }

  private func touchBanner(_ touch: ForegroundBannerTouch) {
    perform(core.touchBanner(touch, of: banner.shown?.requestIdentifier))
  }

  private func subscribed() {
    perform(core.subscribed())
  }

  private func perform(_ effects: [LiveCore.Effect]) {
    for effect in effects {
      switch effect {
      case .apply(let input): app.apply(input)
      case .say(let speaker, let text): say(text, by: speaker)
      }
    }
    onChange?()
  }

  private func hear(_ told: Told) {
    switch told.event as? CountdownEvent {
    case .tick: break  // The list shows it.
    case .expired, nil:
      desk.add(told.event.words, by: .part(told.from, colour: told.colour), at: told.time)
    }
    if told.event as? BannerEvent == .shown {
      app.apply(.feature(ForegroundBannerMoment.shown))
    }
    onChange?()
  }
}

// MARK: - What there is to see

extension LiveApp {
  /// What the app and its observers show now.
  var screen: LiveScreen {
    let badges = scripts.badges.tree(on: scheduler)
    return LiveScreen(
      account: core.account?.rawValue,
      phase: core.phase,
      icon: badges.badge(at: .root),
      tabs: LiveTab.allCases.map { tab in
        LiveScreen.Tab(
          title: tab.title,
          badge: badges.badge(at: TabBadges.node(of: tab.page)),
          isSelected: tab == core.tab
        )
      },
      page: page,
      isQuiet: core.isQuiet,
      banner: banner.shown.map {
        LiveScreen.Item(title: $0.title ?? "", body: $0.body ?? "")
      },
      isCovered: core.isCovered,
      hasPreview: scripts.screenshot.isPreviewShown,
      desk: desk
    )
  }

  private var page: LiveScreen.Page {
    switch core.tab {
    case .home: .offers(core.offers.map(offer))
    case .notifications: .notifications(core.inbox.map(item))
    case .reader: .article
    }
  }

  private func offer(_ offer: LiveCore.Offer) -> LiveScreen.Offer {
    let state = scripts.countdown.handler?.state(of: CountdownID(rawValue: offer.name))
    return LiveScreen.Offer(name: offer.name, remaining: state?.remaining ?? .zero)
  }

  private func item(_ notification: LiveNotification) -> LiveScreen.Item {
    LiveScreen.Item(
      title: notification.title,
      body: notification.body,
      isOpened: notification.isOpened
    )
  }
}
