import FlyingFox
import Synchronization

/// What a server was asked, and who waits for it.
final class RequestLog: Sendable {
  private struct State {
    var requests: [HTTPRequest] = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func append(_ request: HTTPRequest) {
    let ready = state.withLock { state in
      state.requests.append(request)
      let ready = state.waiting.filter { $0.count <= state.requests.count }
      state.waiting.removeAll { $0.count <= state.requests.count }
      return ready
    }
    for waiter in ready {
      waiter.continuation.resume()
    }
  }

  func arrival(of count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.requests.count < count else { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere {
        continuation.resume()
      }
    }
  }
}
