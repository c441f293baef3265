import RewindArchive
import RewindFormat
import RewindRendering
import RewindValue

/// Checks the manifest against the recording.
struct ManifestCheck {
    private let recording: Recording
    private var counts = RecordingCounts()
    private var stores: Set<String> = []
    private var lastIndex = -1

    init(_ recording: Recording) { self.recording = recording }

    private var manifest: Manifest { recording.manifest }

    mutating func add(_ segment: Segment, _ summary: Recording.SegmentSummary, _ findings: inout Findings) {
        counts.add(segment)
        for action in segment.actions { stores.insert(action.store) }
        for line in segment.states { stores.insert(line.store) }
        if summary.index <= lastIndex {
            findings.add(.error, "segments", "segment \(summary.index) is listed after segment \(lastIndex)", entry: Manifest.entryName)
        }
        lastIndex = summary.index
        guard recording.form == .bundle else { return }
        let span = SalvagedLines().span(of: segment)
        findings.addMismatch(
            listed: summary.steps, found: span.steps, ofSegment: summary.index, advice: "Run: rewind recover \(recording.path.shellQuoted)")
        if span.steps == summary.steps, ![segment.actions.first?.time, span.times?.lowerBound].contains(summary.times?.lowerBound) {
            findings.add(
                .warning, "manifest", "the times that it has of segment \(summary.index) are not those of its actions",
                entry: Manifest.entryName)
        }
    }

    func finish(_ lastStep: Int, _ findings: inout Findings) throws(RecordingError) {
        if recording.form == .bundle { compareCounts(&findings) }
        for store in stores.subtracting(manifest.stores.map(\.name)).sorted() {
            findings.add(.warning, "stores", "lines name the store '\(store)', which the manifest does not list", entry: Manifest.entryName)
        }
        for name in Dictionary(grouping: manifest.stores, by: \.name).filter({ $1.count > 1 }).keys.sorted() {
            findings.add(.error, "stores", "the manifest lists the store '\(name)' twice", entry: Manifest.entryName)
        }
        checkEnding(lastStep, &findings)
        checkAttachments(lastStep, &findings)
        for loss in recording.losses.all { findings.add(.warning, "loss", loss.sentence) }
        for edit in manifest.edits { findings.add(.note, "edit", "the recording was changed after it was sealed: \(edit.text)") }
        if !manifest.unknown.isEmpty {
            let names = manifest.unknown.keys.map { $0 }.filter { $0 != "process" }
            if !names.isEmpty {
                findings.add(
                    .note, "unknown", "members that this version does not know: \(names.joined(separator: ", "))", entry: Manifest.entryName
                )
            }
        }
    }

    private func compareCounts(_ findings: inout Findings) {
        let (listed, found) = (manifest.counts, counts)
        let pairs = [
            ("steps", listed.steps, found.steps), ("external", listed.external, found.external),
            ("swallowed", listed.swallowed, found.swallowed), ("effects", listed.effects, found.effects),
            ("failed", listed.failed, found.failed), ("merged", listed.merged, found.merged), ("omitted", listed.omitted, found.omitted),
            ("unencodable", listed.unencodable, found.unencodable),
        ]
        let paused = ("paused", listed.paused, found.paused)  // older recorders did not count actions swallowed in a pause separately
        for (name, listed, found) in pairs + (listed.paused > 0 ? [paused] : []) where listed != found {
            findings.add(
                .warning, "counts", "the manifest counts \(listed) under \(name), but the lines show \(found)", entry: Manifest.entryName)
        }
        if listed.dropped < found.dropped {
            findings.add(
                .warning, "counts", "the manifest counts \(listed.dropped) under dropped, but gaps show \(found.dropped)",
                entry: Manifest.entryName)
        }
    }

    private func checkEnding(_ lastStep: Int, _ findings: inout Findings) {
        if manifest.ending.how == .recording, recording.form == .bundle {
            findings.add(.warning, "ending", "the manifest says that the app is still recording", entry: Manifest.entryName)
        }
        for action in manifest.ending.underWay where action.step > lastStep {
            findings.add(
                .warning, "ending", "the action that was under way at the end, that of step \(action.step), is not there",
                entry: Manifest.entryName)
        }
        do throws(RecordingError) {
            let crash = try recording.crash()
            if recording.form == .bundle, crash == nil, recording.source.names.contains(Crash.entryName) {
                findings.add(.warning, "crash", "not a crash report", entry: Crash.entryName)
            }
        } catch {
            findings.add(.warning, "crash", error.message, entry: Crash.entryName)
        }
    }

    private func checkAttachments(_ lastStep: Int, _ findings: inout Findings) {
        for item in Extraction(of: recording).items {
            if let step = item.step, step > lastStep {
                findings.add(.warning, "attachment", "the attachment belongs to step \(step), which is lost", entry: item.name)
            }
            if item.bytes == 0 { findings.add(.note, "attachment", "the attachment is empty", entry: item.name) }
        }
        for attachment in manifest.attachments where recording.form == .directory && !recording.source.names.contains(attachment.name) {
            findings.add(.warning, "attachment", "the manifest lists this file, but it is lost", entry: attachment.name)
        }
    }
}
