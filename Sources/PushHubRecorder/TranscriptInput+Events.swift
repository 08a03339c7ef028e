import Foundation
import PushHub

extension TranscriptInput {
  /// The record of a lifecycle event, with the accounts of the state after it.
  init(_ event: LifecycleEvent, _ state: LifecycleState) {
    switch event {
    case .phaseChanged(let phase): self = .app(phase)
    case .pageAppeared(let page): self = .page(page, isVisible: true)
    case .pageDisappeared(let page): self = .page(page, isVisible: false)
    case .overlayAdded: self = .overlay(true)
    case .overlayRemoved: self = .overlay(false)
    case .accountsChanged, .accountChanged:
      // Also without any: an app with several accounts is told of a push for one that isn't signed in later.
      self =
        state.hasOneAccount
        ? .account(state.account) : .accounts(state.accounts ?? [], shown: state.account)
    case .screenshotTaken: self = .screenshot
    case .networkAvailable: self = .network
    }
  }

  /// The records of a callback.
  ///
  /// A launch by a push without a response is a launch and a push.
  ///
  /// - Parameters:
  ///   - callback: The callback.
  ///   - start: The start of the recording.
  ///   - isRedacted: Whether the system's words are left out.
  static func inputs(
    for callback: PushCallback,
    since start: Date,
    isRedacted: Bool
  ) -> [TranscriptInput] {
    func details(_ report: PushOccurrence) -> Details {
      Details(
        request: report.requestIdentifier,
        account: report.account,
        delivered: report.deliveredAt.map { $0.timeIntervalSince(start) }.flatMap { age in
          // A date that no transcript can have is left out.
          abs(age) < 9e9 ? .milliseconds(Int((age * 1_000).rounded())) : nil
        }
      )
    }
    return switch callback {
    case .launched(let report?, let response):
      [.launch(report.payload, response, details(report))]
    case .launched(nil, let response): [.launch(nil, response)]
    case .shown(let report, let channel):
      // Also with a response's callback: without the response, it was not opened.
      (channel == .launch ? [.launch(nil)] : [])
        + [.push(report.payload, via: channel == .present ? .present : .remote, details(report))]
    case .responded(let report, let response):
      [.open(report.payload, response, details(report))]
    case .registered(let token): [.token(token)]
    case .failedToRegister(let failure):
      // The system's words may quote an address or a path; domain and code are its own.
      [.tokenError(isRedacted ? "\(failure.domain) \(failure.code)" : failure.message)]
    case .refresh(let isExpired): [.backgroundRefresh(isExpired: isExpired)]
    }
  }
}

extension LifecycleState {
  /// The records that lead from another state to this one.
  func inputs(since old: LifecycleState) -> [TranscriptInput] {
    events(since: old).map { TranscriptInput($0, self) }
  }

  /// The state of an app without scenes and pages, with the same accounts.
  var ofAccounts: LifecycleState {
    var state = LifecycleState()
    if hasOneAccount, accounts != nil {
      state.account = account
    } else if let accounts {
      state.setAccounts(accounts, shown: account)
    }
    return state
  }

  /// The state of an app with one scene, as a transcript has it, with the same focused pages.
  ///
  /// If some of the visible pages are focused, those of other windows are left out. If none is, they are
  /// covered.
  var ofOneScene: LifecycleState {
    var state = ofAccounts
    state.phase = phase
    (state.visiblePages, state.overlayCount) = (visiblePages, overlayCount)
    guard scenes.count > 1, phase == .active, !visiblePages.isEmpty else { return state }
    let focusedPages = focusedPages
    if focusedPages.isEmpty {
      state.overlayCount = max(1, overlayCount)
    } else {
      (state.visiblePages, state.overlayCount) = (focusedPages, 0)
    }
    return state
  }
}
