/// What an app looks like at a moment, for the recording's time line.
public struct Picture: Sendable, Equatable {
    let bytes: [UInt8]
    let type: String

    /// A picture in PNG, as `[UInt8]` or `Data`.
    public static func png(_ bytes: some Sequence<UInt8>) -> Picture { Picture(bytes: Array(bytes), type: "image/png") }

    /// The screen of an app that shows text, line by line, without colours or other escape sequences, which are shown as text; the rules
    /// remove secrets from it.
    public static func text(_ lines: String) -> Picture { Picture(bytes: Array(lines.utf8), type: textType) }

    static let textType = "text/plain"
    var isText: Bool { type == Self.textType }
    /// The extension of its file.
    var suffix: String { isText ? "txt" : "png" }
}

/// When a recorder takes pictures of the app, and how many bytes of them it keeps; without a closure that draws, it takes none.
///
/// ```swift
/// let recorder = Recorder(app: "Episodes") { configuration in
///     configuration.pictures.draw = { .text(screen(of: store.state)) }
/// }
/// ```
///
/// Nothing is added to the threads that dispatch: when a picture is due is decided on the recorder's thread, which also writes the file. A
/// picture that equals the one before is not written again. After a crash, the last picture is one that was drawn before, because a process
/// that dies can't draw.
public struct PictureCapture: Sendable {
    /// Draws the app as it is now; `nil` for no picture this time.
    ///
    /// Called on a thread of its own, one call at a time, on which no action is dispatched and nothing is written: it may wait, as in
    /// `DispatchQueue.main.sync`, or for the lock of a store. The recorder asks for the next picture only after it has returned.
    public var draw: (@Sendable () -> Picture?)?
    /// A picture is taken once the state has not changed for so long; `nil` to take none for that reason.
    public var settling: Duration? = .milliseconds(300)
    /// With ``settling``, how long changes that do not cease put a picture off.
    public var atLatest: Duration = .seconds(2)
    /// A picture is taken after so many steps, whether the state settles or not; `nil` to take none for that reason.
    public var everySteps: Int?
    /// Whether a picture is taken at each mark.
    public var atMarks = true
    /// The least time between two pictures.
    public var interval: Duration = .seconds(1)
    /// How many bytes of pictures are kept: the oldest go first, and in a ring those of dropped segments.
    public var bytes = 16 << 20
    /// Whether the pictures show pseudonyms where a masked recording has them; without it, a recording at `RedactionLevel.masked` takes none.
    ///
    /// The recorder can't read a picture: say so only if the app draws from values that hide what must not be seen.
    public var drawsMaskedState = false

    /// Takes no picture until ``draw`` is set.
    public init() {}

    /// More pictures would make the manifest, which lists each of them, long.
    static let countLimit = 500
}
