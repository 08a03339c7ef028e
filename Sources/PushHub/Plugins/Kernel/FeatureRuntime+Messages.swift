import Foundation

extension FeatureRuntime {
  func connect(
    _ feature: any PushFeature<Core>,
    to subject: any PushSubject,
    in context: PluginContext? = nil
  ) {
    let connection = Connection(
      feature: feature,
      subject: subject,
      scheduler: context?.scheduler ?? subject.scheduler,
      context: context
    )
    turns.emit({ [self] in begin(connection) }, to: { $0() })
  }

  func handle(_ input: KernelInput<Core>) {
    turns.emit({ [self] in receive(input) }, to: { $0() })
  }

  private func begin(_ connection: Connection) {
    // A host attaches a feature, and adds it to the subject.
    guard self.connection == nil else { return }
    self.connection = connection
    kernel.context.identification = subject?.identification ?? PushIdentification()
    connection.feature?.attachmentDidChange(isAttached: true)
    for event in earlyEvents { connection.context?.log(event) }
    earlyEvents = []
    // A plugin receives the lifecycle next; what a subject added may have it already.
    if connection.context != nil { lifecycle = nil }
    if let lifecycle { receive(.lifecycle(lifecycle, after: nil)) }
    if Core.interests.contains(.registered), let token = subject?.deviceToken {
      receive(.push(.registered(token)))
    }
  }

  private func receive(_ input: KernelInput<Core>) {
    if case .lifecycle(let state, _) = input { lifecycle = state }
    guard let connection else {
      if input.isAction { kernel.held.append(input) }
      return
    }
    let feature = connection.feature
    defer { withExtendedLifetime(feature) {} }
    var inputs = [input]
    while !inputs.isEmpty {
      let effects = kernel.handle(
        inputs.removeFirst(),
        at: connection.scheduler.now,
        date: connection.scheduler.date
      )
      alarm.set(to: kernel.nextDeadline, on: connection.scheduler)
      publish()
      for effect in effects {
        if case .save = effect, savesLater(after: input) {
          saving =
            saving
            ?? scheduler?.perform { [weak self] in
              self?.saving = nil
              // Any input lets the kernel save what is not saved yet.
              self?.handle(.deadline)
            }
        } else if let answer = perform(effect) {
          inputs.append(answer)
        }
      }
      for waiter in waiters where waiter.condition(kernel) { waiter.results.send(true) }
    }
    guard case .detached = input else { return }
    alarm.clear()
    self.connection = nil
    feature?.attachmentDidChange(isAttached: false)
  }
}

// MARK: - Effects

extension FeatureRuntime {
  /// - Returns: The answer of the store, which comes before any other input.
  private func perform(_ effect: KernelEffect<Core>) -> KernelInput<Core>? {
    do {
      switch effect {
      case .load: return .loaded(try store?.load() ?? [:])
      case .save(let changes):
        return .saved(try store?.update { changes.merged(with: $0 ?? [:]) } ?? [:])
      case .ask(let request, let account, let number):
        if !isReplaying { ask(request, for: account, number: number) }
      case .cancel(let number): tasks.removeValue(forKey: number)?.cancel()
      case .log(let event): log(event)
      case .report(let event): report(event)
      case .record(let record):
        if let record = self.record(of: record) { connection?.context?.record(record) }
      case .perform(let effect, let account): connection?.feature?.perform(effect, for: account)
      case .finishWork(let result):
        for worker in workers { worker.send(result) }
        workers = []
      }
      return nil
    } catch {
      let message = LogText(error).description
      guard case .load = effect, error is DecodingError else { return .storeFailed(message) }
      report(.storeFailed(error: message))
      return .loaded([:])
    }
  }

  /// The record of an input, unless the feature leaves it out of recordings.
  func record(of input: KernelRecord<Core>) -> (any FeatureRecord)? {
    (connection?.feature).flatMap { type(of: $0).record(of: input) }
  }

  /// Whether a file must not delay the caller, or further actions of the same moment may be saved with it.
  ///
  /// Background work waits for it.
  private func savesLater(after input: KernelInput<Core>) -> Bool {
    switch input {
    case .push: true
    case .action: kernel.core.requestPolicy.waitsForStore && kernel.core.request == nil
    default: false
    }
  }

  private func report(_ event: KernelEvent) {
    logAll?(event)
    connection?.context?.log(event)
    if let event = Core.event(for: event) { log(event) }
  }

  private func ask(_ request: Core.Request, for account: AccountID, number: Int) {
    guard let scheduler else { return }
    tasks[number] = scheduler.perform { [weak self, server, isOpenEnded] in
      guard !Task.isCancelled else { return }
      let ask: @MainActor @Sendable () async throws -> Core.Answer = {
        try await server(request, account) { answer in
          if !Task.isCancelled { self?.handle(.progress(number, answer)) }
        }
      }
      let result: Result<Core.Answer, SourceFailure>
      do {
        result = .success(
          isOpenEnded ? try await scheduler.awaitExternalWork(ask) : try await ask()
        )
      } catch {
        result = .failure(SourceFailure(error))
      }
      guard !Task.isCancelled, let self else { return }
      tasks[number] = nil
      handle(.answer(number, result))
    }
  }
}
