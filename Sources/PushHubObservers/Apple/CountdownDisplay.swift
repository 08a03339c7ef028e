#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The part of a view that is updated with a model, for as long as the view lives.
///
/// It is a hidden subview, since the system calls a subview when its view is added to a window and
/// removed from it; see
/// [didMoveToWindow()](https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()).
/// In a cell it is a subview of the cell itself, whose content view may be replaced.
final class CountdownDisplay: UIView, CountdownTarget {
  private struct Binding {
    weak var handler: CountdownHandler?
    let id: String
    let update: (CountdownState) -> Void
    let clear: () -> Void
  }

  private var binding: Binding?

  static func added(to view: UIView) -> CountdownDisplay {
    let display = CountdownDisplay()
    display.isHidden = true
    display.isUserInteractionEnabled = false
    view.addSubview(display)
    return display
  }

  func show(
    _ id: String,
    of handler: CountdownHandler,
    clear: @escaping () -> Void,
    _ update: @escaping (CountdownState) -> Void
  ) {
    if binding?.handler !== handler {
      binding?.handler?.unbind(self)
    }
    binding = Binding(handler: handler, id: id, update: update, clear: clear)
    handler.bind(self, to: id)
  }

  func stop() {
    binding?.handler?.unbind(self)
    binding = nil
    removeFromSuperview()
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard let binding, let handler = binding.handler else { return }
    if window == nil {
      handler.unbind(self)
    } else if handler.id(of: self) == nil {
      if !handler.contains(binding.id) {
        binding.clear()
      }
      handler.bind(self, to: binding.id)
    }
  }

  func countdownChanged(to state: CountdownState) {
    binding?.update(state)
  }

  func countdownRemoved(_ id: String) {
    binding?.clear()
  }
}
#endif
