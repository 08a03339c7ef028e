public import PushHub
package import PushHubRecorder

/// An app to which what a transcript tells really happens.
///
/// By default it is a hub like any other. A test that wants the app's own makes its manager and its
/// lifecycle on the clock of the play:
///
/// ```swift
/// let replay = try Replay(of: transcript, with: scripts) { clock in
///   ReplayedApp(
///     manager: NotificationManager(configuration: .ofOurApp, scheduler: clock),
///     lifecycle: AppLifecycle(),
///     scheduler: clock
///   )
/// }
/// ```
@MainActor
public final class ReplayedApp {
  /// Where the pushes arrive.
  public let manager: NotificationManager

  /// Where pages, phases and accounts are told.
  public let lifecycle: AppLifecycle

  /// The app's clock.
  public let scheduler: any Scheduler

  private var cast: Cast?

  /// The features, in the order in which they were installed, and what belongs to them.
  private struct Cast {
    let host: PluginHost
    let hub: HubReporter
    let scripts: [any FeatureScript]

    /// One for each script.
    let stages: [Stage]

    let world: PluginContext
    let recorder: TranscriptRecorder?
  }

  /// Takes an app in the background, with nobody signed in and nothing attached.
  public init(manager: NotificationManager, lifecycle: AppLifecycle, scheduler: any Scheduler) {
    self.manager = manager
    self.lifecycle = lifecycle
    self.scheduler = scheduler
  }

  /// Makes an app with a hub of its own.
  public convenience init(scheduler: any Scheduler) {
    self.init(
      manager: NotificationManager(scheduler: scheduler),
      lifecycle: AppLifecycle(),
      scheduler: scheduler
    )
  }

  /// Work of a play that is let go before its end would wait for ever, and keep what it knows.
  isolated deinit {
    (scheduler as? ManualScheduler)?.work.cancelAll()
  }
}

/// Why features can't be played together.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String
}

// MARK: - Features

extension ReplayedApp {
  /// Attaches the features that take part in the play of a transcript.
  ///
  /// - Throws: ``ScriptError`` for names that can't be told apart.
  func install(
    _ scripts: [any FeatureScript],
    for transcript: Transcript,
    journal: Journal,
    recorder: TranscriptRecorder? = nil
  ) throws {
    try requireUnplayed()
    let world = PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    if let recorder { world.attach(recorder) }
    let hub = HubReporter(stage: stage(for: .hub, transcript, journal))
    let log = manager.log
    manager.log = { [hub] entry in
      log?(entry)
      hub.receive(entry)
    }
    lifecycle.add(manager, priority: .first)
    manager.add(hub, priority: .high)
    // What the transcript tells of the outside world is recorded as it comes; what the features make
    // of it isn't recorded once more.
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    let scripts = scripts.cast(for: transcript)
    var stages: [Stage] = []
    for (rank, script) in zip(1..., scripts) {
      try requireName(of: script, after: scripts.prefix(rank - 1))
      let speaker = Speaker(name: script.name, rank: rank)
      let stage = stage(for: speaker, transcript, journal)
      let plugin = script.plugin(on: stage)
      if let plugin = plugin as? any LoggingPlugin {
        stage.listen(to: plugin)
      }
      try host.install(plugin, named: script.name)
      stages.append(stage)
    }
    cast = Cast(
      host: host,
      hub: hub,
      scripts: scripts,
      stages: stages,
      world: world,
      recorder: recorder
    )
  }

  func requireUnplayed() throws {
    guard cast == nil else {
      throw ScriptError(description: "An app is played once: make another one for another play.")
    }
  }

  /// Refuses a name that can't be told from others, or chosen by an option.
  private func requireName(
    of script: any FeatureScript,
    after others: ArraySlice<any FeatureScript>
  ) throws {
    let ownNames = ["app", "hub"] + Lane.own.map(\.name)
    let name = script.name
    guard !name.allSatisfy(\.isWhitespace), !name.contains(","), !ownNames.contains(name) else {
      throw ScriptError(
        description: """
          A feature can't be named \"\(name)\": give its script a name that is not blank, has no \
          comma, and is none of the play's own: \(ownNames.joined(separator: ", ")).
          """
      )
    }
    if others.contains(where: { $0.name == name }) {
      throw ScriptError(
        description: """
          Two features are named \"\(name)\", so that nobody could tell what each does: give the \
          script of one of them another name.
          """
      )
    }
  }

  private func stage(
    for speaker: Speaker,
    _ transcript: Transcript,
    _ journal: Journal
  ) -> Stage {
    Stage(
      transcript: transcript,
      scheduler: scheduler,
      lifecycle: lifecycle,
      speaker: speaker,
      journal: journal
    )
  }

  /// The scripts, in the order in which they were installed.
  var scripts: [any FeatureScript] { cast?.scripts ?? [] }

  /// What is true of the app, and of each feature in turn.
  var facts: [[any FeatureFact]] {
    let state = lifecycle.state
    var facts: [any FeatureFact] = [AppFact.phase(state.phase)]
    facts += state.visiblePages.map { AppFact.page($0) }
    facts += [AppFact.cover(depth: state.overlayCount), AppFact.account(state.account)]
    return [facts] + zip(scripts, cast?.stages ?? []).map { $0.facts(on: $1) }
  }
}

extension ReplayedApp {
  /// Attaches the features to an app that is played by hand, and tells what they do when they do it.
  package func perform(
    _ scripts: [any FeatureScript],
    recorder: TranscriptRecorder?,
    telling output: @escaping (Told) -> Void
  ) throws {
    let journal = Journal(scheduler: scheduler) { $0.told.forEach(output) }
    journal.isImmediate = true
    try install(scripts, for: Transcript(), journal: journal, recorder: recorder)
  }
}

// MARK: - What happens

extension ReplayedApp {
  /// Lets something happen.
  ///
  /// What the features do about it asynchronously is done when the scheduler has settled.
  package func apply(_ input: TranscriptInput) {
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
    case .feature(let feature):
      cast?.world.record(feature)
      for script in scripts where script.owns(input) {
        script.apply(feature)
      }
    case .end: cast?.recorder?.recordEnd()
    }
  }

  private func refuseRegistration(_ message: String) {
    manager.didFailToRegister(RegistrationFailure(domain: "Transcript", code: 0, message: message))
  }

  private func deliver(_ payload: PushPayload, via channel: PushChannel, request: String?) {
    scheduler.perform { [manager, scheduler] in
      _ = await scheduler.awaitExternalWork {
        await manager.deliver(payload, via: channel, requestIdentifier: request)
      }
    }
  }
}
