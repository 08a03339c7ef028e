import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The screenshot preview, on a screen that renders, shows and dismisses without delay.
final class ScreenshotScript: KernelScript<ScreenshotPreview<Void>> {
  init() {
    super.init(title: "Screenshot previews", asksServer: true) { replay in
      ScreenshotPreview(page: replay.transcript.page(.screenshots), presenter: StubWorld()) {}
    } mark: { event in
      switch event {
      case .preview:
        TimelineMark("▲", label: "preview", from: ["screenshot"], until: ["hidden"])
      case .ignored: TimelineMark("–", isRefusal: true, from: ["screenshot"])
      case .failed:
        TimelineMark("✕", isProblem: true, from: ["screenshot"], names: ["preview"])
      case .edit: TimelineMark("✎", from: ["preview"])
      case .hidden(.captureFailed), .hidden(.presentationFailed):
        TimelineMark("◁", from: ["failed"])
      case .hidden: TimelineMark("◁", from: ["preview"])
      }
    }
  }

  override var vocabulary: [any FeatureRecord.Type] { [ScreenshotTouch.self] }

  override func apply(_ record: any FeatureRecord) {
    guard let touch = record as? ScreenshotTouch else { return }
    super.apply(Record(.action(.touch(touch))))
  }

  override func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let feature else { return [] }
    let until = feature.deadline.map { ", until \(replay.clock($0))" } ?? ""
    return [
      ("preview", .string(feature.state.rawValue + until)),
      ("next screenshot", .string(feature.refusal?.message ?? "gets a preview")),
    ]
  }
}
