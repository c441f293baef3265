import Foundation
import RewindArchive
import RewindFormat
import RewindValue
import TestSupport

/// The golden bundles: made once for each version of the format, and opened forever.
enum Golden {
    /// Where they are.
    static let folder = Repository.path("Fixtures/golden")

    static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Makes all of them in a folder; the recorder's own, and those that only a later version could have made.
    static func make(in output: String, scratch: String) throws {
        let golden = GoldenRecording(in: scratch)
        let directory = try golden.record()
        var sealing = Sealing()
        sealing.overwrites = true
        sealing.level = 9
        try sealing.seal(directory, to: "\(output)/v1.rewind") { manifest in
            manifest.device = ["os": "Linux", "architecture": "x86_64"]
            manifest.unknown["process"] = 4711
        }
        let expected = golden.expected.map(\.jsonText).joined(separator: "\n") + "\n"
        var writer = try ArchiveWriter(path: "\(output)/v1.expected.zip", level: 9)
        try writer.add("expected.ndjson", Array(expected.utf8))
        try writer.finish(replacing: true)
        try rewrite(into: "\(output)/v1-unknown-lines.rewind") { manifest, files in
            manifest["future"] = ["member": true]
            files["actions"]?.insert(#"{"weather":{"t":1,"sky":"blue"}}"#, at: 1)
            files["actions"]?.append(#"{"marker":"the end"}"#)
            files["states"]?.insert(#"{"step":1,"digest":"c0ffee"}"#, at: 1)
            files["states"]?.append(#"{"note":"no step at all"}"#)
        }
        try rewrite(into: "\(output)/v1-losses.rewind") { manifest, _ in manifest["losses"] = losses }
        try rewrite(into: "\(output)/v1-from-the-future.rewind") { manifest, files in
            manifest["format"] = ["major": 1, "minor": 7, "required": [], "dialect": "new"]
            manifest["ending"] = ["how": "evaporated", "humidity": 50]
            manifest["weather"] = "sunny"
            files["actions"] = files["actions"]?.map { $0.replacing(#","type":"#, with: #","mood":["fine"],"type":"#) }
            files["states"] = files["states"]?.map { $0.replacing(#","took":"#, with: #","joules":0.25,"took":"#) }
            files["extra"] = [#"{"from":"a stream of its own"}"#]
        }
        try rewrite(into: "\(output)/v1-requires.rewind") { manifest, _ in
            manifest["format"] = ["major": 1, "minor": 8, "required": ["time-machine"]]
        }
    }

    /// Losses of every kind, and one of a later version.
    static let losses: JSONValue = [
        ["kind": "actions", "steps": [61, 66]],
        ["kind": "actions", "reason": ["kind": "left-out", "entry": "segments/000003/actions.ndjson"]],
        ["kind": "payloads", "steps": [7, 7]],
        ["kind": "states", "steps": [8, 9], "ownNumbers": true, "part": "phone/watch"],
        ["kind": "knowledge", "steps": [3, 5], "store": "main", "reason": ["kind": "differs", "at": "/count"]],
        ["kind": "values", "count": 2],
        ["kind": "damage", "reason": ["kind": "checksum", "entry": "segments/000000/actions.ndjson", "offset": 70, "bytes": 35]],
        ["kind": "damage", "reason": ["kind": "cut-off", "entry": "segments/000000/states.ndjson", "kept": 5]],
        [
            "kind": "damage", "steps": [6, 6],
            "reason": ["kind": "unsound", "entry": "segments/000000/states.ndjson", "rule": "patch", "error": "the patch does not fit"],
        ],
        ["kind": "gap", "steps": [6, 9], "reason": ["kind": "unwritten", "error": "No space left on device"]],
        ["kind": "unknown", "text": "the state of step 11 is missing"],
        ["kind": "melted", "steps": [1, 2], "degrees": 451],
    ]

    /// A recording of five steps with other lines, members and entries than this version knows.
    private static func rewrite(
        into output: String, _ edit: (_ manifest: inout JSONObject, _ files: inout [String: [String]]) -> Void
    ) throws {
        var files = [
            "actions": [#"{"clock":{"t":0,"wall":1795000000000000000}}"#]
                + (1...5).map { #"{"step":\#($0),"t":\#($0)000,"type":"increment","action":{"increment":{}}}"# },
            "states": [#"{"step":0,"keyframe":{"count":0}}"#]
                + (1...5).map { #"{"step":\#($0),"took":9,"patch":[{"op":"replace","path":"/count","value":\#($0)}]}"# },
        ]
        let base = Manifest(recorder: "rewind 9.9.9", started: 1_795_000_000_000_000_000)
        var manifest = base.json.object ?? [:]
        manifest["stores"] = [["name": "main", "state": "Counter"]]
        manifest["ending"] = ["how": "finished"]
        manifest["counts"] = ["steps": 5]
        edit(&manifest, &files)
        func bytes(_ name: String) -> [UInt8] { Array(((files[name] ?? []).joined(separator: "\n") + "\n").utf8) }
        func entry(_ name: String, _ bytes: [UInt8]) -> JSONValue {
            ["name": .string(name), "bytes": .number(JSONNumber(bytes.count)), "sha256": .string(Digest.hex(of: bytes))]
        }
        let readme = Array("A golden bundle.\n".utf8)
        var entries = [entry("README.txt", readme)]
        if files["extra"] != nil { entries.append(entry("segments/000000/extra.ndjson", bytes("extra"))) }
        manifest["entries"] = .array(entries)
        manifest["segments"] = [
            [
                "index": 0, "steps": [1, 5], "times": [1_000, 5_000], "actions": entry("segments/000000/actions.ndjson", bytes("actions")),
                "states": entry("segments/000000/states.ndjson", bytes("states")),
            ]
        ]
        var writer = try ArchiveWriter(path: output)
        try writer.add("README.txt", readme)
        try writer.add("manifest.json", Array(JSONValue.object(manifest).prettyText.utf8))
        try writer.add("segments/000000/actions.ndjson", bytes("actions"))
        try writer.add("segments/000000/states.ndjson", bytes("states"))
        if files["extra"] != nil { try writer.add("segments/000000/extra.ndjson", bytes("extra")) }
        try writer.finish(replacing: true)
    }
}
