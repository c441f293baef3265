import CRewindCrash
import RewindSystem
import Synchronization

/// Pictures on their way from the app to the writer, and the thread on which the app draws.
///
/// Thread-safe.
final class PictureInbox: Sendable {
    /// A picture, and the moment that it shows.
    struct Item: Sendable {
        var picture: Picture
        var step: Int
        var time: Int
        /// Whether the recorder asked for it; one that the app hands over waits until the next one is due.
        var isAskedFor: Bool
    }

    private struct State {
        var items: [Item] = []
        /// The step and the time for which a picture is to be drawn.
        var wanted: (step: Int, time: Int)?
        var isDrawing = false
        var isOver = false
    }

    private let state = Lock(State())
    private let asked = WaitSignal()
    private let marked = Atomic<Bool>(false)
    private let handedOver = Atomic<Bool>(false)
    private let draw: (@Sendable () -> Picture?)?
    /// Whether the recording may have pictures at all.
    let isAllowed: Bool

    init(_ capture: PictureCapture, showsTexts: Bool) {
        isAllowed = showsTexts || capture.drawsMaskedState
        draw = isAllowed ? capture.draw : nil
    }

    /// Whether the recorder takes pictures by itself.
    var isDrawn: Bool { draw != nil }

    /// Whether there is, or was, anything for the writer to do.
    var isUsed: Bool { isDrawn || handedOver.load(ordering: .acquiring) }

    // MARK: From the app's threads

    func noteMark() { marked.store(true, ordering: .relaxed) }

    /// Takes a picture that the app hands over; it replaces one that waits.
    func hand(over picture: Picture, step: Int, time: Int) {
        state.withLock { state in
            state.items.removeAll { !$0.isAskedFor }
            state.items.append(Item(picture: picture, step: step, time: time, isAskedFor: false))
        }
        handedOver.store(true, ordering: .releasing)
    }

    // MARK: From the writer's thread

    /// Whether a mark was set since the last call.
    func takeMark() -> Bool { marked.load(ordering: .relaxed) && marked.exchange(false, ordering: .relaxed) }

    /// Whether the app is drawing: no other picture is asked for meanwhile.
    var isDrawing: Bool { state.withLock { $0.isDrawing } }

    /// Has the app draw.
    func ask(step: Int, time: Int) {
        let isNew = state.withLock { state in
            if state.isDrawing || state.isOver { return false }
            (state.isDrawing, state.wanted) = (true, (step, time))
            return true
        }
        if isNew { asked.signal() }
    }

    /// The pictures that have come; those that the app handed over stay unless it is their turn.
    func drain(withHandedOver: Bool) -> [Item] {
        state.withLock { state in
            let taken = state.items.filter { withHandedOver || $0.isAskedFor }
            if !taken.isEmpty { state.items.removeAll { withHandedOver || $0.isAskedFor } }
            return taken
        }
    }

    /// Whether a picture that the app handed over waits.
    var isWaiting: Bool { state.withLock { !$0.items.isEmpty } }

    /// Ends the thread once it has drawn, and asks for nothing more; nobody waits for it.
    func stop() {
        state.withLock { $0.isOver = true }
        asked.signal()
    }

    // MARK: The thread that draws

    /// Starts the thread, whose priority is that of the caller: threads that drawing makes inherit it on Linux, so the writer's would not do.
    ///
    /// - Parameters:
    ///   - isHeldBack: whether what the app shows now may not be recorded; asked before it draws, and again afterwards.
    ///   - wake: makes the writer look for the picture.
    /// - Throws: the system's error number, if it can't make the thread.
    func start(
        unless isHeldBack: @escaping @Sendable () -> Bool, wake: @escaping @Sendable () -> Void
    ) throws(ThreadError) {
        guard let draw else { return }
        try SystemThread.start(stackBytes: 1 << 20) { [self] in
            rewind_crash_prepare_thread()
            while let wanted = next() {
                let drawn = isHeldBack() ? nil : draw()
                let picture = isHeldBack() ? nil : drawn
                state.withLock { state in
                    state.isDrawing = false
                    if let picture {
                        state.items.append(Item(picture: picture, step: wanted.step, time: wanted.time, isAskedFor: true))
                    }
                }
                wake()
            }
        }
    }

    /// Waits for the next request; `nil` at the end.
    private func next() -> (step: Int, time: Int)? {
        while true {
            asked.wait()
            let (wanted, isOver) = state.withLock { state in
                defer { state.wanted = nil }
                return (state.wanted, state.isOver)
            }
            if isOver { return nil }
            if let wanted { return wanted }
        }
    }
}
