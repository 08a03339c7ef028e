import PushHub
import PushHubObservers

/// An app with every observer, to which what a transcript tells really happens.
@MainActor
final class PlayedApp {
  private let scheduler: any Scheduler
  private let manager: NotificationManager
  private let lifecycle = AppLifecycle()
  private let tree: BadgeTree
  private let host: PluginHost
  private let hub: HubReporter

  /// The observers, in the order in which they were installed.
  let features: [any PlayedFeature]

  private let recorder: TranscriptRecorder?

  /// Starts the app, in the background, with nobody signed in.
  ///
  /// - Parameters:
  ///   - header: The app's pages.
  ///   - scheduler: The app's clock.
  ///   - journal: Where it says what its parts do.
  ///   - recorder: Who writes down what happens to it.
  ///   - features: Its observers; by default all of them.
  init(
    header: TranscriptHeader,
    scheduler: any Scheduler,
    journal: Journal,
    recorder: TranscriptRecorder? = nil,
    features: [any PlayedFeature]? = nil
  ) throws {
    self.scheduler = scheduler
    self.recorder = recorder
    let numbers = header.trackedPages.map { (Self.node(of: $0), BadgePolicy.capped(at: 99)) }
    tree = BadgeTree(
      scheduler: scheduler,
      policies: Dictionary(numbers, uniquingKeysWith: { policy, _ in policy })
    )
    manager = NotificationManager(scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    hub = HubReporter(journal: journal)
    self.features =
      features ?? [
        PlayedUnread(header: header, scheduler: scheduler, journal: journal),
        PlayedCountdown(scheduler: scheduler, journal: journal),
        PlayedBadge(header: header, journal: journal),
        PlayedScreenshot(header: header, journal: journal),
      ]
    if let recorder {
      try host.install(recorder, named: "recorder")
    }
    manager.log = { [hub] in hub.receive($0) }
    lifecycle.add(manager)
    manager.add(hub, priority: .high)
    for feature in self.features {
      try host.install(feature.plugin, named: feature.name)
    }
  }
}

// MARK: - What is true

extension PlayedApp {
  /// What is true of the app and of its observers now.
  ///
  /// - Parameter start: The instant from which times are counted.
  func facts(since start: ContinuousClock.Instant) -> [ExplainedFact] {
    let state = lifecycle.state
    var facts: [ExplainedFact] = [.phase(state.phase)]
    facts += state.visiblePages.map { .page($0) }
    facts += [.cover(depth: state.overlayCount), .account(state.account)]
    for feature in features {
      facts += feature.facts(since: start)
    }
    return facts + [.total(badges.badge(at: .root))]
  }

  /// What the features show on the pages' tabs now, and all together at the root.
  var badges: BadgeTree {
    for feature in features {
      guard let (page, content) = feature.tabBadge else { continue }
      tree.set(content, at: Self.node(of: page), because: feature.name)
    }
    return tree
  }

  /// The place of a page's tab among the badges.
  static func node(of page: PageID) -> BadgePath {
    BadgePath(page.rawValue)
  }
}

// MARK: - What happens

extension PlayedApp {
  /// Lets something happen.
  ///
  /// What the observers do about it asynchronously is done when the scheduler has settled.
  func apply(_ input: TranscriptInput) {
    switch input {
    case .launch(let payload, let response, let request):
      manager.didFinishLaunching(with: payload, response: response, requestIdentifier: request)
    case .app(let phase): lifecycle.setPhase(phase)
    case .page(let page, isVisible: true): lifecycle.pageAppeared(page)
    case .page(let page, isVisible: false): lifecycle.pageDisappeared(page)
    case .overlay(true): lifecycle.overlayAdded()
    case .overlay(false): lifecycle.overlayRemoved()
    case .account(let account): lifecycle.setAccount(account)
    case .token(let token): manager.didRegister(deviceToken: token)
    case .tokenError(let message): refuseRegistration(message)
    case .push(let payload, .present, let request):
      _ = manager.present(payload, requestIdentifier: request)
    case .push(let payload, let channel, let request):
      deliver(payload, via: channel, request: request)
    case .open(let payload, let response, let request):
      manager.open(payload, requestIdentifier: request, response: response)
    case .screenshot: lifecycle.screenshotTaken()
    case .unread, .preview, .latest, .read, .countdown, .end:
      recorder?.note(input)
      for feature in features {
        feature.apply(input)
      }
    }
  }

  private func refuseRegistration(_ message: String) {
    manager.didFailToRegister(RegistrationFailure(domain: "Transcript", code: 0, message: message))
  }

  private func deliver(_ payload: PushPayload, via channel: PushChannel, request: String?) {
    scheduler.perform { [manager, scheduler] in
      _ = await scheduler.standBy {
        await manager.deliver(payload, via: channel, requestIdentifier: request)
      }
    }
  }
}
