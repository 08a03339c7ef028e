/// A queue on one array: O(1) amortised at both ends, no allocation once it has grown.
///
/// An element leaves with `popFirst`; none is released while the queue is being changed, since the
/// release of an element may lead back to the queue.
struct FIFO<Element> {
  private(set) var elements: ContiguousArray<Element?> = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head].take()
    head += 1
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
