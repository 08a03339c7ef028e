import Foundation

/// A completion handler as the system hands it out: once and on the main thread, or the process ends.
public final class HostileHandler<Answer> {
  private let name: String
  private let accept: (Answer) -> Void
  private var isAnswered = false

  public init(_ name: String, accept: @escaping (Answer) -> Void) {
    self.name = name
    self.accept = accept
  }

  public func callAsFunction(_ answer: Answer) {
    dispatchPrecondition(condition: .onQueue(.main))
    precondition(!isAnswered, "The completion handler of \(name) was called twice.")
    isAnswered = true
    accept(answer)
  }

  deinit {
    precondition(isAnswered, "The completion handler of \(name) was never called.")
  }
}
