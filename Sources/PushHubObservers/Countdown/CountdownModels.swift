/// The models of a handler: by id, and by their ends in order.
struct CountdownModels {
  /// A registered model.
  struct Model {
    let id: String

    /// The end, if the handler's time does not pause; since the instant when that began.
    ///
    /// A heap of instants is four times as slow: the compiler does not know how they are stored.
    fileprivate(set) var end: Duration

    /// Whether it ends at an instant, also while the handler's time is paused.
    let isAbsolute: Bool

    /// Whether its end has been reported.
    fileprivate(set) var isExpired: Bool

    /// Its place in the order of registration.
    let order: Int
  }

  private var models: [String: Model] = [:]
  private var lastOrder = 0

  /// The ends; one that belongs to no model any more stays until it is the first.
  private(set) var ends = CountdownEndQueue()
}

extension CountdownModels {
  var count: Int { models.count }

  subscript(id: String) -> Model? { models[id] }

  /// The ids in the order of registration.
  var ids: [String] { models.values.sorted { $0.order < $1.order }.map(\.id) }

  var nextEnd: CountdownEndQueue.End? { ends.first }

  /// Registers a model; `nil` if one is there of its id.
  mutating func insert(
    _ id: String,
    end: Duration,
    isAbsolute: Bool,
    isExpired: Bool
  ) -> Model? {
    guard models[id] == nil else { return nil }
    lastOrder += 1
    let model = Model(
      id: id,
      end: end,
      isAbsolute: isAbsolute,
      isExpired: isExpired,
      order: lastOrder
    )
    models[id] = model
    insertEnd(of: model)
    return model
  }

  /// Marks a model that has ended, which stays registered.
  mutating func expire(_ id: String) -> Model? {
    models[id]?.isExpired = true
    removePastEnds()
    return models[id]
  }

  /// Moves the ends of all models that count the handler's time, which was paused.
  mutating func postpone(by pause: Duration) {
    for (id, model) in models where !model.isAbsolute { models[id]?.end = model.end + pause }
    sortEnds()
  }

  @discardableResult
  mutating func remove(_ id: String) -> Bool {
    guard models.removeValue(forKey: id) != nil else { return false }
    removePastEnds()
    if ends.count > 2 * models.count + 32 { sortEnds() }
    return true
  }

  private mutating func insertEnd(of model: Model) {
    if !model.isExpired { ends.insert(.init(time: model.end, order: model.order, id: model.id)) }
  }

  /// Removes the first ends while they belong to no model that has time left.
  private mutating func removePastEnds() {
    while let end = ends.first, isPast(end) { ends.removeFirst() }
  }

  private func isPast(_ end: CountdownEndQueue.End) -> Bool {
    models[end.id].map { $0.order != end.order || $0.isExpired } ?? true
  }

  /// Sorts the ends of all models anew, in O(n log n).
  private mutating func sortEnds() {
    ends = CountdownEndQueue()
    for model in models.values { insertEnd(of: model) }
  }
}
