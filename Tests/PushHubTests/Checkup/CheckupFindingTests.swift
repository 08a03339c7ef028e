import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// Each verdict on each thing that is looked at.
struct CheckupFindingTests: AppFixture {
  let app = SimulatedApp()

  private func expect(
    _ finding: Checkup.Finding?,
    _ verdict: Checkup.Verdict,
    saying text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(finding?.verdict == verdict, sourceLocation: sourceLocation)
    #expect(finding?.description.contains(text) == true, sourceLocation: sourceLocation)
    if verdict != .fine {
      #expect(finding?.advice.isEmpty == false, sourceLocation: sourceLocation)
    }
  }

  @Test func `a registration has the finding of its outcome`() {
    expect(
      .registration(.unanswered(for: nil, isGranted: false)),
      .suspect,
      saying: "The hub has requested no"
    )
    expect(.registration(.registered), .fine, saying: "has given")
    expect(.registration(.ofExtension), .unknown, saying: "Make a checkup in the app.")
    let failure = RegistrationFailure(
      domain: "NSCocoaErrorDomain",
      code: 3000,
      message: "no entitlement"
    )
    expect(
      .registration(.failed(failure)),
      .broken,
      saying: "add the Push Notifications capability"
    )
    let unknown = RegistrationFailure(domain: "X", code: 1, message: "")
    expect(.registration(.failed(unknown)), .broken, saying: "Look the code up")
  }

  @Test func `the words of a refused registration are quoted apart from the finding`() {
    let finding = Checkup.Finding.registration(
      .failed(
        RegistrationFailure(
          domain: "NSCocoaErrorDomain",
          code: 3010,
          message: "no\nproxy at 10.0.0.1"
        )
      )
    )
    #expect(finding.quote?.wrappedValue == "no\nproxy at 10.0.0.1")
    #expect(finding.description.contains(#""no\u{a}proxy at 10.0.0.1""#))
    #expect(!finding.seen.contains("10.0.0.1"))
  }

  @Test func `a registration without an answer is broken after half a minute`() {
    func finding(_ seconds: Int, isGranted: Bool) -> Checkup.Finding {
      .registration(.unanswered(for: .seconds(seconds), isGranted: isGranted))
    }
    expect(finding(12, isGranted: true), .unknown, saying: "12 s ago")
    expect(finding(30, isGranted: false), .broken, saying: "neither a token nor an error has come")
    expect(finding(30, isGranted: true), .broken, saying: "the hub has not received it")
  }

  @Test func `an entitlement is found where it can be read`() {
    expect(.entitlement(.unreadable), .unknown, saying: "codesign")
    expect(.entitlement(.missing), .broken, saying: "Push Notifications")
    expect(.entitlement(.environment("development")), .fine, saying: "development")
    expect(.entitlement(.store), .fine, saying: "production")
  }

  @Test func `a build without a profile has tokens of production`() {
    #expect(Checkup.Finding.Entitlement.store.environment == "production")
    #expect(Checkup.Finding.Entitlement.unreadable.environment == nil)
  }

  @Test(arguments: [APS.InterruptionLevel.timeSensitive, .critical])
  func `a push above what the app may is named`(level: APS.InterruptionLevel) {
    expect(.interruption(level, isEnabled: nil), .broken, saying: "no entitlement")
    let name = "\(level.rawValue), and the user"
    expect(.interruption(level, isEnabled: false), .suspect, saying: name)
    expect(.interruption(level, isEnabled: true), .fine, saying: level.rawValue)
  }

  @Test func `an app without a scene manifest gets a finding with the consequences`() {
    expect(.noSceneManifest, .suspect, saying: "iOS 27")
  }

  @Test func `a limit on background work is a finding on silent pushes`() {
    let problem = "The device is in Low Power Mode."
    expect(manager.silentPushesFinding(problem), .suspect, saying: "Low Power")
  }

  @Test(
    arguments: [
      (["remote-notification", "fetch"], true, Checkup.Verdict.fine, "are what"),
      (["fetch"], true, .suspect, "Work in the background is done by Prefetcher, and"),
      (["fetch"], true, .suspect, "the Info.plist lacks remote-notification in UIBackgroundModes."),
      (["fetch"], true, .suspect, "Add remote-notification to UIBackgroundModes."),
      ([], true, .broken, "Add fetch to UIBackgroundModes, and the identifier to"),
      (["remote-notification"], true, .broken, "Add fetch to UIBackgroundModes"),
      (["remote-notification"], true, .broken, "the Info.plist lacks fetch in UIBackgroundModes."),
      (["remote-notification", "fetch"], false, .broken, "BGTaskSchedulerPermittedIdentifiers"),
      (["fetch"], false, .broken, "the Info.plist lacks BGTaskSchedulerPermittedIdentifiers."),
    ]
  )
  func `background modes are compared with what features do`(
    modes: [String],
    hasIdentifier: Bool,
    verdict: Checkup.Verdict,
    message: String
  ) {
    let finding = Checkup.Finding.backgroundModes(
      modes,
      hasIdentifier: hasIdentifier,
      workers: ["Prefetcher"],
      refreshers: ["Inbox"]
    )
    expect(finding, verdict, saying: message)
  }

  @Test(
    arguments: [
      (["processing"], true, Checkup.Verdict.fine, "are what"),
      (["fetch"], true, .broken, "Work in the background is done by \"tidy\""),
      (["fetch"], true, .broken, "the Info.plist lacks processing in UIBackgroundModes."),
      (["processing"], false, .broken, "lacks BGTaskSchedulerPermittedIdentifiers"),
    ]
  )
  func `a processing task needs its mode and its identifier`(
    modes: [String],
    hasIdentifier: Bool,
    verdict: Checkup.Verdict,
    message: String
  ) {
    let finding = Checkup.Finding.backgroundModes(
      modes,
      hasIdentifier: false,
      workers: [],
      refreshers: [],
      tasks: ["\"tidy\""],
      hasTaskIdentifiers: hasIdentifier
    )
    expect(finding, verdict, saying: message)
    #expect(finding.advice.contains("Add processing") == (verdict != .fine))
  }

  @Test func `without features for it no background mode is missed`() {
    let finding = Checkup.Finding.backgroundModes(
      [],
      hasIdentifier: false,
      workers: [],
      refreshers: []
    )
    expect(finding, .fine, saying: "are what")
  }

  @Test func `the notification center's delegate is named by its class`() {
    expect(.delegate(.hub(isLate: false)), .fine, saying: "delegate.")
    expect(.delegate(.hub(isLate: true)), .suspect, saying: "reports a tap that launches the app")
    expect(
      .delegate(.other("Thief")),
      .suspect,
      saying: "Thief is the notification center's delegate now"
    )
    expect(.delegate(.other(nil)), .broken, saying: "has no delegate")
    expect(.delegate(.notStarted), .broken, saying: "was not started")
    expect(.delegate(.noCenter), .unknown, saying: "app bundle")
  }

  @Test func `scenes that forward nothing are suspect`() {
    expect(.scenes([]), .fine, saying: "Each scene")
    expect(.scenes(["Mine does not."]), .suspect, saying: "Mine does not.")
  }

  @Test func `a permission is found with the switches that are off`() {
    expect(.permission(.authorized), .fine, saying: "allows")
    expect(
      .permission(.authorized, hidden: ["alerts", "sounds"]),
      .suspect,
      saying: "without alerts, sounds."
    )
    expect(.permission(.provisional), .suspect, saying: "provisional")
    expect(.permission(.denied), .broken, saying: "Settings")
    expect(.permission(.notDetermined), .suspect, saying: "has not asked")
    expect(.permission(nil), .unknown, saying: "in time")
  }

  @Test func `categories that pushes name are registered, or quoted`() {
    expect(.categories(["ORDER"], registered: nil), .unknown, saying: "in time")
    expect(.categories(["ORDER"], registered: ["ORDER", "CHAT"]), .fine, saying: "is registered")
    let finding = Checkup.Finding.categories(["ORDER"], registered: ["CHAT"])
    expect(finding, .suspect, saying: "ORDER")
    // What a push has said is not for a redacted recording.
    #expect(!finding.seen.contains("ORDER"))
  }

  @Test func `an app group is reachable or not`() {
    expect(.sharedFolders(areWritable: true), .fine, saying: "can be written")
    expect(.sharedFolders(areWritable: false), .broken, saying: "is not there")
  }

  @Test func `arrivals and pending events are found with their times`() {
    expect(.noArrivals, .unknown, saying: "Push Notifications Console")
    #expect(manager.arrivalsFinding == nil)
    manager.didRegister(deviceToken: DeviceToken([1]))
    expect(manager.journalFinding, .fine, saying: "No event and no response")
    receive(payload(#"{"aps":{"content-available":1}}"#))
    pass(3)
    manager.open(anonymous())
    pass(2)
    expect(manager.arrivalsFinding, .fine, saying: "remote 5 s ago, open 2 s ago")
    expect(manager.silentPushesFinding(nil), .fine, saying: "1 silent pushes came")
    let pending = "1 responses and 2 events are pending, the oldest for 5 s"
    expect(manager.journalFinding, .suspect, saying: pending)
  }

  @Test func `work that was cut off is a finding on silent pushes`() async {
    let workers = [WorkerProbe(.hangs, on: clock), WorkerProbe(.hangs, on: clock)]
    for worker in workers { manager.add(worker) }
    clock.perform { _ = await manager.refresh() }
    await wait(30)
    expect(manager.silentPushesFinding(nil), .suspect, saying: "work was cut off 2 times")
    withExtendedLifetime(workers) {}
  }
}
