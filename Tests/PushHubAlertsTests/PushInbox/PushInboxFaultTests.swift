import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// The inbox's files with each operation on them failing, once or until it is healed.
@MainActor
struct PushInboxFaultTests {
  @Test(arguments: FaultPlan.Extent.allCases)
  func `whatever fails, an acknowledged entry is there, once and whole`(extent: FaultPlan.Extent)
    async
  {
    var number = 0
    while true {
      number += 1
      let plan = FaultPlan(.init(number: number, extent: extent))
      let files = FileSystem.failing { _ in plan.fails() ? .ENOSPC : nil }
      let folder = TemporaryFolder()
      var written: Set<String> = []
      for round in 0..<3 {
        let app = await PushInboxApp(in: folder, files: files)
        for id in ["a\(round)", "b\(round)"] {
          let notification = ExtensionNotification(
            message(id),
            requestIdentifier: id,
            date: app.clock.date
          )
          if (try? InboxFolder(folder.url, files: files).append(notification)) != nil {
            written.insert(id)
          }
          app.receive(id)
        }
        await app.comeBack()
        app.inbox.markRead(["a\(round)"])
      }
      plan.heal()
      let last = await PushInboxApp(in: folder)
      #expect(Set(last.ids).isSuperset(of: written), "fault \(number)")
      #expect(Set(last.ids).count == last.ids.count)
      #expect(last.files.count == last.ids.count, "fault \(number)")
      #expect(last.log.allSatisfy { if case .broken = $0 { false } else { true } })
      guard plan.faultCount > 0 else { break }
      #expect(number < 1_000)
    }
    #expect(number > 15)
  }

  @Test func `what can't be written is logged, shown, and written later and once`() async {
    let plan = FaultPlan(.init(number: 1, extent: .untilHealed))
    let app = await PushInboxApp(
      files: FileSystem.failing { $0 == .write && plan.fails() ? .ENOSPC : nil }
    )
    app.receive("m1")
    await app.settle()
    #expect(app.ids == ["m1"])
    #expect(app.files == [])
    #expect(app.log.contains(.failed(error: "\(LogText(POSIXError(.ENOSPC)))")))
    await app.comeBack()
    plan.heal()
    await app.comeBack()
    app.inbox.markRead()
    await app.settle()
    let files = FileSystem.failing { $0 == .write ? .ENOSPC : nil }
    #expect(await PushInboxApp(in: app.folder, files: files).log.map(\.name) == ["added"])
  }

  @Test func `a file that can't be read doesn't stop the inbox`() async throws {
    let center = ListedNotifications()
    let app = await PushInboxApp(center: center)
    app.receive("m1")
    await app.settle()
    try FileManager.default.createDirectory(
      at: app.folder.url.appending(path: "0001767225600000-x.json"),
      withIntermediateDirectories: true
    )
    center.notifications = [
      DeliveredNotification(id: "r2", payload: message("m2"), date: app.clock.date)
    ]
    await app.comeBack()
    #expect(app.ids == ["m2", "m1"])
  }

  @Test func `a sign-out on a full disk removes entries, and is written as soon as there is room`()
    async throws
  {
    let isFull = Lock(false)
    let app = await PushInboxApp(
      files: FileSystem.failing { $0 == .write && isFull.withLock { $0 } ? .ENOSPC : nil }
    )
    app.receive("m1")
    await app.settle()
    isFull.withLock { $0 = true }
    app.pass(1)
    app.lifecycle.setAccount(nil)
    await app.settle()
    #expect(app.files == [])
    isFull.withLock { $0 = false }
    app.lifecycle.setAccount("bob")
    await app.settle()
    let next = await PushInboxApp(in: app.folder, clock: app.clock, account: "bob")
    // The extension was late with it.
    next.pass(2)
    try next.extend(message("m2"), as: "r2", in: -2.5)
    await next.comeBack()
    #expect(next.ids == [])
  }
}
