import RewindFormat
import RewindValue

/// Decides which entries of a damaged zip are kept: those that are whole, and fit the manifest where that is whole as well.
struct Salvage {
    /// The segments that are or were there.
    let indices: [Int]

    private let zip: SalvagedZip
    private let wrapper: String
    private let manifest: Manifest?
    private let limits: FormatLimits
    /// The entries that the manifest lists.
    private let listed: [String: Manifest.EntryInfo]
    /// What is kept, by names without the wrapping folder.
    private let names: Set<String>

    init(of zip: SalvagedZip, wrapper: String, manifest: Manifest?, limits: FormatLimits) {
        let entries = (manifest?.segments ?? []).flatMap { [$0.actions, $0.states] } + (manifest?.entries ?? [])
        let listed = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = zip.entries.compactMap { name, entry -> String? in
            guard name.hasPrefix(wrapper) else { return nil }
            let inner = String(name.dropFirst(wrapper.count))
            guard let info = listed[inner] else { return inner }
            return info.sha256 == entry.sha256 && info.bytes == entry.size ? inner : nil
        }
        indices = Set(SegmentName.indices(in: kept)).union((manifest?.segments ?? []).map(\.index)).sorted()
        names = Set(kept)
        self.zip = zip
        self.wrapper = wrapper
        self.manifest = manifest
        self.limits = limits
        self.listed = listed
    }

    /// The files besides the streams.
    var others: [BundleContents.Part] {
        names.filter { !$0.hasPrefix("segments/") && $0 != Manifest.entryName && $0 != BundleContents.readme.name }.sorted().map { name in
            .init(name: name, details: listed[name]?.unknown ?? [:]) { () throws(RecordingError) in try zip.read(wrapper + name) }
        }
    }

    /// The files besides the streams that the manifest lists and that are not whole.
    var lostEntries: [String] {
        (manifest?.entries ?? []).map(\.name).filter { !names.contains($0) && $0 != BundleContents.readme.name }
    }

    /// A segment, if at least its actions are whole; what is missing of it is added to the losses.
    func segment(
        _ index: Int, _ losses: inout Losses, _ lines: inout SalvagedLines
    ) throws(RecordingError) -> BundleContents.SegmentPart? {
        let info = manifest?.segments.first { $0.index == index }
        let hasStates = names.contains(SegmentName.states(index))
        guard names.contains(SegmentName.actions(index)) else {
            if let steps = info?.steps {
                losses.actions.append(steps)
            } else if info == nil {
                losses.sealed.append("the actions of segment \(index) are damaged and left out")
            }
            return nil
        }
        var span = BundleContents.Span(index: index, steps: info?.steps, times: info?.times)
        if info == nil {
            let segment = Segment(
                index: index, actions: try zip.read(wrapper + SegmentName.actions(index)),
                states: hasStates ? try zip.read(wrapper + SegmentName.states(index)) : [], isLive: false, limits: limits)
            lines.take(segment)
            span = lines.span(of: segment)
            if let gap = lines.gap(before: span) { losses.actions.append(gap) }
        }
        if !hasStates, let steps = span.steps { losses.states.append(steps) }
        return BundleContents.SegmentPart(span) { (name) throws(RecordingError) in
            names.contains(name) ? try zip.read(wrapper + name) : []
        }
    }
}
