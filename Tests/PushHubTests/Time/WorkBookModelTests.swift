import Testing

@testable import PushHub

/// Every sequence of seven things that can happen to three pieces of work, against a plain array.
@Suite(.timeLimit(.minutes(5)))
struct WorkBookModelTests {
  private enum Step: Hashable {
    case begin
    case wait(Int)
    case resume(Int)
    case end(Int)
  }

  private enum Doing {
    case running, waiting, ended
  }

  private static let origin = WorkOrigin()

  private static func apply(_ step: Step, to model: inout [Doing]) {
    switch step {
    case .begin: model.append(.running)
    case .wait(let work): if model[work] != .ended { model[work] = .waiting }
    case .resume(let work): if model[work] == .waiting { model[work] = .running }
    case .end(let work): model[work] = .ended
    }
  }

  private static func apply(_ step: Step, to book: inout WorkBook, numbers: inout [Int]) {
    switch step {
    case .begin: numbers.append(book.begin(from: origin))
    case .wait(let work): book.wait(numbers[work], for: .outside)
    case .resume(let work): book.resume(numbers[work])
    case .end(let work): book.end(numbers[work])
    }
  }

  private static func isRight(_ book: WorkBook, _ numbers: [Int], _ model: [Doing]) -> Bool {
    book.runningCount == model.count { $0 == .running }
      && book.entries.count == model.count { $0 != .ended }
      && zip(numbers, model).allSatisfy { number, doing in
        switch doing {
        case .running: book.entries[number].map { $0.wait == nil } ?? false
        case .waiting: book.entries[number].map { $0.wait != nil } ?? false
        case .ended: book.entries[number] == nil
        }
      }
  }

  @Test func `every sequence of seven steps gives the counts of the model`() {
    var count = 0
    var wrong: [[Step]] = []
    func extend(_ steps: [Step], _ book: WorkBook, _ numbers: [Int], _ model: [Doing]) {
      count += 1
      guard Self.isRight(book, numbers, model) else { return wrong.append(steps) }
      guard steps.count < 7 else { return }
      let works = model.indices
      let next =
        (works.count < 3 ? [Step.begin] : [])
        + works.flatMap { [.wait($0), .resume($0), .end($0)] }
      for step in next {
        var (book, numbers, model) = (book, numbers, model)
        let changes = book.changeCount
        let entries = book.entries
        Self.apply(step, to: &book, numbers: &numbers)
        Self.apply(step, to: &model)
        if entries != book.entries, book.changeCount == changes { wrong.append(steps + [step]) }
        extend(steps + [step], book, numbers, model)
      }
    }
    extend([], WorkBook(), [], [])
    #expect(wrong.isEmpty)
    #expect(count > 40_000)
  }
}
