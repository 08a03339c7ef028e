import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubScripts

/// The app that the user controls with keys: all features, with a simulated system and server.
@MainActor
final class LiveApp {
  /// A file of a payload.
  typealias APNSBytes = (name: String, bytes: Data)

  /// The number of log lines that are kept, more than a terminal has.
  private static let mostLines = 200

  private let scheduler: any Scheduler
  private let start: ContinuousClock.Instant
  private let app: Replay
  private let scripts = ReadyMadeScripts()
  private let payloads: [APNSBytes]
  private var nextPayload = 0
  private var core = LiveCore()
  private(set) var log: [LiveScreen.Line] = []
  private var isHelpOpen = false

  /// Makes an app that has not been launched.
  ///
  /// - Parameters:
  ///   - scheduler: The app's clock.
  ///   - recorder: Records the run.
  ///   - payloads: The pushes that arrive when the user asks for one.
  init(
    scheduler: any Scheduler,
    recorder: TranscriptRecorder? = nil,
    payloads: [APNSBytes] = []
  ) throws {
    self.scheduler = scheduler
    self.payloads = payloads
    start = scheduler.now
    app = try Replay(
      live: scripts.live + [MessageButtonsScript()],
      scheduler: scheduler,
      recorder: recorder
    )
    app.onOutput { [weak self] in self?.receive($0) }
    scripts.onSubscribe { [weak self] in
      guard let self else { return }
      perform(core.subscribed())
    }
  }
}

// MARK: - Input

extension LiveApp {
  func launch() {
    perform(core.start())
  }

  /// Ends the recording.
  func end() {
    app.apply(.end)
  }

  /// Handles a key.
  ///
  /// - Returns: `redraw` or `quit`, which the caller performs.
  func press(_ key: Key) -> LiveAction? {
    guard key != .paste else {
      log("pasted text is ignored")
      return nil
    }
    let action = LiveKeys.action(for: key)
    switch action {
    case .redraw: return action
    case _ where isHelpOpen: isHelpOpen = false
    case .help: isHelpOpen = true
    case .quit: return action
    case let action?: handle(action)
    case nil: break
    }
    return nil
  }

  func handle(_ action: LiveAction) {
    switch action {
    case .dropPayload:
      guard !payloads.isEmpty else { return log("the demo has no payloads") }
      let (name, bytes) = payloads[nextPayload % payloads.count]
      nextPayload += 1
      receive(bytes, named: " (\(name))")
    case .tapBanner, .swipeBanner:
      let request = scripts.shownBanner?.requestIdentifier
      perform(core.touchBanner(action == .tapBanner ? .tapped : .swiped, of: request))
    default: perform(core.handle(action))
    }
  }

  /// Receives a push file.
  ///
  /// - Returns: The result for the sender.
  @discardableResult
  func receive(_ bytes: Data, named name: String = "") -> LiveInbox.Answer {
    do {
      let file = try APNSFile(bytes) { data throws(PayloadError) in try PushPayload(json: data) }
      log("a push of \(bytes.count) bytes arrives\(name)", from: .system)
      let (effects, isReceived) = core.deliver(file.payload)
      perform(effects)
      return isReceived ? .delivered : .shown
    } catch {
      log("refuses a malformed payload\(name): \(error)", from: .system)
      return .refused("\(error)")
    }
  }

  /// Adds a line to the log.
  func log(_ text: String, from source: LiveCore.Source = .demo) {
    log(text, from: source.rawValue, source == .user ? .strong : .quiet)
  }

  private func perform(_ effects: [LiveCore.Effect]) {
    for effect in effects {
      switch effect {
      case .apply(let input): app.apply(input)
      case .log(let source, let text): log(text, from: source)
      }
    }
  }

  private func receive(_ output: Output) {
    // The list shows the ticks.
    if case .tick = output.event as? CountdownEvent { return }
    log(output.event.message, from: output.from, .colour(output.colour))
    if case .shown = output.event as? ForegroundBannerEvent {
      app.apply(.feature(ForegroundBannerTouch.shown))
    }
  }

  private func log(_ text: String, from source: String, _ style: TextLine.Style) {
    let line = LiveScreen.Line(
      time: scheduler.now - start,
      source: source,
      style: style,
      text: String(text.prefix(1_000))
    )
    log = log.suffix(Self.mostLines - 1) + [line]
  }
}

// MARK: - Screen

extension LiveApp {
  /// What the app and its features show now.
  var screen: LiveScreen {
    let badges = scripts.badges(on: scheduler)
    return LiveScreen(
      core: core,
      icon: badges.badge(at: .root),
      tabs: LiveTab.allCases.map { badges.badge(at: BadgePath($0.page.rawValue)) },
      remaining: core.offers.map { offer in
        let state = scripts.countdowns?.state(of: offer.id)
        return state?.remaining ?? .zero
      },
      banner: core.notifications.last { $0.request == scripts.shownBanner?.requestIdentifier },
      hasPreview: scripts.isPreviewShown,
      log: log,
      isHelpOpen: isHelpOpen
    )
  }
}
