/// The models of a handler: by id, and by their ends in order.
struct CountdownModels {
  /// A registered model.
  struct Model {
    let id: CountdownID

    /// In the handler's time, or in all time if the model ends at an instant.
    let end: Duration

    /// Whether it ends at an instant.
    let isAbsolute: Bool

    /// Whether its end has been reported.
    var isExpired: Bool

    /// Its place in the order of registration.
    fileprivate(set) var order = 0
  }

  /// For how long the handler's time has paused; a change of it moves the ends in the handler's time.
  var pausedTime = Duration.zero {
    didSet { sortEnds() }
  }

  private var models: [CountdownID: Model] = [:]
  private var lastOrder = 0

  /// The ends in all time; one that belongs to no model any more stays until it is the first.
  private(set) var ends = CountdownEndQueue()
}

extension CountdownModels {
  var count: Int { models.count }

  subscript(id: CountdownID) -> Model? { models[id] }

  /// The ids in the order of registration.
  var ids: [CountdownID] { models.values.sorted { $0.order < $1.order }.map(\.id) }

  /// The next end, in all time.
  var nextEnd: CountdownEndQueue.End? { ends.first }

  /// Registers a model, unless one is there of its id.
  mutating func insert(_ model: Model) -> Bool {
    guard models[model.id] == nil else { return false }
    lastOrder += 1
    var model = model
    model.order = lastOrder
    models[model.id] = model
    insertEnd(of: model)
    return true
  }

  /// Marks a model that has ended, which stays registered.
  mutating func expire(_ id: CountdownID) -> Model? {
    models[id]?.isExpired = true
    removePastEnds()
    return models[id]
  }

  @discardableResult
  mutating func remove(_ id: CountdownID) -> Bool {
    guard models.removeValue(forKey: id) != nil else { return false }
    removePastEnds()
    if ends.count > 2 * models.count + 32 { sortEnds() }
    return true
  }

  private mutating func insertEnd(of model: Model) {
    guard !model.isExpired else { return }
    let time = model.isAbsolute ? model.end : model.end + pausedTime
    ends.insert(.init(time: time, order: model.order, id: model.id))
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
