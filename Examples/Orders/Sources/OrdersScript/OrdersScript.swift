package import Foundation
import Orders
package import PushHub
package import PushHubRecorder
package import PushHubReplay

/// The orders, with a server that answers when the transcript does.
@MainActor
package final class OrdersScript: FeatureScript {
  package let name = "orders"
  package let title = "Orders"
  package let vocabulary: [any FeatureRecord.Type] = [OrderAnswer.self]

  private let calendar: Calendar
  private var orders: Orders?
  private var server: Server?

  /// Makes a script.
  ///
  /// - Parameter calendar: Tells when it is night; by default in Greenwich.
  package init(calendar: Calendar = .greenwich) {
    self.calendar = calendar
  }

  package func plugin(on stage: Stage) -> any PushPlugin {
    let server = Server(stage: stage)
    let orders = Orders(server: server, quietHours: QuietHours(calendar: calendar))
    orders.log = { stage.tell($0) }
    self.server = server
    self.orders = orders
    return orders
  }

  package func apply(_ record: any FeatureRecord) {
    if let answer = record as? OrderAnswer {
      server?.take(answer)
    }
  }

  /// A server that answers what it was asked when the transcript tells the answer.
  @MainActor
  private final class Server: OrderServer {
    private let stage: Stage
    private(set) var question: OrderQuestion?
    private var answers = ScheduledStream<Result<Order, OrderFailure>>()

    init(stage: Stage) {
      self.stage = stage
    }

    func take(_ answer: OrderAnswer) {
      guard answer.question == question else { return }
      answers.send(answer.result)
    }

    @MainActor
    func answer(_ question: OrderQuestion) async throws -> Order {
      let answers = ScheduledStream<Result<Order, OrderFailure>>()
      self.answers = answers
      self.question = question
      let answer = try await answers.next()
      if answers === self.answers {
        self.question = nil
        stage.trace(.ends(.question))
      }
      guard let answer else { throw CancellationError() }
      return try answer.get()
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

// MARK: - What is true

extension OrdersScript {
  package func facts(on stage: Stage) -> [any FeatureFact] {
    guard let orders else { return [] }
    let state = orders.state
    let question = orders.question.map {
      OrderFact.question($0.asked, deadline: stage.time(of: $0.deadline))
    }
    return [OrderFact.underWay(state.isKnown ? state.underWayCount : nil)]
      + state.orders.map { OrderFact.order($0) }
      + (question.map { [$0] } ?? [])
  }
}

// MARK: - On the timeline

extension OrdersScript {
  package func appearance(of record: any FeatureRecord) -> RecordAppearance {
    (record as? OrderAnswer).map { RecordAppearance(words: $0.words, look: $0.look) }
      ?? RecordAppearance(words: "")
  }

  package func origins(of record: any FeatureRecord) -> [Topic] {
    let question = (record as? OrderAnswer)?.question
    return question == server?.question ? [.question] : []
  }

  package func isConcerned(with event: HubEvent) -> Bool {
    switch event {
    case .received, .opened: true
    case .duplicate, .token, .tokenError, .issue: false
    }
  }

  package func reasonForNothing(after input: TranscriptInput) -> String? {
    guard let answer = input.record(as: OrderAnswer.self) else { return nil }
    return answer.question == server?.question
      ? "It is what is shown already, or a push has told more since."
      : "Nobody waits for this answer."
  }

  package func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so no order is followed." } ?? "no push was about an order."
  }
}

extension OrderAnswer {
  fileprivate var look: MarkLook {
    switch result {
    case .success: MarkLook("◇")
    case .failure: MarkLook("✕", isProblem: true)
    }
  }

  fileprivate var words: String {
    switch (question, result) {
    case (.status(let order), .failure(let failure)):
      "the server does not say how \(order) stands: \(failure)"
    case (.reorder(let order), .failure(let failure)):
      "the server does not take \(order) again: \(failure)"
    case (.status, .success(let order)): "the server says that \(order.words)"
    case (.reorder(let old), .success(let order)):
      "the server takes \(old) again: \(order.words)"
    }
  }
}
