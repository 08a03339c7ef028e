import Dispatch
import PushHub

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The app in the terminal, from the first frame to the last: takes events, acts, and draws.
@MainActor
final class LiveRun {
  /// What wakes the live app, all of it in one order.
  private enum Event: Sendable {
    /// Keys, as the terminal sent them; empty at the end of input.
    case typed([UInt8])
    case signals([Int32])

    /// It is time to look for what has come and what is new to see.
    case beat
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

  /// Returns when the user has enough, a signal says so, or the terminal is gone; the terminal is then
  /// as it was.
  ///
  /// - Returns: The signal by which it ends; 0 for none.
  func run() async -> Int32 {
    Signals.open()
    let sources = [
      Self.source(for: Signals.descriptor, to: continuation) { .signals(Signals.read()) },
      Self.source(for: STDIN_FILENO, to: continuation) {
        // What woke this may have been read by the shell, if that had the terminal.
        Terminal.isForeground && Terminal.hasInput ? .typed(Terminal.read()) : .beat
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
      beat()
      for await event in events {
        if let ending = try handle(event) { return ending }
        try session.draw(app.screen)
      }
      return 0
    } catch {
      return SIGHUP
    }
  }

  private func beat() {
    continuation.yield(.beat)
    scheduler.schedule(after: .milliseconds(100), tolerance: .milliseconds(20)) { [weak self] in
      self?.beat()
    }
  }

  private func handle(_ event: Event) throws -> Int32? {
    switch event {
    case .typed(let bytes):
      // A raw terminal has no other end of input than its own.
      return bytes.isEmpty ? SIGHUP : try press(decoder.decode(bytes))
    case .beat:
      inbox.answer { app.receive($0) }
      return try press(decoder.settle())
    case .signals(let numbers):
      if let ending = numbers.first(where: Signals.endings.contains) { return ending }
      if let crash = numbers.first(where: Signals.crashes.contains) {
        Signals.giveIn(to: crash)
      }
      if numbers.contains(SIGTSTP) {
        session.leave()
        Signals.giveIn(to: SIGTSTP)
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

  /// Made outside the main actor's isolation, because Dispatch promises none to the compiler.
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
