#if canImport(UIKit) && !os(watchOS)
import Foundation
public import UIKit

/// [Apple](https://developer.apple.com/documentation/swiftui/uihostingcontroller).
@MainActor
open class UIHostingController<Content: View>: UIViewController {
  /// [Apple](https://developer.apple.com/documentation/swiftui/uihostingcontroller/rootview).
  public var rootView: Content {
    get { stubHost.content }
    set { stubHost.content = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/uihostingcontroller/safearearegions).
  public var safeAreaRegions = SafeAreaRegions.all

  /// What the controller's view shows.
  public let stubHost: StubHost<Content>

  /// [Apple](https://developer.apple.com/documentation/swiftui/uihostingcontroller/init(rootview:)).
  public init(rootView: Content) {
    stubHost = StubHost(rootView)
    super.init(nibName: nil, bundle: nil)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/uihostingcontroller/init(coder:)).
  public required init?(coder: NSCoder) {
    nil
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/uihostingcontroller/sizethatfits(in:)).
  ///
  /// A line for each forty letters of each text, and no more than there is room for.
  open func sizeThatFits(in size: CGSize) -> CGSize {
    let lineCount = stubHost.texts.map { $0.count / 40 + 1 }.reduce(0, +)
    return CGSize(width: size.width, height: min(size.height, 44 + 20 * CGFloat(lineCount)))
  }
}
#endif

/// [Apple](https://developer.apple.com/documentation/swiftui/safearearegions).
public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/safearearegions/all).
  public static let all = SafeAreaRegions(rawValue: 3)
}
