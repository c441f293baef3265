/// How much of earlier recordings stays in the directory: by default the last five, 256 MiB in total.
///
/// Only directories of the same app without a live writer count; sealed files are never touched. When a recorder begins, those without a
/// step are removed first, then the oldest; the newest one that crashed is removed last.
public struct EarlierLimits: Sendable, Equatable {
    /// How many recordings stay; `nil` for any number.
    package var count: Int? = 5
    /// Total bytes of their files; `nil` for any number.
    package var bytes: Int? = 256 << 20
    /// How old they may be, by their start; `nil` for any age.
    package var age: Duration?

    /// The default: five recordings, 256 MiB, of any age.
    package init() {}

    /// Limits of these sizes, each of which is enough to remove a recording; `nil` sets none.
    ///
    /// - Parameters:
    ///   - count: how many recordings stay.
    ///   - bytes: the total bytes of their files.
    ///   - age: how old they may be, by their start.
    public init(count: Int?, bytes: Int?, age: Duration? = nil) {
        self.count = count
        self.bytes = bytes
        self.age = age
    }

    /// Nothing is ever removed.
    public static let none = EarlierLimits(count: nil, bytes: nil)
}
