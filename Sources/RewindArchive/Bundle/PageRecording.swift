import RewindFormat
import SmallFoundation

/// A recording inside the page that `rewind report` makes of it: base64 in a script element that no browser runs.
enum PageRecording {
    /// Around the recording, as the page has it.
    static let start = "<script id=\"recording\" type=\"application/octet-stream\""
    static let end = "</script>"

    /// The file itself, or the recording in it if it is a page.
    ///
    /// - Throws: `RecordingError` if a page has no recording, or a damaged one.
    static func unpacked(_ file: InputFile, limits: ArchiveLimits) throws(RecordingError) -> InputFile {
        guard file.size > 512, try beginsLikePage(file) else { return file }
        try limits.check(file.size, limits.bundleBytes, "bundleBytes", "a file size")
        let page = try file.bytes(at: 0, count: Int(file.size))
        guard let opening = page.firstRange(of: Array(start.utf8)),
            let from = page[opening.upperBound...].firstIndex(of: UInt8(ascii: ">")),
            let to = page[from...].firstRange(of: Array(end.utf8))?.lowerBound
        else { throw RecordingError(.notARecording, "an HTML page without a recording in it", path: file.path) }
        if from + 1 == to {
            throw RecordingError(.notARecording, "a page without a recording, for a browser to drop one onto", path: file.path)
        }
        guard let bytes = Data(base64Encoded: Data(page[(from + 1)..<to])) else {
            throw RecordingError(.damaged, "the recording in the page is cut off or changed", path: file.path)
        }
        return InputFile(bytes: Array(bytes), path: file.path)
    }

    static func beginsLikePage(_ file: InputFile) throws(RecordingError) -> Bool {
        String(decoding: try file.bytes(at: 0, count: 15), as: UTF8.self).lowercased() == "<!doctype html>"
    }
}
