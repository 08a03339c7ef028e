import Dispatch
import PushHub

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
  private let keys: KeyReader
  private var isChangePending = false

  init(app: LiveApp, session: TerminalSession, scheduler: any Scheduler) {
    self.app = app
    self.session = session
    keys = KeyReader(scheduler: scheduler)
    (events, continuation) = AsyncStream.makeStream(of: LiveEvent.self)
    app.onChange = { [weak self] in self?.noteChange() }
    keys.onImpatience = { [continuation] in continuation.yield(.impatient) }
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
      try draw()
      for await event in events {
        if let ending = try handle(event) { return ending }
        try draw()
      }
      return .quit
    } catch {
      return Self.ending(after: error, signals: SignalPipe.readSignals())
    }
  }

  /// How a run ends that has lost its terminal: by the signal that says why, if one does.
  nonisolated static func ending(after error: any Error, signals: [Int32]) -> Ending {
    if let number = signals.first(where: SignalPipe.endings.contains) { return .signal(number) }
    // The signal of a terminal that is closed may come later than the end of it is seen.
    if let failure = error as? TerminalDevice.Failure, failure.isHangup {
      return .signal(SignalPipe.hangup)
    }
    return .failed("\(error)")
  }

  private func draw() throws {
    app.settle(in: session.room(for: screen))
    try session.draw(screen)
  }

  private var screen: LiveScreen {
    var screen = app.screen
    screen.isPasteLate = keys.isPasteLate
    return screen
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
      // A raw terminal has no other end of input than its own.
      guard !bytes.isEmpty else { return .signal(SignalPipe.hangup) }
      return handle(keys.read(bytes))
    case .impatient:
      // What has come meanwhile is read first.
      return TerminalDevice.hasInput ? nil : handle(keys.giveUp())
    }
  }

  private func handle(_ keys: [KeyEvent]) -> Ending? {
    var roomTypedIn: LiveDesk.Room?
    for key in keys {
      // A heap of text that is typed is no reason to measure the screen for each character.
      let isTyped = app.isTyped(key)
      let room = (isTyped ? roomTypedIn : nil) ?? session.room(for: screen)
      roomTypedIn = isTyped ? room : nil
      switch app.press(key, in: room) {
      case .quit: return .quit
      case .interrupt: return .signal(SignalPipe.interrupt)
      case .suspend: SignalPipe.suspendJob()
      case .redraw: session.invalidate()
      case .act, .tell, nil: break
      }
    }
    return nil
  }

  private func handle(signal number: Int32) throws -> Ending? {
    if SignalPipe.endings.contains(number) { return .signal(number) }
    if CrashGuard.signals.contains(number) {
      session.forget()
      return .signal(number)
    }
    if number == SignalPipe.backgroundRead { return stopToRead() }
    if number == SignalPipe.stop {
      session.leave()
      SignalPipe.giveIn(to: number)
      keys.reset()
    }
    try session.enter()
    return nil
  }

  /// Stops until there is a terminal to read from, as the system does with a job that would read.
  ///
  /// A job that nobody could go on with is not stopped, and ends.
  private func stopToRead() -> Ending? {
    guard !session.isForeground, TerminalDevice.hasInput else { return nil }
    SignalPipe.giveIn(to: SignalPipe.backgroundRead)
    let signals = SignalPipe.readSignals(until: SignalPipe.goOn)
    for number in signals {
      continuation.yield(.signal(number))
    }
    return signals.contains(SignalPipe.goOn) ? nil : .quit
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
    {
      let device = TerminalDevice()
      let bytes = device.isForeground ? TerminalDevice.readInput() : []
      // Asked again, since the terminal may have gone to another job before it was read.
      if bytes.isEmpty, !device.isForeground {
        continuation.yield(.signal(SignalPipe.backgroundRead))
        return
      }
      if bytes.isEmpty {
        for number in SignalPipe.readSignals() {
          continuation.yield(.signal(number))
        }
      }
      continuation.yield(.typed(bytes))
    }
  }
}

/// What wakes the live app, all of it in one order.
enum LiveEvent: Sendable {
  /// Keys, as the terminal sent them; empty at the end of input.
  case typed([UInt8])

  /// What was begun to be typed has not gone on for a while.
  case impatient

  /// A signal of the system's.
  case signal(Int32)

  /// There may be something new to see.
  case changed
}
