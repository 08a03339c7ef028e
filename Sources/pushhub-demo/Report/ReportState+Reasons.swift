import PushHub

/// Why nothing comes of something, given what is true before it.
extension ReportState {
  /// Why a record brings about nothing that anybody says.
  func reasonForNothing(after input: TranscriptInput, at time: Duration) -> String {
    switch input {
    case .launch: "The app was not launched by a tap, so there is no push to receive."
    case .app(let phase): reason(after: phase, at: time)
    case .page(let page, isVisible: true): reason(afterAppearanceOf: page, at: time)
    case .page(let page, isVisible: false):
      pages.contains(page)
        ? "Leaving a page asks for nothing; from here on the time away is measured."
        : "The page was not visible."
    case .overlay:
      "It only matters to screenshots, which get no preview while something covers the page."
    case .account(let account): reason(after: account)
    case .token(let token):
      token == self.token ? "The token is the one known already." : "The hub said nothing of it."
    case .tokenError, .push, .open: "The hub said nothing of it."
    case .screenshot: "Nobody observes screenshots in this play."
    case .preview: isPreviewed ? "The preview took no notice." : "No preview was up."
    case .unread: "No request began while this held."
    case .latest(let report): reason(after: report)
    case .read: "There was no dot to put out."
    case .countdown(let change): reason(after: change)
    case .end: "The play ends here."
    }
  }

  /// Why nobody asks for the unread count on a push.
  func reasonForNoRequest(at time: Duration) -> String? {
    if account == nil { return "Nobody was signed in, so the server was not asked." }
    if isAsking(at: time) { return "A request was under way, and one more was to follow it." }
    return nil
  }

  private func reason(after phase: AppPhase, at time: Duration) -> String {
    if phase == self.phase { return "The app was in this phase already." }
    guard phase.isForeground else {
      return "Going to the background asks for nothing; from here on the time away is measured."
    }
    if self.phase.isForeground { return "The app was in the foreground before, too." }
    if trackedPages.isEmpty { return "No page that shows the count was visible." }
    return reasonForNoSync(in: phase, at: time)
  }

  private func reason(afterAppearanceOf page: PageID, at time: Duration) -> String {
    if pages.contains(page) { return "The page was visible already." }
    if header.trackedPages.contains(page) { return reasonForNoSync(in: phase, at: time) }
    if page == header.listPage { return "No dot was lit, so reading the list put none out." }
    if page == header.screenshotPage { return "The page only matters once a screenshot is taken." }
    return "No observer has to do with this page."
  }

  private func reasonForNoSync(in phase: AppPhase, at time: Duration) -> String {
    if account == nil { return "Nobody is signed in, so the server is not asked." }
    if !phase.isForeground { return "The app is in the background, where no page asks." }
    if isAsking(at: time) { return "A request is under way, which answers this, too." }
    if let latestSync {
      return "The count is fresh: it was asked for \((time - latestSync).words) ago."
    }
    return "The server was not asked."
  }

  private func reason(after account: AccountID?) -> String {
    if account == self.account {
      return account == nil ? "Nobody was signed in." : "This account was signed in already."
    }
    if account == nil { return "From here on nobody is signed in, and nothing is asked." }
    if phase.isForeground, !trackedPages.isEmpty { return "Nobody asked for the count." }
    return "No page that shows the count is visible; one that appears will ask for it."
  }

  private func reason(
    after report: Result<[TranscriptInput.NotificationMark], TranscriptInput.ScriptedError>
  ) -> String {
    if account == nil { return "Nobody is signed in, so nobody listens." }
    guard case .success(let marks) = report else {
      return "The subscription ended and is made again after a while; the dot stays as it is."
    }
    if marks.isEmpty { return "The list is empty: there is nothing unread." }
    if newest == nil { return "The first report since signing in counts as read." }
    if pages.contains(header.listPage) { return "The list is open, so the user sees it." }
    return "Whether something is unread stays as it was."
  }

  private func reason(after change: TranscriptInput.CountdownChange) -> String {
    if change.background != nil || change.isRunning != nil {
      return "It is a matter of how the countdowns go on; nothing was to be shown at once."
    }
    if let unknown = change.shown.first(where: { !isKnown($0, with: change) }) {
      return "There is no countdown named \(printable(unknown)) to be shown."
    }
    if !change.added.isEmpty { return "No cell shows it, and its end does not come in this play." }
    if !change.removed.isEmpty { return "What is removed says nothing any more." }
    if !change.hidden.isEmpty { return "A hidden cell gets no ticks; its countdown goes on." }
    return "It changes nothing."
  }

  private func isKnown(_ id: String, with change: TranscriptInput.CountdownChange) -> Bool {
    change.added.contains { $0.id == id } || countdowns.contains(id) && !change.removed.contains(id)
  }
}

/// Why nothing comes of what somebody said.
extension PlayedLine {
  /// The reason, where it lies in the line's nature.
  var reasonForNothing: String? {
    switch (speaker, event) {
    case (.hub, "duplicate"): "This callback showed a push that another one had shown before."
    case (.hub, "issue"): "The field is read as if it were absent; the rest of the push counts."
    case (.hub, "received"), (.hub, "opened"): "No observer answered it with something of its own."
    case (.hub, _): "No observer of this play cares for tokens."
    case (.unread, "sync"): nil
    case (.unread, "failed"):
      text("retryIn").isEmpty
        ? "It is not tried again by itself: nobody is looking, or the server refused."
        : "Something else asked the server before, or nobody was looking any more."
    case (.screenshot, "ignored"): "A screenshot that is refused is let go."
    case (.screenshot, "preview"): "The play ended while it was up."
    default: "This is what the user sees; nothing more comes of it."
    }
  }
}

extension Duration {
  /// So much time in words: `0.4 s`, `2 min 5 s`, `3 h 20 min`.
  var words: String {
    let seconds = components.seconds
    switch seconds {
    case ..<60:
      let milliseconds = Int64((self / .milliseconds(1)).rounded())
      return "\(Duration.milliseconds(milliseconds).secondsText) s"
    case ..<3_600: return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s")
    default:
      let minutes = seconds / 60 % 60
      return "\(seconds / 3_600) h" + (minutes == 0 ? "" : " \(minutes) min")
    }
  }
}
