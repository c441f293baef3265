import Foundation
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport

/// Plants secrets of all classes in all places of one recording, and counts those that are in its files.
struct SecretCampaign: Sendable {
    /// Every place that a secret was planted in, with what was planted.
    private(set) var planted: [(secret: PlantedSecret, place: SecretPlace)] = []

    /// - Parameters:
    ///   - inBytes: whether texts are planted as bytes too, where only masks take them.
    ///   - makes: what is planted; by default, secrets of all classes.
    init(seed: UInt64, count: Int, inBytes: Bool = false, makes: ((inout SecretForge) -> PlantedSecret)? = nil) {
        var forge = SecretForge(seed: seed)
        for _ in 0..<count {
            let secret = makes?(&forge) ?? forge.next()
            planted.append((secret, forge.pick(SecretPlace.fitting(secret.content).filter { inBytes || $0 != .bytes && $0 != .data })))
        }
    }

    /// Records all of it.
    ///
    /// - Parameter configure: changes the recorder's configuration, such as its rules or level.
    func record(into directory: String, configure: (inout Recorder.Configuration) -> Void = { _ in }) throws -> Recorder {
        var configuration = Recorder.Configuration(app: "Campaign", directory: directory)
        for (index, (secret, place)) in planted.enumerated() where place == .details {
            if case .keyed(let key, let value) = secret.content { configuration.details["\(index) " + key] = value }
        }
        configure(&configuration)
        let recorder = Recorder(configuration)
        let main = recorder.store(initialState: JSONValue.object([:]))
        let typed = recorder.store("typed", initialState: Typed())
        var session = Session(recorder: recorder, main: main, typed: typed)
        for (index, (secret, place)) in planted.enumerated() where place != .details { try session.plant(secret, at: place, index) }
        return recorder
    }

    /// What of it is in any file of a folder, names of files included.
    func leaks(in folder: String) -> SecretReport {
        var needles = needles
        needles.look(inFilesOf: folder)
        return SecretReport(planted: planted, found: needles.found)
    }

    /// What of it is in any entry of a sealed recording.
    func leaks(in recording: Recording) throws -> SecretReport {
        var needles = needles
        try needles.look(in: recording)
        return SecretReport(planted: planted, found: needles.found)
    }

    private var needles: Needles {
        var needles = Needles()
        for (index, (secret, _)) in planted.enumerated() { for needle in secret.needles { needles.add(needle, of: index) } }
        return needles
    }

    struct Typed: Codable, Sendable {
        var text = ""
        var number: Int64 = 0
        var bytes: [UInt8] = []
        var data = Data()
        var byName: [String: String] = [:]
    }

    struct Named: Codable, ActionNaming { var actionName: String }
    enum Dumped { case text(String), number(Int64), entries([String: String]), both(id: Int, String) }
    enum Untold: Error, CustomStringConvertible {
        case failed(String)
        var description: String { if case .failed(let text) = self { text } else { "" } }
    }
}

extension Needles {
    /// Goes through the files of a folder, and their names.
    mutating func look(inFilesOf folder: String) {
        for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
            look(in: Array(name.utf8), named: "the name \(name)")
            if let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { look(in: Array(data), named: name) }
        }
    }

    /// Goes through the entries of a sealed recording, and their names.
    mutating func look(in recording: Recording) throws {
        for name in recording.source.names { look(in: Array(name.utf8) + (try recording.source.read(name)), named: name) }
    }
}

/// Where a secret may be planted.
enum SecretPlace: String, Sendable, CaseIterable {
    case action, nested, state, element, dictionaryKey, actionName, markName, markNote, log, logMetadata, site, storeName, title,
        attachment, error, dump
    case metadata, details, typedText, typedNumber, bytes, data, typedEntry, swallowed, dumpedEntry, textPair

    static func fitting(_ content: PlantedSecret.Content) -> [SecretPlace] {
        switch content {
        case .keyed:
            [.action, .nested, .state, .element, .logMetadata, .metadata, .details, .typedEntry, .dumpedEntry, .swallowed, .textPair]
        case .keyedNumber: [.action, .nested, .state, .element, .logMetadata, .metadata, .swallowed]
        case .number: [.action, .nested, .state, .element, .logMetadata, .metadata, .typedNumber, .dump]
        case .text:
            [
                .action, .nested, .state, .element, .dictionaryKey, .actionName, .markName, .markNote, .log, .logMetadata, .site,
                .storeName, .title, .attachment, .error, .dump, .metadata, .typedText, .bytes, .data, .swallowed,
            ]
        }
    }
}

/// What a campaign found, by class.
struct SecretReport: Sendable, CustomStringConvertible {
    var planted: [(secret: PlantedSecret, place: SecretPlace)]
    /// The planted secrets that are in the files, and where.
    var found: [Int: String]

    /// How many were found in one of two recordings only.
    var chances = 0

    /// What was found in this and in another recording of the same.
    func alsoFound(in other: SecretReport) -> SecretReport {
        var both = self
        both.found = found.filter { other.found[$0.key] != nil }
        both.chances = found.count + other.found.count - 2 * both.found.count
        return both
    }

    /// The part of all that was found, in percent.
    var percentage: Double { planted.isEmpty ? 0 : 100 * Double(found.count) / Double(planted.count) }

    var description: String {
        var lines = ["\(found.count) of \(planted.count) planted secrets were found: \(Self.rounded(percentage)) %"]
        for (kind, items) in Dictionary(grouping: planted.indices, by: { planted[$0].secret.kind }).sorted(by: { $0.key < $1.key }) {
            let leaks = items.count { found[$0] != nil }
            lines.append("  \(kind): \(leaks) of \(items.count), \(Self.rounded(100 * Double(leaks) / Double(items.count))) %")
        }
        return lines.joined(separator: "\n")
    }

    /// Each that was found: what it was and where.
    var details: String {
        found.sorted { $0.key < $1.key }.map { index, place in
            "\(planted[index].secret.kind) at \(planted[index].place): \(planted[index].secret.content)\n      \(place)"
        }.joined(separator: "\n")
    }

    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
