/// The models of a handler: by id in O(1), and by their ends in order.
///
/// One array holds the models in the order of registration; a dictionary of their ids and the queues of
/// ends point into it. A model that is gone leaves its place behind until such places are the majority.
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

  private var slots: [CountdownID: Int] = [:]
  private var models: ContiguousArray<Model> = []
  private var relativeEnds = CountdownEndQueue()
  private var absoluteEnds = CountdownEndQueue()
}

extension CountdownModels {
  var count: Int { slots.count }

  subscript(id: CountdownID) -> Model? { slots[id].map { models[$0] } }

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
    slots.reserveCapacity(count + number)
    models.reserveCapacity(models.count + number)
    relativeEnds.reserveCapacity(models.count + number)
  }

  /// Registers a model, unless one is there of its id.
  mutating func insert(_ model: Model) -> Bool {
    guard slots[model.id] == nil else { return false }
    slots[model.id] = models.count
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
    guard let slot = slots.removeValue(forKey: id) else { return false }
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
