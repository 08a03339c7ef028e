#if canImport(UserNotifications)
/// What others do with what is the app's, as far as it is worth telling.
public enum AppHubLogEntry: Hashable, Sendable {
  /// The process has no notification center, so nothing is heard from one.
  case noCenter

  /// A scene came to the front whose delegate, of this class if there is one, has not forwarded what
  /// it was connected for.
  case sceneNotTold(delegate: String?)

  /// Another object is the center's delegate now, of this class; `nil` if nobody is.
  case takenOver(by: String?)

  /// The hub is the center's delegate again, and forwards to an object of this class.
  case reasserted(before: String?)

  /// Another party, perhaps the notification center, did not call a handler in time.
  case timedOut(String, callback: String)

  /// No push comes, or less of it, as a ``Checkup`` has found; only in debug builds, half a minute after
  /// the launch.
  case broken(Checkup.Finding)

  /// A plugin's category, of this identifier, was gone, and was registered again.
  case categoryDropped(String)

  /// A category with the identifier of a plugin's, but not a plugin's, was replaced.
  case categoryReplaced(String)
}

extension AppHubLogEntry: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .noCenter:
      "This process is not the executable of an app bundle, so it has no notification center: "
        + "no notification is presented, no answer heard, and no category registered."
    case .sceneNotTold(let delegate):
      "\(delegate ?? "No scene delegate") did not forward what the scene was connected for, so a tap "
        + "that launches the app may be lost: have it inherit from PushHubSceneDelegate, or call "
        + "scene(_:willConnectTo:options:) of the hub."
    case .takenOver(let successor):
      "\(successor ?? "Nobody") is the notification center's delegate now: have it forward everything, "
        + "switch its taking over off, or call reassertDelegate() of the hub."
    case .reasserted(let previous):
      "The hub is the notification center's delegate again, and forwards to \(previous ?? "nobody")."
    case .timedOut(let party, let callback):
      "\(party) did not call the handler of \(callback) in time, so it was not waited for."
    case .broken(let finding): finding.description
    case .categoryDropped(let identifier):
      "The category \"\(identifier)\" was gone and was registered again: some library sets its own "
        + "categories without keeping those of others."
    case .categoryReplaced(let identifier):
      "A category \"\(identifier)\" was registered by another library or by the app itself, and is "
        + "the plugin's now: give one of them another identifier."
    }
  }
}
#endif
