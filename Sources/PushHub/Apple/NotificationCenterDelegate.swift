#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
// The framework promises the compiler nothing about its classes. They are handed on as they came,
// on the main actor; what features get are copies.
@unsafe @preconcurrency public import UserNotifications

/// The delegate of the user notification center: it tells a manager, and the delegate before it.
///
/// An ``AppHub`` makes it, and installs it at the launch. Whoever was the delegate before is asked too,
/// and the system's completion handler is called exactly once, on the main thread: when all others have
/// answered, or when their time is up. How often and when another calls its own handler changes nothing;
/// one that is late is told to ``AppHub/log``. If one of them passes the call on to this delegate in
/// turn, however late, this answers at once and tells the manager nothing a second time.
///
/// The system may call from any thread. See
/// [UNUserNotificationCenterDelegate](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate).
/// Remote notifications are the manager's; local ones only go to the delegate before, unless
/// ``includesLocalNotifications`` is set.
@MainActor
public final class NotificationCenterDelegate: NSObject {
  /// How long the delegate before may take to say how a notification is presented.
  public var presentationBudget: Duration = .seconds(2)

  /// How long the delegate before may work on a response of the user's.
  public var responseBudget: Duration = .seconds(25)

  /// Whether local notifications are told to the manager as if they were pushes.
  ///
  /// Then features vote on their presentation and respond to their responses like to those of pushes.
  /// A request's identifier is the push's id, unless a sender finds one in its payload.
  public var includesLocalNotifications = false

  #if !os(watchOS)
  /// Called when the user asks for the app's own notification settings.
  public var openSettings: (() -> Void)?
  #endif

  /// Who was the delegate before, the latest first; all are told everything too.
  ///
  /// They are held weakly, as the center does. There are several when one took over, and was taken
  /// over from in turn by ``reassert()``.
  public var formers: [any UNUserNotificationCenterDelegate] { weakFormers.compactMap(\.delegate) }

  let manager: NotificationManager
  var log: ((AppHubLogEntry) -> Void)?
  var willOpen: ((PushPayload) -> Void)?
  var passedOn: [PassedOn] = []
  private let center: UNUserNotificationCenter?
  private var weakFormers: [Former] = []
  private var isInstalled = false
  private var knownSuccessor: ObjectIdentifier?

  init(manager: NotificationManager, center: UNUserNotificationCenter?) {
    self.manager = manager
    self.center = center
    super.init()
  }
}

// MARK: - Being the delegate

extension NotificationCenterDelegate {
  private struct Former {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
  }

  /// Becomes the center's delegate, and remembers who was; before the app has launched.
  package func install() {
    guard center != nil else { return }
    isInstalled = true
    _ = takeOver()
  }

  /// Checks whether this still is the delegate, and tells the log of each that took it, once.
  ///
  /// It changes nothing: a library that takes over may well pass everything on, and only the app knows.
  package func check() {
    let successor = center?.delegate
    guard isInstalled, successor !== self else {
      knownSuccessor = nil
      return
    }
    let identity = successor.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self)
    guard identity != knownSuccessor else { return }
    knownSuccessor = identity
    log?(.takenOver(by: successor.map { "\(type(of: $0))" }))
  }

  /// Becomes the delegate again, before whoever took over, who is told everything from now on.
  ///
  /// Whoever was told before still is. Nothing calls this but the app. A successor that passes
  /// everything on to this delegate, and is now told by it, is not told twice.
  public func reassert() {
    guard isInstalled, takeOver() else { return }
    knownSuccessor = nil
    log?(.reasserted(before: formers.first.map { "\(type(of: $0))" }))
  }

  private func takeOver() -> Bool {
    guard let center, center.delegate !== self else { return false }
    let successor = center.delegate
    weakFormers.removeAll { $0.delegate == nil || $0.delegate === successor }
    if let successor {
      weakFormers.insert(Former(delegate: successor), at: 0)
    }
    center.delegate = self
    return true
  }
}
#endif
