/// How much of earlier recordings stays in the directory: by default the last five, of 256 MiB together.
///
/// Only recordings of the same app that nobody is writing count, as directories; a sealed file is never touched. The oldest go first, when
/// a recorder begins.
public struct EarlierLimits: Sendable, Equatable {
    /// How many recordings stay; `nil` for any number.
    public var count: Int? = 5
    /// Bytes of their files together; `nil` for any number.
    public var bytes: Int? = 256 << 20
    /// How long before now they may have begun; `nil` for any time.
    public var age: Duration?

    /// The default: five recordings, 256 MiB, of any age.
    public init() {}

    /// Limits of that kind.
    public init(count: Int?, bytes: Int?, age: Duration? = nil) {
        self.count = count
        self.bytes = bytes
        self.age = age
    }

    /// Nothing is ever removed.
    public static let none = EarlierLimits(count: nil, bytes: nil)
}
