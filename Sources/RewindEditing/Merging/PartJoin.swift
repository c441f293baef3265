import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue

/// Joins parts of one recording end to end.
///
/// If two parts have the same step, that of the later part is used: it knows the outcome of actions that were under way when the earlier
/// one was saved. Marks, logged lines, swallowed actions and files of both are kept. The result does not depend on the order in which the
/// parts are given.
struct PartJoin {
    /// The parts that steps are taken from, in order.
    private let parts: [Editor]
    private let all: [Editor]

    /// Orders the parts, and ignores the steps of parts that another one covers completely.
    ///
    /// - Throws: `RecordingError` if a manifest can't be read, or the parts do not fit together.
    init(_ editors: [Editor]) throws(RecordingError) {
        try PartFit.checkLevels(of: editors)
        var ranked: [(editor: Editor, rank: Rank)] = []
        for editor in editors { ranked.append((editor, try Rank(editor.recording))) }
        all = ranked.sorted { left, right in
            let (first, second) = (left.editor.timeline.steps, right.editor.timeline.steps)
            if first == second { return left.rank < right.rank }
            return (first.lowerBound, first.upperBound) < (second.lowerBound, second.upperBound)
        }.map(\.editor)
        var parts: [Editor] = []
        for editor in all {
            let steps = editor.timeline.steps
            if let last = parts.last?.timeline.steps {
                if steps.upperBound <= last.upperBound, steps != last { continue }
                if steps.lowerBound <= last.lowerBound { parts.removeLast() }
            }
            parts.append(editor)
        }
        self.parts = parts
        for (part, next) in zip(parts, parts.dropFirst()) { try PartFit.check(next, goesWith: part) }
        // The other parts contribute marks and files: with different pseudonyms, those would be of another recording.
        let taken = Set(parts.map(\.recording.path))
        for other in all where !taken.contains(other.recording.path) {
            guard let part = parts.first(where: { $0.timeline.steps.contains(other.timeline.steps.lowerBound) }) else { continue }
            try PartFit.check(other, goesWith: part)
        }
    }

    /// Ranks copies of the same steps by how much they know of them, with a stable order among equals.
    private struct Rank: Comparable {
        private let numbers: [Int]
        private let digest: String

        init(_ recording: Recording) throws(RecordingError) {
            let manifest = recording.manifest
            numbers = [
                manifest.counts.steps, manifest.removals.values.reduce(0, +), manifest.ending.savedAt == nil ? 1 : 0, manifest.edits.count,
            ]
            digest = Digest.hex(of: try recording.source.read(Manifest.entryName))
        }

        static func < (left: Rank, right: Rank) -> Bool {
            if left.numbers == right.numbers { return left.digest < right.digest }
            return left.numbers.lexicographicallyPrecedes(right.numbers)
        }
    }

    /// The contents of the joined recording, which will be written to a path.
    func contents(for output: String) throws(RecordingError) -> BundleContents {
        var pieces: [Piece] = []
        var lost: [Loss] = []
        var taken: [String: ClosedRange<Int>] = [:]
        for (position, part) in parts.enumerated() {
            let next = position + 1 < parts.count ? parts[position + 1].timeline.steps.lowerBound : nil
            let contents = try part.contents()
            let end = min(part.timeline.steps.upperBound, next ?? .max)
            if end <= part.timeline.steps.lowerBound, let next, next <= end { continue }
            taken[part.recording.path] = part.timeline.steps.lowerBound...end
            let range = try CutRange(part.timeline.steps.lowerBound...end, in: part.timeline)
            guard range.last <= end else {
                throw RecordingError(
                    .invalidRequest, "steps up to \(range.last) share one patch, and a later part begins with step \(end + 1)",
                    path: part.recording.path, advice: "Leave one of the two parts out")
            }
            for segment in contents.segments where (segment.summary.steps?.lowerBound ?? 0) <= end {
                let isFirst = segment.summary.index == contents.segments.first?.summary.index
                pieces.append(Piece(segment: segment, isFirst: isFirst, range: end < part.timeline.steps.upperBound ? range : nil))
            }
            if let next, next > end, !pieces.isEmpty {
                let gap = GapLine(steps: (end + 1)...next, reason: .inNoPart)
                lost.append(Loss(gap))
                pieces[pieces.count - 1].gap = gap
            }
        }
        try keepNotes(in: &pieces)
        // What one part has lost may exist in another.
        lost =
            all.flatMap { part in part.recording.manifest.losses.compactMap { $0.clipped(to: taken[part.recording.path]) } }.unique + lost
        return try files(losing: lost).rewritten(pieces.enumerated().map { (index: $0, part: $1) }, for: output) {
            (piece) throws(RecordingError) in
            try piece.streams()
        }
    }

    /// Adds to the pieces the lines between steps from parts, or ends of parts, whose steps are not used.
    private func keepNotes(in pieces: inout [Piece]) throws(RecordingError) {
        guard parts.count < all.count || pieces.contains(where: { $0.range != nil }) else { return }
        var notes = PartNotes()
        for piece in pieces { notes.keep(try piece.streams()) }
        for part in all {
            for segment in try part.contents().segments { notes.add(try segment.streams()) }
        }
        for stray in notes.strays.sorted(by: { ($0.step, $0.time) < ($1.step, $1.time) }) {
            let place = pieces.lastIndex { $0.segment.summary.steps.map { $0.lowerBound <= stray.step } ?? false }
            pieces[place ?? 0].strays.append((stray.step, stray.bytes))
        }
    }

    /// A segment of a part, and which of its steps are used, unless all are.
    private struct Piece {
        let segment: BundleContents.SegmentPart
        let isFirst: Bool
        let range: CutRange?
        /// Lines of other parts that belong to its steps, in order.
        var strays: [(step: Int, bytes: ArraySlice<UInt8>)] = []
        /// The steps after it that no part has.
        var gap: GapLine?

        func streams() throws(RecordingError) -> SegmentStreams {
            var streams = try segment.streams()
            if let range {
                streams = SegmentCut(range: range, isFirst: isFirst, isBeginning: isFirst, isEnd: false).apply(to: SegmentLines(streams))
            }
            if !strays.isEmpty { streams.actions = SegmentLines.inserting(strays, into: streams.actions) }
            if let gap {
                gap.json.write(into: &streams.actions)
                streams.actions.append(UInt8(ascii: "\n"))
            }
            return streams
        }
    }

    /// The manifest and the other files of all parts; the last part takes precedence.
    private func files(losing lost: [Loss]) throws(RecordingError) -> BundleContents {
        let manifests = all.map(\.recording.manifest)
        guard let last = parts.last else { return BundleContents(manifest: manifests[0], segments: [], otherEntries: []) }
        var contents = BundleContents(manifest: last.recording.manifest, segments: [], otherEntries: try last.contents().otherEntries)
        contents.manifest.title = manifests.reversed().lazy.compactMap(\.title).first
        contents.manifest.note = manifests.reversed().lazy.compactMap(\.note).first
        contents.manifest.wrong = manifests.reversed().lazy.compactMap(\.wrong).first
        // The title or note counts as a person's only if no part has one from the app.
        contents.manifest.byHand = manifests.flatMap(\.byHand).unique.filter { name in
            manifests.allSatisfy { (name == "title" ? $0.title : $0.note) == nil || $0.byHand.contains(name) }
        }
        contents.manifest.mergeLevels(of: manifests) { max($0, $1) }
        contents.manifest.losses = lost
        contents.manifest.edits = manifests.flatMap(\.edits).unique
        for manifest in manifests {
            for store in manifest.stores where !contents.manifest.stores.contains(where: { $0.name == store.name }) {
                contents.manifest.stores.append(store)
            }
            for (name, shape) in manifest.types where contents.manifest.types[name] == nil { contents.manifest.types[name] = shape }
        }
        for part in all {
            for other in try part.contents().otherEntries where other.name != Crash.entryName {
                guard let place = contents.otherEntries.firstIndex(where: { $0.name == other.name }) else {
                    contents.otherEntries.append(other)
                    continue
                }
                if try contents.otherEntries[place].load() == other.load() {
                    // A part begins with the picture that holds at its first state; the part before has the step at which it was taken.
                    let steps = [other, contents.otherEntries[place]].map { $0.details["step"]?.int(in: FormatLimits.stepNumbers) ?? 0 }
                    if Manifest.isPicture(file: other.name), steps[0] < steps[1] { contents.otherEntries[place].details = other.details }
                    continue
                }
                var other = other
                other.name = Self.name(of: other.name, besides: Set(contents.otherEntries.map(\.name)))
                contents.otherEntries.append(other)
            }
        }
        return contents
    }

    /// A name for another file than the one that has it; a picture that a recorder took stays one by its name.
    private static func name(of name: String, besides taken: Set<String>) -> String {
        guard Manifest.isPicture(file: name) else {
            return Attachment(path: String(name.split(separator: "/").last ?? "file"), bytes: []).name(besides: taken)
        }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var number = 2
        while taken.contains("\(name[..<dot])-\(number)\(name[dot...])") { number += 1 }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, without duplicates.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
