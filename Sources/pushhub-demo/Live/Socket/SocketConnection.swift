import Dispatch
import Foundation
import PushHub

/// A connection to the live app: reads one file, answers, and closes.
@MainActor
final class SocketConnection {
  /// What came.
  enum Request {
    case whole(Data)

    /// Not a byte, as from somebody who only looks whether anybody listens.
    case nothing
    case tooLong
    case tooSlow
  }

  private static let timeout = Duration.seconds(5)

  private let descriptor: Int32
  private let scheduler: any Scheduler
  private let answer: (Request) -> SocketAnswer?
  private var source: (any DispatchSourceRead)?
  private var deadline: ScheduledAction?
  private var bytes = Data()
  private var isTooLong = false
  private var hasEnded = false

  /// - Parameters:
  ///   - descriptor: An open connection, which is closed at the end.
  ///   - scheduler: Whose time counts.
  ///   - answer: Asked once for what to answer; `nil` for nothing.
  init(
    descriptor: Int32,
    scheduler: any Scheduler,
    answer: @escaping (Request) -> SocketAnswer?
  ) {
    self.descriptor = descriptor
    self.scheduler = scheduler
    self.answer = answer
  }

  func begin() {
    source = LiveSocket.source(for: descriptor) { [weak self] in self?.readMore() }
    deadline = scheduler.schedule(after: Self.timeout, tolerance: .seconds(1)) { [weak self] in
      self?.end(as: .tooSlow)
    }
  }

  /// Closes it without asking for an answer.
  func end(with answer: SocketAnswer) {
    guard !hasEnded else { return }
    UnixSocket.send("\(answer.line)\n".utf8, to: descriptor)
    close()
  }

  func close() {
    guard !hasEnded else { return }
    hasEnded = true
    if let deadline {
      scheduler.cancel(deadline)
    }
    guard let source else { return UnixSocket.close(descriptor) }
    source.cancel()
  }

  /// Reads to the end even what is too long, since who sends listens for an answer only then.
  private func readMore() {
    while !hasEnded, let piece = readBytes(from: descriptor, atMost: 16 << 10) {
      guard !piece.isEmpty else {
        return end(as: isTooLong ? .tooLong : bytes.isEmpty ? .nothing : .whole(bytes))
      }
      isTooLong = isTooLong || bytes.count + piece.count > SocketPath.mostBytes
      bytes = isTooLong ? Data() : bytes + piece
    }
  }

  private func end(as request: Request) {
    guard !hasEnded, let answer = answer(request) else { return close() }
    end(with: answer)
  }
}
