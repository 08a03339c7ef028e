import PushHub

/// What is tried in every order: its jobs, and what happens beside them.
@MainActor
final class Stage {
  /// What was wrong.
  private(set) var mistakes: [String] = []

  /// What may still happen beside the jobs, each thing once.
  private(set) var occurrences: [@MainActor () -> Void] = []

  private var idlers: [CheckedContinuation<Void, Never>] = []
  private var verdicts: [@MainActor () -> Void] = []

  /// Whether somebody waits until no job is left.
  var isFinishing: Bool { !idlers.isEmpty }

  /// Lets something happen at any moment, which work is not waited for.
  func atAnyMoment(_ happen: @escaping @MainActor () -> Void) {
    occurrences.append(happen)
  }

  /// Runs a test's own steps, which start and settle work.
  func test(_ steps: @escaping @MainActor () async -> Void) {
    Task { await steps() }
  }

  /// To be called right after settling: lets all jobs that are left run, and checks that they do
  /// nothing.
  func expectSettled(_ moment: String, _ whatWasDone: () -> String) async {
    let before = whatWasDone()
    await withCheckedContinuation { idlers.append($0) }
    let after = whatWasDone()
    expect(before == after, "\(moment): \(before) became \(after)")
  }

  func expect(_ isRight: Bool, _ mistake: @autoclosure () -> String) {
    guard !isRight else { return }
    mistakes.append(mistake())
  }

  /// Says what is to be true when nothing is left to happen.
  func atTheEnd(_ verdict: @escaping @MainActor () -> Void) {
    verdicts.append(verdict)
  }
}

// MARK: - For who tries the orders

extension Stage {
  func happen(at index: Int) {
    occurrences.remove(at: index)()
  }

  func noteThatNoJobIsLeft() {
    let finished = idlers
    idlers = []
    for idler in finished {
      idler.resume()
    }
  }

  func end() {
    for verdict in verdicts {
      verdict()
    }
  }
}
