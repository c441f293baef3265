import RewindArchive
import RewindFormat
import RewindValue

/// The manifest and the files of recordings that were put on one clock.
struct MergedFiles {
    let sources: [MergeSource]
    let base: Int

    var contents: BundleContents {
        BundleContents(manifest: manifest, segments: [], others: files)
    }

    private var manifest: Manifest {
        var manifest = Manifest(recorder: RewindVersion.text, started: base)
        let all = sources.map(\.editor.recording.manifest)
        manifest.title = all.lazy.compactMap(\.title).first
        manifest.note = all.lazy.compactMap(\.note).first
        manifest.app = common(all.map(\.app), or: ["name": .string(sources.map(\.name).joined(separator: " and "))])
        manifest.device = common(all.map(\.device), or: [:])
        manifest.ending = ending
        manifest.level = all.leastMasked
        for (source, part) in zip(sources, all) {
            for var store in part.stores {
                store.name = source.store(store.name)
                manifest.stores.append(store)
            }
            for (name, shape) in part.types where manifest.types[name] == nil { manifest.types[name] = shape }
            manifest.redaction.merge(part.redaction, uniquingKeysWith: +)
            manifest.losses += part.losses.map { "\(source.name): \($0)" }
            manifest.edits += part.edits.map { "\(source.name): \($0)" }
            if !part.metadata.isEmpty { manifest.metadata[source.name] = .object(part.metadata) }
        }
        manifest.unknown["parts"] = .array(zip(sources, all).map(about))
        return manifest
    }

    /// What only one of the recordings says of itself.
    private func about(_ source: MergeSource, _ manifest: Manifest) -> JSONValue {
        let whole = manifest.json.object ?? [:]
        var part: JSONObject = ["name": .string(source.name)]
        for key in ["title", "note", "app", "device", "started", "ending", "recorder"] { part[key] = whole[key] }
        for (key, value) in manifest.unknown { part[key] = value }
        return .object(part)
    }

    /// The members that all have alike, and others in the place of what is missing.
    private func common(_ objects: [JSONObject], or other: JSONObject) -> JSONObject {
        var common = objects.first ?? [:]
        for (key, value) in objects.first ?? [:] where !objects.allSatisfy({ $0[key] == value }) { common[key] = nil }
        for (key, value) in other where common[key] == nil { common[key] = value }
        return common
    }

    /// How it ended: as the last of them that crashed, or the last of all; with what was under way in each.
    private var ending: Ending {
        var ending = last?.editor.recording.manifest.ending ?? Ending(.died)
        ending.savedAt = nil
        ending.underWay = sources.flatMap { source in
            source.editor.recording.manifest.ending.underWay.map { action in
                var action = action
                (action.store, action.step) = (source.store(action.store), source.number(of: action.step))
                return action
            }
        }
        return ending
    }

    /// The last of them that crashed, or the last of all.
    private var last: MergeSource? {
        let ends = sources.map { (source: $0, wall: $0.wall(at: $0.editor.recording.times?.upperBound ?? 0)) }
        let crashed = ends.filter { $0.source.editor.recording.manifest.ending.how == .crashed }
        return (crashed.isEmpty ? ends : crashed).max { $0.wall < $1.wall }?.source
    }

    private var files: [BundleContents.EntryContent] {
        let last = last
        return sources.flatMap { files(of: $0, isLast: $0 === last) }
    }

    /// The files of one of them, in a folder of its name; the crash report that tells of the ending keeps its place.
    private func files(of source: MergeSource, isLast: Bool) -> [BundleContents.EntryContent] {
        source.contents.others.map { file in
            var file = file
            if file.name == Crash.entryName, isLast { return file }
            let name = file.name.hasPrefix(Attachment.folder) ? String(file.name.dropFirst(Attachment.folder.count)) : file.name
            file.name = "\(Attachment.folder)\(source.name)/\(name)"
            if let step = file.details["step"]?.int { file.details["step"] = .number(JSONNumber(source.number(of: step))) }
            if let time = file.details["t"]?.int { file.details["t"] = .number(JSONNumber(source.wall(at: time) - base)) }
            return file
        }
    }
}
