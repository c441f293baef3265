import RewindArchive
package import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

/// Makes one recording from several.
///
/// Parts of one recording, as made by ``Editor/split(after:name:)`` and `Recorder.saveRecent`, are joined end to end; steps keep their
/// numbers. Recordings of several devices or apps are merged onto one clock, using their wall clocks: steps are renumbered in the order of
/// their times, and each store's name is prefixed with its recording's name, `phone/main`; so are marks that several recordings have.
package struct Merge {
    /// Whether an existing file at the output path is replaced; it is not by default.
    package var overwrites = false
    /// The recordings' names, used as prefixes of store names; by default the names of their files.
    package var names: [String] = []

    /// Creates a merge with the defaults: it does not replace files.
    package init() {}

    /// Merges recordings into a new one, and opens it.
    ///
    /// - Throws: `RecordingError` if a recording can't be read, there is only one, one occurs twice, two have the same name, parts of one
    ///   recording hide their texts each in its own way, or the output already exists or is an input.
    @discardableResult package func merge(_ inputs: [String], to output: String) throws(RecordingError) -> Recording {
        guard inputs.count > 1 else { throw RecordingError(.invalidArguments, "merge needs at least two recordings") }
        for (position, input) in inputs.enumerated() where inputs[..<position].contains(where: { FileSystem.isSameFile($0, input) }) {
            throw RecordingError(.invalidArguments, "the recording was named twice", path: input, advice: "Name each recording once")
        }
        var editors: [Editor] = []
        for input in inputs {
            var editor = try Editor(input)
            editor.overwrites = overwrites
            try editor.check(output)
            editors.append(editor)
        }
        if Self.areParts(editors.map(\.recording)) {
            let contents = try PartJoin(editors).contents(for: output)
            let edit = RecordingEdit(.join, [("count", .number(JSONNumber(inputs.count)))])
            return try editors[0].write(contents, to: output, edits: [edit])
        }
        let names = try names(of: editors)
        let merge = ClockMerge(try zip(editors, names).map { editor, name throws(RecordingError) in try MergeSource(editor, name: name) })
        let spool = try SegmentSpool(for: output)
        let contents = try merge.contents(through: spool)
        let edit = RecordingEdit(.merge, [("parts", .array(names.map(JSONValue.string)))])
        return try editors[0].write(contents, to: output, edits: [edit])
    }

    /// Whether these are parts of one recording: they have the same start, app and process.
    package static func areParts(_ recordings: [Recording]) -> Bool {
        guard let first = recordings.first?.manifest else { return false }
        return recordings.allSatisfy { recording in
            let manifest = recording.manifest
            return manifest.started == first.started && manifest.app["name"] == first.app["name"]
                && manifest.unknown["process"] == first.unknown["process"] && !manifest.stores.isEmpty
                && manifest.stores.contains { store in first.stores.contains { $0.name == store.name } }
        }
    }

    private func names(of editors: [Editor]) throws(RecordingError) -> [String] {
        var names = names
        for editor in editors.dropFirst(names.count) {
            let path = editor.recording.path
            // The number of a descriptor names nothing.
            var name = path.hasPrefix("/dev/fd/") ? "stdin" : String(path.split(separator: "/").last ?? "recording")
            for ending in [".age", ".rewind", ".live"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
            names.append(name)
        }
        for name in names {
            guard !name.isEmpty, name.utf8.count <= 40,
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }),
                name.last != "."
            else {
                throw RecordingError(
                    .invalidArguments, "'\(name)' is not a device name: it takes letters, digits, '.', '_' and '-', at most 40",
                    advice: "Give each recording a name with --name, in their order")
            }
        }
        guard Set(names.map { $0.lowercased() }).count == names.count, names.count == editors.count else {
            throw RecordingError(
                .invalidArguments, "the recordings need different names, and these are \(names.joined(separator: ", "))",
                advice: "Give each recording a name with --name, in their order")
        }
        return names
    }
}
