import Dispatch
import PushHub

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Runs the app in the terminal: receives events, handles them, and draws the screen.
@MainActor
final class LiveRun {
  /// An event of the live app, in one order with all others.
  private enum Event: Sendable {
    /// Bytes of the terminal; empty at the end of input.
    case input([UInt8])
    case signals([Int32])

    /// The time to read push files and to draw.
    case poll
  }

  private let app: LiveApp
  private let inbox: LiveInbox
  private let scheduler: any Scheduler
  private let session: TerminalSession
  private let (events, continuation) = AsyncStream.makeStream(of: Event.self)
  private var decoder = KeyDecoder()

  init(app: LiveApp, inbox: LiveInbox, scheduler: any Scheduler, isColoured: Bool) {
    self.app = app
    self.inbox = inbox
    self.scheduler = scheduler
    session = TerminalSession(isColoured: isColoured)
  }

  /// Runs until the user quits, a signal ends the app, or the terminal is closed, and restores the terminal.
  ///
  /// - Returns: The signal that ended it, or 0.
  func run() async -> Int32 {
    Signals.open()
    let sources = [
      Self.source(for: Signals.descriptor, to: continuation) { .signals(Signals.read()) },
      Self.source(for: STDIN_FILENO, to: continuation) {
        // The shell may have read the input meanwhile.
        Terminal.isForeground && Terminal.hasInput ? .input(Terminal.read()) : .poll
      },
    ]
    defer {
      session.leave()
      for source in sources {
        source.cancel()
      }
    }
    do {
      try session.enter()
      poll()
      for await event in events {
        if let ending = try handle(event) { return ending }
        try session.draw(app.screen)
      }
      return 0
    } catch {
      return SIGHUP
    }
  }

  private func poll() {
    continuation.yield(.poll)
    scheduler.schedule(after: .milliseconds(100), tolerance: .milliseconds(20)) { [weak self] in
      self?.poll()
    }
  }

  private func handle(_ event: Event) throws -> Int32? {
    switch event {
    case .input(let bytes):
      // In raw mode, only a closed terminal ends the input.
      return bytes.isEmpty ? SIGHUP : try press(decoder.decode(bytes))
    case .poll:
      inbox.receive { app.receive($0) }
      return try press(decoder.flush())
    case .signals(let numbers):
      if let ending = numbers.first(where: Signals.endings.contains) { return ending }
      if let crash = numbers.first(where: Signals.crashes.contains) {
        Signals.performDefaultAction(of: crash)
      }
      if numbers.contains(SIGTSTP) {
        session.leave()
        Signals.performDefaultAction(of: SIGTSTP)
        decoder = KeyDecoder()
      }
      try session.enter()
      return nil
    }
  }

  private func press(_ keys: [Key]) throws -> Int32? {
    for key in keys {
      switch app.press(key) {
      case .quit: return 0
      case .redraw: try session.enter()
      default: break
      }
    }
    return nil
  }

  /// Not isolated, since the compiler doesn't know that Dispatch calls the handler on the main queue.
  private nonisolated static func source(
    for descriptor: Int32,
    to continuation: AsyncStream<Event>.Continuation,
    yielding event: @escaping @Sendable () -> Event
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { continuation.yield(event()) }
    source.activate()
    return source
  }
}
