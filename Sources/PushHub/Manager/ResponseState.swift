/// The progress of one response: the responders that were asked, the one that works on it, and the outcome.
///
/// One responder at a time works on a response. The first that handles it is the last that is asked.
struct ResponseState {
  /// The next step after a responder was asked for.
  enum Step: Equatable {
    /// Ask the responder at this place; it is now working on the response.
    case ask(Int)
    /// All attached responders have declined, for the first time.
    case declined
    /// No step: a responder is working on it, it is handled, or it was declined before.
    case none
  }

  /// The responders that were asked, by their numbers.
  private(set) var asked: Set<Int> = []

  /// The number of the responder that is working on it.
  private(set) var responder: Int?

  /// Whether a responder has handled it.
  private(set) var isHandled = false

  private var wasDeclined = false

  /// Chooses the next responder to ask.
  ///
  /// - Parameter numbers: The numbers of the attached responders, in order.
  mutating func askNext(of numbers: [Int]) -> Step {
    guard responder == nil, !isHandled else { return .none }
    if let place = numbers.firstIndex(where: { !asked.contains($0) }) {
      responder = numbers[place]
      asked.insert(numbers[place])
      return .ask(place)
    }
    defer { wasDeclined = true }
    return wasDeclined ? .none : .declined
  }

  /// Records the result of a responder, which counts even after its time is over.
  ///
  /// - Parameter number: The responder's number; `nil` if the work of the present one was cut off.
  /// - Returns: Whether this result handled the response.
  mutating func finish(by number: Int?, isHandled isHandledNow: Bool = false) -> Bool {
    if number == nil || number == responder { responder = nil }
    defer { isHandled = isHandled || isHandledNow }
    return isHandledNow && !isHandled
  }

  /// Lets responders be asked again that have declined it.
  mutating func askAgain() {
    asked = responder.map { [$0] } ?? []
  }
}
