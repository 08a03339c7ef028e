package import PushHub

/// Changes to a list of countdowns, applied in the order of the properties.
///
///     {"t":1,"countdown":{"add":[{"id":"offer","seconds":90}],"show":["offer"]}}
package struct CountdownChange: FeatureRecord {
  /// The key in a transcript.
  package static let key = "countdown"

  /// The configuration of the handler.
  package static var configuration: (any RecordedConfiguration.Type)? {
    CountdownHandler.Configuration.self
  }

  /// A model that counts down.
  package struct Model: Codable, Equatable, Sendable {
    private enum CodingKeys: String, CodingKey {
      case id
      case duration = "seconds"
    }

    /// Its name.
    @Private package var id: String

    /// The total time.
    package var duration: Duration

    /// Creates a model.
    package init(id: String, duration: Duration) {
      self.id = id
      self.duration = duration
    }
  }

  /// The new policy for the background.
  package var background: CountdownHandler.BackgroundPolicy?

  /// Whether the countdowns run from now on.
  package var isRunning: Bool?

  /// Models that are removed.
  package var removed: [String] = []

  /// Models that are registered.
  package var added: [Model] = []

  /// Cells that are no longer shown.
  package var hidden: [String] = []

  /// Cells that are shown.
  package var shown: [String] = []

  /// Changes nothing.
  package init() {}

  /// Describes an event that a handler is about to handle.
  init(_ event: CountdownCore.Event, in core: CountdownCore, at now: ContinuousClock.Instant) {
    switch event {
    case .run(let isRunning): self.isRunning = isRunning
    case .policy(let policy): background = policy
    case .add(let items):
      for item in items where core.models[item.id] == nil { add(item, at: now) }
    case .remove(let id): removed = [id]
    case .replace(let items):
      var kept: Set<String> = []
      for item in items {
        if core.keeps(item, at: now) { kept.insert(item.id) } else { add(item, at: now) }
      }
      for id in core.models.ids where !kept.contains(id) { removed.append(id) }
    case .bind(_, let id, _, _, let former):
      for number in former where core.shown[number] != id { hide(number, in: core) }
      shown = [id]
    case .unbind(let number): hide(number, in: core)
    case .phase, .deadline: break
    }
  }

  private mutating func add(_ item: CountdownItem, at now: ContinuousClock.Instant) {
    let duration =
      switch item.end {
      case .after(let total): total
      case .at(let instant): max(.zero, instant - now)
      }
    added.append(Model(id: item.id, duration: duration))
  }

  /// Hides a binding's model unless another binding shows it.
  private mutating func hide(_ number: Int, in core: CountdownCore) {
    guard let id = core.shown[number], !core.isShown(id, besides: number) else { return }
    hidden.append(id)
  }
}

extension CountdownChange {
  /// Reads an object; each of its keys may be missing.
  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    background = try values.decodeIfPresent(
      CountdownHandler.BackgroundPolicy.self,
      forKey: "background"
    )
    isRunning = try values.decodeIfPresent(Bool.self, forKey: "running")
    removed = try JSONKey.value("remove", in: values, or: [])
    added = try JSONKey.value("add", in: values, or: [])
    hidden = try JSONKey.value("hide", in: values, or: [])
    shown = try JSONKey.value("show", in: values, or: [])
  }

  /// Writes what changes.
  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encodeIfPresent(background, forKey: "background")
    try values.encodeIfPresent(isRunning, forKey: "running")
    if !removed.isEmpty { try values.encode(Private(removed), forKey: "remove") }
    if !added.isEmpty { try values.encode(added, forKey: "add") }
    if !hidden.isEmpty { try values.encode(Private(hidden), forKey: "hide") }
    if !shown.isEmpty { try values.encode(Private(shown), forKey: "show") }
  }
}
