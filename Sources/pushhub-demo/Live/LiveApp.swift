import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubScripts

/// The app that the user controls with keys: all features, with a simulated system and server.
///
/// Each input to it is applied as a record of a transcript. The features report what they do about it.
@MainActor
final class LiveApp {
  /// A line of the log.
  struct Line {
    /// The time since the start.
    let time: Duration

    /// The hub, a feature, or the simulated user, system or server.
    let source: String
    let style: Style
    let text: String
  }

  /// A push that was shown, in the server's list.
  struct Notification {
    let payload: PushPayload
    var isOpened = false
  }

  static let tabs: [PageID] = ["home", "notifications", "reader"]

  private let scripts = ReadyMadeScripts()
  private(set) var page: PageID = "home"
  private(set) var notifications: [Notification] = []
  private(set) var isQuiet = false

  /// The latest lines, more than a terminal has.
  private(set) var log: [Line] = []
  var hasQuit = false

  private let replay: Replay
  private var payloads: [(name: String, bytes: Data)]
  private var offerCount = 0

  /// Creates an app that has not been launched.
  ///
  /// - Parameters:
  ///   - scheduler: The app's clock.
  ///   - recorder: Records the run.
  ///   - payloads: The pushes that arrive in turn when the user asks for one.
  init(
    scheduler: any Scheduler,
    recorder: TranscriptRecorder,
    payloads: [(name: String, bytes: Data)]
  ) throws {
    self.payloads = payloads
    replay = try Replay(
      live: scripts.live + [MessageButtonsScript()],
      scheduler: scheduler,
      recorder: recorder
    )
    replay.onOutput { [weak self] in self?.receive($0) }
  }
}

// MARK: - State

extension LiveApp {
  var state: LifecycleState { replay.lifecycle.state }
  var isForeground: Bool { state.phase.isForeground }
  var isPreviewShown: Bool { scripts.isPreviewShown }
  var badges: BadgeTree { scripts.badges(in: replay) }
  var countdowns: [CountdownState] {
    let handler = scripts.countdowns
    return (handler?.ids ?? []).compactMap { handler?.state(of: $0) }
  }

  /// The notification of the app's own banner.
  var banner: Notification? { bannerIndex.map { notifications[$0] } }

  private var bannerIndex: Int? {
    notifications.indices.last { request($0) == scripts.shownBanner?.requestIdentifier }
  }

  /// The identifier of a notification's request.
  private func request(_ index: Int) -> String { "live-\(index)" }

  /// The server's number of unread notifications; two are from before the launch.
  private var answer: TranscriptInput {
    let count = 2 + notifications.count { !$0.isOpened }
    return .feature(UnreadAnswer(result: .success(count), latency: .milliseconds(250)))
  }

  /// The server's list, the latest first.
  private var list: TranscriptInput {
    let marks = notifications.indices.suffix(10).reversed().map { index in
      NotificationCursor(order: index, id: "n\(index)")
    }
    return .feature(LatestNotifications(.success(marks)))
  }
}

// MARK: - User

extension LiveApp {
  /// Launches the app, with a signed-in account.
  func launch() {
    apply(.launch(nil), .app(.inactive), .app(.active), .page(page, isVisible: true))
    add(["Breakfast": 90, "Flight to Lisbon": 3_600, "Concert": 14_400])
    toggleAccount()
  }

  /// Handles a key, as a small or capital letter.
  func press(_ key: Character) {
    guard let (_, label, action) = Self.keys.first(where: { key.lowercased() == "\($0.key)" })
    else { return }
    log(label, from: "user")
    action(self)
  }

  func apply(_ inputs: TranscriptInput...) {
    for input in inputs {
      replay.apply(input)
    }
  }

  func show(_ newPage: PageID) {
    guard newPage != page else { return }
    apply(.page(page, isVisible: false), .page(newPage, isVisible: true))
    page = newPage
  }

  /// Passes through the inactive phase, as in the system.
  func toggleBackground() {
    apply(.app(.inactive), .app(isForeground ? .background : .active), list)
  }

  func toggleAccount() {
    apply(answer, .account(state.account == nil ? "alice" : nil), list)
  }

  func toggleMenu() {
    apply(.overlay(state.overlayCount == 0))
  }

  func toggleQuiet() {
    isQuiet.toggle()
    // From midnight to midnight, so that they are always on.
    let allDay = QuietWindow(from: TimeOfDay(hour: 0), to: TimeOfDay(hour: 0))
    var settings = QuietSettings()
    settings.windows = isQuiet ? [allDay] : []
    apply(.feature(KernelRecord<QuietCore>(.action(QuietChange(settings)))))
  }

  func addOffer() {
    offerCount += 1
    add(["Flash sale \(offerCount)": 30])
  }

  private func add(_ offers: KeyValuePairs<String, Int>) {
    var change = CountdownChange()
    change.removed = countdowns.map(\.id).dropLast(5)
    change.added = offers.map { CountdownChange.Model(id: $0, duration: .seconds($1)) }
    apply(.feature(change))
  }

  func openLatest() {
    guard let index = notifications.lastIndex(where: { $0.canBeOpened }) else {
      return log("there is no notification to open; p sends one", from: "system")
    }
    respond(to: index, with: PushResponse())
    if !isForeground {
      toggleBackground()
    }
    show("notifications")
  }

  /// Presses the button of the latest message; without one, the server sends one.
  func replyToLatest() {
    let category = NotificationCategory.message
    let index = notifications.lastIndex { notification in
      notification.canBeOpened && notification.payload.aps.category == category.identifier
    }
    guard let index else {
      let alert = #"{"title":"Mira","body":"See you at nine?"}"#
      let message = #"{"aps":{"alert":\#(alert),"category":"\#(category.identifier)"}}"#
      return receive(Data(message.utf8), named: "message")
    }
    respond(to: index, with: PushResponse(action: .custom("reply"), reply: "On my way."))
  }

  func touchBanner(_ touch: ForegroundBannerTouch) {
    if touch == .tapped, let bannerIndex {
      read(bannerIndex)
      show("notifications")
    }
    apply(.feature(touch))
  }

  private func respond(to index: Int, with response: PushResponse) {
    read(index)
    apply(.open(notifications[index].payload, response, .init(request: request(index))))
  }

  private func read(_ index: Int) {
    notifications[index].isOpened = true
    apply(answer)
  }
}

extension LiveApp.Notification {
  /// Whether it can be tapped, which one with only a badge or a sound cannot.
  var canBeOpened: Bool { payload.aps.hasAlert && !isOpened }
}

// MARK: - System and server

extension LiveApp {
  func receiveNextPayload() {
    guard let next = payloads.first else { return log("the demo has no payloads", from: "system") }
    payloads = payloads.dropFirst() + [next]
    receive(next.bytes, named: next.name)
  }

  /// Receives a push, by the callbacks that the system would use.
  func receive(_ bytes: Data, named name: String) {
    do {
      let payload = try PushPayload(apns: bytes)
      log("a push arrives: \(name)", from: "system")
      var channels: [PushCallbackKind] = payload.aps.contentAvailable ? [.remote] : []
      if !payload.aps.isSilent {
        notifications.append(Notification(payload: payload))
        apply(answer, list)
        channels = isForeground ? [.present] + channels : channels
      }
      for channel in channels {
        let request = channel == .present ? request(notifications.count - 1) : nil
        apply(.push(payload, via: channel, .init(request: request)))
      }
      if channels.isEmpty {
        log("shows the push, which the app receives with a tap", from: "system")
      }
    } catch {
      log("refuses a malformed payload: \(error.reason)", from: "system")
    }
  }

  private func receive(_ output: Output) {
    log(output.event.message, from: output.from, Style(parameter: output.colour))
    if case .shown = output.event as? ForegroundBannerEvent {
      apply(.feature(ForegroundBannerTouch.shown))
    }
  }

  func log(_ text: String, from source: String, _ style: Style = .strong) {
    let line = Line(
      time: replay.time,
      source: source,
      style: style,
      text: String(text.prefix(1_000))
    )
    log = log.suffix(199) + [line]
  }
}

// MARK: - Keys

extension LiveApp {
  /// The keys of the user, with their texts for the screen and the help.
  static let keys: [(key: Character, label: String, action: (LiveApp) -> Void)] = [
    ("q", "quit", { $0.hasQuit = true }),
    ("1", "home", { $0.show("home") }),
    ("2", "notifications", { $0.show("notifications") }),
    ("3", "reader", { $0.show("reader") }),
    ("p", "push", { $0.receiveNextPayload() }),
    ("o", "open the latest", { $0.openLatest() }),
    ("a", "reply to it", { $0.replyToLatest() }),
    ("t", "tap the banner", { $0.touchBanner(.tapped) }),
    ("w", "swipe it away", { $0.touchBanner(.swiped) }),
    ("b", "leave or return", { $0.toggleBackground() }),
    ("s", "sign in or out", { $0.toggleAccount() }),
    ("c", "take a screenshot", { $0.apply(.screenshot) }),
    ("e", "edit it", { $0.apply(.feature(ScreenshotTouch.tap)) }),
    ("x", "close it", { $0.apply(.feature(ScreenshotTouch.outside)) }),
    ("n", "new offer", { $0.addOffer() }),
    ("m", "menu", { $0.toggleMenu() }),
    ("d", "quiet hours", { $0.toggleQuiet() }),
  ]
}
