import Foundation

/// Finds the push that a callback reports.
///
/// A sender's message id identifies a push, even if its content has changed. Without one, pushes of the same
/// content are distinguished as follows:
///
/// - A request identifier that is a UUID is the system's own. It identifies one notification permanently,
///   in any letter case.
/// - Any other request identifier is a server's collapse id, which may be used again with the same text. A
///   callback of a kind that has reported the push before, more than ``window`` after its latest callback,
///   reports a new push.
/// - If the callback or the push has no request identifier, a callback within ``window`` of the latest one
///   reports the same push if it is of another kind, and a new push if it is of the same kind.
/// - Without a common request identifier, a response belongs to the latest push that has no such response
///   yet, at any age.
/// - The system may repeat the remote callback when the user taps. A remote callback within ``window``
///   after a response other than a dismissal reports that push again. A remote callback while the app
///   returns to the foreground reports the latest push with an alert and without a response again.
///
/// It remembers the latest ``capacity`` pushes and forgets the oldest first.
struct Deduplicator {
  /// A callback's report of a push.
  struct Occurrence {
    let payload: PushPayload
    let sender: any PushSender
    let messageID: String?
    var requestIdentifier: String?
    let callback: PushCallbackKind

    /// The user's response, if the callback reports one.
    var response: PushResponse?

    /// Whether the app is inactive on its way from the background.
    var isReturning = false

    /// The account that the push belongs to, if this is its first callback.
    var owner = Journal.Owner.none
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
    let isDuplicate: Bool

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
    let owner: Journal.Owner
    fileprivate(set) var push: Push
    fileprivate var request: String?
    fileprivate var latest: Duration

    /// The time of the user's latest response other than a dismissal.
    fileprivate var latestTap: Duration?
    fileprivate var acts: [(act: Act, request: String?)] = []

    fileprivate var hasResponse: Bool { acts.contains { $0.act != .presentation } }

    fileprivate func index(of act: Act, under request: String?) -> Int? {
      acts.firstIndex {
        $0.act == act && ($0.request == nil || request == nil || $0.request == request)
      }
    }
  }

  let capacity: Int
  let window: Duration
  private var records: [Identity: [Record]] = [:]
  private var identities: [Ordinal: Identity] = [:]
  private var count = 0

  init(capacity: Int, window: Duration) {
    self.capacity = capacity
    self.window = window
  }
}

extension Deduplicator.Occurrence {
  var identity: Deduplicator.Identity {
    messageID.map { .message(sender: sender.name, id: Array($0.utf8)) } ?? .content(payload.content)
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
    let request = occurrence.requestIdentifier.map { UUID(uuidString: $0)?.uuidString ?? $0 }
    var known = records[identity] ?? []
    let match =
      occurrence.messageID == nil
      ? match(occurrence, under: request, in: known, now) : known.indices.last
    let index = match ?? known.endIndex
    if match == nil {
      known.append(newRecord(of: occurrence, now: now, date: date))
      identities[count] = identity
    }
    let isRepeated = known[index].add(occurrence, under: request, at: now)
    records[identity] = known
    if match == nil, count > capacity { forgetOldest() }
    return Finding(record: known[index], isDuplicate: match != nil, isRepeated: isRepeated)
  }

  private mutating func newRecord(
    of occurrence: Occurrence,
    now: Duration,
    date: Date
  ) -> Record {
    count += 1
    let push = Push(
      id: occurrence.messageID ?? occurrence.requestIdentifier ?? "push-\(count)",
      messageID: occurrence.messageID,
      payload: occurrence.payload,
      sender: occurrence.sender,
      receivedAt: date,
      callbacks: []
    )
    return Record(ordinal: count, owner: occurrence.owner, push: push, latest: now)
  }

  private mutating func forgetOldest() {
    guard let identity = identities.removeValue(forKey: count - capacity) else { return }
    records[identity]?.removeFirst()
    if records[identity]?.isEmpty == true { records[identity] = nil }
  }

  /// The push of the same content that an occurrence reports; `nil` for a new one.
  private func match(
    _ occurrence: Occurrence,
    under request: String?,
    in records: [Record],
    _ now: Duration
  ) -> Int? {
    func isRecent(_ time: Duration?) -> Bool { time.map { now - $0 <= window } ?? false }
    func isElsewhere(_ record: Record) -> Bool {
      !record.push.callbacks.contains(occurrence.callback)
    }
    if let request, let index = records.lastIndex(where: { $0.request == request }) {
      if UUID(uuidString: request) != nil || occurrence.response?.isRepeatable == true
        || isElsewhere(records[index])
        || isRecent(records[index].latest)
      {
        return index
      }
    }
    func isUnnamed(_ record: Record) -> Bool { request == nil || record.request == nil }
    func isNearby(_ record: Record) -> Bool { isElsewhere(record) && isRecent(record.latest) }
    if let response = occurrence.response, let act = occurrence.act {
      return records.lastIndex {
        isUnnamed($0)
          && (response.isRepeatable || $0.index(of: act, under: request) == nil || isNearby($0))
      }
    }
    let index = records.firstIndex { isUnnamed($0) && isNearby($0) }
    guard index == nil, occurrence.callback == .remote else { return index }
    return records.lastIndex {
      isUnnamed($0)
        && (isRecent($0.latestTap)
          || occurrence.isReturning && !$0.hasResponse && $0.push.aps.hasAlert)
    }
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
    push.callbacks.insert(occurrence.callback)
    latest = now
    if let response = occurrence.response, response.action != .dismiss { latestTap = now }
    request = request ?? newRequest
    guard let act = occurrence.act, occurrence.response?.isRepeatable != true else { return false }
    guard let index = index(of: act, under: newRequest) else {
      acts.append((act, newRequest))
      return false
    }
    acts[index].request = acts[index].request ?? newRequest
    return true
  }
}
