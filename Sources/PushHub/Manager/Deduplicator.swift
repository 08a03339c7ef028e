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
///   response yet. It is the same response, told again, on another channel within ``window``, and
///   under one request identifier also on the same channel.
///
/// It remembers the latest ``capacity`` pushes and forgets the oldest first.
struct Deduplicator {
  /// What a callback tells of a push.
  struct Occurrence {
    let payload: PushPayload
    let sender: any PushSender
    let messageID: String?
    let requestIdentifier: String?
    let channel: PushChannel

    /// What the user did, if the callback tells of that.
    var response: PushResponse?
  }

  /// A push by its place among the distinct pushes, from 1.
  typealias Ordinal = Int

  struct Finding {
    let ordinal: Ordinal
    let push: Push
    let isDuplicate: Bool

    /// Whether the callback told a response that no callback had told before.
    let isNewResponse: Bool

    /// The push that is no longer remembered.
    var forgotten: Ordinal?
  }

  /// Names that look alike are not the same: their bytes count.
  private enum Identity: Hashable {
    case message(sender: String, id: [UInt8])
    case content(PayloadContent)
  }

  private struct Record {
    let ordinal: Ordinal
    var push: Push
    var request: [UInt8]?
    var latest: ContinuousClock.Instant
    var responses: Set<PushResponse>
  }

  let capacity: Int
  let window: Duration
  private var records: [Identity: [Record]] = [:]
  private var identities = FIFO<Identity>()
  private var count = 0

  init(capacity: Int, window: Duration) {
    self.capacity = max(1, capacity)
    self.window = max(.zero, window)
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
    now: ContinuousClock.Instant,
    date: Date
  ) -> Finding {
    let identity =
      occurrence.messageID.map { .message(sender: occurrence.sender.name, id: Array($0.utf8)) }
      ?? Identity.content(occurrence.payload.content)
    let known = records[identity] ?? []
    let index = occurrence.messageID == nil ? match(occurrence, in: known, now) : known.indices.last
    guard let index else { return remember(occurrence, as: identity, now: now, date: date) }
    var record = known[index]
    let isNewResponse = occurrence.response.map { record.responses.insert($0).inserted } ?? false
    record.push.channels.insert(occurrence.channel)
    record.latest = now
    record.request = record.request ?? occurrence.request
    records[identity]?[index] = record
    return Finding(
      ordinal: record.ordinal,
      push: record.push,
      isDuplicate: true,
      isNewResponse: isNewResponse
    )
  }

  private mutating func remember(
    _ occurrence: Occurrence,
    as identity: Identity,
    now: ContinuousClock.Instant,
    date: Date
  ) -> Finding {
    count += 1
    let push = Push(
      id: occurrence.messageID ?? occurrence.requestIdentifier ?? "push-\(count)",
      messageID: occurrence.messageID,
      payload: occurrence.payload,
      sender: occurrence.sender,
      receivedAt: date,
      channels: [occurrence.channel]
    )
    let record = Record(
      ordinal: count,
      push: push,
      request: occurrence.request,
      latest: now,
      responses: occurrence.response.map { [$0] } ?? []
    )
    records[identity, default: []].append(record)
    identities.append(identity)
    return Finding(
      ordinal: count,
      push: push,
      isDuplicate: false,
      isNewResponse: occurrence.response != nil,
      forgotten: forgetOldest()
    )
  }

  private mutating func forgetOldest() -> Ordinal? {
    guard count > capacity, let identity = identities.popFirst() else { return nil }
    let oldest = records[identity]?.removeFirst()
    if records[identity]?.isEmpty == true {
      records[identity] = nil
    }
    return oldest?.ordinal
  }

  /// The push of the same content that an occurrence is of, if it is not of a new one.
  ///
  /// Those with the same request identifier come before those that lack one.
  private func match(
    _ occurrence: Occurrence,
    in records: [Record],
    _ now: ContinuousClock.Instant
  ) -> Int? {
    let request = occurrence.request
    func isNamed(_ record: Record) -> Bool { request != nil && record.request == request }
    func isUnnamed(_ record: Record) -> Bool { request == nil || record.request == nil }
    func isRecent(_ record: Record) -> Bool { now - record.latest <= window }
    func isElsewhere(_ record: Record) -> Bool {
      !record.push.channels.contains(occurrence.channel)
    }
    guard let response = occurrence.response else {
      if let last = records.lastIndex(where: isNamed) {
        let record = records[last]
        let isShown = isElsewhere(record) && record.responses.isEmpty
        if isShown || isRecent(record) { return last }
      }
      return records.firstIndex { isUnnamed($0) && isRecent($0) && isElsewhere($0) }
    }
    func has(_ record: Record) -> Bool { record.responses.contains(response) }
    if let again = records.lastIndex(where: { isNamed($0) && has($0) && isRecent($0) }) {
      return again
    }
    let unnamed =
      records.lastIndex { isUnnamed($0) && has($0) && isRecent($0) && isElsewhere($0) }
      ?? records.lastIndex { isUnnamed($0) && !has($0) }
    return [records.lastIndex { isNamed($0) && !has($0) }, unnamed].compactMap { $0 }.max()
  }
}

extension Deduplicator.Occurrence {
  fileprivate var request: [UInt8]? { requestIdentifier.map { Array($0.utf8) } }
}
