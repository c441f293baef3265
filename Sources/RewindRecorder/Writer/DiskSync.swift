/// Has the disk synchronised now and then.
struct DiskSync {
    /// Nanoseconds from one time to the next; `nil` where it is left to the system.
    private let interval: Int?
    private var last = 0
    private var synchronised: Position?

    /// How far the recording has come.
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

    /// Whether it is time; where it is, the caller synchronises.
    ///
    /// - Parameter isLast: whether the thread is about to sleep.
    mutating func isDue(at now: Int, _ position: Position, isLast: Bool) -> Bool {
        guard let interval, position != synchronised, isLast || now - last >= interval else { return false }
        (last, synchronised) = (now, position)
        return true
    }
}
