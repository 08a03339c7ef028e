import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing
import UIKit

/// The code of the article on timers in cells, which has to compile and do what it says.
@MainActor
struct CountdownMigrationTests {
  private struct Offer {
    let id: String
    let title: String
    let endDate: Date
  }

  private struct Page {
    let offers: [Offer]
  }

  private final class OfferCell: UITableViewCell {
    let timeLabel = UILabel()

    override func prepareForReuse() {
      super.prepareForReuse()
      stopCountdown()
    }
  }

  private final class OfferList: NSObject, UITableViewDataSource {
    private(set) var offers: [Offer] = []
    let handler: CountdownHandler

    init(handler: CountdownHandler) {
      self.handler = handler
    }

    func show(_ page: Page, serverDate: Date, at instant: ContinuousClock.Instant) {
      offers = page.offers
      handler.replaceAll(
        with: offers.map {
          CountdownItem(id: $0.id, endsAt: $0.endDate, serverDate: serverDate, at: instant)
        }
      )
    }

    func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
      offers.count
    }

    func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = table.dequeueReusableCell(withIdentifier: "offer", for: path)
      guard let cell = cell as? OfferCell else { return cell }
      handler.show(offers[path.row].id, in: cell) { cell, state in
        cell.timeLabel.showCountdown(state)
      }
      return cell
    }
  }

  private struct OfferRow: View {
    let offer: Offer
    let handler: CountdownHandler

    var body: some View {
      CountdownText(offer.id, in: handler, named: offer.title)
    }
  }

  /// The calls that the list's owner received.
  private final class Marks {
    var over: [String] = []

    func markAsOver(_ ids: [String]) { over += ids }
  }

  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let handler: CountdownHandler
  private let table = UITableView()
  private let window = UIWindow()

  init() {
    handler = CountdownHandler(scheduler: scheduler)
    table.register(OfferCell.self, forCellReuseIdentifier: "offer")
    window.addSubview(table)
  }

  /// Offers that end 10 s apart, the first after 30 s, by a server that is an hour ahead.
  private func page(_ rows: Range<Int>, from dateOfAnswer: Date) -> Page {
    Page(
      offers: rows.map {
        Offer(
          id: "\($0)",
          title: "Offer \($0)",
          endDate: dateOfAnswer + TimeInterval(30 + $0 * 10)
        )
      }
    )
  }

  private var texts: [String?] {
    table.visibleCells.compactMap { ($0 as? OfferCell)?.timeLabel.text }
  }

  private func expected(_ seconds: [Int]) -> [String?] {
    seconds.map { CountdownState(id: "", remaining: .seconds($0)).text }
  }

  @Test
  func `a list shows what the server means, through reuse, refresh and a wrong clock`() {
    let dateOfAnswer = scheduler.date + 3_600
    let list = OfferList(handler: handler)
    table.dataSource = list
    table.stubRowsOnScreen = 3
    let page = page(0..<20, from: dateOfAnswer)
    let instant = scheduler.now
    list.show(page, serverDate: dateOfAnswer, at: instant)
    table.reloadData()
    #expect(texts == expected([30, 40, 50]))
    scheduler.advance(by: .seconds(4))
    scheduler.jumpWallClock(by: .seconds(-9_000))
    table.stubScroll(toRow: 7)
    #expect(texts == expected([96, 106, 116]))
    list.show(Page(offers: Array(page.offers.dropFirst(7))), serverDate: dateOfAnswer, at: instant)
    table.reloadData()
    scheduler.advance(by: .seconds(1))
    #expect(texts == expected([165, 175, 185]))
  }

  @Test
  func `ends are reported once, and together after the background`() throws {
    let dateOfAnswer = scheduler.date + 3_600
    let instant = scheduler.now
    let host = PluginHost(
      context: PluginContext(
        push: NotificationManager(scheduler: scheduler),
        lifecycle: lifecycle,
        scheduler: scheduler
      )
    )
    let offers = OfferList(handler: handler)
    let list = Marks()
    offers.show(page(0..<3, from: dateOfAnswer), serverDate: dateOfAnswer, at: instant)
    lifecycle.setPhase(.active)

    handler.onExpiry = { ids in list.markAsOver(ids) }
    try host.install(handler, named: "countdown")

    lifecycle.setPhase(.background)
    scheduler.advance(by: .seconds(45))
    lifecycle.setPhase(.active)
    #expect(list.over == ["0", "1"])
    scheduler.advance(by: .seconds(90))
    #expect(list.over == ["0", "1", "2"])
  }

  @Test
  func `a time that stands still in the background goes on where it stood`() {
    handler.add(CountdownItem(id: "game", total: .seconds(30)))
    PluginContext(
      push: NotificationManager(scheduler: scheduler),
      lifecycle: lifecycle,
      scheduler: scheduler
    ).attach(handler)
    handler.backgroundPolicy = .pauses
    lifecycle.setPhase(.background)
    scheduler.advance(by: .seconds(500))
    lifecycle.setPhase(.active)
    #expect(handler.state(of: "game")?.remaining == .seconds(30))
  }

  @Test
  func `a row in SwiftUI is one view`() {
    let offer = Offer(id: "1", title: "Breakfast", endDate: scheduler.date + 3_640)
    let list = OfferList(handler: handler)
    let dateOfAnswer = scheduler.date + 3_600
    let page = Page(offers: [offer])
    list.show(page, serverDate: dateOfAnswer, at: scheduler.now)
    let host = StubHost(OfferRow(offer: offer, handler: handler))
    #expect(host.texts == expected([40]))
    #expect(host.elements.first?.label == "Breakfast")
    scheduler.advance(by: .seconds(1))
    #expect(host.texts == expected([39]))
  }
}
