package import RewindFormat

/// The pictures of the app in a recording: those that its recorder took, and those that people attached to a step.
///
/// Nothing is read before a picture is asked for.
package struct AppPictures: Sendable {
    /// The pictures, in the order of their steps.
    package let all: [Manifest.AttachmentInfo]

    package init(of recording: Recording) {
        all = recording.files { _ in nil }.filter { $0.step != nil && $0.isPicture && $0.bytes != 0 }.sorted { one, other in
            (one.step ?? 0, one.time ?? 0, one.name) < (other.step ?? 0, other.time ?? 0, other.name)
        }
    }

    /// The picture that holds at a step: the last one up to there.
    package func held(at step: Int) -> Manifest.AttachmentInfo? { all.last { ($0.step ?? 0) <= step } }

    /// The last picture of some steps.
    package func last(of steps: ClosedRange<Int>) -> Manifest.AttachmentInfo? { all.last { steps.contains($0.step ?? 0) } }
}

extension Manifest.AttachmentInfo {
    /// Whether the file is a picture of the app that recorders, pages and screens show as one.
    package var isPicture: Bool { isScreen || ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(type) }

    /// Whether the recorder took the picture; any other was attached by a person.
    package var isTaken: Bool { Manifest.isPicture(file: name) }

    /// Whether the picture is a text, line by line: the screen of an app without a window.
    package var isScreen: Bool { isTaken && type == "text/plain" }
}

extension Recording {
    /// The lines of a picture that is a text, without white space at their ends and empty lines at the end; at most 200 of 400 characters.
    ///
    /// - Throws: `RecordingError` if the file is gone, as in a ring that goes on, or damaged.
    package func screen(_ picture: Manifest.AttachmentInfo) throws(RecordingError) -> [String] {
        let text = String(decoding: try source.read(picture.name), as: UTF8.self)
        var lines = text.split(separator: "\n", maxSplits: 200, omittingEmptySubsequences: false).prefix(200).map { line in
            var line = line.prefix(400)
            while let last = line.last, last == " " || last == "\r" || last == "\r\n" { line.removeLast() }
            return String(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
