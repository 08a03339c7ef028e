#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
// The framework promises the compiler nothing about its classes. They are handed on as they came,
// on the main actor; what features get are copies.
@unsafe @preconcurrency public import UserNotifications

/// The delegate of the user notification center: it tells a manager, and the delegate before it.
///
/// ```swift
/// let delegate = NotificationCenterDelegate(manager: manager)
/// delegate.install()  // before the app has finished launching
/// lifecycle.add(delegate)  // looks on each activation whether it still is the delegate
/// ```
///
/// Whoever was the delegate before is asked too, and the system's completion handler is called
/// exactly once, on the main thread: when all others have answered, or when their time is up. How
/// often and when another calls its own handler changes nothing; one that is late is told to ``log``.
/// If one of them passes the call on to this delegate in turn, however late, this answers at once and tells
/// the manager nothing a second time.
///
/// The system may call from any thread. See
/// [UNUserNotificationCenterDelegate](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate).
/// Remote notifications are the manager's; local ones only go to the delegate before, unless
/// ``Configuration/includesLocalNotifications`` is set.
@MainActor
public final class NotificationCenterDelegate: NSObject {
  /// How the delegate behaves.
  public struct Configuration: Sendable {
    /// How long the delegate before may take to say how a notification is presented.
    public var presentationBudget: Duration = .seconds(2)

    /// How long the delegate before may work on an answer of the user's.
    public var responseBudget: Duration = .seconds(25)

    /// Whether local notifications are told to the manager as if they were pushes.
    ///
    /// Then features vote on their presentation and respond to their answers like to those of pushes.
    /// A request's identifier is the push's id, unless a sender finds one in its payload.
    public var includesLocalNotifications = false

    /// Starts with the defaults.
    public init() {}
  }

  /// Told what other libraries do with the delegate, at the moment when it is noticed.
  public var log: ((DelegateLogEntry) -> Void)?

  #if !os(watchOS)
  /// Called when the user asks for the app's own notification settings.
  public var openSettings: (() -> Void)?
  #endif

  /// Who was the delegate before, the latest first; all are told everything too.
  ///
  /// They are held weakly, as the center does. There are several when one took over, and was taken
  /// over from in turn by ``reassert()``.
  public var formers: [any UNUserNotificationCenterDelegate] { weakFormers.compactMap(\.delegate) }

  /// The notification center; `nil` in a process that has none.
  public private(set) lazy var center = givenCenter ?? UNUserNotificationCenter.current(of: .main)

  /// How the delegate behaves, from the next callback on.
  public var configuration: Configuration

  let manager: NotificationManager
  var willOpen: ((PushPayload) -> Void)?
  var workByResponse: [ObjectIdentifier: (UNNotificationResponse, BackgroundDelivery)] = [:]
  var passedOn: [PassedOn] = []
  private let givenCenter: UNUserNotificationCenter?
  private var weakFormers: [Former] = []
  private var isInstalled = false
  private var knownSuccessor: ObjectIdentifier?

  /// Makes a delegate that is not installed yet.
  ///
  /// - Parameters:
  ///   - manager: Whom to tell.
  ///   - center: Whose delegate it is to be, that of the process by default; the center holds it
  ///     weakly, so keep it alive.
  ///   - configuration: How it behaves.
  public init(
    manager: NotificationManager,
    center: UNUserNotificationCenter? = nil,
    configuration: Configuration = Configuration()
  ) {
    self.manager = manager
    givenCenter = center
    self.configuration = configuration
    super.init()
  }
}

// MARK: - Being the delegate

extension NotificationCenterDelegate {
  /// Becomes the center's delegate, and remembers who was; call it before the app has launched.
  ///
  /// Calling it again while it is the delegate changes nothing. In a process without a notification
  /// center it only tells ``log`` so.
  public func install() {
    guard center != nil else {
      log?(.noCenter)
      return
    }
    isInstalled = true
    takeOver()
  }

  /// Gives the center back to the delegate before, unless somebody else has taken it.
  public func uninstall() {
    isInstalled = false
    if let center, center.delegate === self {
      center.delegate = formers.first
    }
    weakFormers = []
  }

  /// Who is the delegate now in place of this one, if anybody is.
  private var successor: (any UNUserNotificationCenterDelegate)? {
    center?.delegate.flatMap { $0 === self ? nil : $0 }
  }

  /// Looks whether this still is the delegate, and tells ``log`` of each that took it, once.
  ///
  /// Called on each activation of the app, when the delegate was added to the lifecycle. It changes
  /// nothing: a library that takes over may well pass everything on, and only the app knows.
  public func check() {
    guard isInstalled, center?.delegate !== self else {
      knownSuccessor = nil
      return
    }
    let identity = successor.map { ObjectIdentifier($0) }
    guard knownSuccessor == nil || identity != knownSuccessor else { return }
    knownSuccessor = identity ?? ObjectIdentifier(self)
    log?(.takenOver(by: successor.map { "\(type(of: $0))" }))
  }

  /// Becomes the delegate again, before whoever took over, who is told everything from now on.
  ///
  /// Whoever was told before still is. Nothing calls this but the app. A successor that passes
  /// everything on to this delegate, and is now told by it, is not told twice.
  public func reassert() {
    guard isInstalled, center?.delegate !== self else { return }
    takeOver()
    knownSuccessor = nil
    log?(.reasserted(before: formers.first.map { "\(type(of: $0))" }))
  }

  private func takeOver() {
    guard let center, center.delegate !== self else { return }
    let successor = self.successor
    weakFormers.removeAll { $0.delegate == nil || $0.delegate === successor }
    if let successor {
      weakFormers.insert(Former(delegate: successor), at: 0)
    }
    center.delegate = self
  }

  private struct Former {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
  }
}

extension NotificationCenterDelegate: LifecycleObserver {
  /// Looks whether this still is the delegate if the app is active.
  public func begin(with state: LifecycleState) {
    if state.phase == .active { check() }
  }

  /// Looks whether this still is the delegate when the app becomes active.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if event == .phaseChanged(.active) { check() }
  }
}
#endif
