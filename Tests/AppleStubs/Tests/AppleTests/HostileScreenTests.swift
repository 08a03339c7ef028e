import SwiftUI
import Testing

/// The stub's screen ends the process where SwiftUI only warns.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct HostileScreenTests {
  private struct Counter: View {
    @State private var count = 0

    var body: some View {
      Text("\(count)").onAppear { count += 1 }
    }
  }

  private struct Hasty: View {
    @State private var count = 0

    var body: some View {
      count += 1
      return Text("\(count)")
    }
  }

  private struct Restless: View {
    @State private var count = 0

    var body: some View {
      Text("\(count)").onChange(of: count) { count += 1 }.onAppear { count += 1 }
    }
  }

  @Test
  func `a view keeps its state in its place, also when it is made anew`() {
    let host = StubHost(Counter())
    #expect(host.texts == ["1"])
    host.content = Counter()
    #expect(host.texts == ["1"])
    host.disappear()
    host.appear()
    #expect(host.texts == ["2"])
  }

  @Test
  func `a row that goes loses its state, and others keep theirs`() {
    func list(_ rows: [Int]) -> List<Int, Counter> { List(rows, id: \.self) { _ in Counter() } }
    let host = StubHost(list([1, 2]))
    host.disappear()
    host.appear()
    #expect(host.texts == ["2", "2"])
    host.content = list([2, 3])
    #expect(host.texts == ["2", "1"])
  }

  @Test
  func `state that is changed while the view is drawn ends the process`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = StubHost(Hasty()) }
    }
  }

  @Test
  func `a view that never comes to rest ends the process`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = StubHost(Restless()) }
    }
  }
}
