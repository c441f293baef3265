import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// What a channel knows of the states that it does not hold, where the policy takes only some.
final class SparseCapture<State: Encodable & Sendable>: Sendable {
    private let capture: StateCapture
    private let last: Mutex<LastState>

    init(_ capture: StateCapture, initialState: State) {
        self.capture = capture
        last = Mutex(LastState(bits: ValueBits(of: State.self).hash(initialState)))
    }

    /// Whether the state differs from the one that the last step left, as far as its own bits show.
    func isChanged(_ state: State, _ bits: ValueBits) -> Bool {
        guard let hash = bits.hash(state) else { return false }
        return last.withLock { last in
            defer { last.bits = hash }
            return last.bits != hash
        }
    }

    /// Notes the state that a step left.
    func note(_ state: State, _ bits: ValueBits) {
        let hash = bits.hash(state)
        last.withLock { $0.bits = hash }
    }

    /// Whether the policy takes the state after the next step; call it once for each.
    func capturesNextStep() -> Bool {
        switch capture {
        case .everyStep: true
        case .every(let count):
            last.withLock { last in
                last.count += 1
                return last.count % max(1, count) == 0
            }
        case .whenIdle, .keyframesOnly: false
        }
    }

    func isAfterPause(_ time: Int) -> Bool {
        switch capture {
        case .whenIdle:
            last.withLock { last in
                defer { last.time = time }
                return time - last.time >= StateCapture.pause
            }
        case .everyStep, .every, .keyframesOnly: false
        }
    }
}

/// What is known of the last state while it is not held; not generic, since a lock of a generic type costs a look-up in the runtime's
/// tables.
private struct LastState {
    /// A hash of the stored properties' own bits: enough to detect that the state was replaced, without holding it.
    var bits: Int?
    var time = 0
    var count = 0
}
