import Synchronization

/// What a recorder has reported, and those who follow it.
///
/// Thread-safe.
final class EventLog: Sendable {
    private struct Contents {
        var past: [Recorder.Event] = []
        var followers: [AsyncStream<Recorder.Event>.Continuation] = []
        var isOver = false
    }

    /// So many of the latest events are kept for those who come later.
    private static let kept = 100
    private let contents = Mutex(Contents())

    func add(_ event: Recorder.Event) {
        contents.withLock { contents in
            if contents.past.count == Self.kept { contents.past.removeFirst() }
            contents.past.append(event)
            contents.followers.removeAll { if case .terminated = $0.yield(event) { true } else { false } }
        }
    }

    /// Ends all streams.
    func finish() {
        let followers = contents.withLock { contents in
            contents.isOver = true
            defer { contents.followers = [] }
            return contents.followers
        }
        for follower in followers { follower.finish() }
    }

    /// The events so far, and those to come.
    var stream: AsyncStream<Recorder.Event> {
        AsyncStream { continuation in
            let isOver = contents.withLock { contents in
                for event in contents.past { continuation.yield(event) }
                if !contents.isOver { contents.followers.append(continuation) }
                return contents.isOver
            }
            if isOver { continuation.finish() }
        }
    }
}
