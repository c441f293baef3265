import RewindArchive
import RewindFormat
import RewindRendering
import RewindSystem
import Synchronization

/// The app's sources on this machine: the files of a folder that the user or the project names, or else those that the debug information of
/// the crashed program names.
///
/// Only files that a compiler takes are read, and nothing outside the folder: a recording's places may come from a stranger.
/// Everything is looked up when it is needed first. It may be used from any thread.
final class SourceFiles: Sendable {
    private let folder: String?
    private let recording: Recording?
    private let found = Mutex<[String: [String]]?>(nil)

    /// - Parameters:
    ///   - folder: where to look; by default only the debug information tells.
    ///   - recording: the recording whose places are looked up, and which says when the app was built at the latest.
    init(in folder: String?, of recording: Recording?) {
        self.folder = folder.map { FileSystem.absolutePath($0) }
        self.recording = recording
    }

    /// The endings of the files that are read.
    private static let endings: Set = ["swift", "c", "cc", "cpp", "h", "m", "mm", "py", "js", "ts", "kt", "java", "rs", "go"]
    private static let fileLimit = 4 << 20
    /// How many files and folders are looked at, and how deep.
    private static let entryLimit = 100_000, depthLimit = 32

    var finder: SourceExcerpt.Finder { { place in self.excerpt(of: place) } }

    /// The lines around a place; `nil` if its file is not here.
    func excerpt(of place: SourcePlace) -> SourceExcerpt? {
        guard Self.isSource(place.file) else { return nil }
        let all = found.withLock { found in
            let files = found ?? folder.map(Self.files) ?? recording.map(Self.debuggedFiles) ?? [:]
            found = files
            return files[place.file] ?? []
        }
        let ofModule = all.filter { path in
            let below = folder.map { path.dropFirst($0.count) } ?? path[...]
            return place.module.map { below.split(separator: "/").dropLast().contains($0[...]) } ?? false
        }
        let candidates = ofModule.isEmpty ? all : ofModule
        guard let path = candidates.first else { return nil }
        if candidates.count > 1 {
            let names = candidates.prefix(2).map(name).joined(separator: " or ") + (candidates.count > 2 ? " or another" : "")
            return SourceExcerpt(noneOf: place, because: "it may be \(names): name a folder with one of them, with --source")
        }
        guard let bytes = try? FileSystem.read(path, limit: Self.fileLimit) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
            String.init)
        if lines.last == "" { lines.removeLast() }
        let isNewer = recording.map { $0.started > 0 && FileSystem.modificationTime(of: path) > $0.started / 1_000_000_000 } ?? false
        return SourceExcerpt(path: name(path), number: place.line, of: lines, remark: isNewer ? "the file has changed since" : nil)
    }

    /// The path as it is shown: below the folder, or below the working directory.
    private func name(_ path: String) -> String {
        guard let folder, path.hasPrefix(folder + "/") else { return RecordingLibrary.nearName(of: path) }
        return String(path.dropFirst(folder.count + 1))
    }

    private static func isSource(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        return endings.contains(String(name[name.index(after: dot)...]))
    }

    /// The files in a folder and below it, by name; links and hidden folders, such as those of a build, are left out.
    private static func files(in folder: String) -> [String: [String]] {
        var files: [String: [String]] = [:]
        var folders = [(path: folder, depth: 0)]
        var count = 0
        while let (folder, depth) = folders.popLast() {
            for name in (try? FileSystem.names(in: folder)) ?? [] where !name.hasPrefix(".") && name != "node_modules" {
                count += 1
                if count > entryLimit { return files }
                let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
                switch FileSystem.kindOfItself(path) {
                case .directory where depth < depthLimit: folders.append((path, depth + 1))
                case .file where isSource(name): files[name, default: []].append(path)
                default: break
                }
            }
        }
        return files.mapValues { $0.sorted() }
    }

    /// The files that the debug information of a crashed program names for the calls of its backtrace, by name.
    ///
    /// The program has to be of the build that crashed, and one that only the user can have put there.
    private static func debuggedFiles(of recording: Recording) -> [String: [String]] {
        guard let crash = try? recording.crash() else { return [:] }
        var files: [String: Set<String>] = [:]
        for (image, offsets) in crash.offsetsByImage {
            guard case .file(let program) = ImageFiles().file(for: image), !image.buildID.isEmpty, FileSystem.isTrusted(program) else {
                continue
            }
            for path in Symbolizer.files(at: offsets, in: program) where path.hasPrefix("/") && FileSystem.kindOfItself(path) == .file {
                files[FileSystem.parts(of: path).name, default: []].insert(path)
            }
        }
        return files.mapValues { $0.sorted() }
    }
}
