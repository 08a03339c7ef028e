/// Reads and saves a feature's value, and tries again what has failed.
///
/// A value that can't be read now is not known, and is never replaced. It is tried again whenever the owner
/// calls ``retry(at:)``, which it does with each input and when ``nextTry`` has come.
@MainActor
final class FeatureStorage<Value: Codable> {
  private static var pause: Duration { .seconds(10) }

  /// The outcome of a try.
  enum Outcome {
    case loaded(Value?)
    case saved(Bool)
  }

  /// The time of the next try if nothing happens before.
  private(set) var nextTry: ContinuousClock.Instant?

  private let store: (any Store<Value>)?
  private(set) var isLoaded = false
  private var isLoadPending = false
  private var pendingValue: Value?

  /// The latest failure since the store last worked, and whether it was not logged yet.
  private var failure: (message: String, isNew: Bool)?

  init(_ store: (any Store<Value>)?) {
    self.store = store
  }
}

extension FeatureStorage {
  /// Reads the store; `nil` if it can't be read now.
  func load(at now: ContinuousClock.Instant) -> Outcome? {
    waitToLoad()
    let outcome = read(at: now)
    isLoadPending = outcome == nil
    return outcome
  }

  /// Reads the store with the next try; a value that was not saved is discarded.
  func waitToLoad() {
    isLoadPending = true
    pendingValue = nil
  }

  private func read(at now: ContinuousClock.Instant) -> Outcome? {
    var value: Value?
    do {
      value = try store?.load()
    } catch {
      recordFailure(error, at: now)
      guard error is DecodingError else { return nil }
    }
    isLoaded = true
    return .loaded(value)
  }

  /// Saves a value, or keeps it for the next try.
  func save(_ value: Value, at now: ContinuousClock.Instant) -> Outcome {
    let isSaved = saves(value, at: now)
    pendingValue = isSaved || isLoadPending ? nil : value
    return .saved(isSaved)
  }

  /// - Returns: Whether the store has the value; what can't be read now is not replaced.
  private func saves(_ value: Value, at now: ContinuousClock.Instant) -> Bool {
    guard !isLoadPending, isLoaded || read(at: now) != nil else { return false }
    do {
      try store?.save(value)
      failure = nil
      return true
    } catch {
      recordFailure(error, at: now)
      return false
    }
  }

  /// Tries again what has failed.
  ///
  /// - Returns: The outcome; `nil` if there is none.
  func retry(at now: ContinuousClock.Instant) -> Outcome? {
    nextTry = nil
    if isLoadPending { return load(at: now) }
    guard let value = pendingValue, saves(value, at: now) else { return nil }
    pendingValue = nil
    return .saved(true)
  }

  /// Plans the next try, and keeps the failure to be logged once until the store works again.
  private func recordFailure(_ error: any Error, at now: ContinuousClock.Instant) {
    if !(error is DecodingError) { nextTry = now + Self.pause }
    let message = LogText(error).description
    if message != failure?.message { failure = (message, true) }
  }

  /// Returns a failure that was not logged yet.
  func takeFailure() -> String? {
    guard let failure, failure.isNew else { return nil }
    self.failure?.isNew = false
    return failure.message
  }
}
