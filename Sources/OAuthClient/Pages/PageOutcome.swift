internal import Locks

/// How the sign-in ended, for the page that the browser waits for.
final class PageOutcome: Sendable {
  private struct Content {
    var ending: Page.Ending?
    var waiting: [Resumption<Page.Ending>] = []
  }

  private let content = Mutex(Content())

  func settle(_ ending: Page.Ending) {
    let waiting = content.withLock { content -> [Resumption<Page.Ending>] in
      guard content.ending == nil else { return [] }
      content.ending = ending
      defer { content.waiting = [] }
      return content.waiting
    }
    for page in waiting { page.resume(returning: ending) }
  }

  func ending() async -> Page.Ending {
    await withResumption { continuation in
      let known = content.withLock { content -> Page.Ending? in
        if let ending = content.ending { return ending }
        content.waiting.append(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
