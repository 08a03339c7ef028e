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
  private(set) var heard: [LiveScreen.Line] = []
  private var isHelpOpen = false

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
    app = try Replay(
      live: scripts.live + [MessageButtonsScript()],
      scheduler: scheduler,
      recorder: recorder
    )
    app.onOutput { [weak self] in self?.hear($0) }
    scripts.whenListened { [weak self] in
      guard let self else { return }
      perform(core.subscribed())
    }
  }
}

// MARK: - What happens

extension LiveApp {
  func launch() {
    perform(core.start())
  }

  /// Ends what is recorded.
  func end() {
    app.apply(.end)
  }

  /// A key is pressed.
  ///
  /// - Returns: An action of the terminal, or the end of the app.
  func press(_ key: Key) -> LiveAction? {
    // Pasted text is no keys, whatever it says.
    guard key != .paste else {
      say("pasted text is not taken as keys")
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
      guard !payloads.isEmpty else { return say("no payloads came with the demo") }
      let (name, bytes) = payloads[nextPayload % payloads.count]
      nextPayload += 1
      receive(bytes, named: " (\(name))")
    case .tapBanner, .swipeBanner:
      let request = scripts.shownBanner?.requestIdentifier
      perform(core.touchBanner(action == .tapBanner ? .tapped : .swiped, of: request))
    default: perform(core.handle(action))
    }
  }

  /// A file arrives, of which nothing is known but its bytes.
  ///
  /// - Returns: The answer to the sender.
  @discardableResult
  func receive(_ bytes: Data, named name: String = "") -> LiveInbox.Answer {
    do {
      let file = try APNSFile(bytes) { data throws(PayloadError) in try PushPayload(json: data) }
      say("a push of \(bytes.count) bytes arrives\(name)", by: .system)
      let (effects, isHeard) = core.deliver(file.payload)
      perform(effects)
      return isHeard ? .delivered : .shown
    } catch {
      say("drops what is no payload\(name): \(error)", by: .system)
      return .refused("\(error)")
    }
  }

  /// Adds a line to the log.
  func say(_ text: String, by speaker: LiveCore.Speaker = .demo) {
    hear(text, by: speaker.rawValue, speaker == .you ? .strong : .quiet)
  }

  private func perform(_ effects: [LiveCore.Effect]) {
    for effect in effects {
      switch effect {
      case .apply(let input): app.apply(input)
      case .say(let speaker, let text): say(text, by: speaker)
      }
    }
  }

  private func hear(_ output: Output) {
    // The list shows it.
    if case .tick = output.event as? CountdownEvent { return }
    hear(output.event.message, by: output.from, .colour(output.colour))
    if case .shown = output.event as? ForegroundBannerEvent {
      app.apply(.feature(ForegroundBannerTouch.shown))
    }
  }

  private func hear(_ text: String, by speaker: String, _ style: TextLine.Style) {
    let line = LiveScreen.Line(
      time: scheduler.now - start,
      speaker: speaker,
      style: style,
      text: String(text.prefix(1_000))
    )
    heard = heard.suffix(Self.mostLines - 1) + [line]
  }
}

// MARK: - Screen

extension LiveApp {
  /// What the app and its observers show now.
  var screen: LiveScreen {
    let badges = scripts.badges(on: scheduler)
    return LiveScreen(
      core: core,
      icon: badges.badge(at: .root),
      tabs: LiveTab.allCases.map { badges.badge(at: BadgePath($0.page.rawValue)) },
      remaining: core.offers.map { offer in
        let state = scripts.countdowns?.state(of: offer.name)
        return state?.remaining ?? .zero
      },
      banner: core.notifications.last { $0.request == scripts.shownBanner?.requestIdentifier },
      hasPreview: scripts.isPreviewShown,
      heard: heard,
      isHelpOpen: isHelpOpen
    )
  }
}
