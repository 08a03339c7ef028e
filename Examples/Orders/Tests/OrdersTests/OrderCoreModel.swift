import PushHub
import PushHubReplay

@testable import Orders

/// The orders as documented, read anew from the history after each step.
struct OrderCoreModel {
  enum Fact: Equatable {
    case account(AccountID?)
    case push(Order.ID, OrderStatus?)
    case reorder(Order.ID, ticket: Int)
    case asked(OrderQuestion)
    case answered(Order)
    case failed
  }

  struct Entry {
    let second: Int
    let fact: Fact
  }

  /// What was asked, and what became of reorders, by ticket.
  private(set) var asked: [OrderQuestion] = []
  private(set) var finished: [Int: Bool] = [:]
  private var history: [Entry] = []

  /// The history of the present account alone.
  private var life: ArraySlice<Entry> {
    let start = history.lastIndex { if case .account = $0.fact { true } else { false } }
    return history[(start ?? 0)...]
  }

  /// Whether anything was received, or the user has signed out.
  var isKnown: Bool { account == nil ? !history.isEmpty : !orders.isEmpty }

  var account: AccountID? {
    if case .account(let account) = life.first?.fact { account } else { nil }
  }
}

// MARK: - What the history says

extension OrderCoreModel {
  /// When a question without an answer is retried: after one second, and then after twice as long each time;
  /// at once after a push that asks something.
  var retry: Int? {
    let facts = life.map(\.fact)
    guard question == nil, let last = life.lastIndex(where: { $0.fact == .failed }) else {
      return nil
    }
    let isAnswered: (Fact) -> Bool = { if case .answered = $0 { true } else { false } }
    let failureCount = facts.reversed().prefix { !isAnswered($0) }.count { $0 == .failed }
    let isAsked = life[last...].contains { if case .push(_, nil) = $0.fact { true } else { false } }
    return failureCount == 0 || isAsked
      ? nil : history[last].second + min(1 << (failureCount - 1), 60)
  }

  /// The second at which a question is retried by itself.
  var retryOfWaiting: Int? { waiting == nil ? nil : retry }

  /// The question without an answer, and when it was asked.
  var question: (second: Int, question: OrderQuestion)? {
    for entry in life.reversed() {
      switch entry.fact {
      case .asked(let question): return (entry.second, question)
      case .answered, .failed: return nil
      case .account, .push, .reorder: continue
      }
    }
    return nil
  }

  /// The latest report of each order, in the order of the first reports.
  var orders: [Order] {
    var told: [Order] = []
    for (place, entry) in zip(life.indices, life) {
      switch entry.fact {
      case .push(let id, let status?): told.append(Order(id: id, status: status))
      case .answered(let order) where !isOutdated(order, at: place): told.append(order)
      default: continue
      }
    }
    var ids: [Order.ID] = []
    for order in told where !ids.contains(order.id) {
      ids.append(order.id)
    }
    return ids.compactMap { id in told.last { $0.id == id } }
  }

  /// Whether a push has reported more since the request of an answer.
  private func isOutdated(_ order: Order, at place: Int) -> Bool {
    let between = life[..<place].reversed().prefix {
      if case .asked = $0.fact { false } else { true }
    }
    return between.contains {
      if case .push(order.id, .some) = $0.fact { true } else { false }
    }
  }

  private var reorders: [(order: Order.ID, ticket: Int)] {
    life.compactMap {
      guard case .reorder(let id, let ticket) = $0.fact else { return nil }
      return (id, ticket)
    }
  }

  private var tickets: [Int] { reorders.map(\.ticket) }

  /// What is asked next: an order once more, or of the first push without an answer since.
  private var waiting: OrderQuestion? {
    let askedCount = life.count(where: \.fact.isReorderAsked)
    return askedCount < reorders.count ? .reorder(of: reorders[askedCount].order) : waitingStatus
  }

  private var waitingStatus: OrderQuestion? {
    for (place, entry) in zip(life.indices, life) {
      guard case .push(let id, nil) = entry.fact else { continue }
      let isSettled = zip(life[place...].indices, life[place...]).contains { place, entry in
        switch entry.fact {
        case .asked(.status(of: id)): !hasFailed(at: place)
        case .push(id, .some): true
        default: false
        }
      }
      if !isSettled { return .status(of: id) }
    }
    return nil
  }
}

extension OrderCoreModel {
  /// Whether a question had no answer.
  private func hasFailed(at place: Int) -> Bool {
    for entry in life[place...].dropFirst() {
      switch entry.fact {
      case .failed: return true
      case .answered, .asked: return false
      case .account, .push, .reorder: continue
      }
    }
    return false
  }
}

extension OrderCoreModel.Fact {
  fileprivate var isReorderAsked: Bool { if case .asked(.reorder) = self { true } else { false } }
}

// MARK: - What happens

extension OrderCoreModel {
  mutating func add(_ fact: Fact, at second: Int) {
    switch fact {
    case .account(let newAccount):
      guard newAccount != account else { return }
      for ticket in tickets where finished[ticket] == nil {
        finished[ticket] = false
      }
    case .reorder(_, let ticket):
      guard account != nil else {
        finished[ticket] = false
        return
      }
    case .push:
      guard account != nil else { return }
    case .answered, .failed:
      if question?.question.isReorder == true {
        finished[tickets[life.count(where: \.fact.isReorderAsked) - 1]] = fact != .failed
      }
    case .asked(let question):
      asked.append(question)
    }
    history.append(Entry(second: second, fact: fact))
    askNext(at: second)
  }

  private mutating func askNext(at second: Int) {
    guard account != nil, question == nil, let waiting else { return }
    if waiting.isReorder || (retry ?? second) <= second { add(.asked(waiting), at: second) }
  }

  /// Lets a question fail that has waited for ten seconds, and retries one when it is time.
  mutating func wait(until second: Int) {
    if let question, question.second + 10 <= second {
      add(.failed, at: second)
    } else {
      askNext(at: second)
    }
  }
}
