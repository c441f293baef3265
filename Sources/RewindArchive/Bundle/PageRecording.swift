import RewindFormat
import SmallFoundation

/// A recording inside the page that `rewind report` makes of it: base64 in a script element that no browser runs.
enum PageRecording {
    /// Before the recording, as the page has it.
    static let start = "<script id=\"recording\" type=\"application/octet-stream\""

    /// The file itself, or the recording in it if it is a page.
    ///
    /// - Throws: `RecordingError` if a page has no recording, or a damaged one.
    static func recordingFile(in file: InputFile, limits: ArchiveLimits) throws(RecordingError) -> InputFile {
        guard file.size > 512, try beginsLikePage(file) else { return file }
        try limits.check(file.size, limits.bundleBytes, "bundleBytes", "a file size")
        let head = try file.bytes(at: 0, count: Int(min(file.size, Int64(headBytes))))
        guard let opening = head.firstRange(of: Array(start.utf8)), let from = head[opening.upperBound...].firstIndex(of: UInt8(ascii: ">"))
        else { throw RecordingError(.notARecording, "an HTML page without a recording in it", path: file.path) }
        let text = try text(of: file, from: Int64(from + 1))
        if text.isEmpty {
            throw RecordingError(.notARecording, "a page without a recording, for a browser to drop one onto", path: file.path)
        }
        guard let bytes = Data(base64Encoded: Data(text)) else {
            throw RecordingError(.damaged, "the recording in the page is cut off or changed", path: file.path)
        }
        return InputFile(bytes: Array(bytes), path: file.path)
    }

    /// Where the recording begins at the latest: `rewind report` puts it before the code that shows it.
    private static let headBytes = 1 << 20

    /// The text up to the end of the script element, read piece by piece, so that what is no recording costs no memory.
    private static func text(of file: InputFile, from start: Int64) throws(RecordingError) -> [UInt8] {
        var text: [UInt8] = []
        var offset = start
        while offset < file.size {
            let piece = try file.bytes(at: offset, count: Int(min(file.size - offset, 1 << 20)))
            offset += Int64(piece.count)
            guard let stop = piece.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == 0 }) else {
                text += piece
                continue
            }
            text += piece[..<stop]
            if piece[stop] == UInt8(ascii: "<") { return text }
            break
        }
        throw RecordingError(.damaged, "the recording in the page is cut off or changed", path: file.path)
    }

    static func beginsLikePage(_ file: InputFile) throws(RecordingError) -> Bool {
        String(decoding: try file.bytes(at: 0, count: 15), as: UTF8.self).lowercased() == "<!doctype html>"
    }
}
