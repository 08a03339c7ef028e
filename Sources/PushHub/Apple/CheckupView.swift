#if canImport(SwiftUI) && canImport(UserNotifications)
public import SwiftUI

/// A view for a debug menu with the findings of a checkup, broken ones first.
///
/// ```swift
/// CheckupView { await delegate.hub.checkup() }
/// ```
///
/// It makes a checkup when it appears, and another one for each tap on the button.
public struct CheckupView: View {
  private let make: () async -> Checkup

  @State private var findings: [Checkup.Finding] = []

  /// Makes a view of the checkup that a closure makes.
  public init(make: @escaping () async -> Checkup) {
    self.make = make
  }

  /// The findings, and a button below.
  public var body: some View {
    VStack {
      List(findings, id: \.self) { finding in
        Text(finding.description)
      }
      Button("Check again") {
        Task { await check() }
      }
    }
    .task { await check() }
  }

  private func check() async {
    let order: [Checkup.Verdict] = [.broken, .suspect, .unknown, .fine]
    let found = await make().findings
    findings = order.flatMap { verdict in found.filter { $0.verdict == verdict } }
  }
}
#endif
