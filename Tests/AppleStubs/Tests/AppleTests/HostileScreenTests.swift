import SwiftUI
import Testing

/// The stub's screen ends the process where SwiftUI only warns.
@MainActor
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
