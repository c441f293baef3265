import RewindFormat
import RewindJournal
import RewindValue

extension BundleContents {
    /// What is left of damaged files, and in the manifest what is not; `nil` if nothing of a recording is.
    ///
    /// A segment is kept with what is there of its two streams. Where the manifest is whole, a file that is no stream has to fit its hash.
    ///
    /// - Throws: `RecordingError` if the manifest is whole and this version can't read it, or a limit is exceeded.
    init?(salvaging files: any SalvagedFiles, path: String, limits: FormatLimits) throws(RecordingError) {
        let wrapper = BundleFiles.wrapper(in: Array(files.files.keys))
        let place = BundleContents.placeOfManifest(in: files, wrapper, limits: limits)
        let (manifest, flaw) =
            try place.map { place throws(RecordingError) in try BundleContents.manifest(in: files, place, path: path, limits: limits) }
            ?? (nil, nil)
        let salvage = Salvage(of: files, wrapper: wrapper, manifest: manifest, at: place, limits: limits)
        guard manifest != nil || !salvage.indices.isEmpty else { return nil }

        var losses = Losses()
        var segments: [SegmentPart] = []
        var lines = SalvagedLines()
        for index in salvage.indices {
            if let segment = try salvage.segment(index, &losses, &lines) { segments.append(segment) }
        }
        self.manifest = manifest ?? lines.manifest
        self.manifest.losses += losses.sentences
        self.segments = segments
        others = salvage.others
        self.manifest.losses += salvage.lostEntries.map { "\(printableName($0)) is damaged and left out" }
        if let flaw { self.manifest.losses.append("unsound: \(Manifest.entryName): \(flaw)") }
        if manifest == nil {
            self.manifest.losses.append(Recording.manifestIsLost)
            if let crash = others.first(where: { $0.name == Crash.entryName }), let bytes = try? crash.load(),
                let seen = Crash(json: (try? JSONValue(parsing: bytes)) ?? .null)
            {
                self.manifest.ending = Ending(of: seen, nil)
            }
        }
    }

    /// The name that the manifest is found under: its own, or another one where that is damaged and the content tells what it is.
    private static func placeOfManifest(in files: any SalvagedFiles, _ wrapper: String, limits: FormatLimits) -> String? {
        let wanted = ZipName.folded(wrapper + Manifest.entryName)
        if let name = files.files.keys.first(where: { ZipName.folded($0) == wanted }) { return name }
        return files.files.keys.sorted().first { name in
            // Damage changes the letters of a name, and not how many there are: a manifest that somebody attached is none of ours.
            guard name.utf8.count == wanted.utf8.count, (files.files[name]?.size).map({ $0 <= limits.manifestBytes }) == true,
                let bytes = try? files.read(name), let manifest = try? Manifest(parsing: bytes, limits: limits, path: "")
            else { return false }
            return !manifest.segments.isEmpty
        }
    }

    /// The manifest in an entry, if it is whole; where only its lists of segments and entries are not what the format says, without those, and why.
    private static func manifest(
        in files: any SalvagedFiles, _ name: String, path: String, limits: FormatLimits
    ) throws(RecordingError) -> (Manifest?, flaw: String?) {
        do throws(RecordingError) {
            try limits.checkManifest(size: files.files[name]?.size ?? 0, path: path)
            let manifest = try Manifest(parsing: files.read(name), limits: limits, path: path)
            _ = try BundleSource.listed(in: manifest, path: path)
            return (manifest, nil)
        } catch {
            // Damaged is what this is for; a recording from the future is not, and would lose what only the future knows.
            if error.code == .unsupported { throw error }
            guard error.code == .damaged, let bytes = try? files.read(name), var members = (try? JSONValue(parsing: bytes))?.object else {
                return (nil, nil)
            }
            for list in ["segments", "entries"] { members[list] = nil }
            let manifest = try? Manifest(json: .object(members), path: path)
            return (manifest, manifest == nil ? nil : error.message)
        }
    }
}
