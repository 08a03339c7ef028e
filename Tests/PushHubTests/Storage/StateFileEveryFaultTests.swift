import Foundation
import PushHub
import Testing

@testable import PushHubObservers

/// Each of the system's calls on a file of state fails, once or for ever.
@MainActor
struct StateFileEveryFaultTests {
  @Test func `a save that throws has kept nothing, and one that returns all`() async throws {
    try await expectNoHarm(by: "files", to: "StateFile") { run in
      let store = FaultyStore(run.plan, number: ENOSPC)
      var kept: Data?
      for text in ["one", "two", "three"] {
        let data = Data(text.utf8)
        if (try? store.save(data)) != nil {
          kept = data
        }
        run.require(store.present == kept, "\(text): \(String(describing: store.present))")
        if let loaded = try? store.load() {
          run.require(loaded == kept, "\(text): \(String(describing: loaded)) was loaded")
        }
      }
      if (try? store.setAside()) != nil {
        kept = nil
      }
      run.require(store.present == kept, "aside")
      run.plan.heal()
      try store.save(Data("last".utf8))
      return try store.load()
    }
  }
}
