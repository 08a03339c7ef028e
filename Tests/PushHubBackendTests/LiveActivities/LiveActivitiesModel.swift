import Foundation
import PushHub

@testable import PushHubBackend

/// A naive model that answers each question from everything that was reported so far.
struct LiveActivitiesModel {
  private enum Item {
    case present(LiveActivity)
    case all(Set<String>)
    case ending(String)
    case account(AccountID?)
    case startToken(PushToken)
  }

  private var items: [(date: Date, item: Item)] = []

  mutating func report(_ report: LiveActivityReport, at date: Date) {
    for token in (report.startTokens ?? [:]).values where !token.wrappedValue.text.isEmpty {
      items.append((date, .startToken(token.wrappedValue)))
    }
    for activity in (report.all ?? []) + [report.changed].compactMap({ $0 }) {
      items.append((date, .present(activity)))
    }
    if let id = report.ending { items.append((date, .ending(id))) }
    if let all = report.all { items.append((date, .all(Set(all.map(\.id))))) }
  }

  mutating func sign(in account: AccountID?, at date: Date) {
    items.append((date, .account(account)))
  }

  /// The latest one, whatever was silent since.
  var startToken: PushToken? {
    for case (_, .startToken(let token)) in items.reversed() { return token }
    return nil
  }

  /// What a server should have for an account.
  func activities(of account: AccountID, ids: [String]) -> [LiveActivity] {
    ids.compactMap { activity($0, of: account) }
  }

  private func activity(_ id: String, of account: AccountID) -> LiveActivity? {
    guard owner(of: id) == account else { return nil }
    let mentions = mentions(of: id)
    let isOver = { (mention: Mention) in mention == .ended || mention == .dismissed }
    let last = mentions.firstIndex { isOver($0.mention) } ?? mentions.count
    let before = mentions.prefix(last)
    let over = last < mentions.count ? mentions[last] : nil
    var activity = LiveActivity(id: id, type: "Delivery", name: "name of \(id)", state: .gone)
    if over?.mention == .ended { return nil }
    if over == nil, case .shown(let state)? = before.last?.mention {
      (activity.state, activity.token) = (state, token(of: id))
      return activity
    }
    // It is not there any more: since it was last shown, if that was before.
    let shown = before.last { $0.mention != .missing }
    let missing = before.last?.mention == .missing
    let firstMissing = before.reversed().prefix { $0.mention == .missing }.last
    guard let end = missing ? firstMissing : over, let shown,
      let start = before.first(where: { [.shown(.active), .shown(.stale)].contains($0.mention) }),
      missing || shown.mention != .shown(.pending),
      end.date.timeIntervalSince(start.date) < 8 * 3_600
    else { return nil }
    if !missing, shown.mention == .shown(.active) { activity.state = .dismissed }
    return activity
  }

  private enum Mention: Equatable {
    case shown(LiveActivity.State)
    case ended
    case dismissed
    case missing
  }

  private func mentions(of id: String) -> [(date: Date, mention: Mention)] {
    var mentions: [(date: Date, mention: Mention)] = []
    for (date, item) in items {
      switch item {
      case .present(let activity) where activity.id == id:
        switch activity.state {
        case .ended: mentions.append((date, .ended))
        case .dismissed: mentions.append((date, .dismissed))
        case let state: mentions.append((date, .shown(state)))
        }
      case .all(let ids) where !ids.contains(id) && !mentions.isEmpty:
        mentions.append((date, .missing))
      case .ending(id): mentions.append((date, .ended))
      default: break
      }
    }
    return mentions
  }

  /// The latest one since it was last missing.
  private func token(of id: String) -> PushToken? {
    for (_, item) in items.reversed() {
      switch item {
      case .present(let activity) where activity.id == id:
        if let token = activity.token, !token.text.isEmpty { return token }
      case .all(let ids) where !ids.contains(id): return nil
      default: break
      }
    }
    return nil
  }

  /// The account when it was first reported or, if none was known yet, the first that was.
  private func owner(of id: String) -> AccountID? {
    var account: AccountID??
    var isReported = false
    for (_, item) in items {
      switch item {
      case .present(let activity) where activity.id == id && !isReported:
        if let account { return account }
        isReported = true
      case .account(let new):
        if isReported { return new }
        account = new
      default: break
      }
    }
    return nil
  }
}
