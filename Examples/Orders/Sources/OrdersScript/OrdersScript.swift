package import Foundation
import Orders
package import PushHub
import PushHubNetworking
import PushHubRecorder
package import PushHubReplay

/// The orders, with a server whose answers are in the transcript.
@MainActor
package final class OrdersScript: FeatureScript {
  package let name = "orders"
  package let title = "Orders"
  package let vocabulary: [any FeatureRecord.Type] = [OrderAnswer.self]

  private let calendar: Calendar
  private let server = Server()

  /// Makes a script.
  ///
  /// - Parameter calendar: The calendar of the quiet hours; by default in GMT.
  package init(calendar: Calendar = .greenwich) {
    self.calendar = calendar
  }

  package func plugin(in replay: Replay) -> any PushPlugin {
    Orders(
      server: server,
      quietHours: QuietHours(calendar: calendar),
      generator: FixedDelays()
    )
  }

  package func apply(_ record: any FeatureRecord) {
    if let answer = record as? OrderAnswer { server.receive(answer) }
  }

  package func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? OrderEvent {
    case .asked(let question): TimelineMark(question.isReorder ? "↻" : "?", label: question.order)
    case .changed(let order, _):
      TimelineMark(order.status.isUnderWay ? "◐" : "✓", label: order.id)
    case .failed: TimelineMark("✕", isProblem: true)
    case .opened: TimelineMark("▣")
    case .quieted: TimelineMark("☾")
    case nil: TimelineMark()
    }
  }

  /// A server whose answers are in the transcript.
  ///
  /// A retry may be later than in the recorded app. Its answer is kept for it.
  @MainActor
  private final class Server: OrderServer {
    private var question: OrderQuestion?
    private var answers = ScheduledStream<Result<Order, SourceFailure>>()
    private var earlyAnswer: OrderAnswer?

    func receive(_ answer: OrderAnswer) {
      guard answer.question == question else {
        earlyAnswer = answer
        return
      }
      question = nil
      answers.send(answer.result)
    }

    @MainActor
    func answer(_ question: OrderQuestion) async throws -> Order {
      if let answer = earlyAnswer, answer.question == question {
        earlyAnswer = nil
        return try answer.result.get()
      }
      let answers = ScheduledStream<Result<Order, SourceFailure>>()
      (self.answers, self.question) = (answers, question)
      guard let answer = try await answers.next() else { throw CancellationError() }
      return try answer.get()
    }
  }
}

/// A generator of constant delays, by default the longest.
package struct FixedDelays: RandomNumberGenerator {
  private let value: UInt64

  /// Makes a generator of one value.
  package init(_ value: UInt64 = .max) {
    self.value = value
  }

  /// The value.
  package func next() -> UInt64 { value }
}

extension Calendar {
  /// The Gregorian calendar in GMT.
  package static var greenwich: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
