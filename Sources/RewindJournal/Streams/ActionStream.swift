package import RewindFormat
import RewindSystem

/// One segment's action stream while it is written: a file that is mapped and appended to by plain stores.
///
/// What was appended is in the kernel's hands, and survives any death of the process, without a system call. The file is mapped in
/// windows of 1 MiB; each reaches one line's limit into the next, so that no line is cut by a border. Whoever owns the stream prepares the
/// next window ahead of need (``request``, ``install(_:)``), on a thread that may wait; an append that finds none prepared makes it itself.
///
/// Not thread-safe: its owner's lock guards it. A copy is the same file: append to one only.
package struct ActionStream: Sendable {
    private let file: File
    private var window: Window
    private var next: Window?
    /// Windows that are full and still mapped.
    private var past: [Window] = []
    /// Bytes written so far, from the beginning of the file.
    package private(set) var count = 0

    /// Bytes of a line that has room in the mapping; a longer one goes into the file by a system call.
    package static let lineLimit = 128 << 10

    private static let windowSize = 1 << 20

    /// A mapped part of the file: lines may begin before `end` and reach into the rest of the mapping.
    package struct Window: Sendable {
        fileprivate let offset: Int
        fileprivate let mapping: FileMapping
        fileprivate var end: Int { offset + ActionStream.windowSize }

        fileprivate init(_ file: File, offset: Int) throws(RecordingError) {
            let count = ActionStream.windowSize + ActionStream.lineLimit
            try file.reserve(from: offset, count: count)
            mapping = try FileMapping(file, offset: offset, count: count)
            self.offset = offset
        }
    }

    /// What it takes to make the next window, away from the lock that guards the stream.
    package struct WindowRequest: Sendable {
        fileprivate let file: File
        fileprivate let offset: Int

        /// Reserves, maps and populates the window; may wait for the disk.
        package func make() throws(RecordingError) -> Window { try Window(file, offset: offset) }
    }

    /// Makes the file and maps its first window.
    package init(creating path: String) throws(RecordingError) {
        let file = try File(opening: path, .createNew)
        let window: Window
        do throws(RecordingError) {
            window = try Window(file, offset: 0)
        } catch {
            FileSystem.removeFile(path)
            throw error
        }
        self.file = file
        self.window = window
    }

    /// Appends one line: a copy of its bytes, and now and then a switch of windows; a system call if it is longer than ``lineLimit``.
    ///
    /// - Throws: ``RecordingError`` when the next window could neither be found prepared nor be made, nothing was written then; or when the
    ///   window in use has lost its file.
    package mutating func append(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        if line.count > Self.lineLimit { return try write(line) }
        try append(atMost: line.count) { memory in
            memory.copyMemory(from: line)
            return line.count
        }
    }

    /// Lets the caller write one line straight into the mapping.
    ///
    /// - Parameters:
    ///   - limit: no fewer than the bytes that it writes, at most ``lineLimit``.
    ///   - write: gets so many bytes, and returns how many it used.
    @inline(__always)
    package mutating func append(atMost limit: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) throws(RecordingError) {
        if count >= window.end { try switchWindows() }
        let start = count - window.offset
        let written = write(UnsafeMutableRawBufferPointer(rebasing: window.mapping.bytes[start..<(start + limit)]))
        if window.mapping.hasFailed {
            throw RecordingError(.system, "the mapped file is gone: the disk was removed or the file was truncated", path: file.path)
        }
        count += written
    }

    /// Writes a line past the mapping: what was written is in the kernel's hands just the same, and the mapping shows it.
    private mutating func write(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        do throws(RecordingError) {
            try file.write(line, at: count)
        } catch {
            file.clear(from: count, count: line.count)  // zero bytes at the end are no part of a stream
            throw error
        }
        count += line.count
    }

    private mutating func switchWindows() throws(RecordingError) {
        let full = window
        let offset = count / Self.windowSize * Self.windowSize
        if let next, next.offset == offset { window = next } else { window = try Window(file, offset: offset) }
        next = nil
        if past.count < Self.pastLimit { past.append(full) }
    }

    /// So many full windows wait for whoever takes them; one more is unmapped at once, lest they grow without end.
    private static let pastLimit = 4

    /// Hands the full windows over: whoever lets the last copy go unmaps them, which interrupts every processor that runs the process, and so is
    /// nothing for a thread that dispatches.
    package mutating func takePast() -> [Window] {
        defer { past = [] }
        return past
    }

    /// The next window to prepare, once the one in use is half full.
    package var request: WindowRequest? {
        next == nil && count - window.offset > Self.windowSize / 2 ? WindowRequest(file: file, offset: window.end) : nil
    }

    /// What it takes to have the disk synchronised, away from the lock that guards the stream.
    package struct SyncRequest: Sendable {
        fileprivate let file: File
        fileprivate let mapping: FileMapping

        /// Waits until the disk has what was appended before.
        package func run() throws(RecordingError) {
            try mapping.sync(file)
            try file.sync()
        }
    }

    /// What it takes to have the disk synchronised.
    package var syncRequest: SyncRequest { SyncRequest(file: file, mapping: window.mapping) }

    /// Takes a prepared window, unless the stream has meanwhile made it itself.
    package mutating func install(_ prepared: Window) {
        if next == nil, prepared.offset == window.end { next = prepared }
    }

    /// Cuts the file to what was written.
    package func finish() throws(RecordingError) { try file.truncate(to: count) }
}
