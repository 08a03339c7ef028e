import Foundation
import Testing

@testable import PushHub
@testable import PushHubObservers

/// What transcripts tell of countdowns, and what another recording begins with.
struct CountdownChangeTests {
  /// A recording whose time a test lets pass.
  private struct Recording {
    private(set) var recap = CountdownRecap(header: TranscriptHeader())
    private(set) var now = ContinuousClock.now

    mutating func follow(_ phase: AppPhase) {
      var state = LifecycleState()
      state.phase = phase
      recap.follow(state, at: now)
    }

    mutating func take(_ record: any FeatureRecord) {
      recap.take(record, at: now)
    }

    mutating func wait(_ duration: Duration) {
      now += duration
    }

    mutating func beginAnew() {
      recap.noteBeginning(at: now)
    }

    /// What another recording would begin with.
    var beginning: [CountdownChange]? {
      recap.recordsBeforeLifecycle(at: now) as? [CountdownChange]
    }

    /// Which models of a change are told in this recording.
    func told(of change: CountdownChange) -> [String]? {
      (recap.whatIsNew(of: change) as? CountdownChange)?.added.map(\.id)
    }

    static func inForeground() -> Self {
      var recording = Self()
      recording.follow(.active)
      return recording
    }
  }

  private static func change(_ configure: (inout CountdownChange) -> Void) -> CountdownChange {
    var change = CountdownChange()
    configure(&change)
    return change
  }

  private static func adding(_ models: KeyValuePairs<String, Duration>) -> CountdownChange {
    change { $0.added = models.map { .init(id: $0.key, duration: $0.value) } }
  }

  @Test(
    arguments: [
      #"{}"#, #"{"background":"pauses"}"#, #"{"background":"continues"}"#, #"{"running":false}"#,
      #"{"add":[{"id":"a","seconds":1.5},{"id":"b","seconds":-2}]}"#,
      #"{"hide":["c","d"],"remove":["e"],"show":["f"]}"#,
    ]
  )
  func `a change is read, and written as it was`(countdown: String) throws {
    let line = "{\"t\":0,\"countdown\":\(countdown)}"
    let text = "{\"transcript\":1}\n\(line)\n"
    let transcript = try Transcript(Data(text.utf8), vocabulary: .countdown)
    #expect(String(decoding: transcript.data, as: UTF8.self).hasSuffix("\(line)\n"))
  }

  @Test func `redacted, a change has another name for each name`() throws {
    let redactor = try #require(TranscriptRedactor(.redacted))
    let change = Self.change {
      $0.isRunning = true
      $0.removed = ["my sale"]
      $0.added = [.init(id: "my offer", duration: .seconds(7))]
      $0.hidden = ["my cell"]
      $0.shown = ["my offer"]
    }
    let redacted = Self.change {
      $0.isRunning = true
      $0.removed = [redactor.hash("my sale")]
      $0.added = [.init(id: redactor.hash("my offer"), duration: .seconds(7))]
      $0.hidden = [redactor.hash("my cell")]
      $0.shown = [redactor.hash("my offer")]
    }
    #expect(change.redacted(by: redactor) == redacted)
  }

  // MARK: - Beginning anew

  @Test func `another recording begins with what is left while the background counts`() {
    var recording = Recording.inForeground()
    recording.wait(.seconds(3))
    recording.take(Self.adding(["a": .seconds(100)]))
    recording.wait(.seconds(10))
    recording.take(Self.adding(["a": .seconds(99), "b": .seconds(50)]))
    recording.wait(.seconds(10))
    recording.follow(.background)
    recording.wait(.seconds(10))
    #expect(recording.beginning == [Self.adding(["a": .seconds(70), "b": .seconds(30)])])
  }

  @Test func `another recording begins with what is left while the background pauses`() {
    var recording = Recording.inForeground()
    recording.take(Self.change { $0.background = .pauses })
    recording.take(Self.adding(["a": .seconds(100)]))
    recording.wait(.seconds(10))
    recording.follow(.background)
    recording.wait(.seconds(20))
    var expected = Self.adding(["a": .seconds(90)])
    expected.background = .pauses
    #expect(recording.beginning == [expected])
    recording.take(Self.change { $0.background = .continues })
    recording.wait(.seconds(30))
    #expect(recording.beginning == [Self.adding(["a": .seconds(60)])])
  }

  @Test func `another recording begins with what is left where the countdowns are stopped`() {
    var recording = Recording.inForeground()
    recording.take(Self.adding(["a": .seconds(100)]))
    recording.wait(.seconds(10))
    recording.take(Self.change { $0.isRunning = false })
    recording.wait(.seconds(20))
    var expected = Self.adding(["a": .seconds(90)])
    expected.isRunning = false
    #expect(recording.beginning == [expected])
    recording.take(Self.change { $0.isRunning = true })
    #expect(recording.beginning == [Self.adding(["a": .seconds(90)])])
  }

  @Test func `another recording begins with models and cells in their order, and without the gone`()
  {
    let ids = (0..<20).map { "\($0)" }
    var recording = Recording.inForeground()
    #expect(recording.beginning?.isEmpty == true)
    recording.take(
      Self.change {
        $0.added = ids.map { .init(id: $0, duration: .seconds(9)) }
        $0.shown = ids.reversed()
      }
    )
    recording.take(
      Self.change {
        $0.removed = ["7"]
        $0.hidden = ["3"]
        $0.shown = ["12"]
      }
    )
    #expect(recording.beginning?.first?.added.map(\.id) == ids.filter { $0 != "7" })
    #expect(recording.beginning?.first?.shown == ids.reversed().filter { $0 != "3" })
    recording.take(
      Self.change {
        $0.removed = ids
        $0.hidden = ids
      }
    )
    #expect(recording.beginning?.isEmpty == true)
  }

  @Test func `another recording tells the ends that come at its very beginning, and none twice`() {
    var recording = Recording.inForeground()
    recording.take(Self.adding(["a": .seconds(5), "none": .zero, "past": .seconds(-1)]))
    #expect(recording.beginning == [Self.adding(["a": .seconds(5)])])
    recording.wait(.seconds(5))
    #expect(recording.beginning == [Self.adding(["a": .zero])])
    recording.wait(.milliseconds(1))
    #expect(recording.beginning?.isEmpty == true)
  }

  @Test func `what had ended before a recording is told in it only if it is removed before`() {
    let list = Self.adding(["a": .seconds(5), "b": .seconds(7), "new": .seconds(9)])
    var recording = Recording.inForeground()
    recording.take(Self.adding(["a": .seconds(5), "b": .seconds(7)]))
    recording.wait(.seconds(6))
    #expect(recording.told(of: list) == ["a", "b", "new"])
    recording.beginAnew()
    recording.wait(.seconds(6))
    #expect(recording.told(of: list) == ["b", "new"])
    var refresh = list
    refresh.removed = ["a"]
    #expect(recording.told(of: refresh) == ["a", "b", "new"])
  }
}
