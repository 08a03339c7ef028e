import Dispatch

/// The app in the terminal, from the first frame to the last: takes events, acts, and draws.
@MainActor
final class LiveRun {
  /// How it ended.
  enum Ending: Equatable {
    case quit

    /// By a signal, or by the key that stands for one.
    case signal(Int32)

    /// The terminal is gone.
    case failed(String)
  }

  private let app: LiveApp
  private let session: TerminalSession
  private let events: AsyncStream<LiveEvent>
  private let continuation: AsyncStream<LiveEvent>.Continuation
  private var keys = KeyDecoder()
  private var isChangePending = false

  init(app: LiveApp, session: TerminalSession) {
    self.app = app
    self.session = session
    (events, continuation) = AsyncStream.makeStream(of: LiveEvent.self)
    app.onChange = { [weak self] in self?.noteChange() }
  }

  /// Returns when the user has enough, a signal says so, or the terminal is gone.
  ///
  /// The terminal is then as it was.
  func run() async -> Ending {
    SignalPipe.open()
    CrashGuard.begin()
    let sources = [
      Self.source(for: SignalPipe.descriptor, yielding: Self.signals(to: continuation)),
      Self.source(for: TerminalDevice.inputDescriptor, yielding: Self.input(to: continuation)),
    ]
    defer {
      session.leave()
      for source in sources {
        source.cancel()
      }
    }
    do {
      try session.enter()
      try session.draw(app.screen)
      for await event in events {
        if let ending = try handle(event) { return ending }
        try session.draw(app.screen)
      }
      return .quit
    } catch {
      return .failed("\(error)")
    }
  }

  private func noteChange() {
    guard !isChangePending else { return }
    isChangePending = true
    continuation.yield(.changed)
  }
}

// MARK: - Events

extension LiveRun {
  private func handle(_ event: LiveEvent) throws -> Ending? {
    switch event {
    case .changed:
      isChangePending = false
      return nil
    case .signal(let number):
      return try handle(signal: number)
    case .typed(let bytes):
      guard !bytes.isEmpty else { return .quit }
      for key in keys.decode(bytes) {
        if let ending = LiveIntent(key).flatMap(handle) { return ending }
      }
      return nil
    }
  }

  private func handle(_ intent: LiveIntent) -> Ending? {
    switch intent {
    case .act(let action): app.handle(action)
    case .quit: return .quit
    case .interrupt: return .signal(SignalPipe.interrupt)
    case .suspend: SignalPipe.suspendJob()
    case .redraw: session.invalidate()
    }
    return nil
  }

  private func handle(signal number: Int32) throws -> Ending? {
    if SignalPipe.endings.contains(number) { return .signal(number) }
    if CrashGuard.signals.contains(number) {
      session.forget()
      return .signal(number)
    }
    if number == SignalPipe.stop {
      session.leave()
      SignalPipe.giveIn(to: number)
    }
    try session.enter()
    return nil
  }
}

// MARK: - Sources

extension LiveRun {
  private static func source(
    for descriptor: Int32,
    yielding handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler(handler: handler)
    source.activate()
    return source
  }

  private nonisolated static func signals(
    to continuation: AsyncStream<LiveEvent>.Continuation
  ) -> @Sendable () -> Void {
    {
      for number in SignalPipe.readSignals() {
        continuation.yield(.signal(number))
      }
    }
  }

  private nonisolated static func input(
    to continuation: AsyncStream<LiveEvent>.Continuation
  ) -> @Sendable () -> Void {
    { continuation.yield(.typed(TerminalDevice.readInput())) }
  }
}

/// What wakes the live app, all of it in one order.
enum LiveEvent: Sendable {
  /// Keys, as the terminal sent them; empty at the end of input.
  case typed([UInt8])

  /// A signal of the system's.
  case signal(Int32)

  /// There may be something new to see.
  case changed
}
