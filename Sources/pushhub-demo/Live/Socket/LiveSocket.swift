import Dispatch
import Foundation
import PushHub
import PushHubReplay

/// A socket by which other processes let pushes arrive in the live app.
///
/// One connection is one `.apns` file: its bytes, up to the end of sending, for which there is one line
/// in answer; then the connection is closed. Whoever takes more than five seconds, or sends more than
/// 64 KiB, is told so.
@MainActor
final class LiveSocket {
  private static let mostConnections = 8

  private let path: String
  private let descriptor: Int32
  private let identity: UnixSocket.Identity?
  private let scheduler: any Scheduler
  private var receive: ((Data) -> SocketAnswer)?
  private var source: (any DispatchSourceRead)?
  private var isClosed = false
  private var connections: [Int32: SocketConnection] = [:]

  /// Begins to listen; whoever connects waits until somebody receives.
  ///
  /// - Parameters:
  ///   - path: Where the socket is; one on which nobody listens is replaced.
  ///   - scheduler: Whose time counts.
  init(path: String, scheduler: any Scheduler) throws(UnixSocket.Failure) {
    descriptor = try UnixSocket.listen(at: path)
    identity = UnixSocket.identity(of: path)
    self.path = path
    self.scheduler = scheduler
  }

  /// Begins to receive.
  ///
  /// - Parameter receive: Takes the bytes of a file, and answers.
  func open(_ receive: @escaping (Data) -> SocketAnswer) {
    self.receive = receive
    source = Self.source(for: descriptor) { [weak self] in self?.acceptConnections() }
  }

  /// Hears no more, and removes the socket, unless another app's has taken its place.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    UnixSocket.remove(path, of: identity)
    if let source {
      source.cancel()
    } else {
      UnixSocket.close(descriptor)
    }
    source = nil
    receive = nil
    for connection in connections.values {
      connection.close()
    }
    connections = [:]
  }

  private func acceptConnections() {
    while !isClosed, let connection = UnixSocket.accept(on: descriptor) {
      begin(connection)
    }
  }

  private func begin(_ number: Int32) {
    let connection = SocketConnection(descriptor: number, scheduler: scheduler) {
      [weak self] request in
      guard let self else { return nil }
      connections[number] = nil
      return answer(request)
    }
    guard connections.count < Self.mostConnections else {
      return connection.end(with: .refused("too many connections at once"))
    }
    connections[number] = connection
    connection.begin()
  }

  private func answer(_ request: SocketConnection.Request) -> SocketAnswer {
    switch request {
    case .whole(let bytes): receive?(bytes) ?? .refused("the app has ended")
    case .nothing: .refused("the file is empty")
    case .tooLong: .refused("the file is longer than \(SocketPath.mostBytes) bytes")
    case .tooSlow: .refused("the file did not come within five seconds")
    }
  }

  /// Tells on the main actor whenever there is something to read; closes the descriptor at the end.
  static func source(
    for descriptor: Int32,
    _ handler: @escaping @MainActor @Sendable () -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler(handler: Self.hop(to: handler))
    source.setCancelHandler(handler: Self.closing(descriptor))
    source.activate()
    return source
  }

  /// Made outside the main actor's isolation, because Dispatch promises none to the compiler.
  private nonisolated static func hop(
    to handler: @escaping @MainActor @Sendable () -> Void
  ) -> @Sendable () -> Void {
    { Task { @MainActor in handler() } }
  }

  private nonisolated static func closing(_ descriptor: Int32) -> @Sendable () -> Void {
    { UnixSocket.close(descriptor) }
  }
}

/// What the live app answers to a push that came through its socket, in one line.
enum SocketAnswer: Equatable {
  case delivered(LiveCore.Destination)
  case refused(String)

  /// How an answer to a push that was taken begins.
  static let success = "delivered"

  var line: String {
    switch self {
    case .delivered(.app):
      Self.success
    case .delivered(.notificationCenter):
      "\(Self.success) to the notification center; the app in the background hears of a tap only"
    case .refused(let reason):
      "refused: \(printable(reason))"
    }
  }
}

/// Where the live app listens when nothing else is asked for.
enum SocketPath {
  /// The largest file that is taken, in bytes; the push service takes up to 5 KiB.
  static let mostBytes = 64 << 10

  /// `pushhub-live-UID.sock` in `TMPDIR`, or in `/tmp` where that is not set.
  static func standard(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let slash = folder.hasSuffix("/") ? "" : "/"
    return "\(folder)\(slash)pushhub-live-\(getuid()).sock"
  }
}
