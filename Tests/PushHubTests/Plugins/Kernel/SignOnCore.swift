import PushHub

@testable import TestSupport

/// Keeps a server's record of this device up to date for every account that is signed in.
struct SignOnCore: FeatureCore {
  typealias Event = ParcelsEvent

  struct Record: Codable, Equatable, Sendable {
    var token: DeviceToken
    var tag = 0
  }

  /// What the server was asked to have, from before the first request until the sign-off's answer.
  struct Entry: Codable, Equatable, Sendable {
    var wanted: Record?
    var isAcknowledged = false
  }

  /// What concerns all accounts.
  struct Device: Codable, Equatable, Sendable {
    var token: DeviceToken?
    var tag = 0
    var isWithdrawn = false
  }

  struct Stored: Codable, Equatable, Sendable {
    var device: Device?
    var entry: Entry?
  }

  enum Action: Codable, Equatable {
    case setTag(Int)
    case withdraw, register, signOff, discard
  }

  enum Request: Equatable {
    case register(Record)
    case signOff
  }

  struct State: Equatable {
    var isRegistered = false
    var isOff = true
  }

  static let name = "sign-on"
  static let scope = FeatureScope.each
  static let interests: Set<PushEvent.Kind> = [.registered]

  private(set) var state = State()
  private var account: AccountID?
  private var device = Device()
  private var entry: Entry?
  private var isSignedOut = false
  private(set) var nextDeadline: ContinuousClock.Instant?

  var stored: Stored? {
    account == nil ? Stored(device: device) : entry.map { Stored(entry: $0) }
  }

  var request: Request? {
    guard let entry, !entry.isAcknowledged else { return nil }
    return entry.wanted.map { .register($0) } ?? .signOff
  }

  var requestPolicy: RequestPolicy {
    RequestPolicy(backoff: Backoff(longest: .seconds(300)), waitsForStore: true)
  }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin(let stored):
      (account, entry, isSignedOut) = (turn.account, stored?.entry, false)
      device = stored?.device ?? device
    case .push(.registered(let token)): device.token = token
    case .action(.setTag(let tag)): device.tag = tag
    case .action(.withdraw): device.isWithdrawn = true
    case .action(.register):
      device.isWithdrawn = false
      turn.retryNow()
    case .action(.signOff), .signedOut:
      isSignedOut = true
      // The outcome of a request of an earlier core is not known.
      entry?.isAcknowledged = false
    case .action(.discard): if isSignedOut { entry = nil }
    case .answered(let answered, .success) where answered == request:
      if answered == .signOff { entry = nil } else { entry?.isAcknowledged = true }
    case .answered(let answered, .failure(let failure))
    where answered == request && failure.isFinal:
      nextDeadline = turn.now + .seconds(86_400)
    case .deadline:
      nextDeadline = nil
      turn.retryNow()
    default: break
    }
    guard account != nil else { return }
    let wanted =
      isSignedOut || device.isWithdrawn
      ? nil : device.token.map { Record(token: $0, tag: device.tag) }
    if wanted != entry?.wanted { (entry, nextDeadline) = (Entry(wanted: wanted), nil) }
    state = State(
      isRegistered: entry?.wanted != nil && entry?.isAcknowledged == true,
      isOff: entry == nil
    )
  }
}
