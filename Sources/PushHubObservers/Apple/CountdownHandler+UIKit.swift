#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension CountdownHandler {
  /// Shows a model in a cell, or in any other view.
  ///
  /// ```swift
  /// handler.show(offer.id, in: cell) { cell, state in
  ///   cell.timeLabel.showCountdown(state)
  /// }
  /// ```
  ///
  /// The view is updated at once, with each tick, and when the model ends. It shows one model: showing another
  /// one in it, as in a reused cell, replaces the old one, whichever handler counts it. So
  /// nothing has to be done in `prepareForReuse()`, unless the cell is reused for something without
  /// a countdown; then ``UIKit/UIView/stopCountdown()`` belongs there.
  ///
  /// The countdown lives as long as the view, and neither keeps the other alive. It counts as a
  /// target from now on until the view leaves its window, as when a row is scrolled away or another
  /// screen is pushed over it; back in a window the view is updated at once.
  /// So a view may be updated with the same end again; use ``onExpiry`` to act on an end.
  ///
  /// - Parameters:
  ///   - id: The model. If none of that id is registered, the view is updated as soon as one is.
  ///   - view: The view that shows it. It gets a hidden subview that holds what is shown, so for a
  ///     `UIVisualEffectView` give its content view.
  ///   - clear: Called when the model is removed, as when a refreshed list has it no more; kept like
  ///     what shows a state. By default the view keeps what it showed last.
  ///   - update: Shows a state in the view. It is kept for as long as the view: it gets the view handed in
  ///     and must not hold it otherwise.
  /// - Returns: Whether the model is registered. If it isn't, a reused view still shows what it
  ///   showed before.
  @discardableResult
  public func show<Host: UIView>(
    _ id: String,
    in view: Host,
    whenRemoved clear: (@MainActor (Host) -> Void)? = nil,
    _ update: @escaping @MainActor (Host, CountdownState) -> Void
  ) -> Bool {
    let display = view.countdownDisplay ?? CountdownDisplay.added(to: view)
    let clearView = { [weak view] in
      if let view { clear?(view) }
    }
    display.show(id, of: self, clear: clearView) { [weak view] state in
      if let view { update(view, state) }
    }
    return contains(id)
  }

  /// Shows in a label how much time is left.
  ///
  /// ```swift
  /// handler.show("offer-1", in: label)
  /// ```
  ///
  /// The label lives as with ``show(_:in:whenRemoved:_:)``. Its text is that of
  /// ``UIKit/UILabel/showCountdown(_:named:)``, and is empty as long as no model of that id is registered.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - label: The label that shows it.
  ///   - name: The name of what ends when the time is over, for VoiceOver.
  public func show(_ id: String, in label: UILabel, named name: String? = nil) {
    if !contains(id) {
      label.clearCountdown(named: name)
    }
    let clear: @MainActor (UILabel) -> Void = { $0.clearCountdown(named: name) }
    show(id, in: label, whenRemoved: clear) { $0.showCountdown($1, named: name) }
  }
}

extension UILabel {
  fileprivate func clearCountdown(named name: String?) {
    text = nil
    accessibilityLabel = name
    accessibilityValue = nil
  }
}

extension UIView {
  /// Stops showing a model in this view, which keeps what it shows now.
  ///
  /// ```swift
  /// override func prepareForReuse() {
  ///   super.prepareForReuse()
  ///   stopCountdown()
  /// }
  /// ```
  ///
  /// It ends what ``PushHubObservers/CountdownHandler/show(_:in:whenRemoved:_:)`` began, and otherwise does
  /// nothing.
  public func stopCountdown() {
    countdownDisplay?.stop()
  }

  fileprivate var countdownDisplay: CountdownDisplay? {
    subviews.lazy.compactMap { $0 as? CountdownDisplay }.first
  }
}
#endif
