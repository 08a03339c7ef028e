import PushHubReplay
import Testing

@testable import PushHub

/// Every sequence of seven things that can happen to three pieces of work, against a plain array.
struct WorkBookModelTests {
  private struct World: CheckedWorld {
    enum Operation: Hashable {
      case begin
      case wait(Int)
      case resume(Int)
      case end(Int)
    }

    private enum Doing {
      case running, waiting, ended
    }

    private var book = WorkBook()
    private var numbers: [Int] = []
    private var model: [Doing] = []
    private var hasUntoldChange = false

    func allows(_ operation: Operation) -> Bool {
      switch operation {
      case .begin: model.count < 3
      case .wait(let work), .resume(let work), .end(let work): work < model.count
      }
    }

    mutating func perform(_ operation: Operation) {
      let before = (book.changeCount, book.entries)
      switch operation {
      case .begin:
        numbers.append(book.begin(from: WorkOrigin()))
        model.append(.running)
      case .wait(let work):
        book.wait(numbers[work], for: .outside)
        if model[work] != .ended { model[work] = .waiting }
      case .resume(let work):
        book.resume(numbers[work])
        if model[work] == .waiting { model[work] = .running }
      case .end(let work):
        book.end(numbers[work])
        model[work] = .ended
      }
      hasUntoldChange = before.1 != book.entries && before.0 == book.changeCount
    }

    var mistake: String? {
      if hasUntoldChange { return "The entries have changed, and the count has not." }
      return isRight ? nil : "The book has \(book.entries), the model \(model)."
    }

    private var isRight: Bool {
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
  }

  @Test func `every sequence of seven steps gives the counts of the model`() throws {
    let works = (0..<3).flatMap { [World.Operation.wait($0), .resume($0), .end($0)] }
    let count = try EverySequence(of: [.begin] + works, upTo: 7).check(World())
    #expect(count > 40_000)
  }
}
