package import RewindValue

extension Manifest {
    /// One of the recordings that a recording was merged from by their clocks, with the facts from its own manifest.
    package struct PartInfo: Sendable, Equatable {
        /// The prefix of its stores, its files, and the marks that other parts have too.
        package var name: String
        /// The tester's title of the recording.
        package var title: String?
        /// The tester's note about it.
        package var note: String?
        /// The app's name, version and whatever else the app said about itself.
        package var app: JSONObject = [:]
        /// The system and the machine.
        package var device: JSONObject = [:]
        /// When it began, by its wall clock: nanoseconds since 1970.
        package var started = 0
        /// How it ended, with the steps and stores of the merged recording; `nil` if its manifest has no ending.
        package var ending: Ending?
        package var recorder: String?
        /// Those that it was merged from itself.
        package var parts: [PartInfo] = []
        /// Members that this version does not know.
        package var unknown: JSONObject = [:]

        package init(name: String) { self.name = name }
    }

    /// Where a file is: the recordings that this one was merged from in whose folder it is, the outermost first, and its name there.
    package func place(ofFile name: String) -> (parts: [PartInfo], name: Substring) {
        let folder = "attachments/"
        guard name.hasPrefix(folder) else { return ([], name[...]) }
        var (place, rest, candidates): ([PartInfo], Substring, [PartInfo]) = ([], name.dropFirst(folder.count), parts)
        while let part = candidates.first(where: { rest.hasPrefix($0.name + "/") }) {
            place.append(part)
            rest = rest.dropFirst(part.name.count + 1)
            candidates = part.parts
        }
        return (place, rest)
    }

    /// Whether a file is the crash report of this recording, or of one that it was merged from.
    package func isCrash(file name: String) -> Bool {
        let place = place(ofFile: name)
        return name == Crash.entryName || !place.parts.isEmpty && place.name == Crash.entryName
    }

    /// Whether a file is what an app last wrote to standard error, in this recording or in one that it was merged from.
    package func isStandardError(file name: String) -> Bool { name.hasPrefix("attachments/") && place(ofFile: name).name == "stderr.txt" }

    /// How the names of pictures begin that a recorder took of the app; those of other files begin with a number.
    package static let picturePrefix = "attachments/picture-"

    /// Whether a file is a picture that a recorder took of the app, in this recording or in one that it was merged from.
    package static func isPicture(file name: String) -> Bool {
        name.hasPrefix("attachments/") && name.split(separator: "/").last.map { $0.hasPrefix("picture-") } ?? false
    }
}

extension Manifest.PartInfo {
    /// The facts from a manifest, under the part's new name.
    package init(_ manifest: Manifest, name: String) {
        self.init(name: name)
        (title, note, app, device) = (manifest.title, manifest.note, manifest.app, manifest.device)
        (started, ending, recorder) = (manifest.started, manifest.ending, manifest.recorder)
        (parts, unknown) = (manifest.parts, manifest.unknown)
    }

    init?(json: JSONValue) {
        guard var rest = json.object, let name = rest.removeValue(forKey: "name")?.string else { return nil }
        self.init(name: name)
        title = rest.removeValue(forKey: "title")?.string
        note = rest.removeValue(forKey: "note")?.string
        app = rest.removeValue(forKey: "app")?.object ?? [:]
        device = rest.removeValue(forKey: "device")?.object ?? [:]
        started = rest.removeValue(forKey: "started")?.int(clampedTo: FormatLimits.wallTimes) ?? 0
        ending = rest.removeValue(forKey: "ending").flatMap(Ending.init(json:))
        recorder = rest.removeValue(forKey: "recorder")?.string
        parts = (rest.removeValue(forKey: "parts")?.array ?? []).compactMap { Self(json: $0) }
        unknown = rest
    }

    package var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object["title"] = title.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        object["app"] = .object(app)
        object["device"] = .object(device)
        object["started"] = .number(JSONNumber(started))
        object["ending"] = ending?.json
        object["recorder"] = recorder.map(JSONValue.string)
        if !parts.isEmpty { object["parts"] = .array(parts.map { $0.json }) }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }

    /// This one with changes to it and to those that it was merged from.
    package func mapping(_ change: (inout Self) -> Void) -> Self {
        var part = self
        change(&part)
        part.parts = part.parts.map { $0.mapping(change) }
        return part
    }
}
