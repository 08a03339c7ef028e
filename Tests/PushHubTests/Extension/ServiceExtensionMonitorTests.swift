import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// What the app learns of its service extension.
struct ServiceExtensionMonitorTests: AppFixture {
  private let world = ExtensionWorld()
  let app: SimulatedApp
  private let bundle = ExtensionBundle()
  private let monitor: ServiceExtensionMonitor

  private var runs: ExtensionRuns { ExtensionRuns(world.folder) }

  init() {
    app = SimulatedApp(clock: world.scheduler)
    monitor = ServiceExtensionMonitor(folder: world.folder, bundle: bundle.bundle)
  }

  private func write(
    _ request: String = "r1",
    ended end: ExtensionRun.End? = .delivered,
    _ outcome: ExtensionRun.Outcome = .done,
    unlocked: Bool = true
  ) throws {
    var run = ExtensionRun(push: request, request: request)
    run.steps = [ExtensionRun.Step(name: "picture", outcome: outcome, took: .seconds(1))]
    (run.end, run.unlocked) = (end, unlocked)
    var name: String?
    try runs.write(run, begunAt: clock.date, as: &name)
  }

  private func see(_ request: String) async {
    let payload = payload(#"{"aps":{"alert":"\#(request)","mutable-content":1}}"#)
    _ = await manager.present(payload, requestIdentifier: request)
  }

  private var finding: Checkup.Finding? { monitor.findings(inEnvironment: nil).first }

  private func expect(
    _ verdict: Checkup.Verdict,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let finding = finding
    #expect(finding?.verdict == verdict, sourceLocation: sourceLocation)
    #expect(
      finding?.seen.contains(text) == true,
      "\(finding as Any)",
      sourceLocation: sourceLocation
    )
  }

  // MARK: - The checkup

  @Test func `an extension that runs for each push is fine, with its latest runs`() async throws {
    context.attach(monitor)
    expect(.unknown, "has not run")
    try write("r1")
    await see("r1")
    pass(5)
    expect(.fine, "in its last 1 runs")
    let latest = monitor.findings(inEnvironment: nil).last
    #expect(latest?.seen == "5 s ago: delivered after 0 s, picture done after 1 s.")
  }

  @Test func `the host's log has each run`() throws {
    var events: [String] = []
    host.log = { events.append("\($0) \($1.name): \($1.message)") }
    try host.install(monitor, named: "extension")
    try write("r1")
    try write("r2", ended: nil, .running)
    pass(61)
    lifecycle.setPhase(.active)
    #expect(
      events == [
        "extension delivered: delivered after 0 s, picture done after 1 s",
        "extension ended: ended by the system, picture was running",
      ]
    )
  }

  @Test func `a push without a run is missed`() async throws {
    context.attach(monitor)
    await see("r1")
    expect(.unknown, "is not known yet")
    pass(60)
    expect(.broken, "did not run for 1 of 1 pushes")
    try write("r2")
    await see("r2")
    expect(.suspect, "did not run for 1 of 2 pushes")
    #expect(finding?.advice.hasSuffix("and look for crashes of the extension.") == true)
  }

  @Test func `the latest fifty pushes count`() async {
    context.attach(monitor)
    for number in 1...60 { await see("r\(number)") }
    pass(60)
    expect(.broken, "did not run for 50 of 50 pushes")
  }

  @Test(
    arguments: [
      (ExtensionRun.End?.none, ExtensionRun.Outcome.running, true, "was ended by the system"),
      (.expired, .expired, true, "was late in 1 of its last 1 runs (picture)"),
      (.delivered, .late, true, "was late"),
      (.delivered, .failed, true, "had a step that failed"),
      (.delivered, .done, false, "before the user had unlocked"),
    ]
  )
  func `a run that did not go well is named`(
    end: ExtensionRun.End?,
    outcome: ExtensionRun.Outcome,
    unlocked: Bool,
    text: String
  ) throws {
    try write(ended: end, outcome, unlocked: unlocked)
    pass(61)
    context.attach(monitor)
    expect(.suspect, text)
  }

  @Test func `an app without the extension or without the app group is broken`() throws {
    try bundle.removeExtension()
    context.attach(monitor)
    expect(.broken, "no notification service extension")
    let ungrouped = ServiceExtensionMonitor(folder: nil, bundle: ExtensionBundle().bundle)
    #expect(ungrouped.findings(inEnvironment: nil).first?.verdict == .broken)
  }

  @Test func `a folder that can't be made is broken`() throws {
    try Data().write(to: world.folder)
    let monitor = ServiceExtensionMonitor(
      folder: world.folder.appending(path: "in a file"),
      bundle: bundle.bundle
    )
    let finding = monitor.findings(inEnvironment: nil).first
    #expect(finding?.verdict == .broken)
    #expect(finding?.seen == "The folder for the extension's runs can't be written.")
  }

  @Test func `a run is recorded at its own time, and logged`() throws {
    let recording = RunRecording()
    context.records.add(recording)
    var logged: [ExtensionRun] = []
    monitor.log = { logged.append($0) }
    try write("r1")
    let date = clock.date
    pass(5)
    context.attach(monitor)
    lifecycle.setPhase(.active)
    #expect(recording.dates == [date])
    #expect(logged.map(\.request) == ["r1"])
  }

  // MARK: - The files

  @Test func `a run that is under way is left, and taken when it has ended`() throws {
    var (run, name) = (ExtensionRun(push: "m1", request: "r1"), String?.none)
    try runs.write(run, begunAt: clock.date, as: &name)
    #expect(runs.take(begunBefore: clock.date).isEmpty)
    run.end = .delivered
    try runs.write(run, begunAt: clock.date, as: &name)
    #expect(runs.take(begunBefore: clock.date).map(\.run) == [run])
  }

  @Test func `a run without an end is taken if its date is far in the future`() throws {
    let (run, date) = (ExtensionRun(push: "m1", request: "r1"), clock.date)
    var name = String?.none
    try runs.write(run, begunAt: date + 86_400, as: &name)
    #expect(runs.take(begunBefore: date - 60).map(\.run) == [run])
  }

  @Test func `at most a hundred readable runs are kept`() throws {
    for number in 0..<120 {
      try write("r\(number)")
      pass(1)
    }
    let folder = SharedFolder(world.folder)
    try folder.append(id: "torn", at: clock.date) { _, _ in Data("{".utf8) }
    let taken = runs.take(begunBefore: .distantFuture)
    #expect(taken.count <= 100)
    #expect(taken.map(\.run.request) == (0..<120).suffix(taken.count).map { "r\($0)" })
    #expect(taken.last?.date == clock.date - 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).isEmpty)
  }

  @Test(arguments: [(POSIXErrorCode.EPERM, [false]), (.ENOSPC, [])])
  func `only before the first unlock a run is written without protection`(
    code: POSIXErrorCode,
    unlocked: [Bool]
  ) {
    let count = Lock(0)
    let files = FileSystem.failing { call in
      guard call == .write else { return nil }
      return count.withLock { count in
        count += 1
        return count == 1 ? code : nil
      }
    }
    let runs = ExtensionRuns(world.folder, files: files)
    var name: String?
    let run = ExtensionRun(push: "m1", request: "r1")
    try? runs.write(run, begunAt: clock.date, as: &name)
    #expect(runs.take(begunBefore: .distantFuture).map(\.run.unlocked) == unlocked)
  }

  @Test func `the steps of a run are on disk while they run`() async {
    let host = world.host([StepBehaviour.hangs.step(1, on: world.scheduler)], writesRuns: true)
    world.process(by: host)
    await settle()
    let taken = runs.take(begunBefore: .distantFuture).map(\.run)
    #expect(taken.map { $0.steps.map(\.outcome) } == [[.running]])
    _ = await world.run()
    #expect(runs.take(begunBefore: .distantFuture).map(\.run) == world.runs)
  }

  @Test func `an unwritable folder costs the notification nothing`() async throws {
    try Data().write(to: world.folder)
    await world.run([.changing("a") { $0.title = "a" }], writesRuns: true)
    #expect(world.delivered.map(\.title) == ["a"])
  }
}

/// The runs that are recorded.
private final class RunRecording: FeatureRecordObserver {
  private(set) var dates: [Date?] = []

  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    if record is ExtensionRun { dates.append(date) }
  }
}

/// An app's bundle with a service extension in it.
private final class ExtensionBundle {
  let bundle: Bundle
  private let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/Some.app")
    let plugin = folder.appending(path: "PlugIns/Service.appex")
    let point = ["NSExtensionPointIdentifier": "com.apple.usernotifications.service"]
    let parts: [(URL, [String: Any])] = [(folder, [:]), (plugin, ["NSExtension": point])]
    for (url, info) in parts {
      try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let info = info.merging(["CFBundleIdentifier": url.lastPathComponent]) { $1 }
      try? PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
        .write(to: url.appending(path: "Info.plist"))
    }
    bundle = Bundle(url: folder) ?? .main
  }

  func removeExtension() throws {
    try FileManager.default.removeItem(at: folder.appending(path: "PlugIns"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }
}
