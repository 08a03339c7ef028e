import Foundation

extension FeatureRuntime {
  func connect<Feature: PushFeature>(
    _ feature: Feature,
    to subject: any PushSubject,
    in context: PluginContext? = nil
  ) where Feature.Core == Core {
    guard !isConnecting else { return }
    isConnecting = true
    post(
      .connect(
        Connection(
          subject: { [weak subject] in subject },
          scheduler: context?.scheduler ?? subject.scheduler,
          context: context,
          record: { Feature.record(of: $0) },
          feature: { [weak feature] in feature },
          perform: { [weak feature] in feature?.perform($0, for: $1) },
          stateDidChange: { [weak feature] in feature?.stateDidChange(from: $0) },
          attachmentDidChange: { [weak feature] in feature?.attachmentDidChange(isAttached: $0) }
        )
      )
    )
  }

  func disconnect() {
    guard isConnecting else { return }
    isConnecting = false
    handle(.detached)
  }

  func handle(_ input: KernelInput<Core>) { post(.input(input)) }

  private func post(_ message: Message) {
    messages.emit(message) { message in
      switch message {
      case .connect(let connection): begin(connection)
      case .input(let input): receive(input)
      }
    }
  }

  private func begin(_ connection: Connection) {
    self.connection = connection
    kernel.context.identification = subject?.identification ?? PushIdentification()
    connection.attachmentDidChange(true)
    for event in earlyEvents { connection.context?.log(event) }
    earlyEvents = []
    // A plugin receives the lifecycle next; what a subject added may have it already.
    if connection.context != nil { lifecycle = nil }
    if let lifecycle { advance(.lifecycle(lifecycle, after: nil), in: connection) }
    let inputs = actions
    actions = []
    for input in inputs { advance(input, in: connection) }
    if Core.interests.contains(.registered), let token = subject?.deviceToken {
      advance(.push(.registered(token)), in: connection)
    }
  }

  private func receive(_ input: KernelInput<Core>) {
    if case .lifecycle(let state, _) = input { lifecycle = state }
    if let connection {
      advance(input, in: connection)
    } else if case .action = input {
      actions.append(input)
    }
  }

  private func advance(_ input: KernelInput<Core>, in connection: Connection) {
    let feature = connection.feature()
    defer { withExtendedLifetime(feature) {} }
    var (next, answers): (KernelInput<Core>?, [KernelInput<Core>]) = (input, [])
    while let current = next {
      let effects = kernel.handle(
        current,
        at: connection.scheduler.now,
        date: connection.scheduler.date
      )
      alarm.set(to: kernel.nextDeadline, on: connection.scheduler)
      publish(in: connection)
      for effect in effects {
        if case .save = effect, savesLater(after: input) {
          saveLater(in: connection)
        } else {
          perform(effect, in: connection).map { answers.append($0) }
        }
      }
      next = answers.isEmpty ? nil : answers.removeFirst()
      for waiter in waiters where waiter.condition(kernel) { waiter.results.send(true) }
    }
    guard case .detached = input else { return }
    alarm.clear()
    self.connection = nil
    connection.attachmentDidChange(false)
  }

  private func publish(in connection: Connection) {
    publishAccountStates()
    let (old, new) = (publishedState, kernel.state)
    guard new != old else { return }
    state = new
    streams.yield(new)
    connection.stateDidChange(old)
  }
}

// MARK: - Effects

extension FeatureRuntime {
  /// - Returns: The answer of the store, which comes before any other input.
  private func perform(
    _ effect: KernelEffect<Core>,
    in connection: Connection
  ) -> KernelInput<Core>? {
    switch effect {
    case .load:
      do {
        return .loaded(try store?.load() ?? [:])
      } catch let error as DecodingError {
        report(KernelEvent.storeFailed(error: LogText(error).description), in: connection)
        return .loaded([:])
      } catch {
        return .storeFailed(LogText(error).description)
      }
    case .save(let changes):
      do {
        return .saved(try store?.update { changes.merged(with: $0 ?? [:]) } ?? [:])
      } catch {
        return .storeFailed(LogText(error).description)
      }
    case .ask(let request, let account, let number):
      if !isReplaying { ask(request, for: account, number: number, on: connection.scheduler) }
    case .cancel(let number): tasks.removeValue(forKey: number)?.cancel()
    case .log(let event): log(event)
    case .report(let event): report(event, in: connection)
    case .record(let record):
      if let record = connection.record(record) { connection.context?.record(record) }
    case .perform(let effect, let account): connection.perform(effect, account)
    case .finishWork(let result):
      for worker in workers { worker.send(result) }
      workers = []
    }
    return nil
  }

  /// Whether a file must not delay the caller, or further actions of the same moment may be saved with it.
  private func savesLater(after input: KernelInput<Core>) -> Bool {
    switch input {
    case .push: true
    case .action: kernel.core.requestPolicy.waitsForStore && kernel.core.request == nil
    default: false
    }
  }

  /// Saves after the system's callback or the app's call; background work waits for it.
  private func saveLater(in connection: Connection) {
    guard !isSavingLater else { return }
    isSavingLater = true
    connection.scheduler.perform { [weak self] in
      self?.isSavingLater = false
      // Any input lets the kernel save what is not saved yet.
      self?.handle(.deadline)
    }
  }

  private func report(_ event: KernelEvent, in connection: Connection) {
    logAll?(event)
    connection.context?.log(event)
    if let event = Core.event(for: event) { log(event) }
  }

  private func ask(
    _ request: Core.Request,
    for account: AccountID,
    number: Int,
    on scheduler: any Scheduler
  ) {
    guard let server else { return }
    tasks[number] = scheduler.perform { [weak self] in
      guard !Task.isCancelled else { return }
      let result: Result<Core.Answer, SourceFailure>
      do {
        result = .success(
          try await server(request, account, scheduler) { answer in
            if !Task.isCancelled { self?.handle(.progress(number, answer)) }
          }
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
