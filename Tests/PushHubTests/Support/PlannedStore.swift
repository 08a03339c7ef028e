import PushHub

/// A store in memory that fails when the test says so, or as a fault plan says.
@MainActor
final class PlannedStore<Value: Codable>: Store {
  struct Full: Error {}

  var value: Value?
  var loadFails = false
  var saveFails = false

  /// What was saved is what can't be understood.
  var isDamaged = false

  /// Whether the last operation failed: what the app has said since may be nowhere but in memory.
  private(set) var isBehind = false
  private(set) var saveCount = 0
  private let plan: FaultPlan

  init(_ value: Value? = nil, plan: FaultPlan = FaultPlan()) {
    self.value = value
    self.plan = plan
  }

  func load() throws -> Value? {
    isBehind = true
    if loadFails { throw Full() }
    if isDamaged { throw DecodingError("It is damaged.") }
    try plan.pass()
    isBehind = false
    return value
  }

  func save(_ value: Value) throws {
    isBehind = true
    if saveFails { throw Full() }
    try plan.pass()
    self.value = value
    saveCount += 1
    (isBehind, isDamaged) = (false, false)
  }
}
