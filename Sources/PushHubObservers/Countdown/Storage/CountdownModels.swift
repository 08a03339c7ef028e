/// The models of a handler: by id in O(1), and by their ends in order.
///
/// The index and the queue of ends are there for speed alone. With a dictionary, and with a sorted array
/// and a heap of additions for the ends, a batch of 100,000 takes 2.4 times as long to register, models
/// one by one 1.7 times, and removing them 1.8 times. Kept small, since there may be a million: the
/// models are one array, which the index of ids and the queues of ends point into.
struct CountdownModels {
  /// A registered model.
  struct Model {
    let id: CountdownID

    /// In virtual time, or in all time if the model ends at an instant.
    let end: Duration

    /// The serial number with three bits below it.
    private var bits: UInt64

    init(id: CountdownID, end: Duration, serial: UInt64, isAbsolute: Bool) {
      self.id = id
      self.end = end
      bits = serial << 3 | (isAbsolute ? 1 : 0)
    }

    /// The number in the order of registration, from 1.
    var serial: UInt64 { bits >> 3 }

    /// Whether it ends at an instant.
    var isAbsolute: Bool { bits & 1 != 0 }

    /// Whether its end has been told.
    var isExpired: Bool {
      get { bits & 2 != 0 }
      set { bits = bits & ~2 | (newValue ? 2 : 0) }
    }

    /// Whether a target was bound to it; stays true when none is any more.
    var wasShown: Bool {
      get { bits & 4 != 0 }
      set { bits = bits & ~4 | (newValue ? 4 : 0) }
    }

    func remaining(at reading: CountdownClock.Reading) -> Duration {
      isExpired ? .zero : max(.zero, end - (isAbsolute ? reading.real : reading.virtual))
    }

    static var removed: Self { Self(id: "", end: .zero, serial: 0, isAbsolute: false) }
  }

  private var index = CountdownIndex()
  private var models: ContiguousArray<Model> = []
  private var freeSlots: ContiguousArray<UInt32> = []
  private var virtualEnds = CountdownEndQueue()
  private var absoluteEnds = CountdownEndQueue()

  /// The last number in the order of registration; all lists of a handler go on from one another's.
  var lastSerial: UInt64 = 0

  /// The hashes of the models that are to be added next, and what was read to have it at hand.
  private var nextHashes: [UInt32] = []
  private var readAhead: UInt64 = 0
}

// MARK: - Reading

extension CountdownModels {
  var count: Int { index.count }

  subscript(id: CountdownID) -> Model? {
    slot(of: id, hash: hash(of: id)).map { models[Int($0)] }
  }

  func contains(_ id: CountdownID) -> Bool {
    slot(of: id, hash: hash(of: id)) != nil
  }

  private func hash(of id: CountdownID) -> UInt32 {
    UInt32(truncatingIfNeeded: id.hashValue)
  }

  private func slot(of id: CountdownID, hash: UInt32) -> UInt32? {
    index.slot(hash: hash) { models[Int($0)].id == id }
  }

  /// The ids in the order of registration.
  ///
  /// Complexity: O(n log n).
  var ids: [CountdownID] { ids(where: { _ in true }) }

  /// Those of the ids, in the order of registration.
  ///
  /// Complexity: O(n), and O(m log m) for those that are found.
  func ids(where isWanted: (CountdownID) -> Bool) -> [CountdownID] {
    models.filter { $0.serial != 0 && isWanted($0.id) }.sorted { $0.serial < $1.serial }.map(\.id)
  }

  /// How many places for models are kept, those of models that are gone included.
  var placeCount: Int { models.count }

  /// Whether an item says of a model that is there that it ends at another date.
  ///
  /// A model that has ended is not moved to a date that is past, too.
  func isMoved(
    _ item: CountdownItem,
    in clock: CountdownClock,
    at reading: CountdownClock.Reading
  ) -> Bool {
    guard item.isAbsolute, let model = self[item.id] else { return false }
    let end = clock.real(at: item.duration)
    if model.isExpired, end <= reading.real { return false }
    return !model.isAbsolute || model.end != end
  }

  /// How many keys of ends are kept, those of models that are gone included.
  var keyCount: Int { virtualEnds.count + absoluteEnds.count }
}

// MARK: - Changing

extension CountdownModels {
  /// Makes room for many models at once; a few find it as they come.
  private mutating func makeRoom(forMore number: Int) {
    guard number > count else { return }
    index.reserveCapacity(count + number)
    models.reserveCapacity(count + number)
    virtualEnds.reserveCapacity(count + number)
  }

  /// Registers models in their order, those that are there excepted.
  ///
  /// Places in a large index are far apart in memory: those of some models are read ahead together.
  ///
  /// - Returns: The new ones that have ended or that somebody waits for, in their order.
  mutating func add(
    _ items: [CountdownItem],
    in clock: CountdownClock,
    at reading: CountdownClock.Reading,
    where isAwaited: (CountdownID) -> Bool
  ) -> [Model] {
    var notable: [Model] = []
    makeRoom(forMore: items.count)
    for start in stride(from: 0, to: items.count, by: 32) {
      let range = start..<min(start + 32, items.count)
      nextHashes.removeAll(keepingCapacity: true)
      for position in range {
        nextHashes.append(hash(of: items[position].id))
      }
      for hash in nextHashes {
        readAhead ^= index.entry(at: hash)
      }
      for position in range {
        let hash = nextHashes[position - start]
        if let model = add(items[position], hash: hash, in: clock, at: reading),
          model.isExpired || isAwaited(model.id)
        {
          notable.append(model)
        }
      }
    }
    return notable
  }

  /// Registers a model, if none is there of that id.
  ///
  /// - Returns: The model, if it is new; expired, if it has no time left.
  mutating func add(
    _ item: CountdownItem,
    in clock: CountdownClock,
    at reading: CountdownClock.Reading
  )
    -> Model?
  {
    add(item, hash: hash(of: item.id), in: clock, at: reading)
  }

  private mutating func add(
    _ item: CountdownItem,
    hash: UInt32,
    in clock: CountdownClock,
    at reading: CountdownClock.Reading
  ) -> Model? {
    guard count < UInt32.max - 1, slot(of: item.id, hash: hash) == nil else { return nil }
    let model = makeModel(of: item, in: clock, at: reading)
    keep(model, hash: hash)
    return model
  }

  private mutating func makeModel(
    of item: CountdownItem,
    in clock: CountdownClock,
    at reading: CountdownClock.Reading
  ) -> Model {
    lastSerial += 1
    let start = item.isAbsolute ? reading.real : reading.virtual
    let end = item.isAbsolute ? clock.real(at: item.duration) : start + item.duration
    var model = Model(
      id: item.id,
      end: max(start, end),
      serial: lastSerial,
      isAbsolute: item.isAbsolute
    )
    model.isExpired = end <= start
    return model
  }

  /// Gives a model that is there the end of an item, as if it were registered anew.
  ///
  /// - Returns: The model; expired, if it has no time left.
  mutating func move(
    to item: CountdownItem,
    in clock: CountdownClock,
    at reading: CountdownClock.Reading
  ) -> Model? {
    guard let slot = slot(of: item.id, hash: hash(of: item.id)) else { return nil }
    var model = makeModel(of: item, in: clock, at: reading)
    model.wasShown = models[Int(slot)].wasShown
    models[Int(slot)] = model
    insertKey(of: model, at: slot)
    dropGoneKeys()
    return model
  }

  private mutating func keep(_ model: Model, hash: UInt32) {
    let slot: UInt32
    if let free = freeSlots.popLast() {
      slot = free
      models[Int(free)] = model
    } else {
      slot = UInt32(models.count)
      models.append(model)
    }
    index.insert(slot, hash: hash)
    insertKey(of: model, at: slot)
  }

  private mutating func insertKey(of model: Model, at slot: UInt32) {
    guard !model.isExpired else { return }
    let key = CountdownEndQueue.Key(end: model.end, serial: model.serial, slot: slot)
    if model.isAbsolute {
      absoluteEnds.insert(key)
    } else {
      virtualEnds.insert(key)
    }
  }

  /// Lets a model go.
  mutating func remove(_ id: CountdownID) -> Model? {
    let hash = hash(of: id)
    guard let slot = slot(of: id, hash: hash) else { return nil }
    index.remove(slot, hash: hash)
    let model = models[Int(slot)]
    models[Int(slot)] = .removed
    freeSlots.append(slot)
    dropGoneKeys()
    giveBackMemory()
    return model
  }

  /// Moves the models together when most places are free, so that they cost nothing more.
  private mutating func giveBackMemory() {
    guard models.count > 4 * count + 64 else { return }
    let old = models
    let serial = lastSerial
    self = Self()
    lastSerial = serial
    makeRoom(forMore: old.count(where: { $0.serial != 0 }))
    for model in old where model.serial != 0 {
      keep(model, hash: hash(of: model.id))
    }
  }

  mutating func removeAll() {
    let serial = lastSerial
    self = Self()
    lastSerial = serial
  }

  /// Notes that a target is bound to the model.
  mutating func noteShown(_ id: CountdownID) {
    guard let slot = slot(of: id, hash: hash(of: id)) else { return }
    models[Int(slot)].wasShown = true
  }

  /// The virtual time of the next end, with the number of its model.
  mutating func firstEnd(
    at reading: CountdownClock.Reading
  ) -> (end: Duration, serial: UInt64)? {
    first(at: reading).map { ($0.end, $0.key.serial) }
  }

  /// The virtual time of the next end.
  mutating func nextEnd(at reading: CountdownClock.Reading) -> Duration? {
    first(at: reading)?.end
  }

  /// Takes the first model that has ended out of the queue, marked as expired; it stays registered.
  ///
  /// - Parameters:
  ///   - reading: The present.
  ///   - includingNow: Whether an end at this very instant counts.
  mutating func expireFirst(
    at reading: CountdownClock.Reading,
    includingNow: Bool
  ) -> Model? {
    guard let (end, key) = first(at: reading),
      includingNow ? end <= reading.virtual : end < reading.virtual
    else { return nil }
    let slot = Int(key.slot)
    models[slot].isExpired = true
    if models[slot].isAbsolute {
      absoluteEnds.removeFirst()
    } else {
      virtualEnds.removeFirst()
    }
    return models[slot]
  }

  /// The key of the next end, with its virtual time.
  private mutating func first(
    at reading: CountdownClock.Reading
  ) -> (end: Duration, key: CountdownEndQueue.Key)? {
    let virtual = firstVirtual()
    guard let absolute = firstAbsolute() else { return virtual.map { ($0.end, $0) } }
    let end = absolute.end - reading.standstill
    if let virtual, (virtual.end, virtual.serial) < (end, absolute.serial) {
      return (virtual.end, virtual)
    }
    return (end, absolute)
  }
}

// MARK: - Keys of models that are gone

extension CountdownModels {
  private mutating func firstVirtual() -> CountdownEndQueue.Key? {
    while let key = virtualEnds.first() {
      guard isGone(key) else { return key }
      virtualEnds.removeFirst()
    }
    return nil
  }

  private mutating func firstAbsolute() -> CountdownEndQueue.Key? {
    while let key = absoluteEnds.first() {
      guard isGone(key) else { return key }
      absoluteEnds.removeFirst()
    }
    return nil
  }

  private func isGone(_ key: CountdownEndQueue.Key) -> Bool {
    models[Int(key.slot)].serial != key.serial
  }

  /// Lets go of the keys of models that are gone, when they are the majority.
  private mutating func dropGoneKeys() {
    guard keyCount > 2 * count + 32 else { return }
    let models = models
    virtualEnds.removeAll { models[Int($0.slot)].serial != $0.serial }
    absoluteEnds.removeAll { models[Int($0.slot)].serial != $0.serial }
  }
}
