package import PushHub
package import PushHubRecorder

/// An app to which what a transcript tells really happens.
@MainActor
package final class ReplayedApp {
  let manager: NotificationManager
  let lifecycle = AppLifecycle()
  let playLog: PlayLog

  /// The features, in the order in which they speak.
  let scripts: [any FeatureScript]

  private let host: PluginHost
  private let stages: [Stage]
  private let recorder: TranscriptRecorder?

  /// What the recorder hears records of: those that come about, and not what features make of them.
  private let world: PluginContext

  /// Attaches features to a manager to which nothing has happened.
  ///
  /// - Throws: ``ScriptError`` or `PluginError` for names that can't be told apart.
  init(
    _ scripts: [any FeatureScript],
    of transcript: Transcript,
    on manager: NotificationManager,
    scheduler: any Scheduler,
    recorder: TranscriptRecorder?
  ) throws {
    let playLog = PlayLog(scheduler: scheduler)
    self.playLog = playLog
    self.manager = manager
    self.scripts = scripts
    self.recorder = recorder
    world = PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    stages = zip(1..., scripts).map { rank, script in
      Stage(for: Speaker(name: script.name, rank: rank), of: transcript, in: playLog)
    }
    if let recorder { world.attach(recorder) }
    lifecycle.add(manager, priority: .first)
    manager.add(playLog, priority: .high)
    for (script, stage) in zip(scripts, stages) {
      try require(script.name)
      let plugin = script.plugin(on: stage)
      if let plugin = plugin as? any LoggingPlugin {
        stage.listen(to: plugin)
      }
      world.records.addSettings(of: plugin)
      try host.install(plugin, named: script.name)
    }
  }

  /// Runs features by hand, and tells what they do when they do it.
  package convenience init(
    live scripts: [any FeatureScript],
    scheduler: any Scheduler,
    recorder: TranscriptRecorder?
  ) throws {
    let manager = NotificationManager(scheduler: scheduler)
    try self.init(
      scripts,
      of: Transcript(),
      on: manager,
      scheduler: scheduler,
      recorder: recorder
    )
    playLog.isImmediate = true
  }

  /// Work of a play that is let go before its end would wait for ever, and keep what it knows.
  isolated deinit {
    (playLog.scheduler as? ManualScheduler)?.work.cancelAll()
  }

  private func require(_ name: String) throws {
    let ownNames = ["app", "hub"] + Lane.own.map(\.name)
    guard !name.allSatisfy(\.isWhitespace), !name.contains(","), !ownNames.contains(name) else {
      throw ScriptError(
        description: """
          A feature can't be named \"\(name)\": give its script a name that is not blank, has no \
          comma, and is none of the play's own: \(ownNames.joined(separator: ", ")).
          """
      )
    }
  }
}

/// Why features can't be played.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public let description: String
}

// MARK: - What is true and done

extension ReplayedApp {
  /// Calls back with what the features do, step by step.
  package func onEvent(_ output: @escaping (Told) -> Void) {
    playLog.output = { step in
      for told in step.notes where !told.event.isSkip { output(told) }
    }
  }

  /// What is true now: of the app, and of each feature in turn.
  var facts: [[FeatureFact]] { [appFacts] + zip(scripts, stages).map { $0.facts(on: $1) } }

  private var appFacts: [FeatureFact] {
    let state = lifecycle.state
    let phase: FactMessage =
      state.phase == .background ? "in the background" : "\(state.phase.rawValue)"
    let cover: FactMessage =
      switch state.overlayCount {
      case 0: "nothing covers the page"
      case 1: "something covers the page\(.since)"
      case let depth: "\(depth) things cover the page\(.since)"
      }
    let account = state.account?.rawValue
    return [FeatureFact("phase", .string(state.phase.rawValue), "\(phase)\(.since)")]
      + state.visiblePages.map { page in
        let name = "page \(page.rawValue)"
        return FeatureFact(name, true, "\(name) visible\(.since)")
      } + [
        FeatureFact("overlays", state.overlayCount.json, cover),
        FeatureFact(
          "account",
          account.map(JSONValue.string) ?? .null,
          "\(account ?? "nobody") signed in\(.since)"
        ),
      ]
  }
}

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
    case .tokenError(let message):
      manager.didFailToRegister(
        RegistrationFailure(domain: "Transcript", code: 0, message: message)
      )
    case .push(let payload, .present, let request):
      _ = manager.present(payload, requestIdentifier: request)
    case .push(let payload, let channel, let request):
      let scheduler = playLog.scheduler
      scheduler.perform { [manager] in
        _ = await scheduler.awaitExternalWork {
          await manager.deliver(payload, via: channel, requestIdentifier: request)
        }
      }
    case .open(let payload, let response, let request):
      manager.open(payload, requestIdentifier: request, response: response)
    case .screenshot: lifecycle.screenshotTaken()
    case .feature(let feature):
      // The refresh itself is recorded by the manager.
      if !(feature is RefreshMoment) { world.record(feature) }
      for script in scripts where script.owns(input) {
        script.apply(feature)
      }
    case .end: recorder?.recordEnd()
    }
  }
}
