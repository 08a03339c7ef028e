/// The decisions of a feature: a value that handles one input after another.
///
/// Its properties say what ought to be true: what is shown, kept and asked, and when it wakes. A
/// ``FeatureKernel`` reads them after each input and makes them true. A core begins, cancels, retries, saves
/// and finishes nothing.
///
/// ```swift
/// struct ParcelsCore: FeatureCore {
///   typealias Answer = [String]
///   typealias Event = ParcelsEvent
///
///   static let name = "parcels"
///   private(set) var state: [String]?
///   private var (wanted, answered) = (0, 0)
///
///   var request: Int? { wanted > answered ? wanted : nil }
///
///   mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
///     switch input {
///     case .begin, .push, .refresh: wanted += 1
///     case .answered(let number, .success(let parcels)): (answered, state) = (number, parcels)
///     default: break
///     }
///   }
/// }
/// ```
public protocol FeatureCore {
  /// The state that the app shows.
  associatedtype State: Equatable & Sendable

  /// The value that is kept of an account.
  associatedtype Stored: Codable & Equatable & Sendable = Never

  /// An action of the app or its user, except through a push; recorded.
  associatedtype Action: Codable & Equatable & Sendable = Never

  /// A question to a server, or a message for it.
  associatedtype Request: Equatable & Sendable = Never

  /// An answer of the server; recorded.
  associatedtype Answer: Codable & Equatable & Sendable = Done

  /// An effect that the feature's own code carries out once.
  associatedtype Effect: Equatable & Sendable = Never

  /// The events of the feature's log.
  associatedtype Event: FeatureEvent

  /// The key of the feature's records.
  static var name: String { get }

  /// The cores that there are; by default one for the account that is shown.
  static var scope: FeatureScope { get }

  /// The kinds of push event that are handled; by default received pushes.
  ///
  /// With ``PushEvent/Kind/registered``, the core handles a token that is known already when it begins.
  static var interests: Set<PushEvent.Kind> { get }

  /// The type of the feature's configuration in the header of a recording; by default none.
  static var configuration: (any RecordedConfiguration.Type)? { get }

  /// Whether an action holds until the next one, so that a new recording begins with it; by default not.
  static func isState(_ action: Action) -> Bool

  /// The state that the app shows now.
  var state: State { get }

  /// The value that the store ought to have for the account; `nil` for none.
  var stored: Stored? { get }

  /// The value that the store ought to have after another process has changed it; by default mine.
  ///
  /// It is commutative, associative and idempotent: the order and the number of merges change nothing.
  static func merged(_ mine: Stored, with stored: Stored) -> Stored

  /// The request that the server ought to be asked; `nil` cancels the one under way.
  ///
  /// One request is under way at a time; another one begins after its answer. After a failure the same request
  /// begins again, and not before the server's `Retry-After`. One that was refused for good begins again after
  /// another one was wanted, after ``FeatureTurn/retryNow(despiteRetryAfter:)``, or when the app returns to
  /// the foreground. Unless the scope is ``FeatureScope/app``, nothing is asked without an account.
  var request: Request? { get }

  /// The time limit of a request, and the delays after failures.
  var requestPolicy: RequestPolicy { get }

  /// The time when the core handles ``FeatureInput/deadline``; `nil` for never.
  ///
  /// One that has passed and stays is logged once and ignored.
  var nextDeadline: ContinuousClock.Instant? { get }

  /// The accounts at whose sign-out something is removed, in a core of scope ``FeatureScope/app``; by default none.
  var keptAccounts: Set<AccountID> { get }

  /// Whether background work continues although no request is under way; by default not.
  var isBusy: Bool { get }

  /// Whether background work that has changed the state has fetched new data; by default any change is new.
  func isNews(since old: State) -> Bool

  /// The event that is logged of a change of what the app shows; by default none.
  func event(since old: State) -> Event?

  /// The event that is logged of what the kernel did, such as a failure; by default none.
  static func event(for event: KernelEvent) -> Event?

  /// Handles an input.
  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>)
}

extension FeatureCore {
  /// The account that is shown.
  public static var scope: FeatureScope { .shown }

  /// Received pushes.
  public static var interests: Set<PushEvent.Kind> { [.received] }

  /// `nil`.
  public static var configuration: (any RecordedConfiguration.Type)? { nil }

  /// `false`.
  public static func isState(_ action: Action) -> Bool { false }

  /// `mine`.
  public static func merged(_ mine: Stored, with stored: Stored) -> Stored { mine }

  /// `nil`.
  public var stored: Stored? { nil }

  /// `nil`.
  public var request: Request? { nil }

  /// A minute, and delays up to a minute.
  public var requestPolicy: RequestPolicy { RequestPolicy() }

  /// `nil`.
  public var nextDeadline: ContinuousClock.Instant? { nil }

  /// An empty set.
  public var keptAccounts: Set<AccountID> { [] }

  /// `false`.
  public var isBusy: Bool { false }

  /// Whether the state differs.
  public func isNews(since old: State) -> Bool { state != old }

  /// `nil`.
  public func event(since old: State) -> Event? { nil }

  /// `nil`.
  public static func event(for event: KernelEvent) -> Event? { nil }
}

/// The cores that a feature has.
public enum FeatureScope: Sendable {
  /// One core, which starts over from its prototype with the account that is shown.
  case shown

  /// One core for every account that is signed in, and for one that has left until it wants nothing more.
  ///
  /// Another core, for no account, asks nothing. It handles what concerns all accounts, and the core of an
  /// account begins as its copy. A core that has left ends when it has no request, is not busy and keeps
  /// nothing, also in a later launch.
  case each

  /// One core, for all accounts. Its requests and its stored value have the empty account.
  case app
}

/// The time limit of a request, and the delays after failures.
public struct RequestPolicy: Equatable, Sendable {
  /// The time limit of a request without any answer, from one second to a day.
  public var timeout: Duration

  /// The delays after failures, and of a request that is still wanted after its answer.
  public var backoff: Backoff

  /// Whether a request waits until the store has what it ought to have.
  ///
  /// Then the server has nothing of which a later launch knows nothing. The actions of one moment that cause no
  /// request at once are saved together.
  public var waitsForStore: Bool

  /// Creates a policy.
  public init(
    timeout: Duration = .seconds(60),
    backoff: Backoff = Backoff(),
    waitsForStore: Bool = false
  ) {
    self.timeout = timeout
    self.backoff = backoff
    self.waitsForStore = waitsForStore
  }
}

/// The answer to a message that needs none.
public struct Done: Codable, Equatable, Sendable {
  /// Creates the answer.
  public init() {}
}
