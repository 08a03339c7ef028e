import PushHub
import PushHubAlerts
import PushHubTesting

/// A system whose user answers when the test says so.
final class ControlledAuthority: PermissionAuthority {
  struct Failure: Error {}

  var level = PermissionLevel.notDetermined
  var isSilent = false
  var fails = false

  /// What is allowed after quiet notifications were requested; `nil` if that fails.
  var quietLevel: PermissionLevel? = .provisional
  private(set) var requests: [PermissionRequest] = []
  private var answers = ScheduledStream<PermissionLevel>()

  func level() async throws -> PermissionLevel {
    requests.append(.level)
    return try await result(level)
  }

  func request(isProvisional: Bool) async throws -> PermissionLevel {
    requests.append(isProvisional ? .provisional : .question)
    if isProvisional {
      guard let quietLevel else { throw Failure() }
      level = quietLevel
      return try await result(level)
    }
    if fails { throw Failure() }
    guard let answer = try await answers.next() else { throw CancellationError() }
    return answer
  }

  func answer(_ newLevel: PermissionLevel) {
    level = newLevel
    answers.send(newLevel)
  }

  private func result(_ level: PermissionLevel) async throws -> PermissionLevel {
    if fails { throw Failure() }
    if isSilent {
      _ = try await ScheduledStream<PermissionLevel>().next()
      throw CancellationError()
    }
    return level
  }
}

/// An app with a permission policy, and all about it under control.
class PermissionApp: AppFixture {
  let app = SimulatedApp()
  let authority = ControlledAuthority()
  let store: FailingStore<PermissionLedger>
  let policy: PermissionPolicy
  private(set) var log: [PermissionEvent] = []

  /// How often the app's own question was begun.
  var questionCount: Int { log.count { $0.name == "asked" } }

  init(
    _ configuration: PermissionPolicy.Configuration = .init(),
    store: FailingStore<PermissionLedger> = FailingStore<PermissionLedger>()
  ) {
    self.store = store
    policy = PermissionPolicy(
      authority: authority,
      store: store,
      configuration: configuration
    )
    policy.log = { [weak self] in self?.log.append($0) }
  }

  /// The app comes to the front with the policy.
  func start() async {
    context.attach(policy)
    lifecycle.setPhase(.active)
    await settle()
  }

  func noteMoment() async {
    policy.requestIfAppropriate()
    await settle()
  }

  func answer(_ answer: PermissionAnswer) async {
    policy.answer(answer)
    await settle()
  }

  func decide(_ level: PermissionLevel) async {
    authority.answer(level)
    await settle()
  }
}
