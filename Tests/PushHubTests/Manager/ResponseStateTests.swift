import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// Every order in which responders are asked, finish, time out and are asked again.
struct ResponseStateTests {
  enum Step: Hashable {
    case ask([Int])
    case finish(Int, isHandled: Bool)
    case cutOff
    case askAgain
  }

  private static let alphabet: [Step] = [
    .ask([]), .ask([1]), .ask([1, 2]), .finish(1, isHandled: false), .finish(1, isHandled: true),
    .finish(2, isHandled: true), .cutOff, .askAgain,
  ]

  @Test func `every sequence of steps`() async throws {
    try await EverySequence(of: Self.alphabet, upTo: 5, thorough: 6).check(byRunning: mistake)
  }

  private func mistake(after steps: [Step]) -> String? {
    var state = ResponseState()
    var (askedSince, handledCount, declinedCount): (Set<Int>, Int, Int) = ([], 0, 0)
    for step in steps {
      let before = state
      switch step {
      case .ask(let numbers):
        let next = numbers.first { !askedSince.contains($0) }
        switch state.askNext(of: numbers) {
        case .ask(let place):
          guard before.responder == nil, !before.isHandled else { return "Two work on it." }
          guard numbers[place] == next else {
            return "\(numbers[place]) is asked, not \(next ?? 0)."
          }
          askedSince.insert(numbers[place])
        case .declined:
          declinedCount += 1
          guard next == nil, before.responder == nil, !before.isHandled else { return "Too early." }
        case .none:
          guard before.responder != nil || before.isHandled || next == nil && declinedCount > 0
          else { return "Nothing follows from \(step)." }
        }
      case .finish(let number, let isHandled):
        if state.finish(by: number, isHandled: isHandled) { handledCount += 1 }
        guard state.isHandled == (before.isHandled || isHandled) else { return "A result is lost." }
        guard state.responder == (before.responder == number ? nil : before.responder) else {
          return "The end of \(number) changes another's work."
        }
      case .cutOff:
        guard !state.finish(by: nil), state.responder == nil else { return "It goes on." }
      case .askAgain:
        state.askAgain()
        askedSince = Set(before.responder.map { [$0] } ?? [])
      }
      guard state.asked == askedSince else { return "Asked are \(state.asked)." }
    }
    guard handledCount == (state.isHandled ? 1 : 0) else { return "Handled \(handledCount) times." }
    return declinedCount > 1 ? "It is declined \(declinedCount) times." : nil
  }
}
