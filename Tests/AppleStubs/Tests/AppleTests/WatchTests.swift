import Foundation
import PushHub
import PushHubTesting
import StubSystem
import SwiftUI
import Testing
import UserNotifications
import WatchKit

final class WatchTests: AppleWorld {
  private lazy var delegate = PushHubAppDelegate(hub: hub)

  /// An app of SwiftUI's, as far as pushes are concerned.
  @MainActor private struct OneLineWatchApp {
    @WKApplicationDelegateAdaptor(PushHubAppDelegate.self) var delegate
  }

  @Test
  func `one line makes all that a watch app needs`() {
    #expect(OneLineWatchApp().delegate.hub.scheduler is LiveScheduler)
  }

  @Test
  func `everything that watchOS reports reaches the subjects`() async {
    delegate.applicationDidFinishLaunching()
    #expect(center.delegate === delegate.hub)
    await center.stubRespond(response())
    delegate.didRegisterForRemoteNotifications(withDeviceToken: Data([7]))
    delegate.didFailToRegisterForRemoteNotificationsWithError(
      CocoaError(.init(rawValue: 3000))
    )
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(
      recorder.lines == ["received m1", "opened m1 default", "token 07…", "failed 3000"]
    )
  }

  @Test(arguments: FetchResult.allCases)
  func `a push in the background is completed with what came of it`(
    result: FetchResult
  ) async {
    let worker = WorkerProbe(.answers, result, on: scheduler)
    manager.add(worker)
    let sent = userInfo()
    let answer = Task {
      await withCheckedContinuation { continuation in
        let handler = HostileHandler<WKBackgroundFetchResult>("fetch") {
          continuation.resume(returning: $0)
        }
        delegate.didReceiveRemoteNotification(sent) { handler($0) }
      }
    }
    #expect(await eventually { worker.askedCount == 1 })
    await settle()
    pass(2)
    #expect(await answer.value == WKBackgroundFetchResult(result))
  }

  @Test
  func `a watch app has the reported phase, and runs due actions on return`() {
    let lateness = Holder(0)
    delegate.applicationDidFinishLaunching()
    #expect(lifecycle.state.phase == .background)
    let steps: [(Notification.Name, AppPhase)] = [
      (WKApplication.willEnterForegroundNotification, .inactive),
      (WKApplication.didBecomeActiveNotification, .active),
      (WKApplication.willResignActiveNotification, .inactive),
      (WKApplication.didEnterBackgroundNotification, .background),
    ]
    for (name, phase) in steps {
      notifications.post(name: name, object: nil)
      #expect(lifecycle.state.phase == phase)
    }
    scheduler.schedule(after: .seconds(5)) { lateness.value += 1 }
    scheduler.sleepThrough(.seconds(60))
    notifications.post(name: WKApplication.didBecomeActiveNotification, object: nil)
    #expect(lateness.value == 1)
  }
}
