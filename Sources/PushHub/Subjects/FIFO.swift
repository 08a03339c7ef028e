/// A queue on one array: O(1) amortised at both ends, no allocation once it has grown.
///
/// An element leaves with `popFirst`; none is released while the queue is being changed, since the
/// release of an element may lead back to the queue.
@usableFromInline
struct FIFO<Element> {
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { head == elements.count }

  var count: Int { elements.count - head }

  @inlinable
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    var element: Element?
    swap(&element, &elements[head])
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
