public import PushHub

/// A source of an account's latest notifications, such as a listener on a server's list.
///
/// ``EventSource`` is the ready-made one. A listener with a callback becomes one in a few lines:
///
/// ```swift
/// struct Listener: LatestNotificationSource {
///   let database: Database
///
///   func snapshots(for account: AccountID) -> AsyncThrowingStream<[NotificationCursor], any Error> {
///     AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
///       let registration = database.listen(to: account) { continuation.yield($0) }
///       continuation.onTermination = { _ in registration.remove() }
///     }
///   }
/// }
/// ```
public protocol LatestNotificationSource: Sendable {
  /// Snapshots in their order; an error ends them.
  associatedtype Snapshots: AsyncSequence where Snapshots.Element == [NotificationCursor]

  /// Begins to listen to an account's notifications.
  ///
  /// A snapshot is the list as it is, or at least its newest entries, in any order. A new
  /// subscription should begin with one as soon as it is known, also with an empty one: without any
  /// within `BadgeDot/Configuration/listTimeout` it has failed. It ends with an error when it
  /// breaks; one that conforms to `RetryAdvice` determines the next try. A subscription ends when the task that
  /// iterates is canceled.
  @MainActor
  func snapshots(for account: AccountID) -> Snapshots

  /// Returns the wait that the server asks for after a subscription that ends without an error, since no list
  /// arrived in time; `nil` by default.
  @MainActor
  func retryAfter(for account: AccountID) -> Duration?
}

extension LatestNotificationSource {
  /// `nil`.
  public func retryAfter(for account: AccountID) -> Duration? { nil }
}

/// A notification's place among all of an account's: first by order, then by id.
///
/// The order is total and does not depend on a list: a notification that is deleted or moved within a list
/// changes nothing for the others. Orders are compared exactly, also beyond 2^53, and ids by their bytes.
///
/// ```swift
/// let read = NotificationCursor(order: 41, id: "n7")
/// let newest = NotificationCursor(order: 42, id: "n8")
/// newest > read  // true
/// ```
public struct NotificationCursor: Sendable {
  /// The place in time: later notifications have greater ones.
  public let order: JSONNumber

  /// The identifier, which decides among notifications of the same order.
  public let id: String

  /// Creates a cursor.
  ///
  /// - Parameters:
  ///   - order: A sequence number, or a time in its smallest unit.
  ///   - id: The identifier.
  public init(order: JSONNumber, id: String) {
    self.order = order
    self.id = id
  }

  /// Creates a cursor with an integer of any width.
  public init(order: some BinaryInteger, id: String) {
    self.init(order: JSONNumber(order), id: id)
  }
}

extension NotificationCursor: Comparable {
  /// Whether both are the same place.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.order == rhs.order && lhs.id.utf8.elementsEqual(rhs.id.utf8)
  }

  /// Whether a place comes before another.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.order == rhs.order
      ? lhs.id.utf8.lexicographicallyPrecedes(rhs.id.utf8) : lhs.order < rhs.order
  }
}

extension ServerSentEvent {
  /// The list of an event in the default form, `{"latest":[{"id":"n1","order":41}]}`, or nil in an event
  /// about something else, such as `ping`, which keeps a connection alive.
  func latest() throws -> [NotificationCursor]? {
    guard data.first(where: { !$0.isWhitespace }) == "{" else { return nil }
    guard let root = try? PushPayload(json: data.utf8).root else {
      throw MalformedBody(description: "its data is not a JSON object")
    }
    guard let latest = root["latest"] else { return nil }
    let cursors = latest.elements.compactMap { element in
      element["order"]?.numberValue.flatMap { order in
        element["id"]?.stringValue.map { NotificationCursor(order: order, id: $0) }
      }
    }
    guard latest.isArray, cursors.count == latest.elements.count else {
      throw MalformedBody(description: "latest is not a list of ids, each with a number as order")
    }
    return cursors
  }
}
