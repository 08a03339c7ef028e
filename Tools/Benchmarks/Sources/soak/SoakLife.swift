import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubTesting

/// What happens to the app: pushes by any callback, users, accounts, and observers that come and go.
@MainActor
struct SoakLife {
  /// How many pushes the app was shown, each once or more often.
  private(set) var pushCount = 0

  private let app: SoakApp
  private var generator = Numbers()
  private var crowd: SoakCrowd
  private let accounts: [AccountID?] = ["ann", "bob", "cy", nil]

  init(of app: SoakApp) {
    self.app = app
    crowd = SoakCrowd(on: app)
    app.lifecycle.setAccount("ann")
    app.lifecycle.setPhase(.active)
    app.manager.didRegister(deviceToken: DeviceToken([1]))
  }

  /// Twenty pushes, and what else happens meanwhile.
  mutating func goOn() async {
    // To write everything down takes longer than all else, so that is done for a part of it.
    setFeature("recorder", isOn: pushCount % 5_000 < 500)
    for _ in 0..<20 {
      push()
      if generator.below(8) == 0 { act() }
      app.scheduler.advance(by: .milliseconds([0, 40, 400, 2_000][generator.below(4)]))
    }
    await app.scheduler.settle()
    app.audit()
  }

  /// A calm hour, in which all that waits is sent; then everything is taken off.
  mutating func end() async {
    crowd.leave()
    for feature in app.features {
      setFeature(feature.name, isOn: true)
    }
    app.world.isWell = true
    app.lifecycle.setAccount("ann")
    app.lifecycle.setPhase(.active)
    for _ in 0..<60 {
      app.scheduler.advance(by: .seconds(60))
      await app.scheduler.settle()
    }
    app.countdown.removeAll()
    await app.detachAll()
  }
}

// MARK: - Pushes

extension SoakLife {
  private mutating func push() {
    pushCount += 1
    guard let payload = try? app.manager.payload(json: Array(text(of: pushCount).utf8)) else {
      return
    }
    let request = generator.below(2) == 0 ? nil : "r\(generator.below(50))"
    show(payload, request)
    switch generator.below(10) {
    case 0: show(payload, request)
    case 1: answer(payload, request)
    default: break
    }
  }

  private mutating func show(_ payload: PushPayload, _ request: String?) {
    let manager = app.manager
    switch generator.below(10) {
    case 0: answer(payload, request)
    case 1, 2:
      app.scheduler.perform {
        _ = await manager.deliver(payload, via: .remote, requestIdentifier: request)
      }
    case 3...5:
      let world = app.world
      app.scheduler.perform {
        let decision = await manager.present(payload, requestIdentifier: request)
        if decision.options.contains(.list) { world.show(decision.push) }
      }
    default: app.world.show(manager.receive(payload, via: .remote, requestIdentifier: request))
    }
  }

  private mutating func answer(_ payload: PushPayload, _ request: String?) {
    let manager = app.manager
    let response = PushResponse(action: generator.below(4) == 0 ? .dismiss : .default)
    switch generator.below(3) {
    case 0:
      manager.didFinishLaunching(with: payload, response: response, requestIdentifier: request)
    case 1: manager.open(payload, requestIdentifier: request, response: response)
    default:
      app.scheduler.perform {
        await manager.deliver(payload, requestIdentifier: request, response: response)
      }
    }
  }

  /// Payloads of several senders; without an id some are alike, and some are no payloads.
  private mutating func text(of number: Int) -> String {
    let thread = number % 7
    return switch generator.below(12) {
    case 0: #"{"aps":{"alert":"Sale"},"room":\#(thread)}"#
    case 1: #"{"aps":{"alert":"News","badge":"three"}}"#
    case 2:
      #"{"aps":{"content-available":1},"d":"uu0\#(1_000_000_000_000_000_000 + number)","p":0}"#
    case 3:
      #"{"aps":{},"remove":{"threads":["t\#(thread)"]},"gcm.message_id":"m\#(number)"}"#
    case 4: #"{"aps":{"alert":"torn"#
    default:
      #"{"aps":{"alert":{"title":"To you","body":"Number \#(number)"},"badge":\#(thread),"#
        + #""thread-id":"t\#(thread)"},"gcm.message_id":"m\#(number)"}"#
    }
  }
}

// MARK: - Everything else

extension SoakLife {
  private mutating func act() {
    switch generator.below(24) {
    case 0: app.lifecycle.setPhase([.active, .inactive, .background][generator.below(3)])
    case 1, 2: app.lifecycle.pageAppeared(page())
    case 3, 4: app.lifecycle.pageDisappeared(page())
    case 5: app.lifecycle.overlayAdded()
    case 6: app.lifecycle.overlayRemoved()
    case 7: app.lifecycle.screenshotTaken()
    case 8: generator.below(2) == 0 ? app.world.screenshot?.edit() : app.world.screenshot?.close()
    case 9:
      let banner = app.world.banner
      if generator.below(2) == 0 { banner?.open() } else { banner?.close() }
    case 10: app.world.report(upTo: pushCount)
    case 11: generator.below(4) == 0 ? app.world.hangUp() : app.dot.markRead()
    case 12: countDown()
    case 13: remind()
    case 14: actRarely()
    default: crowd.act(&generator)
    }
  }

  private mutating func actRarely() {
    switch generator.below(10) {
    case 0: app.lifecycle.setAccount(accounts[generator.below(accounts.count)])
    case 1: app.manager.didRegister(deviceToken: DeviceToken([UInt8(generator.below(3))]))
    case 2:
      let failure = RegistrationFailure(domain: "Soak", code: 1, message: "offline")
      app.manager.didFailToRegister(failure)
    case 3:
      let end = app.scheduler.date.addingTimeInterval(Double(generator.below(3_600)))
      app.quiet.mute(.thread("t\(generator.below(7))"), until: end)
    case 4: app.permission.requestIfAppropriate()
    case 5: app.registration.subscribe("topic\(generator.below(5))")
    case 6: app.registration.unsubscribe("topic\(generator.below(5))")
    case 7: app.tree.connect(app.unread, to: "tab/unread")
    case 8:
      app.scheduler.perform { [manager = app.manager] in _ = await manager.refresh() }
    default: comeOrGo()
    }
  }

  /// A feature is taken off, or put on again.
  private mutating func comeOrGo() {
    let name = app.features[generator.below(app.features.count)].name
    setFeature(name, isOn: app.host[name] == nil)
  }

  private func setFeature(_ name: String, isOn: Bool) {
    guard (app.host[name] != nil) != isOn else { return }
    do {
      if isOn, let feature = app.features.first(where: { $0.name == name }) {
        try app.host.install(feature.plugin, named: name)
      } else {
        try app.host.remove(named: name)
      }
    } catch {
      fatalError("\(error)")
    }
  }

  private mutating func page() -> PageID {
    ["home", "me", "list", "reader"][generator.below(4)]
  }

  private mutating func countDown() {
    let id = "c\(generator.below(200))"
    if generator.below(3) == 0 {
      app.countdown.remove(id)
    } else {
      app.countdown.add(CountdownItem(id: id, total: .seconds(generator.below(300))))
    }
  }

  private mutating func remind() {
    let id = "l\(generator.below(30))"
    guard generator.below(3) > 0 else { return app.reminders.cancel([id]) }
    app.reminders.schedule(
      LocalNotification(
        id: id,
        body: "Do not forget",
        trigger: .after(.seconds(generator.below(3_600)))
      )
    )
  }
}

/// The same numbers in each run (SplitMix64).
struct Numbers {
  private var state: UInt64 = 1

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
