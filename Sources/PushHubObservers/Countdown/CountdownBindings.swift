/// Which targets show which models, in the order in which they were bound.
///
/// Each binding carries what a tick has to know, so that a tick costs the bindings, whatever the
/// number of models.
struct CountdownBindings {
  /// A target, known by the number of its binding.
  struct Binding {
    /// The numbers grow in the order of binding.
    let number: Int

    let id: CountdownID

    /// Whether it counts towards the maximum, and may have to go.
    let isEvictable: Bool

    /// The model, once one is registered.
    var model: CountdownModels.Model?

    /// Whether the model has time left, so that ticks are told.
    var isTicking: Bool { model.map { !$0.isExpired } ?? false }

    /// What the target is told at a time.
    func telling(at reading: CountdownClock.Reading) -> CountdownTelling? {
      model.map { model in
        CountdownTelling(
          number: number,
          serial: model.serial,
          state: CountdownState(
            id: id,
            remaining: model.remaining(at: reading),
            isExpired: model.isExpired
          )
        )
      }
    }
  }

  private var bindings: [Binding] = []

  /// How many bindings wait for a model of an id.
  private var waiting: [CountdownID: Int] = [:]
}

/// What a target is to be told.
struct CountdownTelling: Equatable {
  /// The binding.
  let number: Int

  /// The model's serial number.
  let serial: UInt64

  let state: CountdownState
}

// MARK: - Reading

extension CountdownBindings {
  var isTicking: Bool { bindings.contains(where: \.isTicking) }

  /// Whether a target is bound to an id of which no model is registered.
  func awaits(_ id: CountdownID) -> Bool {
    !waiting.isEmpty && waiting[id] != nil
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
      case number: return middle
      case ..<number: bounds = middle + 1..<bounds.upperBound
      default: bounds = bounds.lowerBound..<middle
      }
    }
    return nil
  }

  /// What is told with a tick.
  func ticks(at reading: CountdownClock.Reading) -> [CountdownTelling] {
    var tellings: [CountdownTelling] = []
    tellings.reserveCapacity(bindings.count)
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
    if binding.model == nil {
      waiting[binding.id, default: 0] += 1
    }
  }

  @discardableResult
  mutating func remove(_ number: Int) -> Binding? {
    guard let index = index(of: number) else { return nil }
    let binding = bindings.remove(at: index)
    if binding.model == nil {
      stopWaiting(for: binding.id)
    }
    return binding
  }

  /// Takes out the least recently bound while there are more than may be.
  mutating func evict(downTo maximum: Int) -> [Binding] {
    let surplus = bindings.count(where: \.isEvictable) - maximum
    guard surplus > 0 else { return [] }
    return bindings.filter(\.isEvictable).prefix(surplus).compactMap { remove($0.number) }
  }

  /// Gives a new model to the bindings that waited for it.
  ///
  /// - Returns: Those bindings, in their order.
  mutating func connect(_ model: CountdownModels.Model) -> [Binding] {
    guard awaits(model.id), waiting.removeValue(forKey: model.id) != nil else { return [] }
    return update(model.id) { $0.model = model }
  }

  /// Marks the model of bindings as expired.
  mutating func expire(_ id: CountdownID) -> [Binding] {
    update(id) { $0.model?.isExpired = true }
  }

  /// Lets bindings wait for another model of the same id.
  mutating func disconnect(_ id: CountdownID) {
    let count = update(id) { $0.model = nil }.count
    waiting[id] = count == 0 ? nil : count
  }

  /// Lets all bindings wait for models.
  mutating func disconnectAll() {
    waiting = [:]
    for index in bindings.indices {
      bindings[index].model = nil
      waiting[bindings[index].id, default: 0] += 1
    }
  }

  private mutating func update(
    _ id: CountdownID,
    _ change: (inout Binding) -> Void
  ) -> [Binding] {
    var changed: [Binding] = []
    for index in bindings.indices where bindings[index].id == id {
      change(&bindings[index])
      changed.append(bindings[index])
    }
    return changed
  }

  private mutating func stopWaiting(for id: CountdownID) {
    guard let count = waiting[id] else { return }
    waiting[id] = count == 1 ? nil : count - 1
  }
}
