import PushHub
import PushHubBackend
import PushHubTesting
import Testing

/// A server of devices that answers when the test says so.
@MainActor
final class ControlledEndpoint: RegistrationEndpoint {
  /// What was said, in order.
  private(set) var requests: [RegistrationRequest] = []

  /// Which calls were canceled, counted from one.
  private(set) var cancelledCalls: [Int] = []

  private var calls: [Int: ScheduledStream<Result<Void, any Error>>] = [:]

  @MainActor
  func send(_ request: RegistrationRequest) async throws {
    requests.append(request)
    let number = requests.count
    let answers = ScheduledStream<Result<Void, any Error>>()
    calls[number] = answers
    guard let answer = try await answers.next() else {
      cancelledCalls.append(number)
      throw CancellationError()
    }
    try answer.get()
  }

  /// Answers the last call, or the last one for an account.
  func answer(_ result: Result<Void, any Error> = .success(()), for account: AccountID? = nil) {
    let index = requests.lastIndex { account == nil || $0.account == account }
    if let index { calls.removeValue(forKey: index + 1)?.send(result) }
  }
}

/// An app with a registration, and a server and a store under control.
class RegistrationApp: AppFixture {
  let app: SimulatedApp
  let endpoint = ControlledEndpoint()
  let store: FailingStore<RegistrationCore.Values>
  let registration: DeviceRegistration
  private(set) var log: [RegistrationEvent] = []
  private(set) var obstacles: [RegistrationEvent.Reason] = []

  init(
    _ configuration: DeviceRegistration.Configuration = .init(environment: .sandbox),
    store: FailingStore<RegistrationCore.Values> = FailingStore(),
    app: SimulatedApp = SimulatedApp()
  ) {
    self.store = store
    self.app = app
    registration = DeviceRegistration(
      endpoint: endpoint,
      store: store,
      configuration: configuration,
      generator: FixedGenerator.most
    )
    registration.log = { [weak self] event in
      if case .skipped(let reason) = event {
        self?.obstacles.append(reason)
      } else {
        self?.log.append(event)
      }
    }
  }

  var state: RegistrationState { registration.state }
  var requests: [RegistrationRequest] { endpoint.requests }

  func attach() {
    context.attach(registration)
  }

  func detach() {
    context.detach(registration)
  }

  /// Answers the last request, and returns when that has had its effect.
  func answer(
    _ result: Result<Void, any Error> = .success(()),
    for account: AccountID? = nil
  ) async {
    endpoint.answer(result, for: account)
    await settle()
  }

  /// Signs Ann in, with a token, and lets the server say that it knows.
  func register() async {
    lifecycle.setAccount("ann")
    attach()
    manager.didRegister(deviceToken: .first)
    await wait(1)
    await answer()
    log = []
  }

  /// Registers, and begins a request for another topic.
  func registerAndChange() async {
    await register()
    registration.subscribe("news")
    await wait(1)
  }
}
