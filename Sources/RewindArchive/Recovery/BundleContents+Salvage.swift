import RewindFormat
import RewindJournal
import RewindValue

extension BundleContents {
    /// What is whole in a damaged zip, and in the manifest what is not; `nil` if nothing of a recording is.
    ///
    /// A segment is kept with both of its streams, or with its actions alone. Where the manifest is whole, an entry has to fit its hash.
    ///
    /// - Throws: `RecordingError` if the manifest is whole and this version can't read it, or a limit is exceeded.
    init?(salvaging file: InputFile, limits: ArchiveLimits, formatLimits: FormatLimits) throws(RecordingError) {
        let zip = try SalvagedZip(file, limits: limits)
        let wrapper = BundleFiles.wrapper(in: Array(zip.entries.keys))
        let place = BundleContents.placeOfManifest(in: zip, wrapper, limits: formatLimits)
        let manifest = try place.flatMap { place throws(RecordingError) in
            try BundleContents.manifest(in: zip, place, path: file.path, limits: formatLimits)
        }
        let salvage = Salvage(of: zip, wrapper: wrapper, manifest: manifest, at: place, limits: formatLimits)
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
        if manifest == nil {
            self.manifest.losses.append(Recording.manifestIsLost)
        }
    }

    /// The name that the manifest is found under: its own, or another one where that is damaged and the content tells what it is.
    private static func placeOfManifest(in zip: SalvagedZip, _ wrapper: String, limits: FormatLimits) -> String? {
        let wanted = ZipName.folded(wrapper + Manifest.entryName)
        if let name = zip.entries.keys.first(where: { ZipName.folded($0) == wanted }) { return name }
        return zip.entries.keys.sorted().first { name in
            // Damage changes the letters of a name, and not how many there are: a manifest that somebody attached is none of ours.
            guard name.utf8.count == wanted.utf8.count, (zip.entries[name]?.size).map({ $0 <= limits.manifestBytes }) == true,
                let bytes = try? zip.read(name), let manifest = try? Manifest(parsing: bytes, limits: limits, path: "")
            else { return false }
            return !manifest.segments.isEmpty
        }
    }

    /// The manifest in an entry, if it is whole.
    private static func manifest(
        in zip: SalvagedZip, _ name: String, path: String, limits: FormatLimits
    ) throws(RecordingError) -> Manifest? {
        do throws(RecordingError) {
            try limits.checkManifest(size: zip.entries[name]?.size ?? 0, path: path)
            return try Manifest(parsing: zip.read(name), limits: limits, path: path)
        } catch {
            // Damaged is what this is for; a recording from the future is not, and would lose what only the future knows.
            if error.code == .unsupported { throw error }
            return nil
        }
    }
}
