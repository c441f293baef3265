import RewindArchive
import RewindFormat
import RewindValue

/// The manifest and the files of recordings that were put on one clock.
struct MergedFiles {
    let sources: [MergeSource]
    let base: Int

    var contents: BundleContents {
        BundleContents(manifest: manifest, segments: [], others: sources.flatMap(files))
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
        let ends = sources.map { source in
            (ending: source.editor.recording.manifest.ending, wall: source.wall(at: source.editor.recording.times?.upperBound ?? 0))
        }
        let last = ends.filter { $0.ending.how == .crashed }.max { $0.wall < $1.wall } ?? ends.max { $0.wall < $1.wall }
        var ending = last?.ending ?? Ending(.died)
        ending.savedAt = nil
        ending.underWay = zip(sources, ends).flatMap { source, end in
            end.ending.underWay.map { action in
                var action = action
                (action.store, action.step) = (source.store(action.store), source.number(of: action.step))
                return action
            }
        }
        return ending
    }

    /// The files of one of them, in a folder of its name; the crash report that tells of the ending keeps its place.
    private func files(of source: MergeSource) -> [BundleContents.EntryContent] {
        source.contents.others.map { file in
            var file = file
            let isEnding =
                source.editor.recording.manifest.ending.how == ending.how && source.editor.recording.manifest.ending.reason == ending.reason
            if file.name == Crash.entryName, isEnding { return file }
            let name = file.name.hasPrefix(Attachment.folder) ? String(file.name.dropFirst(Attachment.folder.count)) : file.name
            file.name = "\(Attachment.folder)\(source.name)/\(name)"
            if let step = file.details["step"]?.int { file.details["step"] = .number(JSONNumber(source.number(of: step))) }
            if let time = file.details["t"]?.int { file.details["t"] = .number(JSONNumber(source.wall(at: time) - base)) }
            return file
        }
    }
}
