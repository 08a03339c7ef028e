import Foundation
import PushHubObservers
import UIKit

@MainActor let renderer = Renderer()
@MainActor let article = ""
@MainActor func openEditor(with image: UIImage) {}
@MainActor func fadeIn(_ view: UIView) async {}
@MainActor func fadeOut() async {}

@MainActor
struct Renderer {
  func image(of article: String) async throws -> UIImage {
    fatalError("The code is compiled only.")
  }
}

final class PreviewView: UIView {
  var onTap: (() -> Void)?
  var onTouchOutside: (() -> Void)?

  convenience init(image: UIImage?) { self.init(frame: .zero) }
}
