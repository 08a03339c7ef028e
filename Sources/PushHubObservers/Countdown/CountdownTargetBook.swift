/// Who is behind the numbers of bindings: targets, held weakly, and streams.
@MainActor
struct CountdownTargetBook {
  /// Whom to tell.
  enum Recipient {
    case target(any CountdownTarget)
    case stream(AsyncStream<CountdownState>.Continuation)
  }

  private struct Entry {
    weak var target: (any CountdownTarget)?

    /// The address of the target, at which there may be another after its death.
    let address: ObjectIdentifier

    /// What the target is bound to; `nil` if it is no cell, but watches.
    let id: CountdownID?
  }

  private var entries: [Int: Entry] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var streams: [Int: AsyncStream<CountdownState>.Continuation] = [:]
  private var lastNumber = 0
}

extension CountdownTargetBook {
  var cells: [(target: any CountdownTarget, id: CountdownID)] {
    entries.sorted { $0.key < $1.key }.compactMap { _, entry in
      guard let target = entry.target, let id = entry.id else { return nil }
      return (target, id)
    }
  }

  func recipient(_ number: Int) -> Recipient? {
    if let entry = entries[number] { return entry.target.map(Recipient.target) }
    return streams[number].map(Recipient.stream)
  }

  func id(of target: any CountdownTarget) -> CountdownID? {
    number(of: target).flatMap { entries[$0]?.id }
  }

  private func number(of target: any CountdownTarget) -> Int? {
    guard let number = numbers[ObjectIdentifier(target)], entries[number]?.target === target
    else { return nil }
    return number
  }

  /// Adds a target, and gives the number of its binding.
  mutating func add(_ target: any CountdownTarget, boundTo id: CountdownID?) -> Int {
    lastNumber += 1
    let address = ObjectIdentifier(target)
    entries[lastNumber] = Entry(target: target, address: address, id: id)
    if id != nil {
      numbers[address] = lastNumber
    }
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
    guard let entry = entries.removeValue(forKey: number) else { return }
    if numbers[entry.address] == number {
      numbers[entry.address] = nil
    }
  }

  /// The bindings of cells that have died.
  func takeDead() -> [Int] {
    entries.filter { $0.value.target == nil }.map(\.key).sorted()
  }

  nonisolated func finishStreams() {
    for stream in streams.values {
      stream.finish()
    }
  }
}
