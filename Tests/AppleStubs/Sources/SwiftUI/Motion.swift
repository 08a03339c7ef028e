import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/animation).
public struct Animation: Hashable, Sendable {
  let bounce: Double

  /// [Apple](https://developer.apple.com/documentation/swiftui/animation/spring(duration:bounce:blendduration:)).
  public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0) -> Animation {
    Animation(bounce: bounce)
  }
}

extension Animation {
  /// [Apple](https://developer.apple.com/documentation/swiftui/animation/easeout(duration:)).
  public static func easeOut(duration: TimeInterval) -> Animation {
    Animation(bounce: 0)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/animationcompletioncriteria).
public struct AnimationCompletionCriteria: Hashable, Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/animationcompletioncriteria/removed).
  public static let removed = AnimationCompletionCriteria()
}

/// [Apple](https://developer.apple.com/documentation/swiftui/withanimation(_:completioncriteria:_:completion:)).
public func withAnimation<Result>(
  _ animation: Animation?,
  completionCriteria: AnimationCompletionCriteria,
  _ body: () throws -> Result,
  completion: @escaping () -> Void
) rethrows -> Result {
  StubTransaction.animation = animation
  defer { StubTransaction.animation = nil }
  let result = try body()
  DispatchQueue.main.async { completion() }
  return result
}

/// The motion in which state is being changed.
enum StubTransaction {
  static var animation: Animation?
}

/// [Apple](https://developer.apple.com/documentation/swiftui/withanimation(_:_:)).
@MainActor
public func withAnimation<Result>(
  _ animation: Animation?,
  _ body: () throws -> Result
) rethrows -> Result {
  StubTransaction.animation = animation
  defer { StubTransaction.animation = nil }
  return try body()
}

/// [Apple](https://developer.apple.com/documentation/swiftui/anytransition).
public struct AnyTransition: Hashable, Sendable {
  let name: String
  var others: [AnyTransition] = []

  /// [Apple](https://developer.apple.com/documentation/swiftui/anytransition/scale).
  public static let scale = AnyTransition(name: "scale")

  /// [Apple](https://developer.apple.com/documentation/swiftui/anytransition/identity).
  public static let identity = AnyTransition(name: "identity")

  /// [Apple](https://developer.apple.com/documentation/swiftui/anytransition/opacity).
  public static let opacity = AnyTransition(name: "opacity")

  /// [Apple](https://developer.apple.com/documentation/swiftui/anytransition/move(edge:)).
  public static func move(edge: Edge) -> AnyTransition {
    AnyTransition(name: "move \(edge)")
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/anytransition/combined(with:)).
  public func combined(with other: AnyTransition) -> AnyTransition {
    AnyTransition(name: "\(name), \(other.name)")
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/anytransition/asymmetric(insertion:removal:)).
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
    AnyTransition(name: "asymmetric", others: [insertion, removal])
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/transition(_:)-5h5h0).
  public func transition(_ transition: AnyTransition) -> some View {
    stubLook {
      $0.insertion = transition.others.first ?? transition
      $0.removal = transition.others.last ?? transition
    }
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/dynamictypesize).
public enum DynamicTypeSize: Int, Sendable {
  case xSmall
  case large
  case xxxLarge
  case accessibility5
}

extension EnvironmentValues {
  /// [Apple](https://developer.apple.com/documentation/swiftui/environmentvalues/accessibilityreducemotion).
  public var accessibilityReduceMotion: Bool { stubReducesMotion }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/scaledmetric).
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty, StubEnvironmentReader {
  private final class Box {
    var size = DynamicTypeSize.large
  }

  private let value: Value
  private let box = Box()

  /// [Apple](https://developer.apple.com/documentation/swiftui/scaledmetric/init(wrappedvalue:relativeto:)).
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
    value = wrappedValue
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/scaledmetric/wrappedvalue).
  public var wrappedValue: Value {
    let points: Value =
      switch box.size {
      case .xSmall, .large: 11
      case .xxxLarge: 17
      case .accessibility5: 40
      }
    return value * points / 11
  }

  func read(_ values: EnvironmentValues) {
    box.size = values.dynamicTypeSize
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior).
public struct AccessibilityChildBehavior: Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/ignore).
  public static let ignore = AccessibilityChildBehavior()
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)).
  public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    self
  }

  #if !os(tvOS) && !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/badge(_:)-84e43).
  ///
  /// The one that takes a text, which may be none.
  public func badge(_ label: Text?) -> some View {
    stubNote { $0.badges.append(label) }
  }
  #endif
}

extension Text {
  /// [Apple](https://developer.apple.com/documentation/swiftui/text/accessibilitylabel(_:)-2mdbc).
  public func accessibilityLabel(_ label: some StringProtocol) -> Text {
    var text = self
    text.stubLabel = String(label)
    return text
  }
}
