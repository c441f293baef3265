import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import Synchronization

/// The recordings that an assistant may ask: those that were named when the server started, and those in the folders that were.
///
/// Nothing else is opened, whatever a call says and wherever a link leads.
final class AssistantRecordings: Sendable {
    private let files: [Named]
    private let folders: [Named]
    /// The recordings that were opened last, the newest at the end.
    private let opened = Mutex<[Opened]>([])

    /// What was named, and what calls name it.
    private struct Named: Sendable {
        let name: String
        /// The path without links; of `latest`, the name, which leads to another recording once there is one.
        let path: String
    }

    private struct Opened: Sendable {
        let path: String
        let identity: FileIdentity
        let timeline: Timeline
    }

    private static let openedLimit = 4
    /// How many names are listed where one is missing.
    private static let listedLimit = 20

    /// - Parameter words: recordings and folders; without any, the newest recording.
    /// - Throws: `RecordingError` if one of them is not there.
    init(_ words: [String]) throws(RecordingError) {
        var (files, folders) = ([Named](), [Named]())
        for word in words.isEmpty ? [RecordingLibrary.latestName] : words {
            if word == RecordingLibrary.latestName, FileSystem.isMissing(word) {
                files.append(Named(name: word, path: word))
                continue
            }
            if FileSystem.isMissing(word) { throw RecordingError(.notFound, "no such file or directory", path: word) }
            let path = FileSystem.absolutePath(word)
            let last = FileSystem.parts(of: path).name
            let isFolder = FileSystem.kind(of: path) == .directory && !RecordingFolder.isRecording(path)
            let taken = (files + folders).contains { $0.name == last }
            let named = Named(name: taken ? path : last, path: path)
            if isFolder { folders.append(named) } else { files.append(named) }
        }
        (self.files, self.folders) = (files, folders)
    }

    /// The names of all recordings there are now.
    var names: [String] {
        files.map(\.name)
            + folders.flatMap { folder in
                RecordingFolder.paths(in: folder.path).compactMap { path in
                    guard FileSystem.path(path, isInside: folder.path), path.hasPrefix(folder.path) else { return nil }
                    let inside = path.dropFirst(folder.path.count).drop { $0 == "/" }
                    return folders.count + files.count == 1 ? String(inside) : "\(folder.name)/\(inside)"
                }
            }
    }

    /// The recording that a call means, and its name.
    ///
    /// - Throws: ``AssistantProblem`` if none is served by that name.
    func path(of name: String?) throws(AssistantProblem) -> (name: String, path: String) {
        guard let name else {
            let all = names
            if all.count == 1 { return try path(of: all[0]) }
            throw problem(all.isEmpty ? "There is no recording here." : "Several recordings are here, and the call names none.", all)
        }
        if let file = files.first(where: { $0.name == name }) { return (name, file.path) }
        for folder in folders {
            for inside in [name, name.hasPrefix(folder.name + "/") ? String(name.dropFirst(folder.name.count + 1)) : nil].compactMap(\.self)
            {
                let path = FileSystem.absolutePath("\(folder.path)/\(inside)")
                if path != folder.path, FileSystem.kind(of: path) != nil, FileSystem.path(path, isInside: folder.path) {
                    return (name, path)
                }
            }
        }
        let resolved = FileSystem.absolutePath(name)
        if let file = files.first(where: { $0.path == resolved }) { return (file.name, file.path) }
        if let folder = folders.first(where: { resolved != $0.path && FileSystem.path(resolved, isInside: $0.path) }) {
            return (String(resolved.dropFirst(folder.path.count + 1)), resolved)
        }
        throw problem("No recording \(AssistantText.quoted(name)) is here: only what was named when this server started is opened.", names)
    }

    private func problem(_ sentence: String, _ names: [String]) -> AssistantProblem {
        let more = names.count > Self.listedLimit ? ["and \(names.count - Self.listedLimit) more"] : []
        return AssistantProblem(
            sentence: sentence, details: names.prefix(Self.listedLimit) + more,
            next: names.isEmpty
                ? "record one, or start the server with a recording or a folder: rewind mcp FOLDER" : "give one of these as \"recording\".")
    }

    /// Whether a directory has a link in it, as deep as a recording's files are.
    private static func leadsElsewhere(_ path: String, depth: Int = 3) -> Bool {
        guard depth > 0, FileSystem.kindOfItself(path) == .directory else { return false }
        return ((try? FileSystem.names(in: path)) ?? []).contains { name in
            FileSystem.isLink("\(path)/\(name)") || leadsElsewhere("\(path)/\(name)", depth: depth - 1)
        }
    }

    /// Opens a recording; one that was opened and has not changed stays open.
    func timeline(at path: String) throws -> Timeline {
        if Self.leadsElsewhere(path) {
            throw AssistantProblem(
                sentence: "A file of this recording is a link, which is not followed.", next: "tell the person to seal the recording.")
        }
        let identity = FileSystem.kind(of: path) == .file ? FileSystem.identity(of: path) : nil
        if let identity, let known = opened.withLock({ $0.first { $0.path == path && $0.identity == identity }?.timeline }) { return known }
        let timeline = try Bundles.timeline(path, keeps: false)
        if let identity {
            opened.withLock { opened in
                opened.removeAll { $0.path == path }
                opened.append(Opened(path: path, identity: identity, timeline: timeline))
                if opened.count > Self.openedLimit { opened.removeFirst() }
            }
        }
        return timeline
    }
}
