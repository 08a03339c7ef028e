package import Foundation
public import Orders
package import PushHub
import PushHubRecorder
public import PushHubReplay

/// The orders, with a server that answers when the transcript does.
@MainActor
package final class OrdersScript: FeatureScript {
  package let name = "orders"
  package let title = "Orders"
  package let vocabulary: [any FeatureRecord.Type] = [OrderAnswer.self]

  private let calendar: Calendar
  private let server = Server()

  /// Makes a script.
  ///
  /// - Parameter calendar: Tells when it is night; by default in Greenwich.
  package init(calendar: Calendar = .greenwich) {
    self.calendar = calendar
  }

  package func plugin(on stage: Stage) -> any PushPlugin {
    Orders(server: server, quietHours: QuietHours(calendar: calendar))
  }

  package func apply(_ record: any FeatureRecord) {
    guard let answer = record as? OrderAnswer, answer.question == server.question else { return }
    server.answers.send(answer.result)
  }

  /// A server that answers what it was asked when the transcript tells the answer.
  @MainActor
  private final class Server: OrderServer {
    private(set) var question: OrderQuestion?
    private(set) var answers = ScheduledStream<Result<Order, OrderFailure>>()

    @MainActor
    func answer(_ question: OrderQuestion) async throws -> Order {
      let answers = ScheduledStream<Result<Order, OrderFailure>>()
      (self.answers, self.question) = (answers, question)
      guard let answer = try await answers.next() else { throw CancellationError() }
      return try answer.get()
    }
  }
}

extension OrderEvent: TimelineEvent {
  /// A sign for each.
  public var mark: TimelineMark {
    switch self {
    case .asked(let question):
      TimelineMark(question.isReorder ? "↻" : "?", label: question.order)
    case .changed(let order, _):
      TimelineMark(order.status.isUnderWay ? "◐" : "✓", label: order.id)
    case .failed: TimelineMark("✕", isProblem: true)
    case .opened: TimelineMark("▣")
    case .quieted: TimelineMark("☾")
    }
  }
}

extension Calendar {
  /// The calendar of those who have no other: Gregorian, in Greenwich.
  package static var greenwich: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
