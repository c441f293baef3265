package import RewindFormat
import RewindJournal
import RewindValue

extension BundleContents {
    /// The contents of a recording of either form, with everything that a bundle of it has.
    package init(of recording: Recording) throws(RecordingError) {
        switch recording.form {
        case .bundle: self.init(sealed: recording)
        case .directory:
            self.init(live: recording)
            setCrashReport(try recording.crash())
        }
    }

    /// The contents of the directory of an app that has ended: sound lines without their checksums.
    init(live recording: Recording) {
        manifest = recording.manifest
        manifest.losses = recording.losses.all
        let source = recording.source
        let damage = Dictionary(grouping: recording.losses.damage, by: \.entry)
        let names = Set(source.names)
        segments = recording.segments.map { summary in
            SegmentPart(summary) { (name) throws(RecordingError) in
                names.contains(name) ? SealedStream.bytes(ofLive: try source.read(name), damage: damage[name] ?? []) : []
            }
        }
        let attached = Dictionary(recording.manifest.attachments.map { ($0.name, $0.details) }, uniquingKeysWith: { $1 })
        manifest.attachments = []
        otherEntries = source.names.filter(BundleContents.isKept).map { name in
            EntryContent(name: name, details: attached[name] ?? [:]) { () throws(RecordingError) in try source.read(name) }
        }
    }

    /// The contents of a sealed recording, unchanged.
    init(sealed recording: Recording) {
        manifest = recording.manifest
        let source = recording.source
        segments = recording.manifest.segments.map { info in
            let span = Recording.SegmentSummary(index: info.index, steps: info.steps, times: info.times)
            var part = SegmentPart(span) { (name) throws(RecordingError) in try source.read(name) }
            (part.details, part.actions.details, part.states.details) = (info.unknown, info.actions.unknown, info.states.unknown)
            return part
        }
        otherEntries = recording.manifest.entries.filter { $0.name != BundleContents.readme.name }.map { entry in
            EntryContent(name: entry.name, details: entry.unknown) { () throws(RecordingError) in try source.read(entry.name) }
        }
    }

    /// Whether a file of a live directory goes into the bundle unchanged; excludes files that only a live recording needs, and those that
    /// are regenerated.
    private static func isKept(_ name: String) -> Bool {
        if SegmentName.index(ofStream: name) != nil || name.hasSuffix(".new") || name.hasSuffix(".partial") { return false }
        let regeneratedNames = [Manifest.entryName, readme.name, Crash.entryName]
        let liveOnlyNames = [LiveDirectory.lockName, StatusPage.fileName, CrashPage.fileName, LoadedImages.fileName]
        return !regeneratedNames.contains(name) && !liveOnlyNames.contains(name)
    }

    /// Adds `crash.json`, or regenerates it: how the process ended, and where it was.
    package mutating func setCrashReport(_ crash: Crash?) {
        guard manifest.ending.how == .crashed || crash != nil else { return }
        var members = manifest.ending.json.object ?? [:]
        for (key, value) in crash?.json ?? [:] { members[key] = value }
        let text = JSONValue.object(members).prettyText + "\n"
        otherEntries.removeAll { $0.name == Crash.entryName }
        otherEntries.append(EntryContent(name: Crash.entryName) { () throws(RecordingError) in Array(text.utf8) })
    }

    /// Leaves out entries that no bundle may hold and records that in the manifest; returns whether there were any.
    package mutating func removeForbiddenEntries(limits: ArchiveLimits) -> Bool {
        // On a case-insensitive file system, a damaged name may collide with that of a stream.
        let streams = segments.flatMap { [$0.actions.name, $0.states.name] } + [Manifest.entryName, BundleContents.readme.name]
        var taken = Set(streams.map { ZipName.folded($0) })
        let forbidden = otherEntries.map(\.name).filter { name in
            (try? ZipName.check(ArraySlice(name.utf8), limits: limits)) == nil || !taken.insert(ZipName.folded(name)).inserted
        }
        otherEntries.removeAll { forbidden.contains($0.name) }
        manifest.losses += forbidden.map { Loss.damage(.forbiddenName, to: printableName($0)) }
        return !forbidden.isEmpty
    }
}
