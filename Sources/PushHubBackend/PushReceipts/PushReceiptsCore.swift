import Foundation
public import PushHub

/// A request of a ``PushReceipts``: some of an account's receipts, the oldest first.
public struct ReceiptRequest: Equatable, Sendable {
  /// The number of answers before.
  let number: Int

  /// The largest number of receipts.
  let limit: Int
}

/// An answer to a batch of receipts.
///
///     {"t":60,"receipts":{"answer":{"count":2}}}
///     {"t":90,"receipts":{"answer":{"count":1,"rejection":{"error":"400"}}}}
public struct ReceiptAnswer: Codable, Equatable, Sendable {
  /// The number of receipts in the batch; `nil` in a transcript for all that were to be sent.
  var count: Int?

  /// The reason why the server will never accept the batch; `nil` if it has accepted it.
  var rejection: SourceFailure?

  /// Creates the answer that accepts all.
  package init() {}

  init(count: Int?, rejection: SourceFailure? = nil) {
    (self.count, self.rejection) = (count, rejection)
  }
}

/// Decides when an account's receipts are written and sent, and what an answer means; see ``PushReceipts``.
///
/// One batch at a time is sent. Of the receipts in the outbox only the number counts. The core for no account
/// writes the receipts of pushes whose account is not known.
public struct PushReceiptsCore: FeatureCore {
  /// What the receipts log.
  public typealias Event = ReceiptsEvent

  /// A batch of receipts.
  public typealias Request = ReceiptRequest

  /// An answer to a batch.
  public typealias Answer = ReceiptAnswer

  /// An action of the app, or what its outbox reports.
  public enum Action: Codable, Equatable, Sendable {
    /// The app asks again, as after a refused sign-in.
    case refresh

    /// The outbox has this many receipts of the account.
    case counted(Int)

    /// Something happened to the outbox.
    case log(ReceiptsEvent)
  }

  /// An effect on the outbox.
  public enum Effect: Equatable, Sendable {
    /// Write a receipt.
    case write(PushReceipt)

    /// Count the receipts of the account.
    case count(AccountID)

    /// Remove the receipts of accounts that aren't signed in.
    case removeForeign
  }

  /// The key in a transcript.
  public static let name = "receipts"

  /// Each account: its receipts are sent whether it is shown or not.
  public static let scope = FeatureScope.each

  /// What becomes of pushes.
  public static let interests: Set<PushEvent.Kind> = [.received, .opened, .presented, .discarded]

  /// The sizes and times of batches.
  public static var configuration: (any RecordedConfiguration.Type)? {
    PushReceipts.Configuration.self
  }

  private static let counts = Bounds(0...1_000_000)

  let configuration: PushReceipts.Configuration

  /// The number of receipts that wait for the account, as far as this process knows.
  public private(set) var state = 0

  /// The time when the oldest receipt has waited long enough.
  public private(set) var nextDeadline: ContinuousClock.Instant?

  /// Whether all that the outbox has is sent, when it is counted.
  public private(set) var isBusy = false

  private(set) var account: AccountID?

  /// Whether all receipts are sent.
  private var isDraining = false
  private var answerCount = 0

  /// The largest batch, after rejections.
  private var limit: Int

  /// The number of receipts that were rejected one after the other.
  private var rejectionCount = 0

  init(_ configuration: PushReceipts.Configuration) {
    self.configuration = configuration
    limit = configuration.batchSize
  }
}

// MARK: - What ought to be true

extension PushReceiptsCore {
  /// The next batch.
  public var request: ReceiptRequest? {
    isDraining ? ReceiptRequest(number: answerCount, limit: limit) : nil
  }

  /// Returns whether the server has accepted receipts.
  public func isNews(since old: Int) -> Bool { state < old }

  /// The event of a batch that could not be sent.
  public static func event(for event: KernelEvent) -> ReceiptsEvent? {
    guard case .failed(let error, let delay) = event else { return nil }
    return .failed(error: error, retryIn: delay)
  }

  private var batch: Int { min(limit, state) }
}

// MARK: - Inputs

extension PushReceiptsCore {
  /// Handles an input.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    let isForeground = turn.lifecycle.isForeground
    account = turn.account
    switch input {
    case .begin, .lifecycle(.accountChanged), .lifecycle(.accountsChanged):
      count(drains: isForeground, in: &turn)
    case .lifecycle where turn.formerLifecycle?.isForeground != isForeground:
      if isForeground { turn.retryNow() }
      count(drains: true, in: &turn)
    case .action(.refresh):
      turn.retryNow()
      count(drains: true, in: &turn)
    case .refresh: count(drains: true, in: &turn)
    case .action(.counted(let count)):
      (isDraining, isBusy) = (isDraining || isBusy, false)
      wait(for: count, in: &turn)
    case .action(.log(let event)): if turn.account == nil { turn.log(event) }
    case .push(.received(let push)): write(.received, of: push, at: push.receivedAt, in: &turn)
    case .push(.opened(let push, let response)):
      let action = response.action
      write(action == .dismiss ? .dismissed : .opened(action), of: push, at: turn.date, in: &turn)
    case .push(.presented(let push, let decision)):
      write(.presented(decision.options), of: push, at: turn.date, in: &turn)
    case .push(.discarded(let push, let reason)):
      // One from before the sign-in of the account that is shown is no account's.
      guard push.account != nil || turn.lifecycle.account == nil else { break }
      write(.dropped(reason), of: push, at: turn.date, in: &turn)
    case .deadline: (nextDeadline, isDraining) = (nil, true)
    case .asked: turn.log(.batch(count: batch))
    case .answered(_, .success(let answer)): end(with: answer, in: &turn)
    case .signedOut:
      turn.perform(.removeForeign)
      self = Self(configuration)
    case .lifecycle, .push, .progress, .answered, .merged: break
    }
  }

  /// - Parameter drains: Whether all that there is then is sent.
  private mutating func count(drains: Bool, in turn: inout FeatureTurn<Self>) {
    guard let account else { return }
    isBusy = isBusy || drains
    turn.perform(.count(account))
  }

  private mutating func write(
    _ kind: PushReceipt.Kind,
    of push: Push,
    at date: Date,
    in turn: inout FeatureTurn<Self>
  ) {
    guard [nil, push.account].contains(account),
      push.account.map(turn.lifecycle.isSignedOut) != true
    else { return }
    let (id, messageID) = (push.id, push.messageID)
    turn.perform(
      .write(
        PushReceipt(kind, pushID: id, messageID: messageID, account: push.account, date: date)
      )
    )
    if account != nil { wait(for: state + 1, after: configuration.longestWait, in: &turn) }
    turn.log(.waiting(signedIn: account != nil))
  }

  /// Records what waits, from now on for some time and this device's part of the spread.
  ///
  /// A push to all users wakes the app on all devices. The spread keeps their batches apart.
  private mutating func wait(
    for count: Int,
    after delay: Duration = .zero,
    in turn: inout FeatureTurn<Self>
  ) {
    state = Self.counts.nearest(to: count)
    if state == 0 {
      (isDraining, nextDeadline) = (false, nil)
    } else if nextDeadline == nil, !isDraining {
      nextDeadline = turn.now + delay + turn.random(upTo: configuration.spread)
    }
    if state >= configuration.batchSize { isDraining = true }
  }

  private mutating func end(with answer: ReceiptAnswer, in turn: inout FeatureTurn<Self>) {
    let count = Self.counts.nearest(to: answer.count ?? batch)
    answerCount += 1
    guard let rejection = answer.rejection else {
      (limit, rejectionCount) = (min(limit * 2, configuration.batchSize), 0)
      if count > 0 { turn.log(.sent(count: count)) }
      wait(for: count > 0 ? state - count : 0, in: &turn)
      // The service extension may have written more.
      if count > 0, state == 0 { self.count(drains: true, in: &turn) }
      return
    }
    var pause = rejection.retryAfter
    if count > 1 {
      (limit, isDraining) = (count / 2, true)
      turn.log(.halved(count: count))
    } else {
      // A server that rejects everything must not be asked without end.
      pause = max(pause ?? .zero, .seconds(1 << min(rejectionCount, 6)))
      (limit, rejectionCount) = (min(2, configuration.batchSize), rejectionCount + 1)
      turn.log(.rejected(error: rejection.message))
      wait(for: state - count, in: &turn)
    }
    if let pause, state > 0 || rejection.retryAfter != nil { turn.pause(for: pause) }
  }
}
