import PushHub

// MARK: - Models

extension CountdownCore {
  /// What there is to show of a model.
  func state(of id: CountdownID, in list: Int, at now: ContinuousClock.Instant) -> CountdownState? {
    lists[list][id].map { model in
      CountdownState(
        id: id,
        remaining: model.remaining(at: clock.reading(at: now.referenceTime)),
        isExpired: model.isExpired
      )
    }
  }

  /// Changes the models of a list, whose numbers go on from those of all lists.
  private mutating func change<Result>(
    _ list: Int,
    _ body: (inout CountdownModels) -> Result
  ) -> Result {
    lists[list].lastSerial = lastSerial
    let result = body(&lists[list])
    lastSerial = lists[list].lastSerial
    return result
  }

  mutating func add(
    _ item: CountdownItem,
    in list: Int,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let reading = clock.reading(at: now)
    let clock = clock
    if let model = change(list, { $0.add(item, in: clock, at: reading) }) {
      tellNew(model, in: list, at: reading, &effects)
    }
  }

  mutating func addAll(
    _ items: [CountdownItem],
    in list: Int,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let reading = clock.reading(at: now)
    let (clock, bindings) = (clock, bindings)
    let notable = change(list) { models in
      models.add(items, in: clock, at: reading) { bindings.isBound(.init(list: list, id: $0)) }
    }
    for model in notable {
      tellNew(model, in: list, at: reading, &effects)
    }
  }

  /// Tells the targets of a model that is new or moved, or its end if it has no time left.
  private mutating func tellNew(
    _ model: CountdownModels.Model,
    in list: Int,
    at reading: CountdownClock.Reading,
    _ effects: inout [CountdownEffect]
  ) {
    let shown = bindings.connect(model, in: list)
    if !shown.isEmpty {
      lists[list].noteShown(model.id)
    }
    if model.isExpired {
      tellEnd(of: model, in: list, to: shown, isLate: false, at: reading, &effects)
    } else {
      for telling in shown.compactMap({ $0.telling(at: reading) }) {
        effects.append(.show(telling))
      }
    }
    if !shown.isEmpty {
      updateTick(at: reading)
    }
  }

  mutating func replace(
    with items: [CountdownItem],
    in list: Int,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let clock = clock
    let reading = clock.reading(at: now)
    var staying: Set<CountdownID> = []
    let items = items.filter { staying.insert($0.id).inserted }
    let moved = Set(
      items.filter { lists[list].isMoved($0, in: clock, at: reading) }.map(\.id)
    )
    let kept = items.count { lists[list].contains($0.id) } - moved.count
    let gone = lists[list].ids(where: { !staying.contains($0) })
    lastReplacement = CountdownHandler.Replacement(
      added: items.count - kept - moved.count,
      kept: kept,
      moved: moved.count,
      removed: gone.count
    )
    for id in gone {
      remove(id, in: list, at: now, &effects)
    }
    guard !moved.isEmpty else { return addAll(items, in: list, at: now, &effects) }
    for item in items {
      guard moved.contains(item.id) else {
        add(item, in: list, at: now, &effects)
        continue
      }
      if let model = change(list, { $0.move(to: item, in: clock, at: reading) }) {
        tellNew(model, in: list, at: reading, &effects)
      }
    }
  }

  mutating func remove(
    _ id: CountdownID,
    in list: Int,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    guard let model = lists[list].remove(id), model.wasShown else { return }
    let shown = bindings.disconnect(.init(list: list, id: id))
    guard !shown.isEmpty else { return }
    effects.append(.remove(id, shown.map(\.number)))
    updateTick(at: clock.reading(at: now))
  }

  mutating func removeAll(
    in list: Int,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let shown = lists[list].ids(where: { bindings.isBound(.init(list: list, id: $0)) })
    for id in shown {
      remove(id, in: list, at: now, &effects)
    }
    lists[list].removeAll()
  }

  /// Tells the end of a model, which is marked as expired, to the targets that show it.
  mutating func tellEnd(
    of model: CountdownModels.Model,
    in list: Int,
    to shown: [CountdownBindings.Binding]? = nil,
    isLate: Bool,
    at reading: CountdownClock.Reading,
    _ effects: inout [CountdownEffect]
  ) {
    guard shown != nil || model.wasShown else {
      return effects.append(.end(model.id, in: list, isLate: isLate, []))
    }
    let shown = shown ?? bindings.expire(.init(list: list, id: model.id))
    let tellings = shown.compactMap { $0.telling(at: reading) }
    effects.append(.end(model.id, in: list, isLate: isLate, tellings))
  }
}

// MARK: - Ends

extension CountdownCore {
  /// The virtual time of the next end of all lists.
  mutating func nextEnd(at reading: CountdownClock.Reading) -> Duration? {
    guard lists.count > 1 else { return lists[0].nextEnd(at: reading) }
    return lists.indices.compactMap { lists[$0].nextEnd(at: reading) }.min()
  }

  /// Takes the first model of all lists that has ended out of its queue, marked as expired.
  mutating func expireFirst(
    at reading: CountdownClock.Reading,
    includingNow: Bool
  ) -> (model: CountdownModels.Model, list: Int)? {
    var list = 0
    if lists.count > 1 {
      var first: (end: Duration, serial: UInt64)?
      for number in lists.indices {
        guard let next = lists[number].firstEnd(at: reading) else { continue }
        if let first, first < next { continue }
        first = next
        list = number
      }
    }
    let model = lists[list].expireFirst(at: reading, includingNow: includingNow)
    return model.map { ($0, list) }
  }
}

// MARK: - Targets

extension CountdownCore {
  /// Binds a target, in place of what it was bound to.
  mutating func bind(
    _ number: Int,
    to key: CountdownBindings.Key,
    isEvictable: Bool,
    replacing old: Int?,
    at now: Duration,
    _ effects: inout [CountdownEffect]
  ) {
    let reading = clock.reading(at: now)
    if let old {
      bindings.remove(old)
    }
    let binding = CountdownBindings.Binding(
      number: number,
      key: key,
      isEvictable: isEvictable,
      model: lists[key.list][key.id]
    )
    bindings.append(binding)
    lists[key.list].noteShown(key.id)
    for evicted in bindings.evict(downTo: maximumTargets) {
      effects.append(.evict(number: evicted.number, evicted.key.id, in: evicted.key.list))
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

  /// Whether a target still shows no model.
  func isWaiting(_ number: Int) -> Bool {
    bindings[number].map { $0.model == nil } ?? false
  }
}
