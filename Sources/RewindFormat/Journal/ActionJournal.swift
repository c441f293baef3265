#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One segment's action stream while it is written: a file that is mapped and appended to by plain stores.
///
/// What was appended is in the kernel's hands, and survives any death of the process, without a system call. The file is mapped in
/// windows of 1 MiB; each reaches one line's limit into the next, so that no line is cut by a border. Whoever owns the stream prepares the
/// next window ahead of need (``prepareNext()``), on a thread that may wait; an append that finds none prepared makes it itself.
///
/// Not thread-safe: its owner's lock guards it.
package struct ActionStream: ~Copyable {
    private let file: FileDescriptor
    private var window: Window
    private var next: Window?
    /// Bytes written so far, from the beginning of the file.
    package private(set) var count = 0

    /// Bytes of a line that is written ahead in full; a larger action is written as type and prefix.
    package static let lineLimit = 128 << 10

    private static let windowSize = 1 << 20

    /// A mapped part of the file: lines may begin before `end` and reach into the rest of the mapping.
    private struct Window {
        let offset: Int
        let mapping: FileMapping
        var end: Int { offset + ActionStream.windowSize }

        init(_ file: FileDescriptor, offset: Int) throws(RecordingError) {
            let count = ActionStream.windowSize + ActionStream.lineLimit
            try file.reserve(from: offset, count: count)
            mapping = try FileMapping(file, offset: offset, count: count)
            self.offset = offset
        }
    }

    /// Makes the file and maps its first window.
    package init(creating path: String) throws(RecordingError) {
        file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL)
        do throws(RecordingError) {
            window = try Window(file, offset: 0)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Appends one line of at most ``lineLimit`` bytes; a copy of them, and now and then a switch of windows.
    ///
    /// - Throws: ``RecordingError`` when the next window could neither be found prepared nor be made; nothing was written then.
    package mutating func append(_ line: UnsafeRawBufferPointer) throws(RecordingError) {
        precondition(line.count <= Self.lineLimit, "a line is at most \(Self.lineLimit) bytes; larger actions are written as a prefix")
        if count >= window.end {
            if next == nil { try prepareNext() }
            if let next { window = next }
            next = nil
        }
        let start = count - window.offset
        UnsafeMutableRawBufferPointer(rebasing: window.mapping.bytes[start..<(start + line.count)]).copyMemory(from: line)
        count += line.count
    }

    /// Whether the window in use is half full and the next one is not prepared.
    package var wantsNext: Bool { next == nil && count - window.offset > Self.windowSize / 2 }

    /// Reserves, maps and populates the next window.
    package mutating func prepareNext() throws(RecordingError) {
        next = try Window(file, offset: window.end)
    }

    /// Cuts the file to what was written.
    package consuming func finish() throws(RecordingError) { try file.truncate(to: count) }

    /// The system's handle of the file, for whoever makes it durable.
    package func sync() throws(RecordingError) { try file.sync() }
}
