import Foundation

/// Tells whether a callback shows a push that an earlier callback has shown.
///
/// A push is identified by its sender's message id, whatever became of its content. Without one,
/// pushes of the same content are told apart so:
///
/// - Two request identifiers that differ are two pushes.
/// - Under one request identifier an occurrence is of the same push, with two exceptions. A server may
///   use a collapse id with the same text every hour, so that an occurrence later than ``window``
///   after the latest one is of a new push on a channel where the push occurred before; and on any
///   channel if it was responded to, since what was responded to is shown no more.
/// - Where a callback tells no identifier, or had none to tell before, an occurrence within
///   ``window`` of the latest one is of the same push on a channel on which that did not occur yet.
/// - A response belongs to a push that was shown, however long ago: to the latest that has no such
///   response yet, or that was given it within ``window`` on another channel, where one of both has no
///   request identifier. Under one request identifier a response within ``window`` is the same, told
///   again, on whatever channel.
/// - A request identifier is that of the latest push that was seen under it. The one before may have been
///   told by the identifier of another, and counts as one of which none is known.
///
/// It remembers the latest ``capacity`` pushes and forgets the oldest first.
struct Deduplicator {
  /// What a callback shows of a push.
  struct Occurrence {
    let payload: PushPayload
    let sender: any PushSender
    let messageID: String?
    var requestIdentifier: String?
    let channel: PushChannel

    /// What the user did, if the callback is about that.
    var response: PushResponse?
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
    let isDuplicate: Bool

    /// Whether the callback told a response that no callback had told before.
    let isNewResponse: Bool
  }

  private struct Record {
    let ordinal: Ordinal
    var push: Push
    var request: String?
    var latest: Duration
    var responses: [PushResponse] = []
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
    var known = records[identity] ?? []
    let match = occurrence.messageID == nil ? match(occurrence, in: known, now) : known.indices.last
    let index = match ?? known.endIndex
    if match == nil {
      known.append(newRecord(of: occurrence, now: now, date: date))
      identities[count] = identity
    }
    known[index].push.channels.insert(occurrence.channel)
    known[index].latest = now
    if known[index].request == nil, let request = occurrence.requestIdentifier {
      for former in known.indices where known[former].request == request {
        known[former].request = nil
      }
      known[index].request = request
    }
    let newResponse = occurrence.response.flatMap {
      known[index].responses.contains($0) ? nil : $0
    }
    newResponse.map { known[index].responses.append($0) }
    records[identity] = known
    if match == nil, count > capacity { forgetOldest() }
    return Finding(
      ordinal: known[index].ordinal,
      push: known[index].push,
      isDuplicate: match != nil,
      isNewResponse: newResponse != nil
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
      channels: []
    )
    return Record(ordinal: count, push: push, latest: now)
  }

  private mutating func forgetOldest() {
    guard let identity = identities.removeValue(forKey: count - capacity) else { return }
    records[identity]?.removeFirst()
    if records[identity]?.isEmpty == true { records[identity] = nil }
  }

  /// The push of the same content that an occurrence is of, if it is not of a new one.
  private func match(
    _ occurrence: Occurrence,
    in records: [Record],
    _ now: Duration
  ) -> Int? {
    let request = occurrence.requestIdentifier
    func isNamed(_ record: Record) -> Bool { request != nil && record.request == request }
    func isUnnamed(_ record: Record) -> Bool { request == nil || record.request == nil }
    func isRecent(_ record: Record) -> Bool { now - record.latest <= window }
    func isElsewhere(_ record: Record) -> Bool {
      !record.push.channels.contains(occurrence.channel)
    }
    if let response = occurrence.response {
      func has(_ record: Record) -> Bool { record.responses.contains(response) }
      return records.lastIndex { isNamed($0) && has($0) && isRecent($0) }
        ?? records.lastIndex { record in
          has(record)
            ? isUnnamed(record) && isRecent(record) && isElsewhere(record)
            : isUnnamed(record) || isNamed(record)
        }
    }
    if let last = records.lastIndex(where: isNamed),
      isRecent(records[last]) || isElsewhere(records[last]) && records[last].responses.isEmpty
    {
      return last
    }
    return records.firstIndex { isUnnamed($0) && isRecent($0) && isElsewhere($0) }
  }
}
