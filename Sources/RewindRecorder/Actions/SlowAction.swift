/// What makes recording an action dear: it is encoded and written ahead on the thread that dispatches, however large it is.
enum SlowAction {
    /// The size from which the time is looked at: of a smaller one, nearly all of it is the machine's.
    static let bytes = 256 << 10
    /// The time from which it is told: a frame of a display, in nanoseconds.
    static let nanoseconds = 16_000_000

    static func words(type: String, step: Int, nanoseconds: Int) -> String {
        "an action of the type \(type), at step \(step), held the thread that dispatches for \(nanoseconds / 1_000_000) ms"
    }
}
