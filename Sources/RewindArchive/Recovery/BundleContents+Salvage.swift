import RewindFormat
import RewindJournal
import RewindValue

extension BundleContents {
    /// The sound parts of damaged files, with the losses listed in the manifest; `nil` if nothing of a recording is left.
    ///
    /// A segment is kept with whatever is left of its two streams. If the manifest is whole, any file that is not a stream must match its
    /// hash.
    ///
    /// - Throws: `RecordingError` if the manifest is whole but this version can't read it, or a limit is exceeded.
    init?(salvaging files: any SalvagedFiles, path: String, limits: FormatLimits) throws(RecordingError) {
        let wrapper = BundleFiles.wrapper(in: Array(files.files.keys))
        let place = BundleContents.placeOfManifest(in: files, wrapper, limits: limits)
        let (manifest, flaw) =
            try place.map { place throws(RecordingError) in try BundleContents.manifest(in: files, place, path: path, limits: limits) }
            ?? (nil, nil)
        let salvage = Salvage(of: files, wrapper: wrapper, manifest: manifest, at: place, limits: limits)
        var losses = Losses()
        var segments: [SegmentPart] = []
        var lines = SalvagedLines()
        for index in salvage.indices {
            if let segment = try salvage.segment(index, &losses, &lines) { segments.append(segment) }
        }
        guard manifest != nil || !segments.isEmpty else { return nil }
        self.manifest = manifest ?? lines.manifest
        self.manifest.losses += losses.all
        self.segments = segments
        otherEntries = salvage.others
        self.manifest.losses += salvage.lostEntries.map { Loss.damage(.leftOut, to: printableName($0)) }
        if let flaw {
            var reason = Loss.Reason(.unsound, entry: Manifest.entryName)
            (reason.rule, reason.error) = ("manifest", flaw)
            self.manifest.losses.append(Loss(.damage, reason))
        }
        if manifest == nil {
            self.manifest.losses.append(.manifest)
            if let crash = otherEntries.first(where: { $0.name == Crash.entryName }), let bytes = try? crash.load(),
                let seen = Crash(json: (try? JSONValue(parsing: bytes)) ?? .null)
            {
                self.manifest.ending = Ending(of: seen, nil)
            }
        }
    }

    /// The entry that holds the manifest: under its own name, or under a damaged name if its content identifies it.
    private static func placeOfManifest(in files: any SalvagedFiles, _ wrapper: String, limits: FormatLimits) -> String? {
        let wanted = ZipName.folded(wrapper + Manifest.entryName)
        if let name = files.files.keys.first(where: { ZipName.folded($0) == wanted }) { return name }
        return files.files.keys.sorted().first { name in
            // Damage changes letters of a name, but not its length; a manifest that was attached to the recording is not its own.
            guard name.utf8.count == wanted.utf8.count, (files.files[name]?.size).map({ $0 <= limits.manifestBytes }) == true,
                let bytes = try? files.read(name), let manifest = try? Manifest(parsing: bytes, limits: limits, path: "")
            else { return false }
            return !manifest.segments.isEmpty
        }
    }

    /// The manifest in an entry, if it is whole; if only its lists of segments and entries break the format, it is returned without them,
    /// with the reason.
    private static func manifest(
        in files: any SalvagedFiles, _ name: String, path: String, limits: FormatLimits
    ) throws(RecordingError) -> (Manifest?, flaw: String?) {
        do throws(RecordingError) {
            try limits.checkManifest(size: files.files[name]?.size ?? 0, path: path)
            let manifest = try Manifest(parsing: files.read(name), limits: limits, path: path)
            _ = try ListedEntries(of: manifest, path: path)
            return (manifest, nil)
        } catch {
            // Recovery is for damage; a recording in a later format is not damaged, and would lose whatever this version does not know.
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
