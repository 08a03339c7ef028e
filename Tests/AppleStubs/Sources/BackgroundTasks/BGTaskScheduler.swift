// The Mac and the watch have the framework, in which nothing is for them in the manifest's versions.
#if !os(macOS) && !os(watchOS)
import Dispatch
import Foundation

/// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler).
///
/// It calls handlers on a queue of its own, and ends the process where the real one does: for a second
/// handler of an identifier, and for one that is registered after the launch.
open class BGTaskScheduler: NSObject {
  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/error-swift.struct).
  public struct Error: Swift.Error, Hashable {
    /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/error-swift.struct/code).
    public enum Code: Int, Sendable {
      /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/error-swift.struct/code/unavailable).
      case unavailable = 1

      /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/error-swift.struct/code/toomanypendingtaskrequests).
      case tooManyPendingTaskRequests = 2

      /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/error-swift.struct/code/notpermitted).
      case notPermitted = 3
    }

    /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/error-swift.struct/code).
    public let code: Code

    public init(stub code: Code) {
      self.code = code
    }
  }

  private static let stubShared = BGTaskScheduler(stub: [])

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/shared).
  open class var shared: BGTaskScheduler { stubShared }

  private let lock = NSLock()
  private let queue = DispatchQueue(label: "stub.background-tasks")
  private let permitted: Set<String>
  private var handlers: [String: (BGTask) -> Void] = [:]
  private var requests: [String: BGTaskRequest] = [:]
  private var refusal: (any Swift.Error)?
  private var hasLaunched = false
  private var submissions: [BGTaskRequest] = []

  /// A scheduler of an app with these identifiers in its Info.plist.
  public init(stub permitted: Set<String>) {
    self.permitted = permitted
  }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/register(fortaskwithidentifier:using:launchhandler:)).
  open func register(
    forTaskWithIdentifier identifier: String,
    using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    lock.withLock {
      precondition(!hasLaunched, "Handlers must be registered before the app has launched.")
      guard permitted.contains(identifier) else { return false }
      precondition(handlers[identifier] == nil, "\(identifier) has already been registered.")
      handlers[identifier] = launchHandler
      return true
    }
  }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submit(_:)).
  open func submit(_ taskRequest: BGTaskRequest) throws {
    try lock.withLock {
      submissions.append(taskRequest)
      if let refusal { throw refusal }
      requests[taskRequest.identifier] = taskRequest
    }
  }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submittaskrequest(_:completionhandler:)).
  ///
  /// The SDK of iOS 27 has it, and Swift 6.4 with it.
  @available(iOS 27, macCatalyst 27, tvOS 27, visionOS 27, *)
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    let result = Result { try submit(taskRequest) }
    queue.async {
      if case .failure(let error) = result {
        completionHandler(error)
      } else {
        completionHandler(nil)
      }
    }
  }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/getpendingtaskrequests(completionhandler:)).
  open func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    let pending = lock.withLock { Array(requests.values) }
    queue.async { completionHandler(pending) }
  }
}

// MARK: - What tests say

extension BGTaskScheduler {
  /// What it throws from now on; takes requests again with `nil`.
  public var stubRefusal: (any Swift.Error)? {
    get { lock.withLock { refusal } }
    set { lock.withLock { refusal = newValue } }
  }

  /// How often it was asked.
  public var stubSubmissionCount: Int { lock.withLock { submissions.count } }

  /// What it keeps.
  public var stubRequests: [String: BGTaskRequest] {
    get { lock.withLock { requests } }
    set { lock.withLock { requests = newValue } }
  }

  /// Refuses handlers from now on, as after a launch.
  public func stubFinishLaunching() {
    lock.withLock { hasLaunched = true }
  }

  /// Gives the app a task, on a thread of its own, and returns when the handler has.
  public func stubLaunch(_ identifier: String) -> BGAppRefreshTask {
    let task = BGAppRefreshTask(stub: identifier)
    let handler = lock.withLock {
      requests[identifier] = nil
      return handlers[identifier]
    }
    queue.waitForThread { handler?(task) }
    return task
  }

  /// Returns when what was handed to its queue before has run.
  public func stubDrain() {
    queue.sync {}
  }
}

extension DispatchQueue {
  /// Runs work on a thread that is not the caller's, which `sync` alone would take.
  func waitForThread(_ work: @escaping () -> Void) {
    let end = DispatchSemaphore(value: 0)
    async {
      work()
      end.signal()
    }
    end.wait()
  }
}
#endif
