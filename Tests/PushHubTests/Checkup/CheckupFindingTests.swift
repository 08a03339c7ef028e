import Testing

@testable import PushHub

/// Each verdict on each thing that is looked at.
@MainActor
struct CheckupFindingTests {
  private func finding(
    _ subject: String,
    _ change: (inout CheckupEvidence) -> Void
  ) -> Checkup.Finding? {
    var evidence = CheckupEvidence()
    change(&evidence)
    return evidence.findings.first { $0.subject == subject }
  }

  private func expect(
    _ subject: String,
    _ verdict: Checkup.Verdict,
    saying text: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout CheckupEvidence) -> Void
  ) {
    let finding = finding(subject, change)
    #expect(finding?.verdict == verdict, sourceLocation: sourceLocation)
    #expect(finding?.description.contains(text) == true, sourceLocation: sourceLocation)
    if verdict != .fine {
      #expect(finding?.advice.isEmpty == false, sourceLocation: sourceLocation)
    }
  }

  @Test func `a registration has the finding of its outcome`() {
    expect("registration", .suspect, saying: "The hub has requested no") { _ in }
    expect("registration", .fine, saying: "has given") { $0.registration = .registered }
    expect("registration", .unknown, saying: "Make a checkup in the app.") {
      $0.isExtension = true
    }
    expect("registration", .broken, saying: "add the Push Notifications capability") {
      $0.registration = .failed(
        RegistrationFailure(domain: "NSCocoaErrorDomain", code: 3000, message: "no entitlement")
      )
    }
    expect("registration", .broken, saying: "Look the code up") {
      $0.registration = .failed(RegistrationFailure(domain: "X", code: 1, message: ""))
    }
  }

  @Test func `a registration without an answer is broken after half a minute`() {
    expect("registration", .unknown, saying: "12 s ago") {
      $0.registration = .unanswered(for: .seconds(12), isGranted: true)
    }
    expect("registration", .broken, saying: "neither a token nor an error has come") {
      $0.registration = .unanswered(for: .seconds(30), isGranted: false)
    }
    expect("registration", .broken, saying: "the hub has not received it") {
      $0.registration = .unanswered(for: .seconds(30), isGranted: true)
    }
  }

  @Test func `an entitlement is found where it can be read`() {
    expect("entitlement", .unknown, saying: "codesign") { $0.entitlement = .unreadable }
    expect("entitlement", .broken, saying: "Push Notifications") { $0.entitlement = .missing }
    expect("entitlement", .fine, saying: "development") {
      $0.entitlement = .environment("development")
    }
    expect("entitlement", .fine, saying: "production") { $0.entitlement = .store }
  }

  @Test func `a build without a profile has tokens of production`() {
    var evidence = CheckupEvidence()
    evidence.entitlement = .store
    #expect(evidence.environment == "production")
    evidence.entitlement = .unreadable
    #expect(evidence.environment == nil)
  }

  @Test func `a push above what the app may is named`() throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    #expect(finding("interruption") { manager.add(to: &$0) } == nil)
    for level in ["time-sensitive", "critical"] {
      let json = #"{"aps":{"alert":"\#(level)","interruption-level":"\#(level)"}}"#
      manager.receive(try payload(json), via: .remote)
    }
    let levels: [APS.InterruptionLevel] = [.critical, .timeSensitive]
    for level in levels {
      expect("interruption", .broken, saying: "no entitlement") {
        manager.add(to: &$0)
        $0.interruptions = [level: nil as Bool?]
      }
      expect("interruption", .suspect, saying: "\(level.rawValue), and the user") {
        manager.add(to: &$0)
        $0.interruptions = [level: false]
      }
      expect("interruption", .fine, saying: level.rawValue) {
        manager.add(to: &$0)
        $0.interruptions = [level: true]
      }
    }
  }

  @Test func `an app without a scene manifest is told what becomes of it`() {
    expect("sceneManifest", .suspect, saying: "iOS 27") { $0.hasSceneManifest = false }
    #expect(finding("sceneManifest") { $0.hasSceneManifest = true } == nil)
  }

  @Test func `what keeps the app from the background is told for silent pushes`() {
    expect("silentPushes", .suspect, saying: "Low Power") {
      $0.backgroundProblem = "The device is in Low Power Mode."
    }
  }

  @Test(
    arguments: [
      (["remote-notification", "fetch"], ["id"], Checkup.Verdict.fine, "are what"),
      (["fetch"], ["id"], .suspect, "Prefetcher works in the background, and the Info.plist lacks"),
      ([], ["id"], .broken, "Add fetch to UIBackgroundModes"),
      (["remote-notification"], ["id"], .broken, "Add fetch to UIBackgroundModes"),
      (["remote-notification", "fetch"], [], .broken, "BGTaskSchedulerPermittedIdentifiers"),
    ]
  )
  func `background modes are compared with what features do`(
    modes: [String],
    identifiers: [String],
    verdict: Checkup.Verdict,
    message: String
  ) {
    expect("backgroundModes", verdict, saying: message) {
      $0.backgroundModes = .init(
        modes: modes,
        taskIdentifiers: identifiers,
        workers: ["Prefetcher"],
        refreshers: ["Inbox"]
      )
    }
  }

  @Test func `without features for it no background mode is missed`() {
    expect("backgroundModes", .fine, saying: "are what") {
      $0.backgroundModes = .init(modes: [], taskIdentifiers: [], workers: [], refreshers: [])
    }
    #expect(finding("backgroundModes") { _ in } == nil)
  }

  @Test func `the notification center's delegate is named by its class`() {
    expect("delegate", .fine, saying: "delegate.") { $0.delegate = .hub(isLate: false) }
    expect("delegate", .suspect, saying: "reports a tap that launches the app") {
      $0.delegate = .hub(isLate: true)
    }
    expect("delegate", .suspect, saying: "Thief is the notification center's delegate now") {
      $0.delegate = .other("Thief")
    }
    expect("delegate", .broken, saying: "has no delegate") { $0.delegate = .other(nil) }
    expect("delegate", .broken, saying: "was not started") { $0.delegate = .notStarted }
    expect("delegate", .unknown, saying: "app bundle") { $0.delegate = .noCenter }
    #expect(finding("delegate") { _ in } == nil)
  }

  @Test func `scenes that forward nothing are suspect`() {
    expect("scenes", .fine, saying: "Each scene") { $0.sceneProblems = [] }
    expect("scenes", .suspect, saying: "Mine does not.") { $0.sceneProblems = ["Mine does not."] }
  }

  @Test func `a permission is found with the switches that are off`() {
    expect("permission", .fine, saying: "allows") {
      $0.permission = .level(.authorized, hidden: [])
    }
    expect("permission", .suspect, saying: "without alerts, sounds") {
      $0.permission = .level(.authorized, hidden: ["alerts", "sounds"])
    }
    expect("permission", .suspect, saying: "provisional") {
      $0.permission = .level(.provisional, hidden: [])
    }
    expect("permission", .broken, saying: "Settings") {
      $0.permission = .level(.denied, hidden: [])
    }
    expect("permission", .suspect, saying: "has not asked") {
      $0.permission = .level(.notDetermined, hidden: [])
    }
    expect("permission", .unknown, saying: "in time") { $0.permission = .noAnswer }
  }

  @Test func `categories that pushes name are registered, or quoted`() throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    manager.receive(try PushPayload(json: #"{"aps":{"category":"ORDER"}}"#.utf8), via: .remote)
    expect("categories", .unknown, saying: "in time") { manager.add(to: &$0) }
    expect("categories", .fine, saying: "is registered") {
      manager.add(to: &$0)
      $0.registeredCategories = ["ORDER", "CHAT"]
    }
    expect("categories", .suspect, saying: "ORDER") {
      manager.add(to: &$0)
      $0.registeredCategories = ["CHAT"]
    }
    // What a push has said is not for a redacted recording.
    var evidence = CheckupEvidence()
    manager.add(to: &evidence)
    evidence.registeredCategories = []
    #expect(!evidence.findings.contains { $0.seen.contains("ORDER") })
  }

  @Test func `an app group is reachable or not`() {
    expect("appGroup", .fine, saying: "can be written") { $0.sharedFolders = [true] }
    expect("appGroup", .broken, saying: "is not there") { $0.sharedFolders = [true, false] }
    #expect(finding("appGroup") { _ in } == nil)
  }

  @Test func `arrivals and pending events are found with their times`() throws {
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    expect("pushes", .unknown, saying: "Push Notifications Console") { manager.add(to: &$0) }
    manager.didRegister(deviceToken: DeviceToken([1]))
    expect("journal", .fine, saying: "No event and no response") { manager.add(to: &$0) }
    let silent = try PushPayload(json: #"{"aps":{"content-available":1}}"#.utf8)
    manager.receive(silent, via: .remote)
    clock.advance(by: .seconds(3))
    manager.open(try PushPayload(json: #"{"aps":{"alert":"Hi"}}"#.utf8))
    clock.advance(by: .seconds(2))
    expect("pushes", .fine, saying: "remote 5 s ago, open 2 s ago") { manager.add(to: &$0) }
    expect("silentPushes", .fine, saying: "1 silent pushes came") { manager.add(to: &$0) }
    expect("journal", .suspect, saying: "1 responses and 2 events are pending, the oldest for 5 s")
    {
      manager.add(to: &$0)
    }
    expect("silentPushes", .suspect, saying: "work was cut off 2 times") { $0.lateWorkCount = 2 }
  }

  @Test func `only certain failures are found without asking the system`() {
    var evidence = CheckupEvidence()
    evidence.entitlement = .missing
    evidence.permission = .level(.denied, hidden: [])
    evidence.registration = .unanswered(for: .seconds(30), isGranted: false)
    #expect(evidence.certainties.map(\.subject) == ["registration", "entitlement"])
    evidence.registration = .registered
    evidence.entitlement = .unreadable
    #expect(evidence.certainties.isEmpty)
  }
}
