import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// Files of an outbox that can't be measured.
struct OutboxMeasureTests {
  private let folder = OutboxFolder()

  private func outbox(
    _ process: String = "app",
    failing fails: @escaping @Sendable (FileDoor.Call) -> Bool
  ) -> Outbox {
    Outbox(
      directory: folder.url,
      process: process,
      configuration: .init(maximumFileCount: 4),
      through: FileDoor { fails($0) ? EACCES : nil }
    )
  }

  @Test func `a file that can't be measured while all are sealed takes nothing more`() throws {
    for number in 1...24 {
      let folder = OutboxFolder()
      let other = folder.outbox("extension")
      try other.append(1)
      let plan = FaultPlan(.init(number: number, extent: .once))
      let app = Outbox(
        directory: folder.url,
        process: "app",
        configuration: .init(),
        through: FileDoor { $0 == .measure && plan.fails() ? EACCES : nil }
      )
      let scope = app.seal()
      try other.append(2)
      #expect(app.remove(from: scope) { _ in true }.count <= 1)
      #expect(folder.outbox("reader").numbers().contains(2), "fault \(number)")
    }
  }

  @Test func `while nothing can be measured, all that is sealed takes nothing more`() throws {
    let other = folder.outbox("extension")
    try other.append(1)
    let scope = outbox { $0 == .measure }.seal()
    try other.append(2)
    #expect(folder.files.count == 2)
    folder.outbox("reader").remove(from: scope) { _ in true }
    #expect(folder.outbox("reader").numbers() == [2])
  }

  @Test func `where the present file can't be measured, another is begun behind no broken line`()
    throws
  {
    for number in 1...24 {
      let folder = OutboxFolder()
      let plan = FaultPlan(.init(number: number, extent: .once))
      let app = Outbox(
        directory: folder.url,
        process: "app",
        configuration: .init(),
        through: FileDoor { $0 == .measure && plan.fails() ? EACCES : nil }
      )
      try app.append(1)
      try folder.tear("app")
      try app.append(2)
      try app.append(3)
      let reading = folder.outbox("reader").read(limit: 9, for: "ann")
      #expect(reading.entries.map(\.value) == [1, 2, 3], "fault \(number)")
      #expect(reading.brokenCount == 1)
      #expect(folder.files.count <= 3)
    }
  }

  @Test func `while nothing can be measured, nothing is appended, removed or begun without end`()
    throws
  {
    try folder.outbox().append(1)
    let app = outbox { $0 == .measure }
    for _ in 1...4 {
      let error = #expect(throws: OutboxError.self) { try app.append(2) }
      #expect(error?.code == .inaccessible)
    }
    #expect(folder.files.count <= 2)
    #expect(app.read(limit: 9, for: "ann").isComplete == false)
    app.remove(from: nil) { _ in true }
    app.acknowledge(folder.outbox("reader").read(limit: 9, for: "ann").entries, lost: [:])
    #expect(folder.outbox("reader").numbers() == [1])
  }
}
