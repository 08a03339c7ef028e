import PushHub

/// What is tried in every order: its jobs, and what happens beside them.
@MainActor
final class Stage {
  private struct Occurrence {
    let number: Int
    let name: String
    let happen: @MainActor () -> Void
  }

  /// Something that happens, and what it is called.
  typealias Step = (name: String, happen: @MainActor () -> Void)

  /// What was wrong.
  private(set) var mistakes: [String] = []

  private let schedule: Schedule
  private let isAloud: Bool
  private var occurrences: [Occurrence] = []
  private var lastOccurrence = 0
  private var idlers: [CheckedContinuation<Void, Never>] = []
  private var invariants: [@MainActor () -> Void] = []
  private var verdicts: [@MainActor () -> Void] = []

  /// Whether what can be canceled takes notice of it.
  private let heedsCancellation: Bool

  init(_ schedule: Schedule, heedsCancellation: Bool, isAloud: Bool) {
    self.schedule = schedule
    self.heedsCancellation = heedsCancellation
    self.isAloud = isAloud
  }

  /// Whether a caller waits until no job is left.
  var isFinishing: Bool { !idlers.isEmpty }
}

// MARK: - What happens

extension Stage {
  /// Lets something happen at any moment, which work is not waited for.
  ///
  /// - Returns: What takes it back.
  @discardableResult
  func atAnyMoment(_ name: String, _ happen: @escaping @MainActor () -> Void) -> Int {
    lastOccurrence += 1
    occurrences.append(Occurrence(number: lastOccurrence, name: name, happen: happen))
    return lastOccurrence
  }

  /// Lets several things happen, each at any moment after the one before.
  func inOrder(_ steps: [Step]) {
    guard let first = steps.first else { return }
    atAnyMoment(first.name) {
      first.happen()
      self.inOrder(Array(steps.dropFirst()))
    }
  }

  func takeBack(_ occurrence: Int) {
    occurrences.removeAll { $0.number == occurrence }
  }

  /// Suspends the calling task until any later moment, whether it is canceled or not.
  func moment(_ name: String) async {
    await withCheckedContinuation { continuation in
      atAnyMoment(name) { continuation.resume() }
    }
  }

  /// Suspends the calling task until any later moment, or until it is canceled.
  func momentUnlessCancelled(_ name: String) async throws {
    let coming = ScheduledCondition()
    var hasCome = false
    let occurrence = atAnyMoment(name) {
      hasCome = true
      coming.signalAll()
    }
    defer { takeBack(occurrence) }
    while !hasCome {
      try await coming.wait()
    }
  }

  /// Suspends the calling task until any later moment, which a cancellation may bring forward.
  func cancelableMoment(_ name: String) async throws {
    if heedsCancellation {
      try await momentUnlessCancelled(name)
    } else {
      await moment(name)
    }
  }

  /// Decides something else than an order: which of several things is the case.
  func decide(among width: Int) -> Int {
    schedule.choose(among: width)
  }

  /// Runs a test's own steps, which start and settle work.
  func test(_ steps: @escaping @MainActor () async -> Void) {
    Task { await steps() }
  }
}

// MARK: - What must be true

extension Stage {
  func expect(_ isRight: Bool, _ mistake: @autoclosure () -> String) {
    guard !isRight else { return }
    mistakes.append(mistake())
  }

  /// To be called right after settling: lets all jobs that are left run, and checks that they do
  /// nothing.
  func expectSettled(_ moment: String, _ whatWasDone: () -> String) async {
    let before = whatWasDone()
    await withCheckedContinuation { idlers.append($0) }
    let after = whatWasDone()
    expect(before == after, "\(moment): \(before) became \(after)")
  }

  /// Adds an invariant that must hold after each step.
  func always(_ invariant: @escaping @MainActor () -> Void) {
    invariants.append(invariant)
  }

  /// Adds a condition that must hold when no job is left.
  func atTheEnd(_ verdict: @escaping @MainActor () -> Void) {
    verdicts.append(verdict)
  }

  /// Prints what happens, in a run that is repeated.
  func note(_ text: @autoclosure () -> String) {
    if isAloud { print(text()) }
  }
}

// MARK: - For who tries the orders

extension Stage {
  var occurrenceCount: Int { occurrences.count }

  func happen(at index: Int) {
    let occurrence = occurrences.remove(at: index)
    note(occurrence.name)
    occurrence.happen()
  }

  func noteThatNoJobIsLeft() {
    let finished = idlers
    idlers = []
    for idler in finished {
      idler.resume()
    }
  }

  func check() {
    guard mistakes.isEmpty else { return }
    for invariant in invariants {
      invariant()
    }
  }

  /// Releases everything, which may hold the stage.
  func clear() {
    occurrences = []
    invariants = []
    verdicts = []
  }

  func end() {
    check()
    for verdict in verdicts {
      verdict()
    }
  }
}
