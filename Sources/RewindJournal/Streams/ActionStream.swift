package import RewindFormat
import RewindSystem
import RewindValue

/// One segment's action stream while it is written: a file that is mapped and appended to by plain stores.
///
/// What was appended is in the kernel's hands, and survives any death of the process, without a system call. The file is mapped in
/// windows of 1 MiB; each reaches one line's limit into the next, so that no line is cut by a border. The owner of the stream prepares the
/// next window ahead of need (``request``, ``install(_:)``), on a thread that may wait; an append that finds none prepared makes it itself.
///
/// Not thread-safe: its owner's lock guards it. A copy is the same file: append to one only.
package struct ActionStream: Sendable {
    package let segment: Int
    private let file: File
    private let windowSize: Int
    private var window: Window
    private var next: Window?
    /// Windows that are full and still mapped.
    private var past: [Window] = []
    /// Bytes written so far, from the beginning of the file.
    package private(set) var count = 0
    /// Bytes that the file has at least: those that were written, and those that were reserved for more.
    private var reserved: Int

    /// The most bytes of a line in the mapping; a longer line is written to the file by a system call.
    package static let lineLimit = 128 << 10

    /// Bytes of a window, a multiple of the page size.
    package static let windowSize = 1 << 20

    /// A mapped part of one file, which it names: lines may begin before `end` and reach into the rest of the mapping.
    package struct Window: Sendable {
        fileprivate let file: File
        fileprivate let offset: Int
        fileprivate let end: Int
        fileprivate var reach: Int { end + ActionStream.lineLimit }
        fileprivate let mapping: FileMapping

        /// - Parameter reserved: bytes that the file has, so that a file that was cut does not grow over what is lost.
        fileprivate init(_ file: File, offset: Int, size: Int, reserved: Int) throws(RecordingError) {
            let count = size + ActionStream.lineLimit
            try file.checkIntact(with: reserved)
            try file.reserve(from: offset, count: count)
            mapping = try FileMapping(file, offset: offset, count: count)
            (self.file, self.offset, end) = (file, offset, offset + size)
        }
    }

    /// What it takes to make the next window, away from the lock that guards the stream.
    package struct WindowRequest: Sendable {
        fileprivate let file: File
        fileprivate let offset: Int
        fileprivate let size: Int
        fileprivate let reserved: Int

        /// Reserves, maps and populates the window; may wait for the disk.
        package func make() throws(RecordingError) -> Window { try Window(file, offset: offset, size: size, reserved: reserved) }
    }

    /// Makes the file of a segment's actions and maps its first window.
    ///
    /// - Parameter windowSize: bytes of a window; a multiple of the page size.
    package init(
        creating path: String, segment: Int, windowSize: Int = ActionStream.windowSize
    ) throws(RecordingError) {
        let file = try File(opening: path, .createNew)
        let window: Window
        do throws(RecordingError) {
            window = try Window(file, offset: 0, size: windowSize, reserved: 0)
        } catch {
            FileSystem.removeFile(path)
            throw error
        }
        (self.segment, self.file, self.window, self.windowSize) = (segment, file, window, windowSize)
        reserved = window.reach
    }

    /// Appends one line: a copy of its bytes, and now and then a switch of windows; a system call if it is longer than ``lineLimit``.
    ///
    /// - Throws: ``RecordingError`` when the next window could neither be found prepared nor be made, nothing was written then; or when the
    ///   window in use has lost its file. Then the stream takes no more lines: what comes belongs into another segment.
    package mutating func append(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        if line.count > Self.lineLimit { return try write(line) }
        try append(atMost: line.count) { memory in
            memory.copyMemory(from: line)
            return line.count
        }
    }

    /// Lets the caller write one line straight into the mapping, or into memory for a system call if it may be longer than ``lineLimit``.
    ///
    /// - Parameters:
    ///   - limit: no fewer than the bytes that it writes.
    ///   - write: gets so many bytes, and returns how many it used.
    @inline(__always)
    package mutating func append(atMost limit: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) throws(RecordingError) {
        if limit > Self.lineLimit { return try appendLong(atMost: limit, write) }
        if count >= window.end { try switchWindows() }
        let start = count - window.offset
        let written = write(UnsafeMutableRawBufferPointer(rebasing: window.mapping.bytes[start..<(start + limit)]))
        if window.mapping.hasFailed {
            throw RecordingError(fileIsGone: file.path)
        }
        count += written
    }

    @inline(never)
    private mutating func appendLong(atMost limit: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) throws(RecordingError) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
        defer { memory.deallocate() }
        try self.write(UnsafeRawBufferPointer(rebasing: memory[..<write(memory)]))
    }

    /// Writes a line without the mapping: the line is in the kernel's hands just the same, and the mapping shows it.
    private mutating func write(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        try file.checkIntact(with: reserved)
        do throws(RecordingError) {
            try file.write(line, at: count)
        } catch {
            file.clear(from: count, count: line.count)  // zero bytes at the end are no part of a stream
            throw error
        }
        count += line.count
        reserved = max(reserved, count)
    }

    private mutating func switchWindows() throws(RecordingError) {
        let full = window
        let offset = count / windowSize * windowSize
        if let next, next.offset == offset {
            window = next
        } else {
            window = try Window(file, offset: offset, size: windowSize, reserved: reserved)
        }
        reserved = max(reserved, window.reach)
        next = nil
        if past.count < Self.pastLimit { past.append(full) }
    }

    /// The number of full windows that wait for the writer; one more is unmapped at once, so that they do not pile up.
    private static let pastLimit = 4

    /// Hands over the full windows; releasing the last copy unmaps them, which interrupts every processor that runs the process, so a
    /// dispatching thread must not do it.
    package mutating func drainPastWindows() -> [Window] {
        defer { past = [] }
        return past
    }

    /// The next window to prepare, once the one in use is half full.
    package var request: WindowRequest? {
        guard next == nil, count - window.offset > windowSize / 2 else { return nil }
        return WindowRequest(file: file, offset: window.end, size: windowSize, reserved: reserved)
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

    /// Takes a window that was prepared for this file, unless the stream has meanwhile made it itself.
    package mutating func install(_ prepared: Window) {
        if prepared.file === file, next == nil, prepared.offset == window.end { next = prepared }
    }

    /// Whether the file is where it was, with all its bytes: not removed, moved or cut.
    package var isIntact: Bool { !window.mapping.hasFailed && file.isIntact(with: reserved) && file.isStill(at: file.path) }

    /// The last step whose line is still in a cut file; 0 if no step is left, and `nil` if the file was removed or moved.
    package var remainingLastStep: Int? {
        file.isStill(at: file.path) ? Self.lastStep(in: file, upTo: count) : nil
    }

    /// The last step whose line is in the file of a finished segment; 0 if the file has no step, or can't be read.
    package static func lastStep(in path: String) -> Int { (try? File(opening: path, .read)).flatMap { lastStep(in: $0, upTo: .max) } ?? 0 }

    private static func lastStep(in file: File, upTo count: Int) -> Int? {
        guard let size = try? file.size() else { return nil }
        return (try? LineSteps.last(in: file, upTo: min(count, size))) ?? 0
    }

    /// Truncates the file to what was written; a file that was cut stays as it is.
    package func finish() throws(RecordingError) { if file.isIntact(with: count) { try file.truncate(to: count) } }
}
