import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// What earlier processes left in the same directory.
struct EarlierRecordings {
    let directory: String

    /// Finds the recordings whose processes died, and writes into their manifests how: the next reader, and the app, then know at once.
    func recordEndings() -> [UnfinishedRecording] {
        FileSystem.removeAbandonedFiles(in: directory)
        return paths.compactMap { path in
            guard let live = try? LiveDirectory(takingOver: path), let ending = try? live.recordEnding() else { return nil }
            defer { live.unlock() }
            let crash = (try? DirectorySource(path: path)).flatMap { try? Crash(live: $0) }
            var recording = UnfinishedRecording(directory: path, ending: ending, diedInRecorder: crash?.isInRecorder ?? false)
            let files = Self.fileNames(of: path) + [live.madeFile].compactMap(\.self)
            recording.hasFile = files.contains { FileSystem.kind(of: $0) == .file }
            return recording
        }
    }

    /// Where the files are that `rewind seal` and `rewind recover` make of a directory.
    private static func fileNames(of path: String) -> [String] {
        let stem = path.dropLast(".live".count)
        let name = stem.split(separator: "/").last ?? stem
        return [stem, name].flatMap { ["\($0).rewind", "\($0)-recovered.rewind"] }
    }

    /// Removes recordings whose ending is known, of an app until what stays is within the limits: those without steps first, then those of which no state
    /// after a step is known, then the oldest, and the newest of those that crashed last.
    ///
    /// - Parameters:
    ///   - present: the directory of the recording that begins; neither it nor what another process is writing is looked at.
    ///   - found: directories of which the app has just been told, and may yet make files; they stay this time.
    ///   - now: the wall clock; what says that it began later, by a clock that was wrong, counts as the oldest.
    /// - Returns: how many were removed, and the bytes of their files.
    func remove(
        of app: String, beyond limits: EarlierLimits, but present: String, found: Set<String> = [], now: Int
    ) -> (count: Int, bytes: Int) {
        guard limits != .none else { return (0, 0) }
        var kept = (count: 0, bytes: 0)
        var removed = (count: 0, bytes: 0)
        let mine = paths.filter { $0 != present }.compactMap { Remains($0, of: app, now: now) }
        let newestCrash = mine.filter { $0.hasSteps && $0.hasCrashed }.map(\.started).max()
        func worth(_ remains: Remains) -> Int {
            if !remains.hasSteps { return 0 }
            if remains.hasCrashed, remains.started == newestCrash { return 3 }
            return remains.hasStates ? 2 : 1
        }
        for remains in mine.sorted(by: { (worth($0), $0.started, $0.path) > (worth($1), $1.started, $1.path) }) {
            kept.count += 1
            kept.bytes += remains.bytes
            let isKept =
                limits.count.map { kept.count <= $0 } ?? true && limits.bytes.map { kept.bytes <= $0 } ?? true
                && limits.age.map { now - remains.started <= $0.nanoseconds } ?? true
            if isKept || found.contains(remains.path) { continue }
            defer { remains.live.unlock() }
            if (try? DirectoryRemoval.remove(remains.path)) != nil {
                removed.count += 1
                removed.bytes += remains.bytes
            }
        }
        return removed
    }

    private var paths: [String] {
        ((try? FileSystem.names(in: directory)) ?? []).filter { $0.hasSuffix(".live") }.map { "\(directory)/\($0)" }
    }

    /// A recording without a live writer; this value holds its lock as long as it lives, so that no other process takes the recording
    /// meanwhile.
    private struct Remains {
        let path: String
        let live: LiveDirectory
        let started: Int
        let bytes: Int
        /// Whether any action was dispatched; also true if that is unknown.
        let hasSteps: Bool
        /// Whether any state after a step was written; also true if that is unknown.
        let hasStates: Bool
        let hasCrashed: Bool

        /// Takes the lock; `nil` if the recording is another app's, is still being written, or has an ending that could not be written.
        init?(_ path: String, of app: String, now: Int) {
            let name = "\(path)/\(Manifest.entryName)"
            guard let bytes = try? FileSystem.read(name, limit: FormatLimits.default.manifestBytes),
                let manifest = try? Manifest(parsing: bytes, path: path), manifest.app["name"] == .string(app),
                manifest.ending.how != .recording, let live = try? LiveDirectory(takingOver: path),
                let source = try? DirectorySource(path: path)
            else { return nil }
            self.path = path
            self.live = live
            started = manifest.started > now ? 0 : manifest.started
            hasCrashed = manifest.ending.how == .crashed
            let status = (try? FileSystem.read("\(path)/\(StatusPage.fileName)", limit: 1 << 20)).flatMap { Status($0) }
            hasStates = status.map { $0.lastState > 0 } ?? true
            hasSteps = manifest.counts.steps > 0 || status.map { $0.lastState > 0 || $0.stores.contains { $0.step > 0 } } ?? true
            self.bytes = source.names.reduce(0) { $0 + (FileSystem.size(of: "\(path)/\($1)") ?? 0) }
        }
    }
}

/// A recording whose process died before it was finished.
struct UnfinishedRecording {
    /// The directory, which can be opened as it is, and sealed.
    var directory: String
    /// What was under way when the process died.
    var ending: Ending
    /// Whether the process died on the recorder's own thread, while the app's `encode(to:)` ran there.
    var diedInRecorder = false
    /// Whether `rewind seal` or `rewind recover` has made a file from it that is still in place, or that has its default name and is next
    /// to it or in the current directory.
    var hasFile = false
}
