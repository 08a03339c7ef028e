public import Foundation
public import Observation
public import PushHub

/// An event of a ``QuietRules``.
public enum QuietEvent: FeatureEvent {
  /// A push, by its `Push.id`, is shown in the list and the badge only, for this reason.
  ///
  /// Logged with each vote, which is one for each push.
  case limited(id: String, reason: String)

  /// No rule applies to a push, by its `Push.id`, that arrives in the foreground.
  case unlimited(id: String)

  /// Quiet hours begin: all pushes are quiet but for those that are exempt.
  case began

  /// Quiet hours end: only muted pushes are quiet.
  case ended

  /// A description for people.
  public var message: String {
    switch self {
    case .limited(let id, let reason): "push \(id) has no banner and no sound: \(reason)"
    case .unlimited(let id): "no rule applies to push \(id)"
    case .began: "quiet hours begin"
    case .ended: "quiet hours end"
    }
  }

  /// Whether it is the reason why a push is not quiet.
  public var isSkip: Bool {
    if case .unlimited = self { true } else { false }
  }

  /// Whether it is about quiet hours: the reason of a push may name an account.
  public var isPublic: Bool { self == .began || self == .ended }
}

/// Shows pushes quietly if the user wants that: by mutes, and in quiet hours.
///
/// A quiet push that arrives in the foreground appears in the list and the badge, without banner and
/// sound. The system and the server decide what is shown while the app is in the background.
///
/// ```swift
/// let rules = QuietRules(settings: stored)
/// try host.install(rules, named: "quiet")
/// rules.mute(.thread("orders"), until: tomorrow)
/// store(rules.settings)
/// ```
///
/// Each account that is signed in has its own rules, by which its pushes are judged. ``settings`` are those of the
/// account that is shown, and ``accountSettings`` those of all.
///
/// A vote depends on the settings and on the wall clock at that time. ``isQuiet`` changes by itself at the
/// next beginning or end of quiet hours; after a change of the clock or of the time zone it is right again
/// with the next change of the app's lifecycle, the next vote, or ``refresh()``.
@MainActor
@Observable
public final class QuietRules: PushFeature {
  /// The rules that the user has set for the account that is shown; the app stores them after each change.
  public var settings: QuietSettings {
    get { settings(of: state.account) }
    set {
      if let account = state.account {
        accountSettings[account] = newValue
      } else {
        common = newValue
      }
      refresh()
    }
  }

  /// The rules of the accounts that have their own, which stay when an account signs out.
  public private(set) var accountSettings: [AccountID: QuietSettings]

  /// The rules of other accounts, and while none is shown.
  private var common: QuietSettings

  /// Runs the decisions.
  @ObservationIgnored public let runtime = FeatureRuntime(QuietCore())

  @ObservationIgnored private let deviceZone: @MainActor () -> TimeZone

  /// Creates rules that are not attached yet.
  ///
  /// - Parameters:
  ///   - settings: The rules that the user has set, as they were stored.
  ///   - accounts: In an app with several accounts, the rules of those that have their own.
  ///   - deviceZone: Returns the device's time zone. It is called at each vote.
  public init(
    settings: QuietSettings = QuietSettings(),
    accounts: [AccountID: QuietSettings] = [:],
    deviceZone: @escaping @MainActor () -> TimeZone = { .autoupdatingCurrent }
  ) {
    common = settings
    accountSettings = accounts
    self.deviceZone = deviceZone
  }
}

extension QuietRules {
  /// Whether quiet hours are on; never while not attached.
  ///
  /// Then all pushes are quiet but for those that are exempt.
  public var isQuiet: Bool { state.isQuiet }

  /// The date when that changes next; `nil` for never.
  public var nextChange: Date? { state.nextChange }

  /// Mutes pushes, in place of an earlier mute of the same subject; mutes that have ended are removed.
  ///
  /// - Parameters:
  ///   - subject: The subject of the pushes to mute.
  ///   - date: The date when the mute ends; `nil` for never.
  public func mute(_ subject: NotificationSubject, until date: Date? = nil) {
    let now = runtime.scheduler?.date ?? .distantPast
    let others = settings.mutes.filter { $0.subject != subject && $0.isInForce(at: now) }
    settings.mutes = others + [QuietMute(subject, until: date)]
  }

  /// Ends a mute.
  public func unmute(_ subject: NotificationSubject) {
    settings.mutes.removeAll { $0.subject == subject }
  }

  /// Reads the clock and the time zone again, for an app that observes changes of them.
  public func refresh() {
    let accounts: [AccountID?] = runtime.accountStates.keys.sorted()
    for account in accounts.isEmpty ? [nil] : accounts { refresh(account) }
  }

  private func refresh(_ account: AccountID?) {
    guard let date = runtime.scheduler?.date, let core = runtime.kernel.core(of: account) else {
      return
    }
    let (settings, device) = (settings(of: account), deviceZone())
    // A zone that follows the device stays equal to itself when the device moves.
    let zone = TimeZone(identifier: device.identifier) ?? device
    if core.settings != settings || core.zone != zone || core.state != core.state(at: date) {
      runtime.send(QuietChange(settings, deviceZone: zone), for: account)
    }
  }

  private func settings(of account: AccountID?) -> QuietSettings {
    account.flatMap { accountSettings[$0] } ?? common
  }

  /// The quiet hours and the mutes, without the values of payloads.
  public var facts: [(name: String, value: JSONValue)] {
    let next = nextChange.map { "\(isQuiet ? "on, end" : "off, begin") at \($0.ISO8601Format())" }
    let muted = state.mutes.map(\.subject.message)
    return [
      ("quiet hours", .string(next ?? (isQuiet ? "always" : "none"))),
      ("muted", .string(muted.isEmpty ? "none" : LogText(muted).description)),
    ]
  }

  /// Reads the settings and the time zone.
  public func perform(_ effect: QuietCore.Effect) { refresh() }
}

extension QuietRules: PresentationVoter {
  /// Limits a quiet push to the list and the badge, with the reason.
  public func presentation(of push: Push) -> PresentationVote {
    guard let date = runtime.scheduler?.date else { return .noOpinion }
    refresh()
    let core = push.account.flatMap { runtime.kernel.core(of: $0) } ?? runtime.kernel.core
    guard let reason = core.settings.reason(toQuiet: push, at: date, in: core.zone) else {
      runtime.log(.unlimited(id: push.id))
      return .noOpinion
    }
    runtime.log(.limited(id: push.id, reason: reason))
    return .limit(to: [.list, .badge], reason: reason)
  }
}
