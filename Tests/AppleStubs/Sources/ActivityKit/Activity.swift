#if !os(macOS) && !os(tvOS) && !os(watchOS) && !os(visionOS) && !targetEnvironment(macCatalyst)
import Dispatch
import Foundation

/// [Apple](https://developer.apple.com/documentation/activitykit/activity).
///
/// Its sequences yield nothing that a test does not yield, also where a property has changed. What is
/// yielded before a listener is added is lost. It is neither isolated nor `Sendable`.
public class Activity<Attributes>: Identifiable where Attributes: ActivityAttributes {
  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/contentstate).
  public typealias ContentState = Attributes.ContentState

  private static var storage: StubStorage<Attributes> { .shared() }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activities).
  public static var activities: [Activity<Attributes>] { storage.activities }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activityupdates-swift.type.property).
  public static var activityUpdates: ActivityUpdates { ActivityUpdates(storage.updates) }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtostarttoken).
  @available(iOS 17.2, *)
  public static var pushToStartToken: Data? { storage.startToken }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtostarttokenupdates).
  @available(iOS 17.2, *)
  public static var pushToStartTokenUpdates: PushTokenUpdates {
    PushTokenUpdates(storage.startTokens)
  }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/id).
  public let id: String

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/attributes).
  public let attributes: Attributes

  private let lock = NSLock()
  private var state = ActivityState.active
  private var token: Data?
  private var latestContent: ActivityContent<ContentState>
  private let contents = StubYields<ActivityContent<ContentState>>()
  private let states = StubYields<ActivityState>()
  private let tokens = StubYields<Data>()

  /// An activity that is in no list yet.
  public init(stub id: String, _ attributes: Attributes, content: ContentState) {
    self.id = id
    self.attributes = attributes
    latestContent = ActivityContent(state: content, staleDate: nil)
  }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/content).
  @available(iOS 16.2, *)
  public var content: ActivityContent<ContentState> { lock.withLock { latestContent } }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/contentupdates-swift.property).
  @available(iOS 16.2, *)
  public var contentUpdates: ContentUpdates { ContentUpdates(contents) }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activitystate).
  public var activityState: ActivityState { lock.withLock { state } }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activitystateupdates-swift.property).
  public var activityStateUpdates: ActivityStateUpdates { ActivityStateUpdates(states) }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtoken).
  public var pushToken: Data? { lock.withLock { token } }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtokenupdates-swift.property).
  public var pushTokenUpdates: PushTokenUpdates { PushTokenUpdates(tokens) }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/end(_:dismissalpolicy:)).
  public func end(
    _ content: ActivityContent<ContentState>?,
    dismissalPolicy: ActivityUIDismissalPolicy = .default
  ) async {
    stubBecome(dismissalPolicy.isImmediate ? .dismissed : .ended)
  }
}

// MARK: - Sequences

extension Activity {
  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activityupdates-swift.struct).
  public struct ActivityUpdates: AsyncSequence {
    public typealias Element = Activity<Attributes>

    let yields: StubYields<StubBox<Attributes>>

    init(_ yields: StubYields<StubBox<Attributes>>) {
      self.yields = yields
    }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activityupdates-swift.struct/makeasynciterator()).
    public func makeAsyncIterator() -> Iterator { Iterator(base: yields.listen()) }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activityupdates-swift.struct/iterator).
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<StubBox<Attributes>>.Iterator

      /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activityupdates-swift.struct/iterator/next()).
      public mutating func next() async -> Activity<Attributes>? { await base.next()?.activity }
    }
  }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/contentupdates-swift.struct).
  public struct ContentUpdates: AsyncSequence {
    public typealias Element = ActivityContent<Activity<Attributes>.ContentState>

    let yields: StubYields<Element>

    init(_ yields: StubYields<Element>) {
      self.yields = yields
    }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/contentupdates-swift.struct/makeasynciterator()).
    public func makeAsyncIterator() -> Iterator { Iterator(base: yields.listen()) }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/contentupdates-swift.struct/iterator).
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Element>.Iterator

      /// [Apple](https://developer.apple.com/documentation/activitykit/activity/contentupdates-swift.struct/iterator/next()).
      public mutating func next() async -> Element? { await base.next() }
    }
  }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activitystateupdates-swift.struct).
  public struct ActivityStateUpdates: AsyncSequence {
    public typealias Element = ActivityState

    let yields: StubYields<ActivityState>

    init(_ yields: StubYields<ActivityState>) {
      self.yields = yields
    }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activitystateupdates-swift.struct/makeasynciterator()).
    public func makeAsyncIterator() -> Iterator { Iterator(base: yields.listen()) }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activitystateupdates-swift.struct/iterator).
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<ActivityState>.Iterator

      /// [Apple](https://developer.apple.com/documentation/activitykit/activity/activitystateupdates-swift.struct/iterator/next()).
      public mutating func next() async -> ActivityState? { await base.next() }
    }
  }

  /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtokenupdates-swift.struct).
  public struct PushTokenUpdates: AsyncSequence {
    public typealias Element = Data

    let yields: StubYields<Data>

    init(_ yields: StubYields<Data>) {
      self.yields = yields
    }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtokenupdates-swift.struct/makeasynciterator()).
    public func makeAsyncIterator() -> Iterator { Iterator(base: yields.listen()) }

    /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtokenupdates-swift.struct/iterator).
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Data>.Iterator

      /// [Apple](https://developer.apple.com/documentation/activitykit/activity/pushtokenupdates-swift.struct/iterator/next()).
      public mutating func next() async -> Data? { await base.next() }
    }
  }
}

// MARK: - What tests do

extension Activity {
  /// Lets the system have an activity; a sequence yields it only if the test wants that.
  public static func stubStart(
    _ id: String,
    _ attributes: Attributes,
    content: ContentState,
    token: Data? = nil,
    yields: Bool = true
  ) -> Activity {
    let activity = Activity(stub: id, attributes, content: content)
    activity.lock.withLock { activity.token = token }
    storage.add(activity)
    if yields { storage.updates.yield(StubBox(activity: activity)) }
    return activity
  }

  /// The start token that the property has.
  public static func stubSetStartToken(_ token: Data?, yields: Bool = true) {
    storage.setStartToken(token)
    if yields, let token { storage.startTokens.yield(token) }
  }

  /// Yields a start token that the property need not have.
  public static func stubYieldStartToken(_ token: Data) {
    storage.startTokens.yield(token)
  }

  /// Ends all sequences of the type, and forgets everything.
  public static func stubReset() {
    storage.reset()
  }

  /// Ends the sequences of the type without another word.
  public static func stubEndSequences() {
    storage.updates.finish()
    storage.startTokens.finish()
  }

  /// Changes the token; a sequence yields it only if the test wants that.
  public func stubSetToken(_ token: Data?, yields: Bool = true) {
    lock.withLock { self.token = token }
    if yields, let token { tokens.yield(token) }
  }

  /// Changes the content, and yields it.
  public func stubSetContent(_ content: ContentState, staleDate: Date? = nil) {
    let content = ActivityContent(state: content, staleDate: staleDate)
    lock.withLock { latestContent = content }
    contents.yield(content)
  }

  /// Changes the state; one that is dismissed leaves the list.
  public func stubBecome(_ state: ActivityState, yields: Bool = true) {
    lock.withLock { self.state = state }
    if state == .dismissed { Self.storage.remove(self) }
    if yields { states.yield(state) }
  }

  /// Ends the sequences of this activity.
  public func stubEndSequences() {
    states.finish()
    tokens.finish()
    contents.finish()
  }
}

/// Carries an activity, which is not `Sendable`, to a sequence.
struct StubBox<Attributes: ActivityAttributes>: @unchecked Sendable {
  let activity: Activity<Attributes>
}

/// What is yielded to those that listen at that moment, on a queue of the system.
final class StubYields<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var listeners: [AsyncStream<Element>.Continuation] = []

  func listen() -> AsyncStream<Element>.Iterator {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    lock.withLock { listeners.append(continuation) }
    return stream.makeAsyncIterator()
  }

  func yield(_ element: Element) {
    let listeners = lock.withLock { self.listeners }
    DispatchQueue.global().async {
      for listener in listeners { listener.yield(element) }
    }
  }

  func finish() {
    let listeners = lock.withLock {
      defer { self.listeners = [] }
      return self.listeners
    }
    for listener in listeners { listener.finish() }
  }
}

private let stubLock = NSLock()
nonisolated(unsafe) private var stubStorages: [ObjectIdentifier: AnyObject] = [:]

/// What the system has of an attributes type.
final class StubStorage<Attributes: ActivityAttributes>: @unchecked Sendable {
  let updates = StubYields<StubBox<Attributes>>()
  let startTokens = StubYields<Data>()
  private let lock = NSLock()
  private var list: [Activity<Attributes>] = []
  private var token: Data?

  static func shared() -> Self {
    stubLock.withLock {
      let key = ObjectIdentifier(Attributes.self)
      if let storage = stubStorages[key] as? Self { return storage }
      let storage = Self()
      stubStorages[key] = storage
      return storage
    }
  }

  init() {}

  var activities: [Activity<Attributes>] { lock.withLock { list } }
  var startToken: Data? { lock.withLock { token } }

  func setStartToken(_ token: Data?) {
    lock.withLock { self.token = token }
  }

  func add(_ activity: Activity<Attributes>) {
    lock.withLock { list.append(activity) }
  }

  func remove(_ activity: Activity<Attributes>) {
    lock.withLock { list.removeAll { $0 === activity } }
  }

  func reset() {
    lock.withLock {
      list = []
      token = nil
    }
    updates.finish()
    startTokens.finish()
  }
}
#endif
