public import Foundation

/// Connects the app with its service extension: the app learns whether it runs, for which pushes, and how each
/// step ends, and the extension learns which accounts are signed in.
///
/// ```swift
/// let monitor = ServiceExtensionMonitor(folder: group?.appending(path: "extension"))
/// try host.install(monitor, named: "extension")
/// ```
///
/// The extension's ``ServiceExtensionHost`` has the same folder, and writes its runs there. The monitor takes
/// them at the launch, on each return to the foreground and for each checkup. It records each at the time at
/// which it began, so that a recording shows both processes, and adds to the app's checkup what it finds.
///
/// It writes the accounts right after each change, once the app has set them, and on each return to the foreground. If
/// they can't be written, it removes the former ones.
@MainActor
public final class ServiceExtensionMonitor {
  /// Called with each run that is taken.
  public var log: ((ExtensionRun) -> Void)?

  private let runs: ExtensionRuns?
  private let bundle: Bundle
  private var evidence = ExtensionEvidence()
  private var context: PluginContext?

  /// Creates a monitor that is not attached yet.
  ///
  /// - Parameters:
  ///   - folder: The folder of the extension's host; `nil` if the app group is missing.
  ///   - bundle: The app's bundle; `.main` except in tests.
  public init(folder: URL?, bundle: Bundle = .main) {
    runs = folder.map { ExtensionRuns($0) }
    self.bundle = bundle
  }
}

extension ServiceExtensionMonitor: PushPlugin, LifecycleObserver, PushObserver {
  /// Starts.
  public func attach(to context: PluginContext) { self.context = context }

  /// Stops.
  public func detach() { context = nil }

  /// Presentations: a response may come long after the run, which an earlier process of the app has taken.
  public var interests: Set<PushEvent.Kind> { [.presented] }

  /// Takes the runs since the app was last in the foreground, and writes the accounts.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    switch event {
    case .phaseChanged(let phase) where phase.isForeground:
      takeRuns()
      share(state)
    case nil, .accountChanged, .accountsChanged: share(state)
    default: break
    }
  }

  /// Remembers a notification that the extension was asked to change before the system showed it.
  public func receive(_ event: PushEvent) {
    guard let push = event.push, let request = push.requestIdentifier else { return }
    guard push.aps.mutableContent, push.aps.hasAlert, let now = context?.scheduler.now else {
      return
    }
    evidence.see(request, at: now)
  }

  private func share(_ state: LifecycleState) {
    guard let accounts = state.accounts else { return }
    let shared = ExtensionAccounts(all: accounts, shown: state.account)
    context?.scheduler.perform { [runs] in try? runs?.write(shared) }
  }

  private func takeRuns() {
    guard let context, let runs else { return }
    let latest = context.scheduler.date - ExtensionEvidence.patience / .seconds(1)
    for (date, run) in runs.take(begunBefore: latest) {
      evidence.add(run, begunAt: date)
      context.record(run, at: date)
      log?(run)
      context.log(run)
    }
  }
}

extension ServiceExtensionMonitor: FeatureRecordObserver {
  package func recordEarlier() { takeRuns() }
}

extension ServiceExtensionMonitor {
  /// Whether the extension is in the app, runs, and delivers in time; and its latest runs.
  public func findings(inEnvironment environment: String?) -> [Checkup.Finding] {
    takeRuns()
    let canShare = runs.map { runs in
      try? FileSystem.system.makeFolder(at: runs.url)
      return FileManager.default.isWritableFile(atPath: runs.url.path)
    }
    return evidence.findings(
      isInBundle: bundle.hasServiceExtension,
      canShare: canShare,
      on: context?.scheduler
    )
  }
}

extension Bundle {
  /// Whether a service extension is among the app's extensions.
  fileprivate var hasServiceExtension: Bool {
    let folder = builtInPlugInsURL ?? bundleURL.appending(path: "PlugIns")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { name in
      let plugin = name.hasSuffix(".appex") ? Bundle(url: folder.appending(path: name)) : nil
      let attributes = plugin?.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
      return attributes?["NSExtensionPointIdentifier"] as? String
        == "com.apple.usernotifications.service"
    }
  }
}
