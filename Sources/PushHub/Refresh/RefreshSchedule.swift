/// Decides when the system is to be asked to give the app time in the background.
///
/// It is asked when the app leaves the foreground, and as the first thing in each time that it gives.
/// What it refused is asked for again with the next occasion.
struct RefreshSchedule: Hashable {
  enum Occasion: Hashable, CaseIterable {
    /// The app has left the foreground.
    case wentToBackground

    /// Another change of what the app is doing.
    case otherPhase

    /// The system has given the app time, and has no request any more.
    case began

    /// The time is over.
    case ended

    /// The system was found to have no request.
    case missing
  }

  /// Whether the system has refused the latest request.
  private(set) var isRefused = false

  /// Whether to ask the system now.
  func asks(on occasion: Occasion) -> Bool {
    switch occasion {
    case .wentToBackground, .began, .missing: true
    case .otherPhase, .ended: isRefused
    }
  }

  /// Notes what the system said to the latest request.
  mutating func noteAnswer(isRefused: Bool) {
    self.isRefused = isRefused
  }
}

/// Decides when a time that the system has given is told to be over: once, whatever comes first.
///
/// The system may take it back before the app has heard of it, and after it was told to be over.
struct RefreshTime: Hashable {
  enum Event: Hashable, CaseIterable {
    case began, expired, finished, failed
  }

  enum Effect: Hashable {
    case refresh
    case cutOff
    case complete(isSuccess: Bool)
  }

  private enum State {
    case given, used, over
  }

  private var state = State.given

  /// Whether the system was told that it is over.
  var isOver: Bool { state == .over }

  /// Takes what happens, and says what is to be done.
  mutating func handle(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.given, .began):
      state = .used
      return [.refresh]
    case (.given, .expired):
      state = .over
      return [.complete(isSuccess: false)]
    case (.used, .expired):
      state = .over
      return [.cutOff, .complete(isSuccess: false)]
    case (.used, .finished), (.used, .failed):
      state = .over
      return [.complete(isSuccess: event == .finished)]
    case (.over, _), (.used, .began), (.given, .finished), (.given, .failed):
      return []
    }
  }
}
