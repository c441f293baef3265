import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue

/// Puts parts of one recording behind each other.
///
/// Of steps that two parts have, those of the later one count: it knows what became of actions that were under way when the earlier one was saved.
struct PartJoin {
    private let parts: [Editor]

    /// Orders the parts, and leaves out those whose steps are all in another one.
    init(_ editors: [Editor]) {
        let sorted = editors.sorted { left, right in
            (left.timeline.steps.lowerBound, left.timeline.steps.upperBound) < (
                right.timeline.steps.lowerBound, right.timeline.steps.upperBound
            )
        }
        var parts: [Editor] = []
        for editor in sorted {
            let steps = editor.timeline.steps
            if let last = parts.last?.timeline.steps {
                if steps.upperBound <= last.upperBound { continue }
                if steps.lowerBound <= last.lowerBound { parts.removeLast() }
            }
            parts.append(editor)
        }
        self.parts = parts
        all = sorted
    }

    private let all: [Editor]

    /// What the recording has that will be at a path.
    func contents(for output: String) throws(RecordingError) -> BundleContents {
        var pieces: [Piece] = []
        var lost: [String] = []
        for (position, part) in parts.enumerated() {
            let next = position + 1 < parts.count ? parts[position + 1].timeline.steps.lowerBound : nil
            let contents = try part.contents()
            let end = min(part.timeline.steps.upperBound, next ?? .max)
            if let next, next > end { lost.append("steps \(end + 1) to \(next) are in none of the parts that were put together") }
            if end <= part.timeline.steps.lowerBound, position + 1 < parts.count { continue }
            let range = try CutRange(part.timeline.steps.lowerBound...end, in: part.timeline)
            guard range.last <= end else {
                throw RecordingError(
                    .invalidRequest, "steps up to \(range.last) share one patch, and a later part begins with step \(end + 1)",
                    path: part.recording.path, advice: "Leave one of the two parts out")
            }
            for segment in contents.segments where (segment.span.steps?.lowerBound ?? 0) <= end {
                let isFirst = segment.span.index == contents.segments.first?.span.index
                pieces.append(Piece(segment: segment, isFirst: isFirst, range: end < part.timeline.steps.upperBound ? range : nil))
            }
        }
        let kept = pieces
        let rewrite = SegmentRewrite(segments: Array(kept.indices)) { (index) throws(RecordingError) in
            let streams = try kept[index].segment.streams()
            guard let range = kept[index].range else { return streams }
            return SegmentCut(range: range, isFirst: kept[index].isFirst, isBeginning: kept[index].isFirst, isEnd: false).apply(to: streams)
        }
        return try rewrite.applied(to: try files(losing: lost), for: output)
    }

    /// A segment of a part, and which of its steps are taken, if not all are.
    private struct Piece {
        let segment: BundleContents.SegmentPart
        let isFirst: Bool
        let range: CutRange?
    }

    /// The manifest and the other files of all parts; where they contradict each other, the last part knows.
    private func files(losing lost: [String]) throws(RecordingError) -> BundleContents {
        let manifests = all.map(\.recording.manifest)
        guard let last = parts.last else { return BundleContents(manifest: manifests[0], segments: [], others: []) }
        var contents = BundleContents(manifest: last.recording.manifest, segments: [], others: try last.contents().others)
        contents.manifest.title = manifests.lazy.compactMap(\.title).first
        contents.manifest.note = manifests.lazy.compactMap(\.note).first
        contents.manifest.losses = manifests.flatMap(\.losses).unique + lost
        contents.manifest.edits = manifests.flatMap(\.edits).unique
        for manifest in manifests {
            for store in manifest.stores where !contents.manifest.stores.contains(where: { $0.name == store.name }) {
                contents.manifest.stores.append(store)
            }
            for (name, shape) in manifest.types where contents.manifest.types[name] == nil { contents.manifest.types[name] = shape }
            contents.manifest.redaction.merge(manifest.redaction) { max($0, $1) }
        }
        for part in all {
            for other in try part.contents().others where other.name != Crash.entryName {
                guard let same = contents.others.first(where: { $0.name == other.name }) else {
                    contents.others.append(other)
                    continue
                }
                if try same.load() == other.load() { continue }
                var other = other
                let file = String(other.name.split(separator: "/").last ?? "file")
                other.name = Attachment(path: file, bytes: []).name(besides: Set(contents.others.map(\.name)))
                contents.others.append(other)
            }
        }
        return contents
    }
}

extension [String] {
    /// The texts in their order, each once.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
