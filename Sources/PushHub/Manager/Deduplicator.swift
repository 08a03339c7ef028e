import Foundation

/// Finds the push that a callback shows.
///
/// A sender's message id identifies a push, whatever became of its content. Without one, pushes of the same
/// content are told apart as follows:
///
/// - A request identifier that is a UUID is the system's own. It names one notification for good, in
///   whatever letter case.
/// - Any other request identifier is a server's collapse id, which may be used again with the same text. A
///   callback on a channel on which its push was seen before, more than ``window`` after the latest
///   callback, shows a new push.
/// - If the callback or the push has no request identifier, a callback within ``window`` of the latest one
///   shows the same push on another channel, and a new one on the same channel.
/// - Without a request identifier in common, a response belongs to the latest push that has no such
///   response yet, however long ago that was shown.
/// - The system may repeat the remote callback when the user taps. A remote callback within ``window``
///   after a response other than a dismissal shows that push again. So does one that comes while the app
///   returns to the foreground, for the latest push with an alert and without a response.
///
/// It remembers the latest ``capacity`` pushes and forgets the oldest first.
struct Deduplicator {
  /// What a callback shows of a push.
  struct Occurrence {
    let payload: PushPayload
    let sender: any PushSender
    let messageID: String?
    var requestIdentifier: String?
    let channel: PushCallbackKind

    /// What the user did, if the callback is about that.
    var response: PushResponse?

    /// Whether the app is inactive on its way from the background.
    var isReturning = false

    /// Whose the push is, if this callback is its first.
    var owner = Journal.Owner.nobody
  }

  /// What identifies a push, or several of the same content; of a name the bytes count.
  enum Identity: Hashable {
    case message(sender: String, id: [UInt8])
    case content(PayloadContent)
  }

  /// A push by its place among the distinct pushes, from 1.
  typealias Ordinal = Int

  struct Finding {
    let ordinal: Ordinal
    let push: Push
    let owner: Journal.Owner
    let isDuplicate: Bool

    /// Whether an earlier callback was about the same presentation, or the same response.
    let isRepeated: Bool
  }

  fileprivate enum Request: Equatable {
    case system(UUID)
    case server(String)

    init(_ identifier: String) {
      self = UUID(uuidString: identifier).map(Self.system) ?? .server(identifier)
    }
  }

  /// What happens once to each request of a push.
  fileprivate enum Act: Equatable {
    case presentation
    case response(PushResponse.Action)
  }

  fileprivate struct Record {
    let ordinal: Ordinal
    let owner: Journal.Owner
    var push: Push
    var request: Request?
    var latest: Duration

    /// When the user responded last, other than by dismissing it.
    var latestTap: Duration?
    var acts: [(act: Act, request: Request?)] = []

    var hasResponse: Bool { acts.contains { $0.act != .presentation } }

    func index(of act: Act, under request: Request?) -> Int? {
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
    response.map { .response($0.action) } ?? (channel == .present ? .presentation : nil)
  }
}

extension Deduplicator {
  /// Finds the push that a callback shows, or remembers a new one.
  ///
  /// - Parameters:
  ///   - occurrence: What the callback told.
  ///   - now: When, monotonically.
  ///   - date: When, by the wall clock.
  mutating func find(
    _ occurrence: Occurrence,
    now: Duration,
    date: Date
  ) -> Finding {
    let identity = occurrence.identity
    let request = occurrence.requestIdentifier.map(Request.init)
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
    return Finding(
      ordinal: known[index].ordinal,
      push: known[index].push,
      owner: known[index].owner,
      isDuplicate: match != nil,
      isRepeated: isRepeated
    )
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

  /// The push of the same content that an occurrence is of, if it is not of a new one.
  private func match(
    _ occurrence: Occurrence,
    under request: Request?,
    in records: [Record],
    _ now: Duration
  ) -> Int? {
    func isRecent(_ time: Duration?) -> Bool { time.map { now - $0 <= window } ?? false }
    func isElsewhere(_ record: Record) -> Bool {
      !record.push.callbacks.contains(occurrence.channel)
    }
    if let request, let index = records.lastIndex(where: { $0.request == request }) {
      if case .system = request { return index }
      if isElsewhere(records[index]) || isRecent(records[index].latest) { return index }
    }
    func isUnnamed(_ record: Record) -> Bool { request == nil || record.request == nil }
    func isNearby(_ record: Record) -> Bool { isElsewhere(record) && isRecent(record.latest) }
    if occurrence.response != nil, let act = occurrence.act {
      return records.lastIndex {
        isUnnamed($0) && ($0.index(of: act, under: request) == nil || isNearby($0))
      }
    }
    let index = records.firstIndex { isUnnamed($0) && isNearby($0) }
    guard index == nil, occurrence.channel == .remote else { return index }
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
    under newRequest: Deduplicator.Request?,
    at now: Duration
  ) -> Bool {
    push.callbacks.insert(occurrence.channel)
    latest = now
    if let response = occurrence.response, response.action != .dismiss { latestTap = now }
    request = request ?? newRequest
    guard let act = occurrence.act else { return false }
    guard let index = index(of: act, under: newRequest) else {
      acts.append((act, newRequest))
      return false
    }
    acts[index].request = acts[index].request ?? newRequest
    return true
  }
}
