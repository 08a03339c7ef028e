/// Which targets show which models, in the order in which they were bound.
///
/// Each binding carries what a tick has to know, so that a tick costs the bindings, whatever the
/// number of models. What happens to a model costs its own bindings, whatever the number of others.
struct CountdownBindings {
  /// A model's name among all lists.
  struct Key: Hashable {
    let list: Int
    let id: CountdownID
  }

  /// A target, known by the number of its binding.
  struct Binding {
    /// The numbers grow in the order of binding.
    let number: Int

    let key: Key

    /// Whether it counts towards the maximum, and may have to go.
    let isEvictable: Bool

    /// The model, once one is registered.
    var model: CountdownModels.Model?

    /// Whether the target is cut off, and only its place is left.
    var isGone = false

    /// Whether the model has time left, so that ticks are told.
    var isTicking: Bool { model.map { !$0.isExpired } ?? false }

    /// What the target is told at a time.
    func telling(at reading: CountdownClock.Reading) -> CountdownTelling? {
      model.map { model in
        CountdownTelling(
          number: number,
          list: key.list,
          serial: model.serial,
          state: CountdownState(
            id: key.id,
            remaining: model.remaining(at: reading),
            isExpired: model.isExpired
          )
        )
      }
    }
  }

  /// Where targets are cut off, places are left until they are the majority.
  private var bindings: [Binding] = []
  private var goneCount = 0

  /// The bindings of each model, registered or not, in their order.
  private var numbers: [Key: [Int]] = [:]

  private var tickingCount = 0

  /// How many targets count towards the maximum.
  private(set) var evictableCount = 0

  /// Before this place there is none of them.
  private var firstEvictable = 0
}

/// What a target is to be told.
struct CountdownTelling: Equatable {
  /// The binding.
  let number: Int

  /// The list of the model.
  let list: Int

  /// The model's serial number.
  let serial: UInt64

  let state: CountdownState
}

// MARK: - Reading

extension CountdownBindings {
  var isTicking: Bool { tickingCount > 0 }

  /// Whether a target is bound to a model, registered or not.
  func isBound(_ key: Key) -> Bool {
    !numbers.isEmpty && numbers[key] != nil
  }

  subscript(number: Int) -> Binding? {
    index(of: number).map { bindings[$0] }
  }

  /// Complexity: O(log n).
  private func index(of number: Int) -> Int? {
    var bounds = 0..<bindings.count
    while !bounds.isEmpty {
      let middle = bounds.lowerBound + bounds.count / 2
      switch bindings[middle].number {
      case number: return bindings[middle].isGone ? nil : middle
      case ..<number: bounds = middle + 1..<bounds.upperBound
      default: bounds = bounds.lowerBound..<middle
      }
    }
    return nil
  }

  /// What is told with a tick.
  func ticks(at reading: CountdownClock.Reading) -> [CountdownTelling] {
    var tellings: [CountdownTelling] = []
    tellings.reserveCapacity(tickingCount)
    for binding in bindings where binding.isTicking {
      if let telling = binding.telling(at: reading) {
        tellings.append(telling)
      }
    }
    return tellings
  }
}

// MARK: - Changing

extension CountdownBindings {
  mutating func append(_ binding: Binding) {
    bindings.append(binding)
    numbers[binding.key, default: []].append(binding.number)
    count(binding, 1)
  }

  @discardableResult
  mutating func remove(_ number: Int) -> Binding? {
    guard let index = index(of: number) else { return nil }
    let binding = bindings[index]
    bindings[index].isGone = true
    bindings[index].model = nil
    goneCount += 1
    count(binding, -1)
    forget(binding)
    if goneCount > 32, 2 * goneCount > bindings.count {
      bindings.removeAll(where: \.isGone)
      goneCount = 0
      firstEvictable = 0
    }
    return binding
  }

  private mutating func forget(_ binding: Binding) {
    guard var own = numbers.removeValue(forKey: binding.key), own.count > 1 else { return }
    var bounds = 0..<own.count
    while bounds.count > 1 {
      let middle = bounds.lowerBound + bounds.count / 2
      bounds =
        own[middle] <= binding.number
        ? middle..<bounds.upperBound : bounds.lowerBound..<middle
    }
    own.remove(at: bounds.lowerBound)
    numbers[binding.key] = own
  }

  private mutating func count(_ binding: Binding, _ difference: Int) {
    tickingCount += binding.isTicking ? difference : 0
    evictableCount += binding.isEvictable ? difference : 0
  }

  /// Takes out the least recently bound while there are more than may be.
  mutating func evict(downTo maximum: Int) -> [Binding] {
    var evicted: [Binding] = []
    while evictableCount > maximum {
      let binding = bindings[firstEvictable]
      if binding.isEvictable, !binding.isGone {
        evicted.append(binding)
        remove(binding.number)
      } else {
        firstEvictable += 1
      }
    }
    return evicted
  }

  /// Gives a new or moved model to its bindings.
  ///
  /// - Returns: Those bindings, in their order.
  mutating func connect(_ model: CountdownModels.Model, in list: Int) -> [Binding] {
    guard !numbers.isEmpty else { return [] }
    return update(Key(list: list, id: model.id)) { $0.model = model }
  }

  /// Marks the model of bindings as expired.
  mutating func expire(_ key: Key) -> [Binding] {
    update(key) { $0.model?.isExpired = true }
  }

  /// Lets bindings wait for another model of the same id.
  ///
  /// - Returns: Those bindings, in their order.
  mutating func disconnect(_ key: Key) -> [Binding] {
    update(key) { $0.model = nil }
  }

  private mutating func update(_ key: Key, _ change: (inout Binding) -> Void) -> [Binding] {
    var changed: [Binding] = []
    for index in (numbers[key] ?? []).compactMap(index) {
      let before = bindings[index].isTicking
      change(&bindings[index])
      tickingCount += (bindings[index].isTicking ? 1 : 0) - (before ? 1 : 0)
      changed.append(bindings[index])
    }
    return changed
  }
}
