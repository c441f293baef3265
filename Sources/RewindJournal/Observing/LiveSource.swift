package import RewindFormat
import RewindSystem

/// The files of a directory that an app is recording into, as they are at one moment: whole lines, and no state without its action.
///
/// Streams only grow, so their beginnings are held by their sizes. The app may take whole segments away, the oldest first, to keep to a
/// limit; those that it may take are kept open, so that what was there at that moment can still be read.
package struct LiveSource: EntrySource {
    /// The directory's path, as it was given.
    package let path: String
    /// The names of the manifest, the streams and the attachments.
    package let names: [String]
    package var form: Recording.Form { .directory }
    /// The steps that were in a reducer when the status page was looked at, before anything else was.
    let underWay: [Ending.UnderWay]
    /// The recording's time at that moment, in nanoseconds; `nil` if that is not known.
    let time: Int?

    /// The files of marks that were set from outside, by their names.
    let marks: [String: [UInt8]]

    private let manifest: [UInt8]
    private let streams: [String: StreamBeginning]
    private let limits: FormatLimits

    /// The first bytes of a stream.
    private struct StreamBeginning {
        /// The open file; `nil` for one that the app does not take away before others that are open.
        var file: File?
        var count: Int

        /// Opens a stream and finds the end of its last whole line.
        init(ofWholeLinesIn path: String) throws(RecordingError) {
            let file = try File(opening: path, .read)
            self.file = file
            let size = try file.size()
            var length = min(64 << 10, size)
            while true {
                let start = size - length
                if let end = LiveTail(bytes: try file.read(at: start, count: length), isFromStart: start == 0).end {
                    count = start + end
                    return
                }
                length = min(length * 4, size)
            }
        }
    }

    /// Streams that are kept open, the oldest: a recording whose segments are taken away has few.
    private static let openLimit = 200
    /// How often listing is started again because files are removed meanwhile.
    private static let patience = 20

    /// Looks at a directory.
    ///
    /// - Throws: ``RecordingError`` if it can't be read, or the app takes it away.
    package init(path: String, limits: FormatLimits = .default) throws(RecordingError) {
        var attempt = 1
        while true {
            do throws(RecordingError) {
                self = try LiveSource(lookingAt: path, limits: limits)
                return
            } catch {
                if error.code != .notFound || attempt == Self.patience { throw error }
                attempt += 1
            }
        }
    }

    private init(lookingAt path: String, limits: FormatLimits) throws(RecordingError) {
        self.path = path
        self.limits = limits
        let found = try DirectorySource(path: path, limits: limits).names
        // Read first, so that every step on the page has begun by the time the streams are read.
        let status = Status(try FileSystem.read("\(path)/\(StatusPage.fileName)", limit: StatusPage.byteCount))
        manifest = try FileSystem.read("\(path)/\(Manifest.entryName)", limit: limits.manifestBytes)
        var streams: [String: StreamBeginning] = [:]
        let indices = SegmentName.indices(in: found)
        // States before actions, so that no state is without its action.
        for name in indices.map(SegmentName.states) + indices.map(SegmentName.actions) where found.contains(name) {
            var stream = try StreamBeginning(ofWholeLinesIn: "\(path)/\(name)")
            if streams.count >= Self.openLimit { stream.file = nil }
            streams[name] = stream
        }
        underWay = (status?.underWay ?? []).filter { $0.phase == .reducer }
        time = status?.now
        self.streams = streams
        var marks: [String: [UInt8]] = [:]
        for name in found where SegmentName.isMarks(name) {
            marks[name] = try FileSystem.read("\(path)/\(name)", limit: limits.manifestBytes)
        }
        self.marks = marks
        let others = found.filter { $0.hasPrefix("attachments/") }
        names = ([Manifest.entryName] + others + marks.keys + streams.keys).sorted()
    }

    /// The bytes of an attachment: none of a picture of the app that its recorder has removed since, to keep to a limit.
    private func readOther(_ name: String) throws(RecordingError) -> [UInt8] {
        do throws(RecordingError) {
            return try FileSystem.read("\(path)/\(name)", limit: limits.streamBytes)
        } catch {
            if error.code == .notFound, Manifest.isPicture(file: name) { return [] }
            throw error
        }
    }

    /// The bytes of one file, as they were at that moment.
    ///
    /// - Throws: ``RecordingError`` if the file is not one of ``names``, is too large, or was removed.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] {
        if name == Manifest.entryName { return manifest }
        if let marks = marks[name] { return marks }
        guard let stream = streams[name] else { return try readOther(name) }
        guard stream.count <= limits.streamBytes else {
            throw RecordingError(.limit, "the stream is too long: the limit streamBytes is \(limits.streamBytes)", path: path, entry: name)
        }
        var file = stream.file
        if file == nil { file = try File(opening: "\(path)/\(name)", .read) }
        var bytes: [UInt8] = []
        while let file, bytes.count < stream.count {
            let more = try file.read(at: bytes.count, count: stream.count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }
}
