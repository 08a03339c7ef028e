#if !os(macOS) && !os(watchOS)
import Dispatch
import Foundation

/// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtask).
open class BGTask: NSObject {
  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtask/identifier).
  open var identifier: String { stubIdentifier }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtask/expirationhandler).
  open var expirationHandler: (() -> Void)? {
    get { lock.withLock { handler } }
    set { lock.withLock { handler = newValue } }
  }

  private let stubIdentifier: String
  private let lock = NSLock()
  private var handler: (() -> Void)?
  private var completions: [Bool] = []

  init(stub identifier: String) {
    stubIdentifier = identifier
  }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtask/settaskcompleted(success:)).
  open func setTaskCompleted(success: Bool) {
    lock.withLock { completions.append(success) }
  }

  /// The results that were reported; there must be exactly one.
  public var stubCompletions: [Bool] { lock.withLock { completions } }

  /// Calls the expiration handler, as the system does, on an arbitrary thread.
  public func stubExpire() {
    DispatchQueue.global().waitForThread { self.expirationHandler?() }
  }
}

/// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtask).
open class BGAppRefreshTask: BGTask {}

/// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest).
open class BGTaskRequest: NSObject {
  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest/identifier).
  open var identifier: String { stubIdentifier }

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest/earliestbegindate).
  open var earliestBeginDate: Date?

  private let stubIdentifier: String

  init(stub identifier: String) {
    stubIdentifier = identifier
  }
}

/// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest).
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest/init(identifier:)).
  public init(identifier: String) {
    super.init(stub: identifier)
  }
}

/// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest).
open class BGProcessingTaskRequest: BGTaskRequest {
  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/requiresnetworkconnectivity).
  open var requiresNetworkConnectivity = false

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/requiresexternalpower).
  open var requiresExternalPower = false

  /// [Apple](https://developer.apple.com/documentation/backgroundtasks/bgprocessingtaskrequest/init(identifier:)).
  public init(identifier: String) {
    super.init(stub: identifier)
  }
}
#endif
