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
    case .add(let items): add(items.filter { core.models[$0.id] == nil }, at: now)
    case .remove(let id): removed = [id]
    case .replace(let items):
      let kept = Set(items.filter { core.keeps($0, at: now) }.map(\.id))
      removed = core.models.ids.filter { !kept.contains($0) }
      add(items.filter { !kept.contains($0.id) }, at: now)
    case .bind(_, let id, _, _, let former):
      hide(former, in: core)
      hidden.removeAll { $0 == id }
      shown = [id]
    case .unbind(let number): hide([number], in: core)
    case .phase, .deadline: break
    }
  }

  private mutating func add(_ items: [CountdownItem], at now: ContinuousClock.Instant) {
    added = items.map { item in
      switch item.end {
      case .after(let total): Model(id: item.id, duration: total)
      case .at(let instant): Model(id: item.id, duration: max(.zero, instant - now))
      }
    }
  }

  /// Hides the models that no other bindings show.
  private mutating func hide(_ numbers: [Int], in core: CountdownCore) {
    guard !numbers.isEmpty else { return }
    let others = Set(core.shown.filter { !numbers.contains($0.key) }.values)
    hidden = numbers.compactMap { core.shown[$0] }.filter { !others.contains($0) }
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
