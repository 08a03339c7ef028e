import Foundation

/// Recognises one push in the several callbacks by which the system shows it.
///
/// A push is identified by its sender's message id. Without one, by request identifier and content
/// together, since an identifier is reused when a notification is updated. Where a callback tells
/// neither, the same content on a channel that the push has not been seen on, within
/// ``contentWindow`` of its latest sighting, is the same push; the same channel means another one.
///
/// The ledger holds the latest ``capacity`` pushes and forgets the oldest first.
struct SightingLedger {
  /// What a callback tells of a push.
  struct Sighting {
    let payload: PushPayload
    let sender: any PushSender
    let messageID: String?
    let requestIdentifier: String?
    let channel: PushChannel
  }

  /// A push by its place among the distinct pushes, from 1.
  typealias Ordinal = Int

  struct Recognition {
    let ordinal: Ordinal
    let push: Push
    let isNew: Bool
    let forgotten: Ordinal?
  }

  let capacity: Int
  let contentWindow: Duration

  private enum Identity: Hashable {
    case message(sender: String, id: String)
    case request(identifier: String, content: Content)
  }

  private struct Record {
    var push: Push
    var identity: Identity?
    let content: Content?
    var latestSighting: ContinuousClock.Instant
    var responses: Set<PushResponse> = []
  }

  private typealias Content = String

  private var records: [Ordinal: Record] = [:]
  private var ordinals: [Identity: Ordinal] = [:]
  private var ordinalsByContent: [Content: [Ordinal]] = [:]
  private var newest: Ordinal = 0

  init(capacity: Int, contentWindow: Duration) {
    self.capacity = max(1, capacity)
    self.contentWindow = contentWindow
  }
}

extension SightingLedger {
  /// Finds the push that a callback shows, or enters a new one.
  ///
  /// - Parameters:
  ///   - sighting: What the callback told.
  ///   - now: When, monotonically.
  ///   - date: When, by the wall clock.
  mutating func recognize(
    _ sighting: Sighting,
    now: ContinuousClock.Instant,
    date: Date
  ) -> Recognition {
    let content = sighting.messageID == nil ? sighting.payload.canonicalJSON : nil
    let identity = identity(of: sighting, content: content)
    let known =
      identity.flatMap { ordinals[$0] }
      ?? content.flatMap {
        match($0, on: sighting.channel, isIdentified: identity != nil, now: now)
      }
    guard let ordinal = known, var record = records[ordinal] else {
      return enter(sighting, identity: identity, content: content, now: now, date: date)
    }
    record.push.channels.insert(PushChannels(sighting.channel))
    record.latestSighting = now
    if let identity {
      record.identity = identity
      ordinals[identity] = ordinal
    }
    records[ordinal] = record
    return Recognition(ordinal: ordinal, push: record.push, isNew: false, forgotten: nil)
  }

  /// Notes an answer to a push.
  ///
  /// - Returns: Whether it is new; the same answer may be shown by several callbacks.
  mutating func note(_ response: PushResponse, to ordinal: Ordinal) -> Bool {
    records[ordinal]?.responses.insert(response).inserted ?? true
  }

  private func identity(of sighting: Sighting, content: Content?) -> Identity? {
    if let id = sighting.messageID {
      return .message(sender: sighting.sender.name, id: id)
    }
    guard let identifier = sighting.requestIdentifier, let content else { return nil }
    return .request(identifier: identifier, content: content)
  }

  /// The oldest push of this content that a sighting without an identity of its own can belong to.
  ///
  /// Where both sides have a request identifier and these did not match, they are two pushes.
  private func match(
    _ content: Content,
    on channel: PushChannel,
    isIdentified: Bool,
    now: ContinuousClock.Instant
  ) -> Ordinal? {
    ordinalsByContent[content]?.first { ordinal in
      guard let record = records[ordinal] else { return false }
      return !(isIdentified && record.identity != nil)
        && !record.push.channels.contains(channel)
        && now - record.latestSighting <= contentWindow
    }
  }

  private mutating func enter(
    _ sighting: Sighting,
    identity: Identity?,
    content: Content?,
    now: ContinuousClock.Instant,
    date: Date
  ) -> Recognition {
    newest += 1
    let push = Push(
      id: sighting.messageID ?? sighting.requestIdentifier ?? "push-\(newest)",
      messageID: sighting.messageID,
      payload: sighting.payload,
      sender: sighting.sender,
      receivedAt: date,
      channels: PushChannels(sighting.channel)
    )
    records[newest] = Record(
      push: push,
      identity: identity,
      content: content,
      latestSighting: now
    )
    if let identity {
      ordinals[identity] = newest
    }
    if let content {
      ordinalsByContent[content, default: []].append(newest)
    }
    return Recognition(ordinal: newest, push: push, isNew: true, forgotten: forgetOldest())
  }

  private mutating func forgetOldest() -> Ordinal? {
    let oldest = newest - capacity
    guard let record = records.removeValue(forKey: oldest) else { return nil }
    if let identity = record.identity {
      ordinals[identity] = nil
    }
    if let content = record.content {
      ordinalsByContent[content]?.removeAll { $0 == oldest }
      if ordinalsByContent[content]?.isEmpty == true {
        ordinalsByContent[content] = nil
      }
    }
    return oldest
  }
}
