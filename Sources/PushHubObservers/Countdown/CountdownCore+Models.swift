import PushHub

// MARK: - Models

extension CountdownCore {
  /// What there is to show of a model.
  func state(of id: CountdownID, at now: ContinuousClock.Instant) -> CountdownState? {
    models[id].map { model in
      CountdownState(
        id: id,
        remaining: model.remaining(at: clock.reading(at: now.referenceTime)),
        isExpired: model.isExpired
      )
    }
  }

  mutating func add(
    _ item: CountdownItem,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let reading = clock.reading(at: now)
    if let model = models.add(item, in: clock, at: reading) {
      tellNew(model, at: reading, &effects)
    }
  }

  mutating func addAll(
    _ items: [CountdownItem],
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let reading = clock.reading(at: now)
    let notable = models.add(items, in: clock, at: reading, where: bindings.awaits)
    for model in notable {
      tellNew(model, at: reading, &effects)
    }
  }

  /// Tells targets that waited for a model of a new one, or its end if it has no time left.
  private mutating func tellNew(
    _ model: CountdownModels.Model,
    at reading: CountdownClock.Reading,
    _ effects: inout [CountdownEffect]
  ) {
    let shown = bindings.connect(model)
    if !shown.isEmpty {
      models.noteShown(model.id)
    }
    if model.isExpired {
      tellEnd(of: model, to: shown, isLate: false, at: reading, &effects)
      return
    }
    for telling in shown.compactMap({ $0.telling(at: reading) }) {
      effects.append(.show(telling))
    }
    if !shown.isEmpty {
      updateTick(at: reading)
    }
  }

  mutating func replace(
    with items: [CountdownItem],
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let staying = Set(items.map(\.id))
    for id in models.ids where !staying.contains(id) {
      remove(id, at: now)
    }
    addAll(items, at: now, &effects)
  }

  mutating func remove(_ id: CountdownID, at now: Duration) {
    guard let model = models.remove(id), model.wasShown else { return }
    bindings.disconnect(id)
    updateTick(at: clock.reading(at: now))
  }

  mutating func removeAll(at now: Duration) {
    models.removeAll()
    bindings.disconnectAll()
    updateTick(at: clock.reading(at: now))
  }

  /// Tells the end of a model, which is marked as expired, to the targets that show it.
  mutating func tellEnd(
    of model: CountdownModels.Model,
    to shown: [CountdownBindings.Binding]? = nil,
    isLate: Bool,
    at reading: CountdownClock.Reading,
    _ effects: inout [CountdownEffect]
  ) {
    let shown = shown ?? (model.wasShown ? bindings.expire(model.id) : [])
    effects.append(.end(model.id, isLate: isLate, shown.compactMap { $0.telling(at: reading) }))
  }
}

// MARK: - Targets

extension CountdownCore {
  mutating func bind(
    _ number: Int,
    to id: CountdownID,
    isEvictable: Bool,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let reading = clock.reading(at: now)
    let binding = CountdownBindings.Binding(
      number: number,
      id: id,
      isEvictable: isEvictable,
      model: models[id]
    )
    bindings.append(binding)
    models.noteShown(id)
    for evicted in bindings.evict(downTo: maximumTargets) {
      effects.append(.evict(number: evicted.number, evicted.id))
    }
    if let telling = binding.telling(at: reading) {
      effects.append(.show(telling))
    }
    updateTick(at: reading)
  }

  mutating func unbind(_ number: Int, at now: Duration) {
    bindings.remove(number)
    updateTick(at: clock.reading(at: now))
  }

  /// Whether what was to be told of a model still concerns the target.
  func concerns(_ telling: CountdownTelling) -> Bool {
    bindings[telling.number]?.model?.serial == telling.serial
  }
}
