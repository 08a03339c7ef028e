#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
public import UIKit

extension ScreenshotPreview where Image == UIImage {
  /// Makes a preview that renders the key window and shows a card in its corner.
  ///
  /// ```swift
  /// let preview = ScreenshotPreview(configuration: .init(page: "reader")) { openEditor(with: $0) }
  /// try host.install(preview, named: "screenshots")
  /// ```
  ///
  /// See ``WindowCapturer`` and ``ScreenshotCardPresenter``, of which an app may also take one and
  /// make the other.
  ///
  /// - Parameters:
  ///   - configuration: Which page, and how long.
  ///   - texts: What the card says with VoiceOver.
  ///   - application: Whose window it is.
  ///   - window: Says which window, where it is not the key window of the active scene.
  ///   - onEdit: Opens the editor with an image, which is the editor's from then on.
  @available(iOSApplicationExtension, unavailable)
  public convenience init(
    configuration: ScreenshotPreviewConfiguration,
    texts: ScreenshotCardTexts = .init(),
    application: UIApplication = .shared,
    window: (@MainActor () -> UIWindow?)? = nil,
    onEdit: @escaping @MainActor (UIImage) -> Void
  ) {
    self.init(
      capturer: WindowCapturer(application: application, window: window),
      presenter: ScreenshotCardPresenter(
        texts: texts,
        application: application,
        window: window,
        onEdit: onEdit
      ),
      configuration: configuration
    )
  }
}
#endif
