/// [Apple](https://developer.apple.com/documentation/swiftui/app).
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene

  /// [Apple](https://developer.apple.com/documentation/swiftui/app/body-swift.property).
  var body: Body { get }

  /// [Apple](https://developer.apple.com/documentation/swiftui/app/init()).
  init()
}

extension App {
  /// [Apple](https://developer.apple.com/documentation/swiftui/app/main()).
  public static func main() {
    _ = Self().body
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/scene).
@MainActor @preconcurrency
public protocol Scene {}

/// [Apple](https://developer.apple.com/documentation/swiftui/windowgroup).
public struct WindowGroup<Content: View>: Scene {
  let content: () -> Content

  public init(@ViewBuilder content: @escaping () -> Content) {
    self.content = content
  }
}
