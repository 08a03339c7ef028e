/// The models of a handler: by id in O(1), and by their ends in order.
///
/// One array holds the models in the order of registration; an index of their ids and the queues of
/// ends point into it. A model that is gone leaves its place behind until such places are the majority.
///
/// The index is a hash table with linear probing. A dictionary keeps the ids once more: at a million
/// models it takes 50 bytes for each, and not 17, and registering one takes half as long again.
struct CountdownModels {
  /// A registered model.
  struct Model {
    let id: CountdownID

    /// In the handler's time, or in all time if the model ends at an instant.
    let end: Duration

    /// Whether it ends at an instant.
    let isAbsolute: Bool

    /// Whether its end has been told.
    var isExpired: Bool

    fileprivate var isGone = false

    init(id: CountdownID, end: Duration, isAbsolute: Bool, isExpired: Bool) {
      self.id = id
      self.end = end
      self.isAbsolute = isAbsolute
      self.isExpired = isExpired
    }
  }

  /// Below zero, a part of the hash of an id in the upper half, and where its model is kept in the
  /// lower; zero where nothing was ever, and the maximum in place of a model that is gone.
  private var index: ContiguousArray<Int64> = [0]
  private var models: ContiguousArray<Model> = []
  private var goneCount = 0

  private var relativeEnds = CountdownEndQueue()
  private var absoluteEnds = CountdownEndQueue()
}

extension CountdownModels {
  var count: Int { models.count - goneCount }

  subscript(id: CountdownID) -> Model? {
    slot(at: place(of: id, hash: hash(of: id))).map { models[$0] }
  }

  /// The ids in the order of registration.
  var ids: [CountdownID] { models.filter { !$0.isGone }.map(\.id) }

  /// How many places for models are kept, those of models that are gone included.
  var placeCount: Int { models.count }

  /// Where the next model that ends is kept, and when it ends in the handler's time.
  ///
  /// - Parameter standstill: For how long the handler's time has stood still.
  func next(afterStandstill standstill: Duration) -> (end: Duration, slot: Int)? {
    let relative = relativeEnds.first.map { ($0.end, $0.slot) }
    guard let key = absoluteEnds.first else { return relative }
    let absolute = (key.end - standstill, key.slot)
    return relative.map { $0 < absolute ? $0 : absolute } ?? absolute
  }

  /// Makes room for many models at once; a few find it as they come.
  mutating func reserveCapacity(forMore number: Int) {
    guard number > count else { return }
    growIndex(for: models.count + number)
    models.reserveCapacity(models.count + number)
    relativeEnds.reserveCapacity(models.count + number)
  }

  /// Registers a model, unless one is there of its id.
  mutating func insert(_ model: Model) -> Bool {
    growIndex(for: models.count + 1)
    let hash = hash(of: model.id)
    guard index[place(of: model.id, hash: hash)] == 0 else { return false }
    put(hash + Int64(models.count))
    if !model.isExpired {
      let key = CountdownEndQueue.Key(end: model.end, slot: models.count)
      model.isAbsolute ? absoluteEnds.insert(key) : relativeEnds.insert(key)
    }
    models.append(model)
    return true
  }

  /// Marks a model that has ended, which stays registered.
  mutating func expire(_ slot: Int) -> Model {
    models[slot].isExpired = true
    dropEnds()
    return models[slot]
  }

  @discardableResult
  mutating func remove(_ id: CountdownID) -> Bool {
    let place = place(of: id, hash: hash(of: id))
    guard let slot = slot(at: place) else { return false }
    index[place] = .max
    goneCount += 1
    models[slot].isExpired = true
    models[slot].isGone = true
    dropEnds()
    if models.count > 2 * count + 32 {
      let old = models
      self = Self()
      for model in old where !model.isGone {
        _ = insert(model)
      }
    }
    return true
  }

  /// Removes the first ends for as long as they are those of models that have ended or are gone.
  private mutating func dropEnds() {
    while let key = relativeEnds.first, models[key.slot].isExpired {
      relativeEnds.removeFirst()
    }
    while let key = absoluteEnds.first, models[key.slot].isExpired {
      absoluteEnds.removeFirst()
    }
  }
}

// MARK: - Index

extension CountdownModels {
  private func hash(of id: CountdownID) -> Int64 { Int64(id.hashValue) << 32 | .min }

  /// The first place, from that of a hash on, that will do.
  private func place(from hash: Int64, where willDo: (Int64) -> Bool) -> Int {
    var place = Int(truncatingIfNeeded: hash >> 32) & (index.count - 1)
    while !willDo(index[place]) {
      place = (place + 1) & (index.count - 1)
    }
    return place
  }

  /// Where the index has an id, or else nothing.
  private func place(of id: CountdownID, hash: Int64) -> Int {
    place(from: hash) { entry in
      let slot = Int(truncatingIfNeeded: entry &- hash)
      return entry == 0 || models.indices.contains(slot) && models[slot].id == id
    }
  }

  private func slot(at place: Int) -> Int? {
    index[place] == 0 ? nil : Int(UInt32(truncatingIfNeeded: index[place]))
  }

  private mutating func put(_ entry: Int64) {
    index[place(from: entry) { $0 >= 0 }] = entry
  }

  /// Lets at least a quarter of the index be free.
  private mutating func growIndex(for number: Int) {
    guard 4 * number > 3 * index.count else { return }
    let old = index
    index = ContiguousArray(repeating: 0, count: 2 * old.count)
    for entry in old where entry < 0 {
      put(entry)
    }
    growIndex(for: number)
  }
}
