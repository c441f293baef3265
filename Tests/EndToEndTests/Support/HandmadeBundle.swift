import RewindArchive
import RewindFormat
import RewindValue
import TestSupport

/// A bundle made by hand whose manifest lists and hashes whatever a stranger likes.
struct HandmadeBundle {
    var actions: [UInt8] = Array(#"{"step":1,"t":1,"type":"a"}"#.utf8) + [10]
    var states: [UInt8] = Array(#"{"step":0,"keyframe":{"n":0}}"#.utf8) + [10] + Array(#"{"step":1,"patch":[]}"#.utf8) + [10]
    /// Entries besides, listed as they are.
    var others: [ZipBuilder.Entry] = []
    /// The manifest's text, when it is not the one that fits.
    var manifest: [UInt8]?

    /// Every entry, the manifest first.
    var entries: [ZipBuilder.Entry] {
        let segment: [ZipBuilder.Entry] = [
            .init(Array("segments/000000/actions.ndjson".utf8), actions), .init(Array("segments/000000/states.ndjson".utf8), states),
        ]
        var description = Manifest(recorder: "by hand", started: 0)
        description.stores = [.init(name: "main", state: "State")]
        description.ending = Ending(.finished)
        description.segments = [
            .init(index: 0, steps: 1...1, times: 1...1, actions: Self.info(segment[0]), states: Self.info(segment[1]))
        ]
        description.entries = others.map(Self.info)
        return [.init(Array("manifest.json".utf8), manifest ?? Array(description.json.jsonText.utf8))] + segment + others
    }

    var bytes: [UInt8] { ZipBuilder(entries).bytes }

    private static func info(_ entry: ZipBuilder.Entry) -> Manifest.EntryInfo {
        .init(name: String(decoding: entry.name, as: UTF8.self), bytes: entry.content.count, sha256: hash(entry.content))
    }

    static func hash(_ bytes: [UInt8]) -> String {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.hex
    }
}
