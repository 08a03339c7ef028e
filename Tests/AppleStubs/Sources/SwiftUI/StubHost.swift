import Foundation
import Observation

/// A screen that draws its view anew when something that the view read has changed.
///
/// As SwiftUI does, it keeps the state of a view for as long as the view stays in its place, makes
/// the values of views as often as it likes, and lets what is new appear before what is gone
/// disappears. State that is changed while a view is drawn ends the process.
@MainActor
public final class StubHost<Content: View> {
  /// What is shown; another value is the same view with other parameters.
  public var content: Content {
    didSet { storage.needsDrawing.isSet = true }
  }

  /// How often the view was drawn.
  public private(set) var drawings = 0

  private let storage = StubStorage()
  /// What the user has set.
  public var environment: EnvironmentValues {
    didSet { storage.needsDrawing.isSet = true }
  }

  public init(_ content: Content, environment: EnvironmentValues = EnvironmentValues()) {
    self.content = content
    self.environment = environment
    update()
  }

  /// What is written on the screen now.
  public var texts: [String] { elements.map(\.text) }

  /// The texts on the screen as VoiceOver knows them.
  public var elements: [StubElement] {
    update()
    return storage.pass.elements
  }

  /// What was put on tabs and rows, as it is written and as it is spoken.
  public var badges: [Text?] {
    update()
    return storage.pass.badges
  }

  /// The motions in which something was changed.
  public var animations: [Animation] { storage.animations }

  /// The names of what VoiceOver can do here.
  public var stubActions: Set<String> {
    update()
    return Set(storage.pass.actions.keys)
  }

  /// Does with VoiceOver what has a name.
  public func stubAct(_ name: String) {
    update()
    storage.pass.actions[name]?()
  }

  /// A finger comes down on what can be dragged, goes along a way, and leaves.
  public func stubDrag(_ ways: CGSize...) {
    stubDrag(ways, .lifted)
  }

  /// As ``stubDrag(_:)``, but the system takes the touch away at the end.
  public func stubCancelledDrag(_ ways: CGSize...) {
    stubDrag(ways, .cancelled)
  }

  private func stubDrag(_ ways: [CGSize], _ end: StubTouchPhase) {
    for way in ways {
      update()
      storage.pass.drag?(way, .moved)
    }
    update()
    storage.pass.drag?(ways.last ?? .zero, end)
    update()
  }

  /// VoiceOver's focus comes, or goes.
  public func stubFocus(_ isFocused: Bool) {
    update()
    storage.pass.focus?(isFocused)
    update()
  }

  /// The app is opened with a universal link or a URL of its own scheme.
  public func stubOpen(_ url: URL) {
    update()
    storage.pass.openURL?(url)
    update()
  }

  /// Draws what has to be drawn.
  public func update() {
    for _ in 0..<10 where storage.needsDrawing.isSet {
      draw()
    }
    precondition(!storage.needsDrawing.isSet, "The view changes whenever it is drawn.")
  }

  /// Comes back to the screen, as when a detail page is left.
  public func appear() {
    storage.appear()
    update()
  }

  /// Leaves the screen, as when a detail page is pushed over it; the view keeps its state.
  public func disappear() {
    storage.disappear()
    update()
  }

  private func draw() {
    drawings += 1
    storage.beginDrawing()
    var environment = environment
    environment.stubStorage = storage
    withObservationTracking {
      content.stubRender(in: environment)
    } onChange: { [needsDrawing = storage.needsDrawing] in
      needsDrawing.isSet = true
    }
    storage.endDrawing()
  }
}
