import Foundation
import RewindArchive
import RewindFormat
import RewindValue
import TestSupport

/// A recording that somebody damaged or made to lie, in one file or in the directory of an app.
struct Mutant {
    /// What was done to it.
    var name: String
    /// The files, by their names below the directory; the one without a name is a file of its own.
    var files: [String: [UInt8]]

    /// Writes it, and returns where it is.
    func write(in folder: TemporaryFolder) throws -> String {
        let path = folder.path("mutant")
        try? FileManager.default.removeItem(atPath: path)
        if let bytes = files[""] { return try folder.write(bytes, to: "mutant") }
        for (name, bytes) in files {
            try folder.makeFolder("mutant/" + name.split(separator: "/").dropLast().joined(separator: "/"))
            try folder.write(bytes, to: "mutant/\(name)")
        }
        return path
    }

    /// The lines of its action streams that a plain reader finds: what inflates of each entry whose header is there, cut into lines.
    var plainLines: [[UInt8]] {
        let streams = files[""].map(Self.streams) ?? files.filter { $0.key.hasSuffix("/actions.ndjson") }.map(\.value)
        // What has no end may lack more than that.
        return streams.flatMap { $0.split(separator: 10, omittingEmptySubsequences: false).dropLast().map(Array.init) }
    }

    /// The action streams in a zip, by the local headers alone; of a name that is there twice, the first.
    private static func streams(in zip: [UInt8]) -> [[UInt8]] {
        var streams: [String: [UInt8]] = [:]
        for start in zip.indices where zip[start...].starts(with: [0x50, 0x4B, 3, 4]) && start + 30 <= zip.count {
            func number(_ place: Int) -> Int { Int(zip[start + place]) | Int(zip[start + place + 1]) << 8 }
            let end = start + 30 + number(26)
            guard end + number(28) <= zip.count, [0, 8].contains(number(8)), number(4) <= 45, number(6) & ~0x080E == 0 else { continue }
            let name = String(decoding: zip[(start + 30)..<end], as: UTF8.self)
            guard SegmentName.index(ofStream: name) != nil, name.hasSuffix("/actions.ndjson"), streams[name] == nil else { continue }
            let content = zip[(end + number(28))...]
            streams[name] = number(8) == 8 ? PlainInflate(content).output : Array(content.prefix(number(18) | number(20) << 16))
        }
        return Array(streams.values)
    }
}

/// Makes mutants of one recording, always the same ones of a seed.
struct Mutation {
    private let files: [String: [UInt8]]
    private var random: SeededGenerator

    /// Of a file.
    init(of bytes: [UInt8], seed: UInt64) {
        files = ["": bytes]
        random = SeededGenerator(seed: seed)
    }

    /// Of a directory.
    init(ofDirectory path: String, seed: UInt64) throws {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            if let data = FileManager.default.contents(atPath: "\(path)/\(name)") { files[name] = Array(data) }
        }
        self.files = files
        random = SeededGenerator(seed: seed)
    }

    /// The next one.
    mutating func next() throws -> Mutant {
        var mutant = Mutant(name: "", files: files)
        for _ in 0...(random.below(4) / 3) {
            let name = files.keys.sorted()[random.below(files.count)]
            switch random.below(6) {
            case 0, 1: mutant.name += " flip \(change(name, of: &mutant) { $0[$2] ^= 1 << UInt8($1.below(8)) })"
            case 2: mutant.name += " cut \(change(name, of: &mutant) { $0.removeSubrange($2...) })"
            case 3: mutant.name += " splice \(change(name, of: &mutant, Self.splice))"
            case 4: mutant.name += " swap \(change(name, of: &mutant, Self.swap))"
            default: try lie(in: &mutant)
            }
        }
        return mutant
    }

    private mutating func change(
        _ name: String, of mutant: inout Mutant, _ body: (inout [UInt8], inout SeededGenerator, Int) -> Void
    ) -> String {
        guard var bytes = mutant.files[name], !bytes.isEmpty else { return "nothing" }
        let place = random.below(bytes.count)
        body(&bytes, &random, place)
        mutant.files[name] = bytes
        return "\(name) \(place)"
    }

    /// Takes a piece out, or puts one in twice.
    private static func splice(_ bytes: inout [UInt8], _ random: inout SeededGenerator, _ place: Int) {
        let piece = bytes[place..<min(bytes.count, place + 1 + random.below(400))]
        if random.below(2) == 0 {
            bytes.removeSubrange(piece.indices)
        } else {
            bytes.insert(contentsOf: piece, at: random.below(bytes.count))
        }
    }

    /// Exchanges two pieces.
    private static func swap(_ bytes: inout [UInt8], _ random: inout SeededGenerator, _ place: Int) {
        let other = random.below(bytes.count)
        let count = min(1 + random.below(200), abs(place - other), bytes.count - max(place, other))
        for offset in 0..<count { bytes.swapAt(place + offset, other + offset) }
    }

    // MARK: Lies

    private static let numbers: [Int64] = [0, -1, 1 << 50, (1 << 53) + 1, .max, .min, 1 << 20, 2]

    /// Changes what the manifest or a line says, so that the file is whole all the same.
    private mutating func lie(in mutant: inout Mutant) throws {
        if let zip = mutant.files[""] {
            guard let directory = try? Self.contents(of: zip) else { return }
            var entries = directory
            let place = random.below(3) == 0 ? random.below(entries.count) : entries.firstIndex { $0.name == Manifest.entryName } ?? 0
            mutant.name += " lie \(entries[place].name)"
            entries[place].bytes = lie(entries[place].bytes, isManifest: entries[place].name == Manifest.entryName, isLive: false)
            // A liar who is no fool tells the hash of what he wrote.
            if entries[place].name != Manifest.entryName, random.below(2) == 0 { Self.rehash(place, in: &entries) }
            mutant.files[""] = ZipBuilder(entries.map { ZipBuilder.Entry(Array($0.name.utf8), $0.bytes) }).bytes
        } else {
            let names = mutant.files.keys.filter { $0 == Manifest.entryName || $0.hasSuffix(".ndjson") }.sorted()
            let name = names[random.below(names.count)]
            mutant.name += " lie \(name)"
            mutant.files[name] = lie(mutant.files[name] ?? [], isManifest: name == Manifest.entryName, isLive: true)
        }
    }

    private static func contents(of zip: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
        let folder = TemporaryFolder()
        let reader = try ArchiveReader(path: folder.write(zip))
        return try reader.directory.entries.map { ($0.name, try reader.read($0.name)) }
    }

    private static func rehash(_ place: Int, in entries: inout [(name: String, bytes: [UInt8])]) {
        guard let manifest = entries.firstIndex(where: { $0.name == Manifest.entryName }) else { return }
        func told(_ value: JSONValue) -> JSONValue {
            switch value {
            case .array(let elements): .array(elements.map(told))
            case .object(var object):
                {
                    for (key, value) in object { object[key] = told(value) }
                    if object["name"]?.string == entries[place].name, object["sha256"] != nil {
                        object["sha256"] = .string(HandmadeBundle.hash(entries[place].bytes))
                        object["bytes"] = .number(.int(Int64(entries[place].bytes.count)))
                    }
                    return .object(object)
                }()
            default: value
            }
        }
        guard let json = try? JSONValue(parsing: entries[manifest].bytes) else { return }
        entries[manifest].bytes = Array(told(json).jsonText.utf8)
    }

    private mutating func lie(_ bytes: [UInt8], isManifest: Bool, isLive: Bool) -> [UInt8] {
        if isManifest {
            guard let json = try? JSONValue(parsing: bytes) else { return bytes }
            return Array(lied(json).jsonText.utf8)
        }
        var lines = bytes.split(separator: 10).map(Array.init)
        guard lines.count > 1 else { return bytes }
        let place = random.below(lines.count)
        switch random.below(4) {
        case 0: lines.swapAt(place, random.below(lines.count))
        case 1: lines.insert(lines[place], at: random.below(lines.count))
        default:
            guard var object = (try? JSONValue(parsing: lines[place]))?.object else { return bytes }
            object["crc"] = nil
            lines[place] = Array(lied(.object(object)).jsonText.utf8)
            if isLive { LiveLine.close(&lines[place], from: 0) }
            if lines[place].last == 10 { lines[place].removeLast() }
        }
        return Array(lines.joined(separator: [10])) + [10]
    }

    /// A value with one lie in it: a number that is another, a pair or a list the other way round, an element twice.
    private mutating func lied(_ value: JSONValue) -> JSONValue {
        var places: [JSONPointer] = []
        func walk(_ value: JSONValue, _ place: JSONPointer) {
            switch value {
            case .number: places.append(place)
            case .array(let elements):
                if elements.count > 0 { places.append(place) }
                for (index, element) in elements.enumerated() { walk(element, place.appending(index)) }
            case .object(let object): for (key, value) in object { walk(value, place.appending(key)) }
            default: break
            }
        }
        walk(value, .root)
        guard !places.isEmpty else { return value }
        let place = places[random.below(places.count)]
        let lie: JSONValue
        if var elements = value[place]?.array {
            switch random.below(3) {
            case 0: elements.reverse()
            case 1: elements.append(elements[random.below(elements.count)])
            // A segment that a manifest does not list is no part of its recording.
            default: if elements.allSatisfy({ $0.int != nil }) { elements.remove(at: random.below(elements.count)) }
            }
            lie = .array(elements)
        } else {
            lie = .number(.int(Self.numbers[random.below(Self.numbers.count)]))
        }
        var changed = value
        try? JSONPatch([.replace(place, lie)]).apply(to: &changed)
        return changed
    }
}
