public import Foundation

/// The presentation of pushes that arrive in the foreground.
extension NotificationManager {
  /// Handles a push that arrived in the foreground, and decides how to present it.
  ///
  /// Returns when all voters have voted, within ``Configuration/presentationBudget``. A push of an account that
  /// is not signed in is not presented.
  ///
  /// iOS 18.0 may ask twice about one request. The second time, the decision presents nothing, and no
  /// observer is notified.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - deliveredAt: The time when the system delivered the notification.
  /// - Returns: The options for the system, and the reason for them.
  public func present(
    _ payload: PushPayload,
    requestIdentifier: String? = nil,
    deliveredAt: Date? = nil
  ) async -> PresentationDecision {
    await present(
      PushOccurrence(payload, requestIdentifier: requestIdentifier, deliveredAt: deliveredAt)
    )
  }

  /// Handles a push like ``present(_:requestIdentifier:deliveredAt:)``.
  package func present(_ report: PushOccurrence) async -> PresentationDecision {
    let votes = startPresentation(report)
    _ = await votes.work.result()
    return votes.decision
  }

  /// Asks all voters; see ``present(_:requestIdentifier:deliveredAt:)``.
  ///
  /// - Parameters:
  ///   - report: The callback's report.
  ///   - options: The options without a vote to show; those of the configuration by default.
  /// - Returns: The votes, which are complete when their work is finished.
  func startPresentation(
    _ report: PushOccurrence,
    default options: PresentationOptions? = nil
  ) -> PresentationVotes {
    let finding = show(report, via: .present)
    let votes = PresentationVotes(
      on: finding.push,
      default: options ?? configuration.defaultPresentation,
      of: self
    )
    if finding.isRepeated {
      votes.suppress("the request was presented before")
      return votes
    }
    if isSignedIn(finding.push) {
      votes.ask(participants.attached)
    } else {
      votes.suppress("the account of the push is not signed in")
    }
    votes.work.whenFinished { [weak self] _ in
      let (push, decision) = (votes.push, votes.decision)
      self?.notify(.decision(decision))
      self?.emit(.presented(push, decision))
      self?.record(.presented, push: push, "\(decision.options), \(decision.explanation)")
    }
    return votes
  }
}

/// The votes on one presentation, which may take time.
@MainActor
final class PresentationVotes {
  let push: Push

  /// The work of the voters, under one budget.
  let work: BackgroundDelivery

  private let `default`: PresentationOptions
  private var votes: [(voter: String, vote: PresentationVote)?] = []

  init(
    on push: Push,
    default: PresentationOptions,
    of manager: NotificationManager
  ) {
    (self.push, self.default) = (push, `default`)
    work = BackgroundDelivery(
      of: manager,
      about: push,
      within: manager.configuration.presentationBudget
    )
  }

  /// The decision by the votes so far.
  var decision: PresentationDecision {
    PresentationDecision(push: push, votes: votes.compactMap { $0 }, default: `default`)
  }

  /// Asks the voters among the participants, all at the same time.
  func ask(_ participants: [Participant]) {
    for participant in participants {
      guard let voter = participant.object as? any PresentationVoter else { continue }
      let place = votes.count
      votes.append(nil)
      work.perform(by: participant) { [self] in
        // A voter may have removed it before its turn.
        guard participant.isAttached else { return .noData }
        participant.wasCalled = true
        let vote = try await voter.presentation(of: push)
        if !Task.isCancelled { votes[place] = (participant.name, vote) }
        return .noData
      }
    }
    work.finishIfComplete()
  }

  /// Decides without voters to present nothing.
  func suppress(_ reason: String) {
    votes.append(("NotificationManager", .suppress(reason: reason)))
    work.finishIfComplete()
  }
}
