#if canImport(UserNotifications) || canImport(UIKit)
/// What others do with the system's callbacks, as far as it is worth telling.
public enum DelegateLogEntry: Hashable, Sendable {
  /// A callback of the system's that expects one answer.
  public enum Callback: String, Hashable, Sendable {
    /// How to present a notification in the foreground.
    case willPresent

    /// What the user did with a notification.
    case didReceive

    /// What came of a push in the background.
    case fetch
  }

  /// The process has no notification center, so nothing is heard from one.
  case noCenter

  /// A scene came to the front whose delegate, of this class if there is one, has not told what it was
  /// connected for.
  case sceneNotTold(delegate: String?)

  /// Another object is the delegate now, of this class; `nil` if nobody is.
  case takenOver(by: String?)

  /// The delegate was taken back; an object of this class is told everything after it.
  case reasserted(before: String?)

  /// Another party did not answer within its time.
  case silent(String, Callback)
}

extension DelegateLogEntry: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .noCenter:
      "This process is not the executable of an app bundle, so it has no notification center: "
        + "no notification is presented, and no answer heard."
    case .sceneNotTold(let delegate):
      "\(delegate ?? "No scene delegate") did not pass on what the scene was connected for, so a tap "
        + "that launches the app may be lost: have it inherit from PushHubSceneDelegate, or call "
        + "scene(_:willConnectTo:options:) of the forwarder."
    case .takenOver(let successor):
      "\(successor ?? "Nobody") is the notification center's delegate now: have it pass everything on, "
        + "switch its taking over off, or call reassert()."
    case .reasserted(let former):
      "The notification center's delegate was taken back; it also tells \(former ?? "nobody")."
    case .silent(let party, let callback):
      "\(party) did not call the handler of \(callback.rawValue) in time, so it was not waited for."
    }
  }
}
#endif
