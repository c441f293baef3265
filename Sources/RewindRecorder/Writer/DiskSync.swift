import RewindSystem

/// Has the disk synchronised now and then.
struct DiskSync {
    /// Nanoseconds between two times; `nil` if the system decides.
    private let interval: Int?
    private var last = 0
    private var synchronised: Position?

    /// How far the recording is.
    struct Position: Equatable {
        var step: Int
        var actionBytes: Int
        var stateBytes: Int
    }

    init(_ durability: Durability) {
        interval =
            switch durability {
            case .process: nil
            case .system(let every): every.nanoseconds
            }
    }

    /// Whether it is time to synchronise, which the caller then does.
    ///
    /// - Parameter isLast: whether the thread is about to sleep.
    mutating func isDue(at now: Int, _ position: Position, isLast: Bool) -> Bool {
        guard let interval, position != synchronised, isLast || now - last >= interval else { return false }
        (last, synchronised) = (now, position)
        return true
    }
}
