#if canImport(UIKit) && !os(watchOS)
/// Makes one phase of the app out of those of its scenes.
///
/// The app is as present as the most present of its scenes; without scenes, as the application
/// says.
struct ScenePhases {
  /// A scene, by the object that stands for it.
  typealias Scene = ObjectIdentifier

  private var application: AppPhase = .background
  private var scenes: [Scene: AppPhase] = [:]

  /// How present the app is.
  var phase: AppPhase {
    guard !scenes.isEmpty else { return application }
    return [.active, .inactive].first { scenes.values.contains($0) } ?? .background
  }

  /// Notes what the application says of itself.
  mutating func setApplication(_ phase: AppPhase) {
    application = phase
  }

  /// Notes the phase of a scene, or with `nil` that it is gone.
  mutating func set(_ phase: AppPhase?, of scene: Scene) {
    scenes[scene] = phase
    if phase == nil, scenes.isEmpty {
      application = .background
    }
  }
}
#endif
