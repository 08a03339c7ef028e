import Foundation
import PushHub

// MARK: - Effects

extension LocalNotifications {
  func load() {
    guard let context, !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    isStoreLater = false
    do {
      let ledger = try store.load().map(read) ?? .init()
      driver.handle(.init(.loaded(ledger), at: context.scheduler.date))
    } catch {
      log?(.storeNotLoaded(error.logDescription))
      return
    }
    isLoaded = true
    let kinds = unread
    unread = []
    kinds.forEach(tell)
  }

  private func read(_ data: Data) -> LocalNotificationCore.Ledger {
    var unreadable: [String] = []
    do throws(LocalNotificationCore.Ledger.Unreadable) {
      let ledger = try LocalNotificationCore.Ledger(data, unreadable: &unreadable)
      for id in unreadable { log?(.entryUnreadable(id)) }
      return ledger
    } catch .later(let version) {
      isStoreLater = true
      log?(.storeIsLater(version: version))
    } catch {
      log?(.storeUnreadable(error.logDescription))
    }
    return .init()
  }

  func perform(_ effect: LocalNotificationCore.Effect) {
    switch effect {
    case .log(let entry): log?(entry)
    case .call(let number, let call): start(call, number)
    case .cancel: task?.cancel()
    case .settled: settled.signalAll()
    case .look:
      if let context { driver.answer(.init(.occasion, at: context.scheduler.date)) }
    case .release(let result): refreshes.release(result)
    case .save(let ledger): driver.answer(.init(.saved(save(ledger)), at: nil))
    }
  }

  private func save(_ ledger: LocalNotificationCore.Ledger) -> Bool {
    guard !isStoreLater else { return true }
    do {
      try store.save(try ledger.data())
      return true
    } catch {
      log?(.storeNotSaved(error.logDescription))
      return false
    }
  }

  private func start(_ call: LocalNotificationCore.Call, _ number: Int) {
    task = context?.scheduler.perform { [weak self, system] in
      // Nobody wants it any more, and it has not begun.
      guard !Task.isCancelled else { return }
      let answer: LocalNotificationCore.Answer
      do {
        switch call {
        case .add(let request):
          try await system.add(request)
          answer = .done
        case .removePending(let identifiers):
          try await system.removePending(identifiers)
          answer = .done
        case .pending:
          answer = .pending(try await system.pending())
        }
      } catch {
        answer = .failed(error.logDescription)
      }
      guard let self, let context = self.context else { return }
      if driver.core.waits(for: number) {
        context.record(LocalRecord(answer))
      }
      driver.handle(.init(.answered(number, answer), at: context.scheduler.date))
    }
  }
}

extension LocalRecord {
  fileprivate init(_ answer: LocalNotificationCore.Answer) {
    switch answer {
    case .done: self = .done
    case .pending(let identifiers): self = .pending(identifiers.sorted())
    case .failed(let reason): self = .failed(reason)
    }
  }
}
