import Foundation
import PushHub
import Testing
import UserNotifications

/// A plugin and a library that claim one identifier, in every order, against a naive model.
@MainActor
struct CategoryModelTests {
  @Test
  func `the center and the log agree with a naive model after every sequence`()
    async throws
  {
    var (checked, waiting) = (0, [[CategoryStep]()])
    while let steps = waiting.popLast() {
      if let mistake = try await CategoryModel.mistake(after: steps) {
        Issue.record("\(steps): \(mistake)")
        return
      }
      checked += 1
      guard steps.count < 4 else { continue }
      let model = CategoryModel(after: steps)
      waiting += CategoryStep.all.filter(model.allows).map { steps + [$0] }
    }
    #expect(checked == 1_965)
  }
}

/// How a category of the one identifier looks.
private enum Look: CaseIterable {
  case first
  case second
  case third

  var category: NotificationCategory {
    var category = NotificationCategory.sample("a")
    category.actions[0].title = "\(self)"
    return category
  }
}

private enum CategoryStep: Equatable {
  /// A plugin is installed, with a look that changes with the app's version.
  case install(Look)
  case remove
  case restart
  case activate
  /// A library registers a category of that look beside what is there; nil: it sets no category.
  case library(Look?)

  static let all: [CategoryStep] =
    [.install(.first), .install(.second), .remove, .restart, .activate]
    + Look.allCases.map { .library($0) } + [.library(nil)]
}

/// What there is, as far as it matters.
private struct CategoryModel {
  private var plugin: Look?
  private var center: Look?

  /// Whether a plugin had the identifier when this was looked at last, in any process.
  private var isRemembered = false
  private var log: [String] = []

  /// Whether the latest process has registered it.
  private var isOurs = false
  private var isFresh = true

  init(after steps: [CategoryStep]) {
    for step in steps { perform(step) }
  }

  func allows(_ step: CategoryStep) -> Bool {
    switch step {
    case .install: plugin == nil
    case .remove: plugin != nil
    case .restart: !isFresh
    case .activate: true
    case .library(let look): look != center
    }
  }

  private mutating func perform(_ step: CategoryStep) {
    isFresh = step == .restart
    switch step {
    case .install(let look):
      if center != nil, !isRemembered { log.append(#"The plugin's category "a" replaced"#) }
      (plugin, center, isRemembered, isOurs) = (look, look, true, true)
    case .activate where plugin != nil:
      if center == nil { log.append(#"The category "a" was missing"#) }
      center = plugin
    case .remove, .activate:
      guard isOurs else { return }
      (plugin, center, isRemembered, isOurs) = (nil, nil, false, false)
    case .restart:
      (plugin, isOurs) = (nil, false)
      log = []
    case .library(let look):
      center = look
    }
  }

  /// What differs between this and what the steps make of a center; nil if nothing does.
  @MainActor
  static func mistake(after steps: [CategoryStep]) async throws -> String? {
    let model = CategoryModel(after: steps)
    var world = CategoryWorld()
    world.center.setNotificationCategories([foreign("theirs")])
    for step in steps {
      switch step {
      case .install(let look): try world.install(look.category)
      case .remove: try world.hub.host.remove(named: "a")
      case .restart: world = CategoryWorld(after: world)
      case .activate: world.activate()
      case .library(let look):
        let system = look.map { [$0.category.system] } ?? []
        world.center.setNotificationCategories(Set(system + [foreign("theirs")]))
      }
      await world.settle()
    }
    let expected = Set([model.center?.category.system, foreign("theirs")].compactMap(\.self))
    if world.center.stubCategories != expected {
      return "the center has \(world.registered), not \(model)"
    }
    if !world.log.begins(with: model.log) { return "the log says \(world.log), not \(model.log)" }
    let isRemembered = world.remembered == (model.isRemembered ? ["a"] : [])
    return isRemembered ? nil : "remembers otherwise: \(model)"
  }
}
