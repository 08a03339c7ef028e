import PushHub
import SampleObservers

/// What apps write by hand: boxes with weak references, in an array.
final class WeakBoxLoop: Contender {
  private final class Box {
    weak var observer: (any PushObserver)?

    init(_ observer: any PushObserver) {
      self.observer = observer
    }
  }

  static let name = "loop, weak box"

  private var boxes: ContiguousArray<Box> = []

  func add(_ observer: SampleObserver) {
    boxes.append(Box(observer))
  }

  func remove(_ observer: SampleObserver) {
    boxes.removeAll { $0.observer === observer }
  }

  func emit(_ event: PushEvent) {
    for box in boxes {
      box.observer?.receive(event)
    }
  }

  func emit(_ event: PushEvent, times: Int) {
    for _ in 0..<times {
      emit(event)
    }
  }
}
