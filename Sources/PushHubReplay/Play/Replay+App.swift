import Foundation
import PushHub
package import PushHubRecorder

extension Replay {
  /// The facts about the app now, then about each feature.
  var allFacts: [[Fact]] {
    [appFacts]
      + scripts.map { $0.facts(in: self).map(Fact.init) }
  }

  private var appFacts: [Fact] {
    let state = lifecycle.state
    return [Fact(name: "phase", value: .string(state.phase.rawValue))]
      + state.visiblePages.map { Fact(name: "page \($0.rawValue)", value: "visible") }
      + [
        Fact(name: "overlays", value: state.overlayCount.json),
        Fact(name: "account", value: state.account.map { .string($0.rawValue) } ?? .null),
      ]
      + (state.accounts ?? []).sorted().filter { $0 != state.account }
      .map { Fact(name: "account \($0)", value: "signed in") }
  }

  /// Applies a record to the app.
  ///
  /// The features' asynchronous work is done when the scheduler has settled.
  package func apply(_ input: TranscriptInput) {
    switch input {
    case .launch(let payload, let response, let details):
      manager.launch(from: payload.map { report($0, details) }, response: response)
    case .app(let phase): lifecycle.setPhase(phase)
    case .page(let page, isVisible: true): lifecycle.pageAppeared(page)
    case .page(let page, isVisible: false): lifecycle.pageDisappeared(page)
    case .overlay(true): lifecycle.overlayAdded()
    case .overlay(false): lifecycle.overlayRemoved()
    case .account(let account): lifecycle.setAccount(account)
    case .accounts(let accounts, let shown): lifecycle.setAccounts(accounts, shown: shown)
    case .token(let token): manager.didRegister(deviceToken: token)
    case .tokenError(let message):
      manager.didFailToRegister(
        RegistrationFailure(domain: "Transcript", code: 0, message: message)
      )
    case .push(let payload, let channel, let details):
      let report = report(payload, details)
      scheduler.perform { [manager, scheduler] in
        await scheduler.awaitExternalWork {
          if channel == .present {
            _ = await manager.present(report)
          } else {
            _ = await manager.deliver(report, via: channel)
          }
        }
      }
    case .open(let payload, let response, let details):
      // The feature that made this response in the app, as for a tap on its own banner, has made it again.
      guard !playLog.takeResponse(response, to: payload) else { return }
      manager.open(report(payload, details), response: response)
      _ = playLog.takeResponse(response, to: payload)
    case .backgroundRefresh(isExpired: false): refresh()
    case .backgroundRefresh(isExpired: true): refreshing.take()?.cancel()
    case .screenshot: lifecycle.screenshotTaken()
    case .network: lifecycle.networkBecameAvailable()
    case .feature(let record, let name):
      world.records.send(record, of: name)
      owner(of: input)?.apply(record)
    case .end: recorder?.recordEnd()
    }
  }

  /// Lets all features refresh; a refresh that begins during another shares its work.
  private func refresh() {
    guard refreshing == nil else { return }
    refreshing = scheduler.perform { [weak self, manager, scheduler] in
      let result = await scheduler.awaitExternalWork { await manager.refresh() }
      guard !Task.isCancelled, let self else { return }
      refreshing = nil
      playLog.record(.refreshed(result: result))
    }
  }

  private func report(_ payload: PushPayload, _ details: TranscriptInput.Details) -> PushOccurrence
  {
    PushOccurrence(
      payload,
      requestIdentifier: details.request,
      deliveredAt: details.delivered.map { transcript.start + $0 / .seconds(1) },
      account: details.account
    )
  }
}
