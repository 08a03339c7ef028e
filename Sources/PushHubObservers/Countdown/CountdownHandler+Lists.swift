extension CountdownHandler {
  /// One of several lists that a handler counts, with models and an end callback of its own.
  ///
  /// What happens to one list leaves the others alone: each may be refreshed, and each may have a model
  /// of an id that another has too. They share the handler's time, its tick and its maximum of targets,
  /// and a target shows one model of one list.
  ///
  /// ```swift
  /// let sale = handler.list("sale")
  /// sale.onExpiry = { ids in salePage.reload(ids) }
  /// sale.replaceAll(with: page.offers.map { CountdownItem(id: $0.id, total: $0.timeLeft) })
  /// sale.bind(cell, to: offer.id)
  /// ```
  ///
  /// The handler keeps the list, whoever asks for it by its name. Everything is as with the handler's
  /// own models, which are a list too, without a name.
  @MainActor
  public struct List {
    /// Who counts.
    public let handler: CountdownHandler

    let number: Int
  }

  /// The list of a name, which is empty when it is first asked for.
  public func list(_ name: String) -> List {
    if let number = listNumbers[name] { return List(handler: self, number: number) }
    let number = makeList(name)
    listNumbers[name] = number
    return List(handler: self, number: number)
  }

  /// The handler's own models.
  var ownList: List { List(handler: self, number: 0) }
}

extension CountdownHandler.List {
  /// What the list is called; `nil` for the handler's own models.
  public var name: String? { handler.listNames[number] }

  /// Told which models of this list ended, in order; see ``CountdownHandler/onExpiry``.
  public var onExpiry: (([CountdownID]) -> Void)? {
    get { handler.expiries[number] }
    nonmutating set { handler.setExpiry(newValue, of: number) }
  }

  /// How many models the list has, those that have ended included.
  public var count: Int { handler.core.lists[number].count }

  /// The list's models in the order of their registration.
  public var ids: [CountdownID] { handler.core.lists[number].ids }

  /// Whether the list has a model of that id.
  public func contains(_ id: CountdownID) -> Bool {
    handler.core.lists[number].contains(id)
  }

  /// What there is to show of a model now; `nil` if the list has none of that id.
  public func state(of id: CountdownID) -> CountdownState? {
    handler.state(of: id, in: number)
  }

  /// Registers a model in this list; see ``CountdownHandler/add(_:)``.
  @discardableResult
  public func add(_ item: CountdownItem) -> Bool {
    handler.add(item, in: number)
  }

  /// Registers models in their order; those that are there are left alone.
  public func add(contentsOf items: some Sequence<CountdownItem>) {
    handler.handle(.addAll(Array(items), in: number))
  }

  /// Makes the list's models those of a refreshed one; see ``CountdownHandler/replaceAll(with:)``.
  @discardableResult
  public func replaceAll(
    with items: some Sequence<CountdownItem>
  ) -> CountdownHandler.Replacement {
    handler.replace(with: Array(items), in: number)
  }

  /// Removes a model, and tells its targets so.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(_ id: CountdownID) -> Bool {
    handler.remove(id, in: number)
  }

  /// Removes the list's models, and tells their targets so.
  public func removeAll() {
    handler.handle(.removeAll(in: number))
  }

  /// Binds a target to a model of this list; see ``CountdownHandler/bind(_:to:)``.
  public func bind(_ target: any CountdownTarget, to id: CountdownID) {
    handler.bind(target, to: id, in: number)
  }

  /// The states of one model of this list; see ``CountdownHandler/states(of:)``.
  public func states(of id: CountdownID) -> AsyncStream<CountdownState> {
    handler.states(of: id, in: number)
  }
}
