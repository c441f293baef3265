package import CRewindCrash
package import RewindFormat
import RewindSystem
import RewindValue

/// The page of a live recording that the crash handler writes in the moment of the crash, mapped before; its layout is `rewind_crash_page`.
package struct CrashPage: Sendable {
    private let mapping: FileMapping

    package static let fileName = "crash"

    /// Whether the bytes are a page that a recorder made, with or without a crash.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        bytes.count >= MemoryLayout<rewind_crash_page>.size && bytes.starts(with: magic)
    }

    /// The first bytes of a page.
    private static let magic = Array("RWCRASH1".utf8)

    /// Makes the page of a new recording, without a crash.
    package init(creating path: String) throws(RecordingError) {
        let file = try File(opening: path, .createNew)
        try file.reserve(from: 0, count: Int(REWIND_CRASH_PAGE_BYTES))
        mapping = try FileMapping(file, offset: 0, count: Int(REWIND_CRASH_PAGE_BYTES))
        // Sound from the beginning: the handler has room for a limited number of recorders, and ignores any more.
        mapping.bytes.copyBytes(from: Self.magic)
    }

    /// Makes the file anew if it was removed or cut; returns whether it was.
    package func restore(at path: String) throws(RecordingError) -> Bool {
        guard try mapping.restoreFile(at: path) else { return false }
        mapping.bytes.copyBytes(from: Self.magic)
        return true
    }

    /// Where the handler writes; valid as long as this value lives.
    package var page: UnsafeMutablePointer<rewind_crash_page> {
        mapping.bytes.baseAddress!.assumingMemoryBound(to: rewind_crash_page.self)  // a mapping is never empty
    }
}

/// The content of a crash page, read after the process that wrote it is gone.
struct CrashRecord: Sendable, Equatable {
    /// The system's number of the signal that ended the process.
    var signal: Int32
    /// The cause of the signal, as the system reports it (`si_code`).
    var code: Int32
    /// The address that could not be used, or where the trap is (`si_addr`).
    var address: UInt64
    /// Monotonic nanoseconds by the system's clock.
    var time: Int
    var threadName: String
    /// Whether the thread is a recorder's own.
    var isInRecorder: Bool
    /// Whether another process sent the signal.
    var isSent: Bool
    /// Program counters, innermost first.
    var frames: [UInt64]

    /// Parses the record of a page; `nil` if the bytes are not a crash page, or the page is empty.
    init?(_ bytes: [UInt8]) {
        guard CrashPage.isSound(bytes) else { return nil }
        func load<T: FixedWidthInteger>(_ field: PartialKeyPath<rewind_crash_page>, at index: Int = 0, as type: T.Type) -> T {
            guard let offset = MemoryLayout<rewind_crash_page>.offset(of: field) else { return 0 }
            return bytes.withUnsafeBytes {
                T(littleEndian: $0.loadUnaligned(fromByteOffset: offset + index * MemoryLayout<T>.size, as: T.self))
            }
        }
        signal = Int32(bitPattern: load(\.signal, as: UInt32.self))
        guard signal > 0 else { return nil }
        code = load(\.code, as: Int32.self)
        address = load(\.address, as: UInt64.self)
        time = Int(load(\.time, as: Int64.self))
        threadName = String(decoding: (0..<32).map { load(\.thread_name, at: $0, as: UInt8.self) }.prefix { $0 != 0 }, as: UTF8.self)
        isInRecorder = load(\.in_recorder, as: UInt32.self) == 1
        isSent = load(\.is_sent, as: UInt32.self) == 1
        let count = Int(min(load(\.frame_count, as: UInt32.self), 500))
        frames = (0..<count).map { load(\.frames, at: $0, as: UInt64.self) }
    }
}
