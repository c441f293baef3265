import RewindAge
import RewindFormat
import RewindJournal
import RewindValue

/// Writes a bundle atomically: it appears whole and verified, or not at all.
struct BundleWriter {
    var output: String
    /// Whether an existing file is replaced.
    var overwrites: Bool
    var level: Int
    var limits: ArchiveLimits
    var formatLimits: FormatLimits
    /// Whom the file is sealed for; empty for a file that anyone can read.
    var recipients: [Recipient]
    /// Called just before the file takes its name, with its temporary path.
    var mayReplace: ((_ unfinished: String) throws(RecordingError) -> Void)?

    /// Writes the contents, reopens the file, compares every entry with the manifest, and only then gives the file its name.
    ///
    /// Loads every part twice, because the manifest with all hashes precedes the parts in the file. A file that is sealed for recipients is
    /// decrypted for the comparison, which needs as much memory as it has bytes.
    func write(_ contents: BundleContents) throws(RecordingError) {
        let manifest = try contents.completedManifest(threads: formatLimits.workers)
        var stored: Set<String> = []
        // An entry that deflate shrinks beyond the reader's ratio limit is stored instead; the reader would take it for a bomb.
        while let tooSmall = try attempt(contents, manifest, storing: stored) { stored.formUnion(tooSmall) }
    }

    /// Writes the file once; returns the entries that have to be stored instead, in which case no file is left.
    private func attempt(
        _ contents: BundleContents, _ manifest: Manifest, storing stored: Set<String>
    ) throws(RecordingError) -> Set<String>? {
        var writer = try ArchiveWriter(path: output, level: level, limits: limits, recipients: recipients)
        try writer.add(BundleContents.readme.name, BundleContents.readme.load())
        try writer.add(Manifest.entryName, manifest.fileBytes)
        try EntryPrefetcher.load(contents.parts, threads: formatLimits.workers) { (part, bytes) throws(RecordingError) in
            try writer.add(part.name, bytes, method: stored.contains(part.name) ? .stored : .deflated)
        }
        var tooSmall: Set<String> = []
        do throws(RecordingError) {
            try writer.finish(replacing: overwrites) { (path) throws(RecordingError) in
                tooSmall = try entriesBeyondRatio(path)
                guard tooSmall.isEmpty else { throw RecordingError(.limit, "the contents compress too well", path: output) }
                try verify(path)
                try mayReplace?(path)
            }
        } catch {
            if tooSmall.isEmpty { throw error }
        }
        return tooSmall.isEmpty ? nil : tooSmall
    }

    private func entriesBeyondRatio(_ path: String) throws(RecordingError) -> Set<String> {
        var unbounded = limits
        unbounded.inflateRatio = .max
        let entries = try ZipDirectory(of: InputFile.opened(path, limits: limits), limits: unbounded).entries
        return Set(entries.filter { limits.exceedsRatio(size: $0.size, compressed: $0.compressedSize) }.map(\.name))
    }

    private func verify(_ path: String) throws(RecordingError) {
        do throws(RecordingError) {
            let source = try BundleSource(path: path, limits: limits, formatLimits: formatLimits)
            _ = try Recording(bundle: source, limits: formatLimits)
            if let damaged = source.damaged(threads: formatLimits.workers).first { throw damaged.error }
        } catch {
            throw RecordingError(
                error.code, "the written file can't be read back: \(error.message)", path: output, entry: error.entry,
                advice: "Try again; if it happens again, check that disk")
        }
    }
}
