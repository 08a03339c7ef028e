import Foundation
import PushHubObservers
import PushHubTesting
import Testing
import UIKit

/// Countdowns in labels and other views, and how long they live.
struct CountdownLabelTests: TimeFixture {
  private let bar = Bar()
  private let label = UILabel()

  private final class Bar: UIView {
    var states: [CountdownState] = []
  }

  let scheduler = ManualScheduler()
  private let handler: CountdownHandler

  init() {
    handler = CountdownHandler(scheduler: scheduler)
    add("a", 125)
  }

  private func add(_ id: String, _ seconds: Int) {
    handler.add(CountdownItem(id: id, total: .seconds(seconds)))
  }

  @Test
  func `one line shows a model in a label, from now to its end`() {
    handler.add(CountdownItem(id: "b", total: .milliseconds(2_500)))
    handler.show("b", in: label)
    #expect(label.text == seconds(3))
    pass(9)
    #expect(label.stubTexts == [3, 2, 1, 0].map { seconds($0) })
    #expect(handler.targets.count == 1)
    #expect(scheduler.pendingCount == 1)
  }

  @Test
  func `a label is empty until its new model is registered`() {
    handler.show("a", in: label, named: "Breakfast")
    handler.show("later", in: label, named: "Lunch")
    #expect(label.text == nil)
    #expect(label.accessibilityLabel == "Lunch")
    #expect(label.accessibilityValue == nil)
    add("later", 9)
    #expect(label.text == seconds(9))
  }

  @Test
  func `a label is empty once its model is removed, on the screen or off it`() {
    let window = UIWindow()
    window.addSubview(label)
    handler.show("a", in: label, named: "Breakfast")
    handler.remove("a")
    #expect(label.text == nil)
    #expect(label.accessibilityValue == nil)
    add("a", 9)
    #expect(label.text == seconds(9))
    label.removeFromSuperview()
    handler.removeAll()
    window.addSubview(label)
    #expect(label.text == nil)
  }

  @Test
  func `VoiceOver reads units, and asks for them until the end`() {
    handler.show("a", in: label)
    #expect(label.accessibilityLabel == handler.state(of: "a")?.spokenText)
    #expect(label.accessibilityValue == nil)
    #expect(label.accessibilityTraits == [.staticText, .updatesFrequently])
    handler.show("a", in: label, named: "Breakfast")
    #expect(label.accessibilityLabel == "Breakfast")
    #expect(label.accessibilityValue == handler.state(of: "a")?.spokenText)
    pass(125)
    #expect(label.accessibilityTraits == .staticText)
    #expect(label.accessibilityValue == handler.state(of: "a")?.spokenText)
  }

  @Test
  func `digits get one width once, and the font keeps what it had`() throws {
    typealias Feature = [UIFontDescriptor.FeatureKey: Any]
    let ligatures: Feature = [.type: 1, .selector: 2]
    let smallCapitals: Feature = [.init(rawValue: "CTFeatureOpenTypeTag"): "smcp"]
    let descriptor = UIFontDescriptor(stubSize: 31)
      .addingAttributes([.featureSettings: [ligatures, smallCapitals]])
    label.font = UIFont(descriptor: descriptor, size: 0)
    handler.show("a", in: label)
    pass(5)
    let font = try #require(label.font)
    let features = try #require(
      font.fontDescriptor.object(forKey: .featureSettings) as? [Feature]
    )
    let words = features.map { $0.mapValues { "\($0)" } }
    let expected: [[UIFontDescriptor.FeatureKey: String]] = [
      [.type: "1", .selector: "2"], [.init(rawValue: "CTFeatureOpenTypeTag"): "smcp"],
      [.type: "6", .selector: "0"],
    ]
    #expect(words == expected)
    #expect(font.pointSize == 31)
    #expect(label.stubFontChanges == 2)
  }

  @Test
  func `any view shows a model, in a hidden subview without touches`() throws {
    #expect(handler.show("a", in: bar) { $0.states.append($1) })
    let display = try #require(bar.subviews.first)
    #expect(display.isHidden)
    #expect(!display.isUserInteractionEnabled)
    #expect(!handler.show("b", in: bar) { $0.states.append($1) })
    #expect(bar.subviews.count == 1)
    add("b", 5)
    pass(2)
    #expect(bar.states.map(\.id) == ["a", "b", "b", "b"])
    bar.stopCountdown()
    bar.stopCountdown()
    pass(9)
    #expect(bar.states.count == 4)
    #expect(bar.subviews.isEmpty)
  }

  @Test
  func `a view shows one model, whichever handler counts it`() {
    let other = CountdownHandler(scheduler: scheduler)
    other.add(CountdownItem(id: "a", total: .seconds(50)))
    handler.show("a", in: bar) { $0.states.append($1) }
    other.show("a", in: bar) { $0.states.append($1) }
    pass(1)
    #expect(bar.states.map(\.remaining) == [.seconds(125), .seconds(50), .seconds(49)])
    #expect(handler.targets.isEmpty)
  }

  @Test
  func `handler, closure and view keep none of each other alive`() {
    var bar: Bar? = Bar()
    let box = WeakBox(bar)
    var other: CountdownHandler? = CountdownHandler(scheduler: scheduler)
    let otherBox = WeakBox(other)
    if let bar {
      other?.show("a", in: bar) { $0.states.append($1) }
      handler.show("a", in: bar) { $0.states.append($1) }
      other?.show("a", in: bar) { $0.states.append($1) }
    }
    other = nil
    #expect(!otherBox.isAlive)
    bar = nil
    #expect(!box.isAlive)
    pass(1)
    #expect(handler.targets.isEmpty)
    withExtendedLifetime((bar, other)) {}
  }

  @Test
  func `a view gets no update outside a window, and one at once in the next`() {
    let windows = [UIWindow(), UIWindow()]
    handler.show("a", in: bar) { $0.states.append($1) }
    windows[0].addSubview(bar)
    #expect(bar.states.count == 1)
    bar.removeFromSuperview()
    pass(1)
    #expect(bar.states.count == 1)
    windows[1].addSubview(bar)
    #expect(bar.states.map(\.remaining) == [.seconds(125), .seconds(124)])
  }

  private func seconds(_ seconds: Int) -> String {
    CountdownState(id: "x", remaining: .seconds(seconds)).text
  }
}
