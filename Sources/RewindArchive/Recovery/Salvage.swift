import RewindFormat
import RewindValue

/// Decides which files of a damaged recording are kept: those that are whole, and fit the manifest where that is whole as well.
struct Salvage {
    /// The segments that are or were there.
    let indices: [Int]

    private let files: any SalvagedFiles
    private let manifest: Manifest?
    private let limits: FormatLimits
    /// The entries that the manifest lists.
    private let listed: [String: Manifest.EntryInfo]
    /// What is kept: the name it will have, and the name it is found under.
    private let places: [String: String]
    /// The streams that are cut off, and their whole lines: the one that the end of a zip cuts off, or files of a folder that are too short.
    private let cut: [String: [UInt8]]

    init(of files: any SalvagedFiles, wrapper: String, manifest: Manifest?, at manifestPlace: String?, limits: FormatLimits) {
        let entries = (manifest?.segments ?? []).flatMap { [$0.actions, $0.states] } + (manifest?.entries ?? [])
        let listed = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        places = Salvage.places(in: files, wrapper, listed, besides: manifestPlace)
        cut = Salvage.cutStreams(in: files, wrapper, listed).filter { [places] in places[$0.key] == nil }
        indices = Set(SegmentName.indices(in: Array(places.keys) + cut.keys)).union((manifest?.segments ?? []).map(\.index)).sorted()
        self.files = files
        self.manifest = manifest
        self.limits = limits
        self.listed = listed
    }

    /// Finds each listed entry by its name, or by its hash where the name itself is damaged; then takes what no list names.
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
            // A whole manifest lists every stream: what else is there under such a name was never part of the recording, and in a folder
            // nothing else was.
            if !listed.isEmpty, files.isFolder || ZipName.folded(inner).hasPrefix("segments/") { continue }
            if taken.insert(ZipName.folded(inner)).inserted { places[inner] = name }
        }
        return places
    }

    /// The streams of which only the beginning is there, unless a whole manifest does not list them.
    private static func cutStreams(
        in files: any SalvagedFiles, _ wrapper: String, _ listed: [String: Manifest.EntryInfo]
    ) -> [String: [UInt8]] {
        var found: [(place: String, beginning: [UInt8])] = []
        if let (place, beginning) = files.cut, files.files[place] == nil { found.append((place, beginning)) }
        // In a zip, a file that is not what it was is no whole one.
        for (name, info) in listed where files.isFolder {
            guard let file = files.files[wrapper + name], file.size < info.bytes, let bytes = try? files.read(wrapper + name) else {
                continue
            }
            found.append((wrapper + name, bytes))
        }
        var cut: [String: [UInt8]] = [:]
        for (place, beginning) in found where place.hasPrefix(wrapper) {
            let name = String(place.dropFirst(wrapper.count))
            guard listed.isEmpty || listed[name] != nil, !SegmentName.indices(in: [name]).isEmpty else { continue }
            let lines = beginning.prefix(through: beginning.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
            if !lines.isEmpty { cut[name] = Array(lines) }
        }
        return cut
    }

    /// The files besides the streams.
    var others: [BundleContents.EntryContent] {
        places.filter { SegmentName.index(ofStream: $0.key) == nil && $0.key != BundleContents.readme.name }.sorted { $0.key < $1.key }.map
        {
            name, place in
            .init(name: name, details: listed[name]?.unknown ?? [:]) { () throws(RecordingError) in try files.read(place) }
        }
    }

    /// The files besides the streams that the manifest lists and that are not whole.
    var lostEntries: [String] {
        (manifest?.entries ?? []).map(\.name).filter { places[$0] == nil && $0 != BundleContents.readme.name }
    }

    /// A segment, if at least the beginning of its actions or all of its states are there; what is missing of it is added to the losses.
    func segment(
        _ index: Int, _ losses: inout Losses, _ lines: inout SalvagedLines
    ) throws(RecordingError) -> BundleContents.SegmentPart? {
        let info = manifest?.segments.first { $0.index == index }
        let isCut = [SegmentName.actions(index), SegmentName.states(index)].contains { cut[$0] != nil }
        let hasActions = places[SegmentName.actions(index)] != nil || cut[SegmentName.actions(index)] != nil
        let hasStates = places[SegmentName.states(index)] != nil
        var span = BundleContents.Span(index: index, steps: info?.steps, times: info?.times)
        if info == nil || isCut || !hasActions {
            let segment = Segment(
                index: index, actions: try read(SegmentName.actions(index)), states: try read(SegmentName.states(index)), isLive: false,
                limits: limits)
            lines.take(segment)
            span = BundleContents.Span(lines.span(of: segment))
            // A whole manifest tells of them itself.
            if info == nil { losses.payloads += segment.actions.filter(\.isCut).map { $0.step...$0.step } }
            if info == nil, let gap = lines.gap(before: span.steps) { losses.actions.append(gap) }
            if info == nil, hasActions { losses.actions += segment.lostActions }
            if isCut, hasActions { note(segment, of: info?.steps, &losses) }
        }
        if !hasActions {
            if let steps = info?.steps ?? span.steps {
                losses.actions.append(steps)
            } else if info == nil {
                losses.sealed.append("the actions of segment \(index) are damaged and left out")
            }
        }
        if !hasStates, !isCut || !hasActions, let steps = info?.steps ?? span.steps {
            // The state after the last step is also the keyframe that the next segment begins with.
            let last = places[SegmentName.states(index + 1)] == nil ? steps.upperBound : steps.upperBound - 1
            if last >= steps.lowerBound { losses.states.append(steps.lowerBound...last) }
        }
        guard hasActions || hasStates else { return nil }
        return BundleContents.SegmentPart(span) { (name) throws(RecordingError) in try read(name) }
    }

    /// Adds what is missing of a segment that the end of the file cuts off.
    private func note(_ segment: Segment, of all: ClosedRange<Int>?, _ losses: inout Losses) {
        for name in [SegmentName.actions(segment.index), SegmentName.states(segment.index)] {
            guard let lines = cut[name] else { continue }
            let count = lines.count { $0 == UInt8(ascii: "\n") }
            losses.sealed.append("\(name) is cut off: its first \(count == 1 ? "line is" : "\(count) lines are") kept, unchecked")
        }
        let last = segment.actions.last?.step
        if let all, (last ?? all.lowerBound - 1) < all.upperBound {
            losses.actions.append((last.map { $0 + 1 } ?? all.lowerBound)...all.upperBound)
        }
        // What the policy did not take is not lost.
        if manifest?.capture != nil { return }
        // A reducer that never returned made no state: there is nothing to miss.
        let unreturned = Set((manifest?.ending.underWay ?? []).filter { $0.phase == .reducer }.map(\.step))
        losses.states += StateCoverage(segment, without: unreturned).lost
    }

    /// The bytes of a stream, or its beginning; none of one that is lost.
    private func read(_ name: String) throws(RecordingError) -> [UInt8] {
        if let place = places[name] { return try files.read(place) }
        return cut[name] ?? []
    }
}
