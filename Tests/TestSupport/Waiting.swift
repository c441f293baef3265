import Foundation
import RewindSystem
package import Testing

/// Waits until something is so: looks at once, and again after each event by which it may have become so.
///
/// There is no time limit but the suite's. That cancels the test, which ends the events; then what did not come is said.
package func waitUntil<Event: Sendable>(
    _ what: @autoclosure () -> Comment, after events: AsyncStream<Event>, location: SourceLocation = #_sourceLocation,
    _ isSo: () async throws -> Bool
) async throws {
    if try await isSo() { return }
    for await _ in events {
        if try await isSo() { return }
    }
    let (isSoAtLast, comment) = (try await isSo(), what())
    try #require(isSoAtLast, comment, sourceLocation: location)
}

/// Waits until a file's text is as it should be, and returns the text.
@discardableResult
package func waitForText(
    of path: String, location: SourceLocation = #_sourceLocation, _ condition: (String) -> Bool
) async throws -> String {
    let changes = try fileChanges(at: path)
    var text = ""
    try await waitUntil("\(path): \(text)", after: changes, location: location) {
        text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return condition(text)
    }
    return text
}

/// One element after each change of a file, which need not be there yet, or of a directory; several changes may come as one.
package func fileChanges(at path: String) throws -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = try FileWatch(path) { continuation.yield() }
    continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
    return changes
}

/// Keeps the thread busy, as a long computation does: for tests of what becomes of something that takes its time.
///
/// Nothing waits for the end of that time.
package func keepBusy(for time: Duration) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {}
}
