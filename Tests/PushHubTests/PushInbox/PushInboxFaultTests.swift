import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// The inbox's files with each operation on them failing, once or until it is healed.
@MainActor
struct PushInboxFaultTests {
  @Test(arguments: FaultPlan.Extent.allCases)
  func `whatever fails, an acknowledged entry is there, once and whole`(extent: FaultPlan.Extent)
    async throws
  {
    var number = 0
    while true {
      number += 1
      let plan = FaultPlan(.init(number: number, extent: extent))
      let files = FileSystem { _ in plan.fails() ? .ENOSPC : nil }
      let folder = TemporaryFolder()
      var written: Set<String> = []
      for round in 0..<3 {
        let app = await PushInboxApp(in: folder, files: files)
        for id in ["a\(round)", "b\(round)"] {
          let notification = ExtensionNotification(
            try message(id),
            requestIdentifier: id,
            date: app.scheduler.date
          )
          if (try? InboxFolder(folder.url, files: files).append(notification)) != nil {
            written.insert(id)
          }
          app.manager.receive(try message(id), via: .remote)
        }
        await app.comeBack()
        app.inbox.markRead(["a\(round)"])
      }
      plan.heal()
      let last = await PushInboxApp(in: folder)
      #expect(Set(last.ids).isSuperset(of: written), "fault \(number)")
      #expect(Set(last.ids).count == last.ids.count)
      #expect(last.folder.files.count == last.ids.count, "fault \(number)")
      #expect(last.log.allSatisfy { if case .broken = $0 { false } else { true } })
      guard plan.faultCount > 0 else { break }
      #expect(number < 1_000)
    }
    #expect(number > 15)
  }

  @Test func `what can't be written is logged, and shown until the app ends`() async throws {
    let files = FileSystem { $0 == .write ? .ENOSPC : nil }
    let app = await PushInboxApp(files: files)
    app.manager.receive(try message("m1"), via: .remote)
    #expect(app.ids == ["m1"])
    #expect(app.folder.files == [])
    #expect(app.log.contains(.failed("\(POSIXError(.ENOSPC).logDescription)")))
  }
}
