import RewindFormat
import RewindValue

/// Decides which parts of a damaged recording are kept: files that are whole, and that match the manifest if it is whole; and the valid
/// lines of streams that are not whole.
struct Salvage {
    /// The segments that exist, or did before the damage.
    let indices: [Int]

    private let files: any SalvagedFiles
    private let manifest: Manifest?
    private let limits: FormatLimits
    private let listed: [String: Manifest.EntryInfo]
    /// The kept files: the name each will have, and the name it is found under.
    private let places: [String: String]
    /// The streams that are damaged, cut off, or not what the manifest says: only their whole lines are kept.
    private let doubtful: [String: Doubtful]

    init(of files: any SalvagedFiles, wrapper: String, manifest: Manifest?, at manifestPlace: String?, limits: FormatLimits) {
        let entries = (manifest?.segments ?? []).flatMap { [$0.actions, $0.states] } + (manifest?.entries ?? [])
        let listed = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        places = Salvage.places(in: files, wrapper, listed, besides: manifestPlace)
        doubtful = Salvage.doubtful(in: files, wrapper, listed, besides: places)
        indices = Set(SegmentName.indices(in: Array(places.keys) + doubtful.keys)).union((manifest?.segments ?? []).map(\.index)).sorted()
        self.files = files
        self.manifest = manifest
        self.limits = limits
        self.listed = listed
    }

    /// Finds each listed entry by its name, or by its hash if the name itself is damaged; then adds the entries that no list names.
    private static func places(
        in files: any SalvagedFiles, _ wrapper: String, _ listed: [String: Manifest.EntryInfo], besides manifestPlace: String?
    ) -> [String: String] {
        var places: [String: String] = [:]
        var taken: Set<String> = [ZipName.folded(Manifest.entryName), ZipName.folded(BundleContents.readme.name)]
        let found = files.files.sorted { $0.key < $1.key }
        let byHash = Dictionary(found.map { ($0.value.sha256, $0.key) }, uniquingKeysWith: { first, _ in first })
        for (name, info) in listed {
            taken.insert(ZipName.folded(name))
            if files.files[wrapper + name]?.sha256 == info.sha256 {
                places[name] = wrapper + name
            } else if let other = byHash[info.sha256] {
                places[name] = other
            }
        }
        let used = Set(places.values)
        for (name, _) in found where name.hasPrefix(wrapper) && !used.contains(name) && name != manifestPlace {
            let inner = String(name.dropFirst(wrapper.count))
            // A whole manifest lists every stream, so any other file with such a name was never part of the recording; in a folder, that
            // holds for all other files.
            if !listed.isEmpty, files.isFolder || ZipName.folded(inner).hasPrefix("segments/") { continue }
            if taken.insert(ZipName.folded(inner)).inserted { places[inner] = name }
        }
        return places
    }

    /// The streams that were changed, or that the manifest can't vouch for.
    private static func doubtful(
        in files: any SalvagedFiles, _ wrapper: String, _ listed: [String: Manifest.EntryInfo], besides whole: [String: String]
    ) -> [String: Doubtful] {
        var doubtful: [String: Doubtful] = [:]
        for place in files.damaged where place.hasPrefix(wrapper) {
            let name = String(place.dropFirst(wrapper.count))
            guard listed.isEmpty || listed[name] != nil else { continue }
            doubtful[name] = Doubtful(place: place, isWhole: false, bytes: listed[name]?.bytes)
        }
        for (name, info) in listed where files.files[wrapper + name] != nil {
            doubtful[name] = Doubtful(place: wrapper + name, isWhole: true, bytes: info.bytes)
        }
        return doubtful.filter { whole[$0.key] == nil && SegmentName.index(ofStream: $0.key) != nil }
    }

    /// The kept files other than streams.
    var others: [BundleContents.EntryContent] {
        places.filter { SegmentName.index(ofStream: $0.key) == nil && $0.key != BundleContents.readme.name }.sorted { $0.key < $1.key }.map
        {
            name, place in
            .init(name: name, details: listed[name]?.unknown ?? [:]) { () throws(RecordingError) in try files.read(place) }
        }
    }

    /// The files other than streams that the manifest lists and that are not whole.
    var lostEntries: [String] {
        (manifest?.entries ?? []).map(\.name).filter { places[$0] == nil && $0 != BundleContents.readme.name }
    }

    /// A segment, if any of it is left; its missing parts are added to the losses.
    func segment(
        _ index: Int, _ losses: inout Losses, _ lines: inout SalvagedLines
    ) throws(RecordingError) -> BundleContents.SegmentPart? {
        let info = manifest?.segments.first { $0.index == index }
        let names = [SegmentName.actions(index), SegmentName.states(index)]
        var kept: [KeptLines] = []
        for name in names { if let lines = try keptLines(of: name) { kept.append(lines) } }
        func has(_ name: String) -> Bool { places[name] != nil || kept.contains { $0.name == name && !$0.bytes.isEmpty } }
        let (hasActions, hasStates) = (has(names[0]), has(names[1]))
        let isKeptInPart = kept.contains { !$0.bytes.isEmpty }
        var span = Recording.SegmentSummary(index: index, steps: info?.steps, times: info?.times)
        if info == nil || isKeptInPart || !hasActions {
            func bytes(_ name: String) throws(RecordingError) -> [UInt8] {
                try places[name].map { place throws(RecordingError) in try files.read(place) }
                    ?? kept.first { $0.name == name }?.bytes ?? []
            }
            let segment = Segment(
                index: index, actions: try bytes(names[0]), states: try bytes(names[1]), isLive: false, limits: limits)
            lines.add(segment)
            span = lines.span(of: segment)
            // A whole manifest lists them itself.
            if info == nil { losses.payloads += segment.actions.filter(\.isCut).map { $0.step...$0.step } }
            if info == nil, let gap = lines.gap(before: span.steps) { losses.actions.append(gap) }
            if info == nil, hasActions { losses.actions += segment.lostActions }
            for kept in kept where !kept.bytes.isEmpty { losses.sealed.append(kept.loss) }
            if isKeptInPart, hasActions { note(segment, of: info?.steps, &losses) }
        }
        if !hasActions {
            if let steps = info?.steps ?? span.steps {
                losses.actions.append(steps)
            } else if info == nil {
                losses.sealed.append(Loss(.actions, Loss.Reason(.leftOut, entry: names[0])))
            }
        }
        if !hasStates, !isKeptInPart, let steps = info?.steps ?? span.steps {
            // The state after the last step is also the keyframe that begins the next segment.
            let last = places[SegmentName.states(index + 1)] == nil ? steps.upperBound : steps.upperBound - 1
            if last >= steps.lowerBound { losses.states.append(steps.lowerBound...last) }
        }
        guard hasActions || hasStates else { return nil }
        var part = BundleContents.SegmentPart(span) { (name) throws(RecordingError) in
            if let place = places[name] { return try files.read(place) }
            return try keptLines(of: name)?.bytes ?? []
        }
        part.states.isKnownIntact = places[names[1]] != nil && listed[names[1]] != nil
        return part
    }

    /// Adds the losses of a segment that lacks some of its lines.
    private func note(_ segment: Segment, of all: ClosedRange<Int>?, _ losses: inout Losses) {
        if let all { losses.actions += segment.lostActions(in: all) }
        // States that the capture policy skipped are not lost.
        if manifest?.capture != nil { return }
        // A reducer that never returned produced no state, so none is missing.
        let unreturned = Set((manifest?.ending.underWay ?? []).filter { $0.phase == .reducer }.map(\.step))
        var uncovered = StateCoverage(segment, without: unreturned).lost
        // The state after the last step is also the keyframe that begins the next segment.
        if let end = segment.steps?.upperBound, uncovered.last?.upperBound == end, places[SegmentName.states(segment.index + 1)] != nil {
            let last = uncovered.removeLast()
            if last.lowerBound < end { uncovered.append(last.lowerBound...(end - 1)) }
        }
        losses.states += uncovered
    }

    /// The valid lines of a doubtful stream; `nil` for any other stream.
    private func keptLines(of name: String) throws(RecordingError) -> KeptLines? {
        guard let stream = doubtful[name] else { return nil }
        let (bytes, isCut) =
            stream.isWhole ? (try files.read(stream.place), false) : try files.beginning(of: stream.place)
        let isShort = stream.isWhole && bytes.count < stream.bytes ?? 0
        let steps = manifest?.segments.first { $0.actions.name == name || $0.states.name == name }?.steps
        let lines = SealedStream.soundLines(of: bytes, in: name, steps: steps, limits: limits, keepsUnknown: false)
        return KeptLines(name: name, bytes: lines, isCut: isCut || isShort)
    }

    /// A stream whose bytes no hash confirms.
    private struct Doubtful {
        /// The name that it is found under.
        let place: String
        /// Whether all of it can be read, although it does not match the manifest.
        let isWhole: Bool
        /// Its original size in bytes.
        let bytes: Int?
    }

    /// The lines kept from a doubtful stream.
    private struct KeptLines {
        let name: String
        let bytes: [UInt8]
        let isCut: Bool

        /// That they are all that is left.
        var loss: Loss {
            var reason = Loss.Reason(isCut ? .cutOff : .damaged, entry: name)
            reason.kept = bytes.count { $0 == UInt8(ascii: "\n") }
            return Loss(.damage, reason)
        }
    }
}
