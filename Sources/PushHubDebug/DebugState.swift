import PushHub

/// The facts about the hub and the app now, as a debug screen lists them.
struct DebugState {
  /// A name and its value, in the order in which they are shown.
  var rows: [(name: String, value: String)]

  @MainActor
  init(of manager: NotificationManager, in lifecycle: LifecycleState, features: [String]) {
    let scenes = lifecycle.scenes.sorted { $0.rawValue < $1.rawValue }
    rows = [
      ("Device token", manager.deviceToken?.hex ?? "none yet"),
      ("Account", lifecycle.account?.rawValue ?? "signed out"),
      ("Features", features.isEmpty ? "none" : features.joined(separator: ", ")),
      ("Waiting in the journal", "\(manager.statistics.waiting)"),
      ("Pushes", "\(manager.statistics.received)"),
      ("Responses", "\(manager.statistics.opened), handled \(manager.statistics.handled)"),
    ]
    for scene in scenes {
      let pages = lifecycle.visiblePages(in: scene).map(\.rawValue).joined(separator: ", ")
      let phase = "\(lifecycle.phase(of: scene))"
      rows.append(("Scene \(scene.rawValue)", pages.isEmpty ? phase : "\(phase), \(pages)"))
    }
  }
}
