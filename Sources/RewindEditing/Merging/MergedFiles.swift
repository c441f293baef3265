import RewindArchive
import RewindFormat
import RewindValue

/// The manifest and the files of recordings that are merged onto one clock.
struct MergedFiles {
    let sources: [MergeSource]
    let base: Int

    var contents: BundleContents {
        BundleContents(manifest: manifest, segments: [], otherEntries: files)
    }

    private var manifest: Manifest {
        var manifest = Manifest(recorder: RewindVersion.text, started: base)
        let all = sources.map(\.editor.recording.manifest)
        let titled = titled
        (manifest.title, manifest.note) = (titled?.title, titled?.note)
        let apps = all.compactMap(\.appName).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        manifest.app = common(all.map(\.app), or: apps.isEmpty ? [:] : ["name": .string(apps.joined(separator: " and "))])
        manifest.device = common(all.map(\.device), or: [:])
        manifest.ending = ending
        manifest.mergeLevels(of: all, counts: +)
        // If a part captured all states, a missing state is lost.
        manifest.capture = all.allSatisfy { $0.capture != nil } ? all.first?.capture : nil
        for (source, part) in zip(sources, all) {
            for var store in part.stores {
                store.name = source.store(store.name)
                manifest.stores.append(store)
            }
            for (name, shape) in part.types where manifest.types[name] == nil { manifest.types[name] = shape }
            manifest.losses += source.losses
            manifest.edits += part.edits.map { edit in
                var edit = edit
                edit.part = [source.name, edit.part].compactMap(\.self).joined(separator: "/")
                return edit
            }
            if !part.metadata.isEmpty { manifest.metadata[source.name] = .object(part.metadata) }
        }
        manifest.parts = zip(sources, all).map(about)
        manifest.wrong = wrong
        return manifest
    }

    /// The facts about one of the recordings that the others do not share.
    private func about(_ source: MergeSource, _ manifest: Manifest) -> Manifest.PartInfo {
        Manifest.PartInfo(manifest, name: source.name).mapping { part in
            let actions = underWay(part.ending, of: source)
            part.ending?.underWay = actions
        }
    }

    /// The recording whose title and note the merged one gets: the one that crashed, if any.
    private var titled: Manifest? {
        if let last, last.editor.recording.manifest.ending.how == .crashed { return last.editor.recording.manifest }
        let all = sources.map(\.editor.recording.manifest)
        return all.first { $0.title != nil } ?? all.first { $0.note != nil }
    }

    /// The first value that is said to be wrong, at its new step.
    private var wrong: WrongValue? {
        sources.lazy.compactMap { source in
            source.editor.recording.manifest.wrong.map { wrong in
                var wrong = wrong
                (wrong.step, wrong.store) = (source.number(of: wrong.step), source.store(wrong.store))
                return wrong
            }
        }.first
    }

    /// The members that all recordings have in common; differing ones are taken from another object.
    private func common(_ objects: [JSONObject], or other: JSONObject) -> JSONObject {
        var common = objects.first ?? [:]
        for (key, value) in objects.first ?? [:] where !objects.allSatisfy({ $0[key] == value }) { common[key] = nil }
        for (key, value) in other where common[key] == nil { common[key] = value }
        return common
    }

    /// The ending of the merged recording: that of ``last``, with the actions under way in each source.
    private var ending: Ending {
        var ending = last?.editor.recording.manifest.ending ?? Ending(.died)
        (ending.at, ending.savedAt) = (nil, nil)  // relative to the clock of one of them
        ending.underWay = sources.flatMap { source in
            let own = source.editor.recording.manifest.ending
            let isOther = own.how != ending.how || own.signal != ending.signal
            return underWay(own, of: source).map { action in
                var action = action
                if isOther, action.how == nil { (action.how, action.signal) = (own.how, own.signal) }
                return action
            }
        }
        return ending
    }

    /// The actions under way when a source ended, with the new numbers and names.
    private func underWay(_ ending: Ending?, of source: MergeSource) -> [Ending.UnderWay] {
        (ending?.underWay ?? []).map { action in
            var action = action
            (action.store, action.step) = (source.store(action.store), source.number(of: action.step))
            return action
        }
    }

    /// The last source that crashed, or the last of all; if that one finished, a source with an unknown ending takes precedence.
    private var last: MergeSource? {
        let ends = sources.map { (source: $0, wall: $0.wall(at: $0.editor.recording.times?.upperBound ?? 0)) }
        func latest(_ how: Ending.How?) -> MergeSource? {
            ends.filter { how == nil || $0.source.editor.recording.manifest.ending.how == how }.max { $0.wall < $1.wall }?.source
        }
        if let crashed = latest(.crashed) { return crashed }
        let last = latest(nil)
        return last?.editor.recording.manifest.ending.how == .finished ? latest(.unknown) ?? last : last
    }

    private var files: [BundleContents.EntryContent] {
        let last = last
        return sources.flatMap { files(of: $0, isLast: $0 === last) }
    }

    /// The files of one source, in a folder with its name; the crash report of the final ending keeps its place.
    private func files(of source: MergeSource, isLast: Bool) -> [BundleContents.EntryContent] {
        source.contents.otherEntries.map { file in
            var file = file
            if file.name == Crash.entryName, isLast { return file }
            let name = file.name.hasPrefix(Attachment.folder) ? String(file.name.dropFirst(Attachment.folder.count)) : file.name
            file.name = "\(Attachment.folder)\(source.name)/\(name)"
            if let step = file.details["step"]?.int(in: FormatLimits.stepNumbers) {
                file.details["step"] = .number(JSONNumber(source.number(of: step)))
            }
            if let time = file.details["t"]?.int(clampedTo: FormatLimits.times) {
                file.details["t"] = .number(JSONNumber(source.wall(at: time) - base))
            }
            return file
        }
    }
}
