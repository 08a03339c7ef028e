import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubTesting
import Testing

@testable import TestSupport

/// What a recording begins with, so that it plays as the app goes on.
struct RecordingBeginningTests: AppFixture {
  let app = SimulatedApp()

  // MARK: - What is true

  @Test func `the latest record of each state comes after the account, in order`() {
    let output = RecordedPages()
    let recorder = output.recorder()
    context.attach(recorder)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount("ann")
    context.record(UnreadAnswer(result: .success(1)))
    context.record(LatestNotifications(.success([NotificationCursor(order: 1, id: "n1")])))
    context.record(ReadNotifications(upTo: NotificationCursor(order: 1, id: "n1")))
    context.record(UnreadAnswer(result: .success(2)))
    context.record(LatestNotifications(.success([NotificationCursor(order: 2, id: "n2")])))
    context.record(ScreenshotTouch.tap)
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(
      output.lines.dropFirst() == [
        #"{"t":0,"account":"ann"}"#,
        #"{"t":0,"read":{"id":"n1","order":1}}"#,
        #"{"t":0,"unread":2}"#,
        #"{"t":0,"latest":[{"id":"n2","order":2}]}"#,
        #"{"t":0,"app":"active"}"#,
        #"{"t":0,"page":"home","visible":true}"#,
        #"{"t":0,"screenshot":{}}"#,
      ]
    )
  }

  // MARK: - Several windows

  @Test func `a recording has the pages of several windows`() throws {
    for seed in SeededGenerator.seeds(10, thorough: 200) {
      var generator = SeededGenerator(seed: seed)
      let app = SimulatedApp()
      let lifecycle = app.lifecycle
      let output = RecordedPages()
      output.filledPageSize = 2 + generator.below(40)
      let recorder = output.recorder()
      app.host.context.attach(recorder)
      for _ in 0..<30 {
        let scene: SceneID = ["main", "a", "b"][generator.below(3)]
        let page: PageID = ["home", "notifications", "reader"][generator.below(3)]
        switch generator.below(8) {
        case 0, 1: lifecycle.pageAppeared(page, scene: scene)
        case 2: lifecycle.pageDisappeared(page, scene: scene)
        case 3: lifecycle.overlayAdded(scene: scene)
        case 4: lifecycle.overlayRemoved(scene: scene)
        case 5: lifecycle.sceneDisconnected(scene)
        default: lifecycle.setPhase(AppPhase.allCases[generator.below(3)], scene: scene)
        }
        if output.lines.isEmpty { continue }
        let next = try output.transcript()
        let told = follow(next).state
        try #require(
          told.phase == lifecycle.state.phase
            && Set(told.focusedPages) == Set(lifecycle.state.focusedPages),
          "\(SeededGenerator.hint(seed))"
        )
      }
    }
  }

  private func follow(_ transcript: Transcript) -> AppLifecycle {
    let lifecycle = AppLifecycle()
    for record in transcript.records {
      switch record.input {
      case .app(let phase): lifecycle.setPhase(phase)
      case .page(let page, isVisible: true): lifecycle.pageAppeared(page)
      case .page(let page, isVisible: false): lifecycle.pageDisappeared(page)
      case .overlay(true): lifecycle.overlayAdded()
      case .overlay(false): lifecycle.overlayRemoved()
      default: break
      }
    }
    return lifecycle
  }

  @Test func `the latest checkup begins the next recording`() {
    let output = RecordedPages()
    let recorder = output.recorder()
    context.attach(recorder)
    context.record(Checkup(findings: [Checkup.Finding("server", .broken, "It refused.")]))
    output.isFull = true
    context.record(Checkup(findings: []))
    #expect(output.lines.count == 3)
    #expect(output.lines.dropFirst().first?.contains("It refused.") == true)
  }
}
