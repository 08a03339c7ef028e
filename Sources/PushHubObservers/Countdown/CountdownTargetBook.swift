/// Who is behind the numbers of bindings: targets, held weakly, and streams.
@MainActor
struct CountdownTargetBook {
  /// Whom to tell.
  enum Recipient {
    case target(any CountdownTarget)
    case stream(AsyncStream<CountdownState>.Continuation)
  }

  private struct Cell {
    weak var target: (any CountdownTarget)?

    /// The address of the target, at which there may be another after its death.
    let address: ObjectIdentifier

    /// What the target is bound to.
    let id: CountdownID
  }

  private struct Watcher {
    weak var target: (any CountdownTarget)?
  }

  private var cellsByNumber: [Int: Cell] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var watchers: [Int: Watcher] = [:]
  private var streams: [Int: AsyncStream<CountdownState>.Continuation] = [:]
  private var lastNumber = 0

  /// How many targets there are when the dead ones are looked for next.
  private var nextSearch = leastSearch
  private static let leastSearch = 16
}

extension CountdownTargetBook {
  var cells: [(target: any CountdownTarget, id: CountdownID)] {
    cellsByNumber.sorted { $0.key < $1.key }.compactMap { _, cell in
      cell.target.map { ($0, cell.id) }
    }
  }

  func recipient(_ number: Int) -> Recipient? {
    if let cell = cellsByNumber[number] { return cell.target.map(Recipient.target) }
    if let watcher = watchers[number] { return watcher.target.map(Recipient.target) }
    return streams[number].map(Recipient.stream)
  }

  func id(of target: any CountdownTarget) -> CountdownID? {
    number(of: target).flatMap { cellsByNumber[$0]?.id }
  }

  private func number(of target: any CountdownTarget) -> Int? {
    guard let number = numbers[ObjectIdentifier(target)],
      cellsByNumber[number]?.target === target
    else { return nil }
    return number
  }

  /// Adds a target, and gives the number of its binding.
  mutating func add(_ target: any CountdownTarget, boundTo id: CountdownID) -> Int {
    lastNumber += 1
    let address = ObjectIdentifier(target)
    cellsByNumber[lastNumber] = Cell(target: target, address: address, id: id)
    numbers[address] = lastNumber
    return lastNumber
  }

  /// Adds a target that is no cell, but watches.
  mutating func add(watching target: any CountdownTarget) -> Int {
    lastNumber += 1
    watchers[lastNumber] = Watcher(target: target)
    return lastNumber
  }

  mutating func add(_ stream: AsyncStream<CountdownState>.Continuation) -> Int {
    lastNumber += 1
    streams[lastNumber] = stream
    return lastNumber
  }

  mutating func remove(_ target: any CountdownTarget) -> Int? {
    guard let number = number(of: target) else { return nil }
    forget(number)
    return number
  }

  mutating func forget(_ number: Int) {
    streams[number] = nil
    watchers[number] = nil
    guard let cell = cellsByNumber.removeValue(forKey: number) else { return }
    if numbers[cell.address] == number {
      numbers[cell.address] = nil
    }
  }

  /// Forgets targets that have died: now and then, or if a cell would have to go for another.
  ///
  /// So there are never many more dead ones than living ones, and looking for them costs a target no
  /// more than a constant time.
  ///
  /// - Returns: The numbers of their bindings.
  mutating func takeDead(cellsAreFull: Bool) -> [Int] {
    var dead: [Int] = []
    let isTime = cellsByNumber.count + watchers.count >= nextSearch
    if isTime || cellsAreFull {
      dead += cellsByNumber.filter { $0.value.target == nil }.map(\.key)
    }
    if isTime {
      dead += watchers.filter { $0.value.target == nil }.map(\.key)
    }
    for number in dead {
      forget(number)
    }
    if isTime {
      nextSearch = max(Self.leastSearch, 2 * (cellsByNumber.count + watchers.count))
    }
    return dead.sorted()
  }

  nonisolated func finishStreams() {
    for stream in streams.values {
      stream.finish()
    }
  }
}
