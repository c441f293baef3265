import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// The file in a project that names its host, its sources, the migrations of its states, and the rules of its healthy sessions:
/// `.rewind.json`.
struct ProjectFile {
    let path: String
    /// The folder that it is in.
    let folder: String

    static let name = ".rewind.json"

    /// The nearest one, in the working directory or above it; `nil` without one.
    static var nearest: ProjectFile? {
        var folder = FileSystem.absolutePath(".")
        while true {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if FileSystem.kind(of: path) != nil { return ProjectFile(path: path, folder: folder) }
            guard folder != "/", let end = folder.lastIndex(of: "/") else { return nil }
            folder = end == folder.startIndex ? "/" : String(folder[..<end])
        }
    }

    /// Its object, if only the user can write to it.
    ///
    /// - Throws: `RecordingError` if another user may have written it, or it can't be read or is no JSON.
    private func contents() throws(RecordingError) -> JSONValue? {
        let bytes = try FileSystem.readTrusted(path, limit: 1 << 20)
        do { return try JSONValue(parsing: bytes) } catch {
            throw RecordingError(.invalidRequest, "not used, since it is not JSON: \(error)", path: path)
        }
    }

    /// Whether it names a host that may be run.
    var namesHost: Bool { (try? contents())?["host"] != nil }

    /// Whether it has other things and no host.
    var isWithoutHost: Bool {
        guard let json = try? contents() else { return false }
        return json["host"] == nil && (json["migrations"] ?? json["source"] ?? json["rules"]) != nil
    }

    /// The command that starts the host.
    ///
    /// - Throws: `ValidationError` if none is named; `RecordingError` if another user may have written it, or it can't be read.
    func host() throws -> String {
        guard let host = try contents()?["host"]?.string else {
            throw ValidationError("\(path) names no host: it should be {\"host\": \"swift run ShopHost\"}")
        }
        return host
    }

    /// The folder of the app's sources, relative to the file's own; `nil` if it names none.
    ///
    /// A file that another user may have written is named, and not followed; so is a folder that is not there.
    var sourceFolder: String? {
        let json: JSONValue?
        do throws(RecordingError) { json = try contents() } catch {
            Diagnostics.sayOnce("\(error)")
            return nil
        }
        guard let source = json?["source"]?.string else { return nil }
        let path = source.hasPrefix("/") ? source : "\(folder)/\(source)"
        guard FileSystem.kind(of: path) == .directory else {
            Diagnostics.sayOnce("no source is shown: \(self.path) has \"source\": \"\(source)\", where no directory is")
            return nil
        }
        return path
    }

    /// The path of the file of rules that healthy sessions kept to; `nil` if it names none.
    ///
    /// - Throws: `RecordingError` if another user may have written it, or it can't be read.
    func rules() throws(RecordingError) -> String? {
        try contents()?["rules"]?.string.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
    }

    /// The rules for the states of earlier versions, by store.
    ///
    /// - Throws: `ValidationError` if one of them is not valid; `RecordingError` if another user may have written it, or it can't be read.
    func migrations() throws -> [String: [StateRule]] {
        guard let json = try contents()?["migrations"] else { return [:] }
        do throws(StateRuleError) { return try StateRule.rules(json: json) } catch {
            throw ValidationError("\(path): \(error.description)")
        }
    }
}

extension Timeline {
    /// A recording whose states are read by the rules of the project's file; says so, if there are such rules for it.
    ///
    /// A file that another user may have written is named, and not followed.
    static func ofProject(_ recording: Recording, indexStore: (any PathIndexStore)? = nil) throws -> Timeline {
        guard let file = ProjectFile.nearest else { return try Timeline(recording, indexStore: indexStore) }
        var rules: [String: [StateRule]] = [:]
        do { rules = try file.migrations() } catch let error as RecordingError { Diagnostics.sayOnce("\(error)") }
        let timeline = try Timeline(recording, indexStore: indexStore, rules: rules)
        if !timeline.rules.isEmpty { Diagnostics.sayOnce(Remark.migrated(by: file.path).sentence) }
        return timeline
    }
}
