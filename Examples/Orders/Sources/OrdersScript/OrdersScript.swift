package import Foundation
package import Orders
import PushHub
package import PushHubReplay

/// The orders, with a server whose answers are in the transcript.
package final class OrdersScript: KernelScript<Orders> {
  private struct NoServer: OrderServer {
    func answer(_ question: OrderQuestion) async throws -> Order { throw CancellationError() }
  }

  /// Makes a script.
  ///
  /// - Parameter calendar: The calendar of the quiet hours; by default in GMT.
  package init(calendar: Calendar = .greenwich) {
    super.init(title: "Orders") { _ in
      Orders(server: NoServer(), quietHours: QuietHours(calendar: calendar))
    } mark: { event in
      switch event {
      case .asked(let question): TimelineMark(question.isReorder ? "↻" : "?", label: question.order)
      case .changed(let order): TimelineMark(order.status.isUnderWay ? "◐" : "✓", label: order.id)
      case .failed: TimelineMark("✕", isProblem: true)
      case .opened: TimelineMark("▣")
      case .quieted: TimelineMark("☾")
      }
    }
  }
}

extension Calendar {
  /// The Gregorian calendar in GMT.
  package static var greenwich: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
