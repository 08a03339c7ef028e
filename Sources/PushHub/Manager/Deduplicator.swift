import Foundation

/// Finds the push that a callback reports.
///
/// A sender's message id identifies a push, even if its content has changed. Callbacks whose payloads name
/// different accounts are never one push. Without a message id, pushes of the same content are distinguished
/// as follows:
///
/// - Two delivery dates a second or more apart are those of two notifications.
/// - A request identifier that is a UUID is the system's own. It identifies one notification permanently,
///   in any letter case.
/// - Any other request identifier is a server's collapse id, which may be used again with the same text. A
///   callback of a kind that has reported the push before, more than ``window`` after its first callback,
///   reports a new push.
/// - If the callback or the push has no request identifier, a callback within ``window`` of the first one
///   reports the same push if it is of another kind, and a new push if it is of the same kind.
/// - Without a common request identifier, a response belongs to the latest push that has no such response
///   yet, at any age.
/// - The system may repeat the remote callback when the user taps. A remote callback within ``window``
///   after a response other than a dismissal reports that push again. A remote callback while the app
///   returns to the foreground reports the latest push with an alert and without a response again.
/// - A service extension may have changed a push with `mutable-content`. A presentation or response of such
///   a push, with content of no push but ones under another UUID, reports the oldest push of the last four
///   windows that no callback of this kind has reported, that has no other UUID, and whose own keys, at least
///   one, all have equal values in the payload.
///
/// It remembers the latest ``capacity`` pushes and forgets the oldest first.
struct Deduplicator {
  /// A callback's report of a push, after identification.
  struct Occurrence {
    let report: PushOccurrence
    let sender: any PushSender
    let messageID: String?
    let callback: PushCallbackKind

    /// The user's response, if the callback reports one.
    var response: PushResponse?

    /// Whether the app is inactive on its way from the background.
    var isReturning = false

    /// The account that the push belongs to if no payload of it names one.
    var owner: AccountID?
  }

  /// Identifies a push, or several with the same content; message ids are compared byte for byte.
  enum Identity: Hashable {
    case message(sender: String, id: [UInt8])
    case content(PayloadContent)
  }

  /// The number of a push among the distinct pushes, from 1.
  typealias Ordinal = Int

  struct Finding {
    let record: Record

    /// The push, as this callback has reported it.
    let push: Push

    let isDuplicate: Bool

    /// Whether the push is another account's since this callback.
    let isReassigned: Bool

    /// Whether an earlier callback was about the same presentation, or the same response.
    let isRepeated: Bool
  }

  /// A presentation or a response, which happens once for each request of a push.
  fileprivate enum Act: Equatable {
    case presentation
    case response(PushResponse.Action)
  }

  struct Record {
    let ordinal: Ordinal
    fileprivate(set) var push: Push
    fileprivate var request: String?
    fileprivate var deliveredAt: Date?

    /// The account that a payload of the push has named.
    fileprivate var account: AccountID?
    fileprivate let first: Duration
    fileprivate var identities: [Identity]

    /// The time of the user's latest response other than a dismissal.
    fileprivate var latestTap: Duration?
    fileprivate var acts: [(act: Act, request: String?)] = []

    fileprivate var hasResponse: Bool { acts.contains { $0.act != .presentation } }

    fileprivate func index(of act: Act, under request: String?) -> Int? {
      acts.firstIndex {
        $0.act == act && ($0.request == nil || request == nil || $0.request == request)
      }
    }

    fileprivate func isUnderOtherUUID(than other: String?) -> Bool {
      guard let request, let other else { return false }
      return request != other && UUID(uuidString: request) != nil
    }

    fileprivate func lacks(_ callback: PushCallbackKind) -> Bool {
      !push.callbacks.contains(callback)
    }
  }

  let capacity: Int
  let window: Duration
  private var records: [Ordinal: Record] = [:]
  private var ordinals: [Identity: [Ordinal]] = [:]
  private var count = 0

  init(capacity: Int, window: Duration) {
    self.capacity = capacity
    self.window = window
  }
}

extension Deduplicator.Occurrence {
  var identity: Deduplicator.Identity {
    messageID.map { .message(sender: sender.name, id: Array($0.utf8)) }
      ?? .content(report.payload.content)
  }

  fileprivate var act: Deduplicator.Act? {
    response.map { .response($0.action) } ?? (callback == .present ? .presentation : nil)
  }
}

extension Deduplicator {
  /// Finds the push that a callback reports, or remembers a new one.
  ///
  /// - Parameters:
  ///   - occurrence: The callback's report.
  ///   - now: The monotonic time.
  ///   - date: The wall clock's time.
  mutating func find(
    _ occurrence: Occurrence,
    now: Duration,
    date: Date
  ) -> Finding {
    let identity = occurrence.identity
    // The system's own identifiers are compared in any letter case.
    let request = occurrence.report.requestIdentifier.map { UUID(uuidString: $0)?.uuidString ?? $0 }
    let known = ordinals[identity]?.compactMap { records[$0] } ?? []
    let candidates = known.filter { isPossible(occurrence, $0) }
    let match =
      occurrence.messageID != nil
      ? candidates.last
      : match(occurrence, under: request, in: candidates, now)
        ?? (candidates.allSatisfy { $0.isUnderOtherUUID(than: request) }
          ? changedPush(occurrence, under: request, now) : nil)
    var record = match ?? newRecord(of: occurrence, now: now, date: date)
    if !record.identities.contains(identity) {
      record.identities.append(identity)
      ordinals[identity, default: []].append(record.ordinal)
    }
    let isRepeated = record.add(occurrence, under: request, at: now)
    records[record.ordinal] = record
    if match == nil, count > capacity { forgetOldest() }
    return Finding(
      record: record,
      push: match == nil ? record.push : record.push.asSeen(in: occurrence.report),
      isDuplicate: match != nil,
      isReassigned: match.map { $0.push.account != record.push.account } ?? false,
      isRepeated: isRepeated
    )
  }

  private mutating func newRecord(
    of occurrence: Occurrence,
    now: Duration,
    date: Date
  ) -> Record {
    count += 1
    let report = occurrence.report
    let push = Push(
      id: occurrence.messageID ?? report.requestIdentifier ?? "push-\(count)",
      messageID: occurrence.messageID,
      payload: report.payload,
      sender: occurrence.sender,
      account: report.account ?? occurrence.owner,
      requestIdentifier: report.requestIdentifier,
      deliveredAt: report.deliveredAt,
      receivedAt: date,
      callbacks: []
    )
    return Record(ordinal: count, push: push, first: now, identities: [])
  }

  /// The account of a push that is remembered, as far as it is known now.
  func owner(of ordinal: Ordinal) -> AccountID? { records[ordinal]?.push.account }

  /// Lets pushes without an account belong to one.
  mutating func claim(_ owner: (Push) -> AccountID?) {
    for (ordinal, record) in records where record.push.account == nil {
      owner(record.push).map { records[ordinal]?.push = record.push.with(account: $0) }
    }
  }

  private mutating func forgetOldest() {
    guard let record = records.removeValue(forKey: count - capacity) else { return }
    for identity in record.identities {
      let others = ordinals[identity, default: []].filter { $0 != record.ordinal }
      ordinals[identity] = others.isEmpty ? nil : others
    }
  }

  /// Whether accounts and delivery dates allow that an occurrence is of a push.
  private func isPossible(_ occurrence: Occurrence, _ record: Record) -> Bool {
    let report = occurrence.report
    if let account = record.account, let other = report.account, account != other { return false }
    guard occurrence.messageID == nil, let date = record.deliveredAt, let other = report.deliveredAt
    else { return true }
    return abs(date.timeIntervalSince(other)) < 1
  }

  /// The push of the same content that an occurrence reports; `nil` for a new one.
  private func match(
    _ occurrence: Occurrence,
    under request: String?,
    in records: [Record],
    _ now: Duration
  ) -> Record? {
    func isRecent(_ time: Duration?) -> Bool { time.map { now - $0 <= window } ?? false }
    let callback = occurrence.callback
    if let request, let record = records.last(where: { $0.request == request }) {
      if UUID(uuidString: request) != nil || occurrence.response?.isRepeatable == true
        || record.lacks(callback) || isRecent(record.first)
        || record.deliveredAt != nil && occurrence.report.deliveredAt != nil
      {
        return record
      }
    }
    func lacksRequest(_ record: Record) -> Bool { request == nil || record.request == nil }
    func isRecentElsewhere(_ record: Record) -> Bool {
      record.lacks(callback) && isRecent(record.first)
    }
    if let response = occurrence.response, let act = occurrence.act {
      return records.last {
        lacksRequest($0)
          && (response.isRepeatable || $0.index(of: act, under: request) == nil
            || isRecentElsewhere($0))
      }
    }
    let match = records.first { lacksRequest($0) && isRecentElsewhere($0) }
    guard match == nil, callback == .remote else { return match }
    return records.last {
      lacksRequest($0)
        && (isRecent($0.latestTap)
          || occurrence.isReturning && !$0.hasResponse && $0.push.aps.hasAlert)
    }
  }

  /// The push that a service extension has changed into the content of an occurrence.
  private func changedPush(
    _ occurrence: Occurrence,
    under request: String?,
    _ now: Duration
  ) -> Record? {
    // A remote callback has what was sent, and the app itself repeats a response.
    guard occurrence.report.payload.aps.mutableContent, occurrence.callback != .remote,
      occurrence.response?.isRepeatable != true
    else { return nil }
    let content = occurrence.report.payload.object
    return records.values.filter { record in
      guard record.push.messageID == nil, now - record.first <= window * 4,
        record.lacks(occurrence.callback), isPossible(occurrence, record),
        !record.isUnderOtherUUID(than: request)
      else { return false }
      let keys = record.push.payload.object.filter { $0.key != "aps" }
      return !keys.isEmpty && keys.allSatisfy { content[$0.key] == $0.value }
    }
    .min { $0.ordinal < $1.ordinal }
  }
}

extension Deduplicator.Record {
  /// Adds a callback.
  ///
  /// - Returns: Whether an earlier one was about the same presentation or response.
  fileprivate mutating func add(
    _ occurrence: Deduplicator.Occurrence,
    under newRequest: String?,
    at now: Duration
  ) -> Bool {
    // The app, not the system, repeats such a response.
    if occurrence.response?.isRepeatable == true { return false }
    push.callbacks.insert(occurrence.callback)
    if let response = occurrence.response, response.action != .dismiss { latestTap = now }
    request = request ?? newRequest
    deliveredAt = deliveredAt ?? occurrence.report.deliveredAt
    account = account ?? occurrence.report.account
    if let owner = account ?? push.account ?? occurrence.owner, owner != push.account {
      push = push.with(account: owner)
    }
    guard let act = occurrence.act else { return false }
    guard let index = index(of: act, under: newRequest) else {
      acts.append((act, newRequest))
      return false
    }
    acts[index].request = acts[index].request ?? newRequest
    return true
  }
}
