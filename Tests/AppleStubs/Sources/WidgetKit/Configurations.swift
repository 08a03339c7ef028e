#if (os(iOS) || os(Linux)) && !targetEnvironment(macCatalyst)
import ActivityKit
import Foundation
import SwiftUI

// SwiftUI's protocols of widgets stand here too: only widget extensions use them.

/// [Apple](https://developer.apple.com/documentation/swiftui/widget).
@MainActor
public protocol Widget {
  associatedtype Body: WidgetConfiguration

  /// [Apple](https://developer.apple.com/documentation/swiftui/widget/body-swift.property).
  var body: Body { get }

  /// [Apple](https://developer.apple.com/documentation/swiftui/widget/init()).
  init()
}

/// [Apple](https://developer.apple.com/documentation/swiftui/widgetconfiguration).
@MainActor
public protocol WidgetConfiguration {}

extension WidgetConfiguration {
  /// [Apple](https://developer.apple.com/documentation/swiftui/widgetconfiguration/pushhandler(_:)).
  public func pushHandler(
    _ pushHandlerType: any WidgetPushHandler.Type
  ) -> some WidgetConfiguration { self }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/widgeturl(_:)).
  public func widgetURL(_ url: URL?) -> some View { self }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/containerbackground(_:for:)).
  public func containerBackground(
    _ style: Color,
    for container: ContainerBackgroundPlacement
  ) -> some View { self }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/containerbackgroundplacement).
public struct ContainerBackgroundPlacement {
  /// [Apple](https://developer.apple.com/documentation/swiftui/containerbackgroundplacement/widget).
  public static let widget = ContainerBackgroundPlacement()
}

// MARK: - Widgets

/// [Apple](https://developer.apple.com/documentation/widgetkit/timelineentry).
public protocol TimelineEntry {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/timelineentry/date).
  var date: Date { get }
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy).
public struct TimelineReloadPolicy {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy/never).
  public static let never = TimelineReloadPolicy()
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/timeline).
public struct Timeline<EntryType: TimelineEntry> {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:)).
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/timelineprovidercontext).
public struct TimelineProviderContext {}

/// [Apple](https://developer.apple.com/documentation/widgetkit/timelineprovider).
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  /// [Apple](https://developer.apple.com/documentation/widgetkit/timelineprovider/placeholder(in:)).
  func placeholder(in context: Context) -> Entry

  /// [Apple](https://developer.apple.com/documentation/widgetkit/timelineprovider/getsnapshot(in:completion:)).
  func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

  /// [Apple](https://developer.apple.com/documentation/widgetkit/timelineprovider/gettimeline(in:completion:)).
  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/staticconfiguration).
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/staticconfiguration/init(kind:provider:content:)).
  public init<Provider: TimelineProvider>(
    kind: String,
    provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}

// MARK: - Live Activities

/// [Apple](https://developer.apple.com/documentation/widgetkit/activityviewcontext).
public struct ActivityViewContext<Attributes: ActivityAttributes> {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/activityviewcontext/attributes).
  public let attributes: Attributes

  /// [Apple](https://developer.apple.com/documentation/widgetkit/activityviewcontext/state).
  public let state: Attributes.ContentState
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/activityconfiguration).
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/activityconfiguration/init(for:content:dynamicisland:)).
  public init<Content: View>(
    for attributesType: Attributes.Type,
    @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition).
public struct DynamicIslandExpandedRegionPosition {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregionposition/bottom).
  public static var bottom: Self { Self() }
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregion).
public struct DynamicIslandExpandedRegion<Content: View> {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedregion/init(_:priority:content:)),
  /// without the parameter that has a default.
  public init(
    _ position: DynamicIslandExpandedRegionPosition,
    @ViewBuilder content: () -> Content
  ) {}
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontent).
public struct DynamicIslandExpandedContent<Content: View> {}

/// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontentbuilder).
@resultBuilder
public struct DynamicIslandExpandedContentBuilder {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicislandexpandedcontentbuilder/buildpartialblock(first:)-5j108),
  /// as it is for a single region.
  public static func buildBlock<Content: View>(
    _ first: DynamicIslandExpandedRegion<Content>
  ) -> DynamicIslandExpandedContent<some View> { DynamicIslandExpandedContent<Content>() }
}

/// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicisland).
public struct DynamicIsland {
  /// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicisland/init(expanded:compactleading:compacttrailing:minimal:)).
  public init(
    @DynamicIslandExpandedContentBuilder
    expanded: @escaping () -> DynamicIslandExpandedContent<some View>,
    @ViewBuilder compactLeading: @escaping () -> some View,
    @ViewBuilder compactTrailing: @escaping () -> some View,
    @ViewBuilder minimal: @escaping () -> some View
  ) {}

  /// [Apple](https://developer.apple.com/documentation/widgetkit/dynamicisland/widgeturl(_:)).
  public func widgetURL(_ url: URL?) -> DynamicIsland { self }
}
#endif
