import Foundation

/// Recognises one push in the several callbacks by which the system shows it.
///
/// A push is identified by its sender's message id, whatever became of its content. Without one,
/// pushes of the same content are told apart so:
///
/// - Two request identifiers that differ are two pushes.
/// - Under one request identifier a sighting is of the same push, with two exceptions. A server may
///   use a collapse id with the same text every hour, so that a sighting later than
///   ``contentWindow`` after the latest one is of a new push on a channel where the push was seen
///   before; and on any channel if the push has been answered, since what was answered is shown no
///   more.
/// - Where a callback tells no identifier, or had none to tell before, a sighting within
///   ``contentWindow`` of the latest one is of the same push on a channel on which that was not
///   seen yet.
/// - An answer belongs to a push that was shown, however long ago: to the latest that has no such
///   answer yet. It is the same answer, told again, on another channel within ``contentWindow``,
///   and under one request identifier also on the same channel.
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

    /// What the user did, if the callback tells of an answer.
    var answer: PushResponse?
  }

  /// A push by its place among the distinct pushes, from 1.
  typealias Ordinal = Int

  struct Recognition {
    let ordinal: Ordinal
    let push: Push
    let isNew: Bool

    /// Whether the callback told an answer that no callback had told before.
    let isNewAnswer: Bool
    let forgotten: Ordinal?
  }

  let capacity: Int
  let contentWindow: Duration

  /// Names that look alike are not the same: their bytes count.
  private struct Message: Hashable {
    let sender: String
    let id: [UInt8]
  }

  private typealias Content = PayloadContent

  private enum Identity {
    case message(Message)
    case content(Content)
  }

  private struct Record {
    var push: Push
    let identity: Identity
    var request: String?
    var latestSighting: ContinuousClock.Instant
    var answers: Set<PushResponse> = []
  }

  private var records: [Ordinal: Record] = [:]
  private var ordinals: [Message: Ordinal] = [:]
  private var ordinalsByContent: [Content: [Ordinal]] = [:]
  private var newest: Ordinal = 0

  init(capacity: Int, contentWindow: Duration) {
    self.capacity = max(1, capacity)
    self.contentWindow = max(.zero, contentWindow)
  }
}

extension SightingLedger {
  /// How many pushes it holds.
  var count: Int { records.count }

  /// How many different contents they have, of those without a message id.
  var contentCount: Int { ordinalsByContent.count }

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
    let identity: Identity
    let known: Ordinal?
    if let id = sighting.messageID {
      let message = Message(sender: sighting.sender.name, id: Array(id.utf8))
      identity = .message(message)
      known = ordinals[message]
    } else {
      let content = sighting.payload.content
      identity = .content(content)
      known = match(sighting, among: ordinalsByContent[content] ?? [], now: now)
    }
    guard let known, var record = records[known] else {
      return enter(sighting, as: identity, now: now, date: date)
    }
    let isNewAnswer = sighting.answer.map { record.answers.insert($0).inserted } ?? false
    record.push.channels.insert(PushChannels(sighting.channel))
    record.latestSighting = now
    record.request = record.request ?? sighting.requestIdentifier
    records[known] = record
    return Recognition(
      ordinal: known,
      push: record.push,
      isNew: false,
      isNewAnswer: isNewAnswer,
      forgotten: nil
    )
  }

  private mutating func enter(
    _ sighting: Sighting,
    as identity: Identity,
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
      request: sighting.requestIdentifier,
      latestSighting: now,
      answers: sighting.answer.map { [$0] } ?? []
    )
    switch identity {
    case .message(let message): ordinals[message] = newest
    case .content(let content): ordinalsByContent[content, default: []].append(newest)
    }
    return Recognition(
      ordinal: newest,
      push: push,
      isNew: true,
      isNewAnswer: sighting.answer != nil,
      forgotten: forgetOldest()
    )
  }

  private mutating func forgetOldest() -> Ordinal? {
    let oldest = newest - capacity
    guard let record = records.removeValue(forKey: oldest) else { return nil }
    switch record.identity {
    case .message(let message): ordinals[message] = nil
    case .content(let content):
      ordinalsByContent[content]?.removeAll { $0 == oldest }
      if ordinalsByContent[content]?.isEmpty == true {
        ordinalsByContent[content] = nil
      }
    }
    return oldest
  }
}

// MARK: - Without a message id

extension SightingLedger {
  /// The push of the same content that a sighting belongs to, if it is none of a new one.
  ///
  /// Those with the same request identifier come before those that lack one.
  private func match(
    _ sighting: Sighting,
    among ordinals: [Ordinal],
    now: ContinuousClock.Instant
  ) -> Ordinal? {
    let request = sighting.requestIdentifier
    let named =
      request.map { request in
        ordinals.filter { records[$0]?.request?.utf8.elementsEqual(request.utf8) == true }
      } ?? []
    let others = request == nil ? ordinals : ordinals.filter { records[$0]?.request == nil }
    guard let answer = sighting.answer else {
      return named.last.flatMap { isShown(again: $0, by: sighting, now: now) ? $0 : nil }
        ?? others.first { isRecent($0, at: now) && isUnseen($0, on: sighting.channel) }
    }
    if let again = named.last(where: { has(answer, $0) && isRecent($0, at: now) }) { return again }
    let unnamed =
      others.last {
        has(answer, $0) && isRecent($0, at: now) && isUnseen($0, on: sighting.channel)
      } ?? others.last { !has(answer, $0) }
    return [named.last { !has(answer, $0) }, unnamed].compactMap { $0 }.max()
  }

  private func isShown(
    again ordinal: Ordinal,
    by sighting: Sighting,
    now: ContinuousClock.Instant
  ) -> Bool {
    let isAnswered = records[ordinal]?.answers.isEmpty == false
    return isRecent(ordinal, at: now) || (isUnseen(ordinal, on: sighting.channel) && !isAnswered)
  }

  private func isRecent(_ ordinal: Ordinal, at now: ContinuousClock.Instant) -> Bool {
    records[ordinal].map { now - $0.latestSighting <= contentWindow } ?? false
  }

  private func isUnseen(_ ordinal: Ordinal, on channel: PushChannel) -> Bool {
    records[ordinal]?.push.channels.contains(channel) == false
  }

  private func has(_ answer: PushResponse, _ ordinal: Ordinal) -> Bool {
    records[ordinal]?.answers.contains(answer) == true
  }
}
