package import RewindFormat
package import RewindValue

/// A recording's own description: `rewind info`.
package struct InfoQuestion: Question {
    /// What its files take on the disk.
    package var sizes: FileSizes
    /// What it is called; by default its path.
    package var path: String?
    /// Which of its files are damaged; `nil` if that was not looked at, as in a large recording.
    package var damaged: [String]?

    package init(sizes: FileSizes = FileSizes(), path: String? = nil, damaged: [String]? = nil) {
        (self.sizes, self.path, self.damaged) = (sizes, path, damaged)
    }

    /// A recording, and what its files say about it.
    package struct Row: AnswerRow {
        package let recording: Recording
        /// The numbers of its steps, and that of the state before them.
        package let steps: ClosedRange<Int>
        package let path: String
        /// What its files take on the disk.
        package let sizes: FileSizes
        /// Which of its files are damaged; `nil` if that was not looked at.
        package let damaged: [String]?

        private var manifest: Manifest { recording.manifest }

        package var lost: [Loss] { recording.losses.all + (damaged ?? []).map { Loss.damage(.damaged, to: $0) } }

        /// The files that were added to the recording.
        package var attachments: [Manifest.AttachmentInfo] {
            recording.files { sizes.entries[$0] }.filter { $0.name != Crash.entryName }
        }

        /// Those of them that the recorder took of the app: how many, how many bytes they have, and the steps of the first and the last.
        package var pictures: (count: Int, bytes: Int, steps: ClosedRange<Int>)? {
            let taken = attachments.filter { $0.isTaken && $0.step != nil }
            let steps = taken.compactMap { $0.step }
            guard let first = steps.min(), let last = steps.max() else { return nil }
            return (taken.count, taken.reduce(0) { $0 + ($1.bytes ?? 0) }, first...last)
        }

        package var json: JSONValue {
            var object: JSONObject = ["path": .string(path), "form": .string(recording.form.rawValue)]
            let members = manifest.json.object ?? [:]
            for key in ["format", "recorder", "title", "note", "wrong", "app", "device", "metadata", "limits", "level"] {
                object[key] = members[key]
            }
            if manifest.started != 0 { object["started"] = .string(UTC.iso8601(manifest.started)) }
            object["duration"] = .number(JSONNumber(recording.length))
            object["steps"] = recording.steps.map { _ in
                ["first": .number(JSONNumber(steps.lowerBound + 1)), "last": .number(JSONNumber(steps.upperBound))]
            }
            for key in ["stores", "ending", "counts", "redaction"] { object[key] = members[key] }
            if !manifest.parts.isEmpty { object["parts"] = .array(manifest.parts.map(Self.json)) }
            object["notes"] = .array(recording.notes.map(JSONValue.string))
            object["losses"] = .array(lost.map { $0.json })
            object["edits"] = members["edits"]
            object["lossy"] = .bool(!lost.isEmpty)
            object["segments"] = .number(JSONNumber(recording.segments.count))
            object["attachments"] = .array(attachments.map { .string($0.fileName) })
            object["pictures"] = pictures.map { pictures in
                [
                    "count": .number(JSONNumber(pictures.count)), "bytes": .number(JSONNumber(pictures.bytes)),
                    "first": .number(JSONNumber(pictures.steps.lowerBound)), "last": .number(JSONNumber(pictures.steps.upperBound)),
                ]
            }
            object["bytes"] = sizes.total.map { .number(JSONNumber($0)) }
            return .object(object)
        }

        private static func json(_ part: Manifest.PartInfo) -> JSONValue {
            var object = part.json.object ?? [:]
            object["started"] = .string(UTC.iso8601(part.started))
            if !part.parts.isEmpty { object["parts"] = .array(part.parts.map(json)) }
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        _ = row(answer(of: timeline))
        return Conclusion()
    }

    /// The only row, for which nothing is read.
    package func answer(of timeline: Timeline) -> Row {
        Row(
            recording: timeline.recording, steps: timeline.steps, path: path ?? timeline.recording.path, sizes: sizes, damaged: damaged)
    }
}

extension Recording {
    /// The files besides its own: those that were added, and the crash report.
    ///
    /// - Parameter bytes: the size of a file that the manifest does not list.
    package func files(bytes: (String) -> Int?) -> [Manifest.AttachmentInfo] {
        let entries = Dictionary(firstOf: manifest.entries.map { ($0.name, $0) })
        let attached = Dictionary(firstOf: manifest.attachments.map { ($0.name, $0) })
        return source.names.filter { $0.hasPrefix(Manifest.AttachmentInfo.folder) || $0 == Crash.entryName }.map { name in
            let entry = entries[name]
            var details = attached[name]?.details ?? entry?.unknown ?? [:]
            details["name"] = .string(name)
            var file = Manifest.AttachmentInfo(json: .object(details)) ?? .init(name: name)
            file.bytes = entry?.bytes ?? bytes(name)
            return file
        }
    }
}

extension Manifest.AttachmentInfo {
    package static let folder = "attachments/"

    /// The name without the folder.
    package var fileName: String { name.hasPrefix(Self.folder) ? String(name.dropFirst(Self.folder.count)) : name }
}

/// The sizes of a recording's files on disk, which the recording itself does not contain.
package struct FileSizes: Equatable, Sendable {
    /// The bytes of the sealed file, or of what was written to all files of the directory; `nil` if they were not measured.
    package var total: Int?
    /// The bytes of each file of a directory, by its name there.
    package var entries: [String: Int]

    package init(total: Int? = nil, entries: [String: Int] = [:]) {
        self.total = total
        self.entries = entries
    }
}
