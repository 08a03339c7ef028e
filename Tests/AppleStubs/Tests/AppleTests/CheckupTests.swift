import BackgroundTasks
import Foundation
import PushHubTesting
import Testing
import UIKit
import UserNotifications

@testable import PushHub

/// Problems from public issue trackers; the checkup describes each in a sentence.
@Suite(.serialized)
final class CheckupTests: AppleWorld {
  private static func profile(_ entitlements: String) -> String {
    """
    signature\u{1}<?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>Entitlements</key><dict>\(entitlements)</dict></dict></plist>
    \u{2}more
    """
  }

  private static let development = "<key>aps-environment</key><string>development</string>"

  private func finding(
    _ subject: String,
    in folder: AppFolder? = nil
  ) async -> Checkup.Finding? {
    let folder = folder ?? AppFolder()
    let checkup = await hub.checkup(of: folder.bundle)
    return checkup.findings.first { $0.subject == subject }
  }

  // MARK: - No token, no error

  @Test func `a delegate that does not forward the token is a finding`() async throws {
    application.stubIsRegistered = true
    launch()
    pass(30)
    let finding = try #require(await finding("registration"))
    #expect(finding.verdict == .broken)
    #expect(finding.seen.contains("the hub has not received it"))
    #expect(finding.meaning.contains("The application's delegate does not forward"))
    #expect(finding.advice.contains("didRegister(deviceToken:)"))
  }

  @Test func `a token that came before a failure is still one`() async {
    launch()
    manager.didRegister(deviceToken: DeviceToken([1]))
    let offline = RegistrationFailure(domain: "NSURLErrorDomain", code: -1009, message: "")
    manager.didFailToRegister(offline)
    #expect(await finding("registration")?.verdict == .fine)
  }

  // MARK: - The build

  @Test func `a profile has the environment, or none`() async {
    let good = AppFolder(profile: Self.profile(Self.development))
    #expect(await finding("entitlement", in: good)?.seen.contains("development") == true)
    let entitlement = "<key>com.apple.developer.aps-environment</key><string>production</string>"
    let mac = AppFolder(profile: Self.profile(entitlement))
    #expect(await finding("entitlement", in: mac)?.seen.contains("production") == true)
    let bare = AppFolder(profile: Self.profile(""))
    #expect(await finding("entitlement", in: bare)?.verdict == .broken)
    for strange in ["", "no list", "<?xml</plist>", "</plist><?xml"] {
      let folder = AppFolder(profile: strange)
      #expect(await finding("entitlement", in: folder)?.verdict == .unknown)
    }
  }

  @Test func `a worker without its background mode is named`() async throws {
    let worker = Prefetcher()
    manager.add(worker)
    let finding = try #require(await finding("backgroundModes"))
    #expect(finding.verdict == .suspect)
    #expect(finding.seen.contains("Prefetcher"))
    #expect(finding.advice == "Add remote-notification to UIBackgroundModes.")
    let folder = AppFolder(info: ["UIBackgroundModes": ["remote-notification"]])
    #expect(await self.finding("backgroundModes", in: folder)?.verdict == .fine)
  }

  @Test func `a refresh whose identifier the Info.plist does not name is broken`() async {
    let inbox = Inbox()
    manager.add(inbox)
    let modes = ["UIBackgroundModes": ["fetch"]]
    let system = BGTaskScheduler(stub: ["inbox"])
    #expect(!hub.refresh(identifier: "outbox", system: system))
    for identifiers in [[], ["inbox"]] {
      let info = modes.merging(["BGTaskSchedulerPermittedIdentifiers": identifiers]) { $1 }
      let folder = AppFolder(info: info)
      #expect(await finding("backgroundModes", in: folder)?.verdict == .broken)
    }
    #expect(hub.refresh(identifier: "inbox", system: system))
    let info = modes.merging(["BGTaskSchedulerPermittedIdentifiers": ["other", "inbox"]]) { $1 }
    #expect(await finding("backgroundModes", in: AppFolder(info: info))?.verdict == .fine)
  }

  @Test func `a processing task that the Info.plist does not allow is broken`() async throws {
    let system = BGTaskScheduler(stub: ["tidy"])
    #expect(hub.process(identifier: "tidy", system: system) {})
    #expect(!hub.process(identifier: "compact", system: system) {})
    var info = [
      "BGTaskSchedulerPermittedIdentifiers": ["tidy"], "UIBackgroundModes": ["processing"],
    ]
    let finding = try #require(await finding("backgroundModes", in: AppFolder(info: info)))
    #expect(finding.verdict == .broken && finding.seen.contains("done by \"compact\","))
    info["BGTaskSchedulerPermittedIdentifiers"] = ["tidy", "compact"]
    #expect(
      await self.finding("backgroundModes", in: AppFolder(info: info))?.verdict == .fine
    )
    info["UIBackgroundModes"] = ["fetch"]
    #expect(
      await self.finding("backgroundModes", in: AppFolder(info: info))?.seen
        == "Work in the background is done by \"compact\", \"tidy\", and the Info.plist lacks processing in "
        + "UIBackgroundModes."
    )
  }

  // MARK: - In the app

  @Test func `a delegate that is taken after the launch is named`() async throws {
    launch()
    #expect(await finding("delegate")?.verdict == .fine)
    let successor = OtherDelegate()
    center.delegate = successor
    let finding = try #require(await finding("delegate"))
    #expect(
      finding.seen == "OtherDelegate is the notification center's delegate now, and not the hub."
    )
    #expect(finding.advice.contains("reassertDelegate()"))
  }

  @Test func `a second start does not make the first one late`() async {
    launch()
    application.stubState = .active
    launch()
    #expect(await finding("delegate")?.verdict == .fine)
  }

  @Test func `a scene's delegate that does not inherit is named`() async throws {
    launch()
    #expect(await finding("scenes")?.verdict == .fine)
    let scene = UIScene()
    let delegate = BareSceneDelegate()
    scene.delegate = delegate
    notifications.post(name: UIScene.didActivateNotification, object: scene)
    let finding = try #require(await finding("scenes"))
    #expect(finding.verdict == .suspect)
    #expect(finding.seen.hasPrefix("BareSceneDelegate did not forward"))
    #expect(finding.advice.contains("PushHubSceneDelegate"))
    let other = UIScene()
    other.delegate = delegate
    notifications.post(name: UIScene.didActivateNotification, object: other)
    #expect(await self.finding("scenes") == finding)
  }

  @Test func `alerts that are off are found, with all other switches`() async throws {
    let settings = UNNotificationSettings(stub: .authorized)
    settings.alertSetting = .disabled
    settings.soundSetting = .enabled
    settings.badgeSetting = .disabled
    settings.scheduledDeliverySetting = .enabled
    center.stubSettings = settings
    let finding = try #require(await finding("permission"))
    #expect(finding.verdict == .suspect)
    #expect(finding.seen.contains("without alerts, badges, delay, but in the summary."))
    settings.alertSetting = .enabled
    #expect(await self.finding("permission")?.seen.contains("banners") == true)
    settings.alertStyle = .banner
    #expect(await self.finding("permission")?.seen.contains("banners") == false)
    center.stubSettings = UNNotificationSettings(stub: .denied)
    #expect(await self.finding("permission")?.verdict == .broken)
  }

  @Test func `settings that the user turned off are reported`() async {
    let settings = UNNotificationSettings(stub: .authorized)
    settings.timeSensitiveSetting = .disabled
    center.stubSettings = settings
    application.stubRefreshStatus = .denied
    launch()
    manager.receive(
      payload(#"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#),
      via: .remote
    )
    #expect(await finding("interruption")?.verdict == .suspect)
    #expect(await finding("silentPushes")?.seen == "Background App Refresh is switched off.")
    let manifest = AppFolder(info: ["UIApplicationSceneManifest": [String: Any]()])
    #expect(await finding("sceneManifest", in: manifest) == nil)
    #expect(await finding("sceneManifest")?.verdict == .suspect)
    #expect(await finding("entitlement")?.seen.contains("production") == true)
  }

  // MARK: - As a whole

  @Test func `a system that answers nothing is waited for no longer than 5 s`() async {
    center.stubIsSilent = true
    launch()
    let folder = AppFolder()
    let start = scheduler.now
    let checkup = Task { await hub.checkup(of: folder.bundle) }
    for question in 1...2 {
      let deadline = start + .seconds(2 * question)
      #expect(await eventually { scheduler.nextDeadline == deadline })
      scheduler.advance(to: deadline)
    }
    let findings = await checkup.value.findings
    #expect(scheduler.now - start <= .seconds(5))
    #expect(findings.first { $0.subject == "permission" }?.verdict == .unknown)
    #expect(findings.first { $0.subject == "registration" }?.verdict == .unknown)
  }

  @Test func `a checkup is recorded`() async {
    let probe = RecordProbe()
    hub.host.context.records.add(probe)
    let folder = AppFolder()
    let checkup = await hub.checkup(of: folder.bundle)
    #expect(probe.records.map { $0 as? Checkup } == [checkup])
  }

  @Test func `a feature of the app's own is asked, too`() async throws {
    let chat = Chat()
    try hub.host.install(chat, named: "chat")
    #expect(await finding("chat")?.verdict == .suspect)
    chat.isConnected = true
    #expect(await finding("chat")?.verdict == .fine)
  }

  @Test func `an extension calls nothing of the app broken`() async {
    let worker = Prefetcher()
    manager.add(worker)
    let folder = AppFolder(profile: Self.profile(""), name: "Some.appex")
    let checkup = await hub.checkup(of: folder.bundle)
    #expect(!checkup.findings.contains { $0.verdict == .broken })
    #expect(
      !checkup.findings.contains {
        ["delegate", "entitlement", "pushes", "sceneManifest", "scenes"].contains($0.subject)
      }
    )
  }

  @Test func `what is certainly broken is logged once, unasked`() {
    launch()
    let worker = Prefetcher()
    manager.add(worker)
    pass(9)
    launch()
    pass(20)
    #expect(log.isEmpty)
    pass(600)
    launch()
    pass(600)
    #expect(log.map { $0.prefix { $0 != ":" } } == ["broken registration"])
  }
}

@MainActor
func printFindings(of hub: AppHub) async {
  for finding in await hub.checkup().findings { print(finding) }
}

final class Chat: PushPlugin {
  var isConnected = false

  func findings(inEnvironment environment: String?) -> [Checkup.Finding] {
    [Checkup.Finding("chat", isConnected ? .fine : .suspect, "The chat's connection is looked at.")]
  }
}

private final class Prefetcher: BackgroundWorker {
  let worksInRefreshes = false

  func performBackgroundWork(for push: Push?) async throws -> FetchResult { .noData }
}

private final class Inbox: BackgroundWorker {
  let worksOnPushes = false

  func performBackgroundWork(for push: Push?) async throws -> FetchResult { .noData }
}

private final class BareSceneDelegate: NSObject, UISceneDelegate {}
