/// An input of a feature's kernel.
public indirect enum KernelInput<Core: FeatureCore>: Sendable {
  /// The present lifecycle: once at the start, and after each event.
  case lifecycle(LifecycleState, after: LifecycleEvent?)

  /// A push event.
  case push(PushEvent)

  /// Background work, which ends with ``KernelEffect/finishWork(_:)``.
  case work(isRefresh: Bool)

  /// An action for one account or, without one, for each that has a core.
  case action(Core.Action, for: AccountID? = nil)

  /// An answer to the request of a number, which continues.
  case progress(Int, Core.Answer)

  /// The end of the request of a number; of any other than the one under way, it is ignored.
  case answer(Int, Result<Core.Answer, SourceFailure>)

  /// ``FeatureKernel/nextDeadline`` has come.
  case deadline

  /// The request that waits has begun, as the answer in a recording shows.
  case begun(AccountID)

  /// The content of the store, after ``KernelEffect/load``.
  case loaded(FeatureValues<Core.Stored>)

  /// The content of the store after ``KernelEffect/save(_:)``.
  case saved(FeatureValues<Core.Stored>)

  /// The store can't be read or written.
  case storeFailed(String)

  /// The feature is detached.
  case detached
}

/// An effect of a feature's kernel.
public indirect enum KernelEffect<Core: FeatureCore>: Equatable {
  /// Read the store.
  case load

  /// Merge changes into what the store has now.
  case save(FeatureChanges<Core>)

  /// Ask the server.
  case ask(Core.Request, for: AccountID, number: Int)

  /// Cancel the request of a number.
  case cancel(Int)

  /// Log an event.
  case log(Core.Event)

  /// Log what the kernel did.
  case report(KernelEvent)

  /// Record an input.
  case record(KernelRecord<Core>)

  /// Perform an effect of the feature's own.
  case perform(Core.Effect, for: AccountID?)

  /// Finish all background work.
  case finishWork(FetchResult)
}

/// What the kernel does for a feature.
public enum KernelEvent: FeatureEvent {
  /// A request begins; its name is that of its case.
  case asked(request: String)

  /// A request has failed; the next one begins after the delay, if there is one.
  case failed(error: String, retryIn: Duration?)

  /// The store can't be read or written now.
  case storeFailed(error: String)

  /// A deadline that has passed was not replaced, and is ignored.
  case stuck

  /// A description for people.
  public var message: String {
    switch self {
    case .asked(let request): "asks the server: \(request)"
    case .failed(let error, let delay):
      "the request failed: \(LogText(clause: error))"
        + (delay.map { "; retrying in \(LogText($0))" } ?? "")
    case .storeFailed(let error): "the store can't be read or written: \(LogText(clause: error))"
    case .stuck: "a deadline that has passed was not replaced, and is ignored"
    }
  }

  /// A detail for a request, otherwise an error.
  public var level: LogLevel { isPublic ? .error : .debug }

  /// Whether it is no request, whose text may name an account.
  public var isPublic: Bool { if case .asked = self { false } else { true } }
}

/// An input that came from outside and that no other record has, so that a replay can repeat it.
///
///     {"t":3,"parcels":{"answer":["A-17"]}}
///     {"t":9,"registration":{"account":"ann","failure":{"error":"503"}}}
public struct KernelRecord<Core: FeatureCore>: NamedStateRecord {
  /// The content of a record.
  public indirect enum Content: Equatable, Sendable {
    /// The seed of the random delays.
    case seed(Int)

    /// An action of the app or its user.
    case action(Core.Action)

    /// An answer to a request that continues.
    case progress(Core.Answer)

    /// The answer that ends a request.
    case answer(Core.Answer)

    /// The failure of a request, except for its time limit.
    case failure(SourceFailure)
  }

  /// The core's name.
  public static var key: String { Core.name }

  /// The type of the core's configuration.
  public static var configuration: (any RecordedConfiguration.Type)? { Core.configuration }

  /// Whether it holds until the next: the seed, and an action for which the core returns so.
  public var isState: Bool {
    switch content {
    case .seed: true
    case .action(let action): Core.isState(action)
    case .progress, .answer, .failure: false
    }
  }

  /// Whether it is an action, of a core that starts over with another account.
  public var isOfShownAccount: Bool {
    if case .action = content { Core.scope == .shown && account == nil } else { false }
  }

  /// The account; `nil` for the one that is shown, for all of them, and with ``FeatureScope/app``.
  public let account: AccountID?

  /// The content.
  public let content: Content

  /// Creates a record.
  public init(_ content: Content, for account: AccountID? = nil) {
    self.account = account
    self.content = content
  }

  /// Whether it is not about a core that has ended or started over.
  package func holds(for shown: AccountID?, in lifecycle: LifecycleState) -> Bool {
    if let account, Core.scope == .each { return !lifecycle.isSignedOut(account) }
    return !isOfShownAccount || shown == lifecycle.account
  }

  package var stateName: String {
    if case .seed = content { "seed" } else { "account \(account?.rawValue ?? "")" }
  }

  /// Decodes the account and the content.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    account = try values.decodeIfPresent(AccountID.self, forKey: "account")
    content =
      if values.contains("seed") {
        .seed(try values.decode(Int.self, forKey: "seed"))
      } else if values.contains("action") {
        .action(try values.decode(Core.Action.self, forKey: "action"))
      } else if values.contains("progress") {
        .progress(try values.decode(Core.Answer.self, forKey: "progress"))
      } else if values.contains("answer") {
        .answer(try values.decode(Core.Answer.self, forKey: "answer"))
      } else {
        .failure(try values.decode(SourceFailure.self, forKey: "failure"))
      }
  }

  /// Encodes the account, which is private, and the content.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encodeIfPresent(account.map { Private($0) }, forKey: "account")
    switch content {
    case .seed(let seed): try values.encode(seed, forKey: "seed")
    case .action(let action): try values.encode(action, forKey: "action")
    case .progress(let answer): try values.encode(answer, forKey: "progress")
    case .answer(let answer): try values.encode(answer, forKey: "answer")
    case .failure(let failure): try values.encode(failure, forKey: "failure")
    }
  }
}

/// A kind of record with several states, which hold beside each other.
package protocol NamedStateRecord: FeatureRecord {
  var stateName: String { get }

  /// Whether a state that was recorded while an account was shown still holds.
  func holds(for shown: AccountID?, in lifecycle: LifecycleState) -> Bool
}
