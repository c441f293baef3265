package import RewindFormat

/// The entries of a sealed recording that its manifest lists; whatever else is in the zip is ignored.
package struct ListedEntries: Sendable {
    private let entries: [String: Manifest.EntryInfo]

    /// Checks what a manifest lists.
    ///
    /// Throws if it lists an entry twice, calls a segment's stream by another name than the format does, or lists an entry that is not
    /// present.
    package init(of manifest: Manifest, path: String) throws(RecordingError) {
        var listed: [String: Manifest.EntryInfo] = [:]
        func add(_ entry: Manifest.EntryInfo, called name: String) throws(RecordingError) {
            // In a zip that another tool made, files beside the recording may have any name.
            do throws(RecordingError) { _ = try BundleNames.checked(name) } catch { throw error.located(path: path) }
            guard entry.name == name, name != Manifest.entryName, listed.updateValue(entry, forKey: name) == nil else {
                throw RecordingError(
                    .damaged, "the manifest lists '\(printableName(entry.name))' twice or in the wrong place", path: path,
                    entry: Manifest.entryName)
            }
        }
        for segment in manifest.segments {
            try add(segment.actions, called: SegmentName.actions(segment.index))
            try add(segment.states, called: SegmentName.states(segment.index))
        }
        for entry in manifest.entries { try add(entry, called: entry.name) }
        entries = listed
    }

    /// The same, among the files that are present.
    package init(of manifest: Manifest, among present: Set<String>, path: String) throws(RecordingError) {
        try self.init(of: manifest, path: path)
        if let missing = entries.keys.filter({ !present.contains($0) }).min() {
            throw RecordingError(.damaged, "the manifest lists this file, but it is lost", path: path, entry: printableName(missing))
        }
    }

    /// The names of the recording's files, sorted, the manifest's among them.
    package var names: [String] { (entries.keys + [Manifest.entryName]).sorted() }

    /// The other files that are present, as they may be shown.
    package func others(among present: Set<String>) -> [String] {
        present.subtracting(names).filter { !$0.hasSuffix("/") }.sorted().map(printableName)
    }

    /// A note on files that are no part of the recording.
    package static func notes(others names: [String]) -> [String] {
        if names.isEmpty { return [] }
        let listed = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        let files = names.count == 1 ? "file beside it is" : "files beside it are"
        return ["\(names.count) \(files) no part of the recording, and ignored: \(listed)"]
    }

    /// What the manifest lists under a name.
    ///
    /// Throws ``RecordingError/Code/notFound`` if it lists no such entry.
    package func entry(_ name: String, path: String) throws(RecordingError) -> Manifest.EntryInfo {
        guard let entry = entries[name] else {
            throw RecordingError(.notFound, "the manifest lists no such entry", path: path, entry: printableName(name))
        }
        return entry
    }

    /// The error about a content that is not what the manifest says.
    package static var mismatch: RecordingError {
        RecordingError(.damaged, "the content does not match its SHA-256 in the manifest")
    }
}
