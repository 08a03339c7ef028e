/// What features know of the notification manager: where pushes come from.
@MainActor
public protocol PushSubject: AnyObject {
  /// The device token as last told by the system; `nil` until it has arrived in this process.
  var deviceToken: DeviceToken? { get }

  /// Adds an observer, held weakly; adding one that is there already changes nothing.
  ///
  /// The first observer that attaches receives, before the call returns, the events that nobody
  /// has heard so far and that are not too old.
  ///
  /// - Parameters:
  ///   - observer: Who wants to know; the caller keeps it alive.
  ///   - priority: Whether it is called before or after others.
  ///   - replay: Whether it also receives the retained events that others have heard but it has
  ///     not; each at most once for this observer, also when it is removed and added again.
  /// - Complexity: O(1) amortised, besides the events that it receives.
  func add(_ observer: any PushObserver, priority: ObserverPriority, replay: Bool)

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ observer: any PushObserver)

  /// Starts work for the event that an observer is being told.
  ///
  /// To be called from inside ``PushObserver/receive(_:)``. For an answer of the user's the system
  /// waits for the work: a reply that is sent from the background is not cut short by the app's
  /// suspension. What the observer starts otherwise is nobody's to wait for.
  ///
  /// ```swift
  /// func receive(_ event: PushEvent) {
  ///   guard case .opened(let push, let response) = event, let text = response.reply else { return }
  ///   subject.perform(for: self) { try await chat.send(text, inReplyTo: push.id) }
  /// }
  /// ```
  ///
  /// All work for one answer has one budget. What is not done when it is used up is cancelled and
  /// named in the log; an error is named too.
  ///
  /// - Parameters:
  ///   - observer: Who works; kept alive by what the work captures only.
  ///   - work: The work, on the main actor.
  /// - Returns: The work's task.
  @discardableResult
  func perform(
    for observer: any PushObserver,
    _ work: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never>

  /// The events from now on, for code off the main actor.
  ///
  /// The stream is an observer like others: it takes unheard events. It has heard an event when its
  /// consumer has taken it: what is in the buffer when the consumer drops the stream, or is
  /// cancelled, goes back to where unheard events wait, and is counted if it has become too old.
  /// The stream ends when the subject does.
  ///
  /// - Parameters:
  ///   - bufferSize: How many events wait for a slow consumer. Beyond that the oldest is dropped,
  ///     counted and logged, and waits for another observer if nobody has heard it.
  ///   - replay: Whether the stream starts with the retained events.
  func events(bufferSize: Int, replay: Bool) -> AsyncStream<PushEvent>

  /// Adds a witness of the system's callbacks, held weakly; adding it twice changes nothing.
  func addCallbackObserver(_ observer: any PushCallbackObserver)

  /// Removes a witness; it hears nothing more.
  func removeCallbackObserver(_ observer: any PushCallbackObserver)
}

extension PushSubject {
  /// Adds an observer at the default priority.
  public func add(_ observer: any PushObserver, replay: Bool = false) {
    add(observer, priority: .default, replay: replay)
  }

  /// Adds an observer without replay.
  public func add(_ observer: any PushObserver, priority: ObserverPriority) {
    add(observer, priority: priority, replay: false)
  }

  /// The events from now on, with a buffer of 64.
  public func events(replay: Bool = false) -> AsyncStream<PushEvent> {
    events(bufferSize: 64, replay: replay)
  }
}
