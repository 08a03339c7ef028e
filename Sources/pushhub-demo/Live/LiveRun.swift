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
  private let scheduler: any Scheduler
  private var isChangePending = false

  /// Where keys come from; it rests while they are for another job.
  private let input: any DispatchSourceRead
  private var isInputResting = false

  init(app: LiveApp, session: TerminalSession, scheduler: any Scheduler) {
    self.app = app
    self.session = session
    self.scheduler = scheduler
    keys = KeyReader(scheduler: scheduler)
    (events, continuation) = AsyncStream.makeStream(of: LiveEvent.self)
    input = Self.source(
      for: TerminalDevice.inputDescriptor,
      yielding: Self.typing(to: continuation)
    )
    app.onChange = { [weak self] in self?.noteChange() }
    keys.onImpatience = { [continuation] in continuation.yield(.impatient) }
  }

  /// Returns when the user has enough, a signal says so, or the terminal is gone.
  ///
  /// The terminal is then as it was.
  func run() async -> Ending {
    SignalPipe.open()
    CrashGuard.begin()
    let signals = Self.source(
      for: SignalPipe.descriptor,
      yielding: Self.signals(to: continuation)
    )
    signals.activate()
    input.activate()
    defer {
      session.leave()
      signals.cancel()
      wakeInput()
      input.cancel()
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
    case .typedForOthers:
      restInput()
      return nil
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
    if number == SignalPipe.stop {
      session.leave()
      SignalPipe.giveIn(to: number)
      keys.reset()
    }
    try session.enter()
    return nil
  }

  /// Looks at the input again in a moment, since what is there is the shell's to read, or another job's.
  ///
  /// Stopping, as a job does that reads in the background, could come after the shell has given the
  /// terminal to a job that it takes for one that runs.
  private func restInput() {
    guard !isInputResting else { return }
    isInputResting = true
    input.suspend()
    scheduler.schedule(after: .milliseconds(100), tolerance: .milliseconds(50)) {
      self.wakeInput()
    }
  }

  private func wakeInput() {
    guard isInputResting else { return }
    isInputResting = false
    input.resume()
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

  private nonisolated static func typing(
    to continuation: AsyncStream<LiveEvent>.Continuation
  ) -> @Sendable () -> Void {
    {
      let device = TerminalDevice()
      var bytes: [UInt8] = []
      if device.isForeground {
        // Who had the terminal may have read what woke this; reading would wait for the next key then.
        guard TerminalDevice.hasInput else { return }
        bytes = TerminalDevice.readInput()
      }
      // Asked again, since the terminal may have gone to another job before it was read.
      if bytes.isEmpty, !device.isForeground {
        continuation.yield(.typedForOthers)
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

  /// Keys are there, or the end of them, while another job has the terminal.
  case typedForOthers

  /// What was begun to be typed has not gone on for a while.
  case impatient

  /// A signal of the system's.
  case signal(Int32)

  /// There may be something new to see.
  case changed
}
