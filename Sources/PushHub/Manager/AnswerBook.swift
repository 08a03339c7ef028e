/// Keeps the user's answers until a responder has handled them, bounded in number and age, and
/// decides who is asked next.
///
/// A responder is known by its number among all that were ever added, so that one which is removed
/// and added again is asked again.
struct AnswerBook {
  /// Names an answer; later ones have higher numbers.
  typealias Number = Int

  /// Names a responder, as long as it stays attached.
  typealias Responder = Int

  struct Answer {
    let number: Number
    let push: Push
    let response: PushResponse
    let arrival: ContinuousClock.Instant
    fileprivate(set) var account: AccountID?
    fileprivate var asked: Set<Responder> = []

    /// How many responders were asked.
    var responderCount: Int { asked.count }

    /// Who has it in hand.
    fileprivate(set) var current: Responder?

    /// Whether everybody has been asked, once at least.
    fileprivate(set) var isUnhandled = false
  }

  private let capacity: Int
  private let maximumAge: Duration
  private var answers: [Answer] = []
  private var lastNumber = 0

  init(capacity: Int, maximumAge: Duration) {
    self.capacity = max(1, capacity)
    self.maximumAge = max(.zero, maximumAge)
  }
}

// MARK: - What is kept

extension AnswerBook {
  subscript(number: Number) -> Answer? { answers.first { $0.number == number } }

  /// How many answers nobody has handled.
  var count: Int { answers.count }

  /// The answers that nobody has in hand, oldest first.
  var waiting: [Number] { answers.filter { $0.current == nil }.map(\.number) }

  /// When the oldest answer that nobody has in hand becomes too old.
  var nextExpiry: ContinuousClock.Instant? {
    answers.first { $0.current == nil }.map { $0.arrival + maximumAge }
  }

  /// Takes an answer in.
  ///
  /// - Returns: Its number, and the answer that had to go for it.
  mutating func take(
    _ response: PushResponse,
    to push: Push,
    account: AccountID?,
    at now: ContinuousClock.Instant
  ) -> (number: Number, displaced: Answer?) {
    // One that somebody has in hand is not lost yet.
    let oldest = answers.firstIndex { $0.current == nil } ?? 0
    let displaced = answers.count == capacity ? answers.remove(at: oldest) : nil
    lastNumber += 1
    let answer = Answer(
      number: lastNumber,
      push: push,
      response: response,
      arrival: now,
      account: account
    )
    answers.append(answer)
    return (lastNumber, displaced)
  }

  /// Lets go of what nobody has in hand and is too old.
  mutating func expire(at now: ContinuousClock.Instant) -> [Answer] {
    letGo { [maximumAge] in $0.current == nil && now - $0.arrival >= maximumAge }
  }

  /// Notes that the account has changed: what waits of the former one goes.
  ///
  /// What somebody has in hand goes when that one declines.
  mutating func change(from former: AccountID?, to account: AccountID?) -> [Answer] {
    guard let former else {
      adopt(by: account)
      return []
    }
    return letGo { $0.account == former && $0.current == nil }
  }

  /// Lets go of an answer.
  mutating func letGo(_ number: Number) {
    answers.removeAll { $0.number == number }
  }

  /// What came before anybody was known to be signed in belongs to the first who is.
  private mutating func adopt(by account: AccountID?) {
    for index in answers.indices where answers[index].account == nil {
      answers[index].account = account
    }
  }

  private mutating func letGo(_ isToGo: (Answer) -> Bool) -> [Answer] {
    let gone = answers.filter(isToGo)
    answers.removeAll(where: isToGo)
    return gone
  }
}

// MARK: - Asking

extension AnswerBook {
  /// Gives an answer into the hands of the first responder that has not been asked yet.
  ///
  /// - Parameters:
  ///   - number: Which answer.
  ///   - responders: Who is attached, in order.
  /// - Returns: Who is to be asked; `nil` if the answer is gone or in somebody's hands, or if
  ///   everybody has been asked.
  mutating func nextResponder(for number: Number, among responders: [Responder]) -> Responder? {
    guard let index = index(of: number), answers[index].current == nil else { return nil }
    let next = responders.first { !answers[index].asked.contains($0) }
    if let next {
      answers[index].asked.insert(next)
      answers[index].current = next
    }
    return next
  }

  /// Takes a responder's word.
  ///
  /// One who handles an answer has handled it, also when its time was up meanwhile.
  ///
  /// - Returns: Whether the next is to be asked.
  mutating func accept(isHandled: Bool, from responder: Responder, for number: Number) -> Bool {
    guard let index = index(of: number) else { return false }
    if isHandled {
      answers.remove(at: index)
      return false
    }
    return answers[index].current == responder && takeBack(number)
  }

  /// Takes an answer out of the hands that it is in.
  ///
  /// - Returns: Whether it was in any.
  mutating func takeBack(_ number: Number) -> Bool {
    guard let index = index(of: number), answers[index].current != nil else { return false }
    answers[index].current = nil
    return true
  }

  /// Notes that everybody has been asked.
  ///
  /// - Returns: Whether that is so for the first time.
  mutating func setUnhandled(_ number: Number) -> Bool {
    guard let index = index(of: number), !answers[index].isUnhandled else { return false }
    answers[index].isUnhandled = true
    return true
  }

  private func index(of number: Number) -> Int? {
    answers.firstIndex { $0.number == number }
  }
}
