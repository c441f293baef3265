import Foundation
import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// Text that takes a terminal over, wherever a recording can hold text.
@Suite(
    "Text out of a recording never controls the terminal",
    .timeLimit(.minutes(Effort.isLong ? 600 : 5))) struct HostileTextTests
{
    /// Clears the screen, sets the title, turns the text around, hides it, and moves the cursor by C0, C1 and plain DEL.
    static let evil = "a\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}b\u{2066}\r\u{8}\u{7F}\u{85}\u{200B}\n\tc\u{0}\u{FEFF}\u{E0041}"

    private let rewind = Command()
    private var folder: TemporaryFolder { rewind.folder }

    /// A directory with hostile text in every place that takes text.
    private func live() throws -> String {
        let evil = Self.evil
        let builder = try RecordingBuilder(in: folder, stores: ["main", "s\u{1B}c"]) { manifest in
            manifest.title = evil
            manifest.note = evil + "\nsecond line"
            manifest.app = JSONObject(["name", "version", evil].map { ($0, .string(evil)) })
            manifest.device = JSONObject(["os", evil].map { ($0, .string(evil)) })
            manifest.removals = [evil: 3]
            manifest.stores[0].state = evil
            manifest.stores[0].action = evil
            manifest.recorder = evil
            var loss = Loss(text: evil)
            (loss.store, loss.part, loss.unknown) = (evil, evil, [evil: .string(evil)])
            loss.reason = Loss.Reason(.unsound, entry: evil)
            loss.reason?.error = evil
            loss.reason?.rule = evil
            manifest.losses =
                [loss]
                + Loss.Kind.allCases.map { kind in
                    var other = loss
                    other.kind = kind
                    return other
                }
            manifest.ending = Ending(.crashed)
            manifest.ending.signal = evil
            (manifest.ending.reason, manifest.ending.site) = (evil, evil)
            manifest.ending.underWay = [.init(store: evil, step: 3, phase: .reducer, type: evil)]
            manifest.unknown[evil] = .string(evil)
        }
        let pointer = JSONPointer(tokens: [evil])
        let inner = JSONValue.object(JSONObject([(evil, .array([.string(evil)]))]))
        let state = JSONValue.object(JSONObject([(evil, .string(evil)), ("list", .array([.string(evil), inner]))]))
        builder.keyframe(0, state)
        for step in 1...4 {
            try builder.action(step, evil, store: step == 4 ? "s\u{1B}c" : "main") { line in
                line.action = .object(JSONObject([(evil, .string(evil))]))
                (line.site, line.thread, line.error, line.prefix) = (evil, evil, step == 2 ? evil : nil, evil)
                line.redacted = [pointer]
                line.cause = step - 1
            }
        }
        let patch = try JSONPatch(
            json: .array([
                .object(["op": "replace", "path": .string(pointer.description), "value": .string(evil + "!")]),
                .object(["op": "add", "path": "/new", "value": state]),
            ]))
        builder.line(1, "main", .patch(patch))
        builder.line(2, "main", .failed(evil))
        builder.line(3, "main", .unencodable(evil))
        let path = try builder.die()
        try FileManager.default.createDirectory(atPath: path + "/attachments", withIntermediateDirectories: true)
        try Data(evil.utf8).write(to: URL(fileURLWithPath: "\(path)/attachments/a\u{1B}[2J\u{202E}.txt"))
        try Data(evil.utf8).write(to: URL(fileURLWithPath: "\(path)/attachments/plain.txt"))
        return path
    }

    private func expectPlain(_ run: Program.Run, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!run.wasKilled, "\(name): signal \(run.status)", sourceLocation: sourceLocation)
        for (stream, bytes) in [("output", run.outputBytes), ("errors", run.errorBytes)] {
            let text = String(validating: bytes, as: UTF8.self)
            #expect(text != nil, "\(name): \(stream) is no UTF-8", sourceLocation: sourceLocation)
            let found = Set((text ?? "").unicodeScalars.filter(Self.isControl).map { "U+" + String($0.value, radix: 16) })
            #expect(found.isEmpty, "\(name): \(stream) has \(found.sorted())", sourceLocation: sourceLocation)
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return scalar.value != 0x200D  // the joiner of emoji
        default: return false
        }
    }

    @Test func noCommandThatReadsARecordingLetsItsTextControlTheTerminal() throws {
        let live = try live()
        let evil = folder.path("evil.rewind")
        for (name, run) in try rewind.readHere(live) { expectPlain(run, name) }
        expectPlain(try rewind.here("seal", live, "-o", evil), "seal")
        for (name, run) in try rewind.readHere(evil) {
            expectPlain(run, name)
            #expect(!run.outputBytes.isEmpty || run.status == 1, "\(name): \(run)")
        }
        for step in 0...4 {
            for format in ["tree", "patch", "json"] {
                expectPlain(try rewind.here("diff", evil, "0", "\(step)", "--format", format), "diff \(step) \(format)")
            }
            for path in ["/", "/list/0", "/nothing", "/list/1", "/\u{1B}[2J"] {
                expectPlain(try rewind.here("show", evil, "\(step)", path), "show \(step)")
                expectPlain(try rewind.here("show", evil, "\(step)", path, "--json"), "show \(step) --json")
            }
        }
        let commands = "list 0..\ngoto 1\nprint\nprint .list\ndiff 0\nback\nnext\n\u{1B}[2J\nprint \u{202E}\nlast\n"
        expectPlain(try rewind.here("step", evil, input: commands), "step")
        for arguments in [["--store", "s\u{1B}c"], ["--store", "\u{1B}x"]] {
            expectPlain(try rewind.here(all: ["show", evil, "1"] + arguments), "show --store")
        }
        expectPlain(try rewind.here("recover", evil, "-o", folder.path("recovered.rewind")), "recover")
        expectPlain(try rewind.here("unpack", evil, "-o", folder.path("unpacked")), "unpack")
        for arguments in [
            ["doctor"], ["doctor", "--json"], ["extract", "--list"], ["extract", "--list", "--json"], ["extract", "\u{1B}[2J\u{202E}x"],
        ] {
            let run = try rewind.here(all: [arguments[0], evil] + arguments.dropFirst())
            expectPlain(run, arguments.joined(separator: " "))
        }
        for arguments in [
            ["trim", "2.."], ["filter", "--type", "\u{1B}[2J\u{202E}x"], ["split", "--every", "2"],
            ["annotate", "--at", "1", "--mark", "\u{1B}[2J\u{202E}x"],
            ["export", "--format", "csv", "-o", "evil.csv"],
        ] {
            expectPlain(try rewind.run([arguments[0], "evil.rewind"] + arguments.dropFirst()), arguments.joined(separator: " "))
        }
    }

    @Test("A hostile file name does not control the terminal")
    func aHostileFileNameDoesNotControlTheTerminal() throws {
        let name = "a\u{1B}[2J\u{202E}.rewind"
        for bytes in [try Fixture.small.bytes(), Array(try Fixture.small.bytes().dropLast(9)), Array("no".utf8)] {
            let path = try folder.write(bytes, to: name)
            for (_, run) in try rewind.readHere(path) { expectPlain(run, "a file with a hostile name") }
            for command in ["seal", "recover", "unpack"] { expectPlain(try rewind(command, name), "\(command) of a hostile name") }
        }
        expectPlain(try rewind.here("info", folder.path("\u{9B}nowhere")), "a missing file")
    }

    @Test func whatIsSaidOfADamagedRecordingDoesNotControlTheTerminal() throws {
        let live = try live()
        let damaged = folder.path("damaged.rewind")
        #expect(try rewind.here("seal", live, "-o", folder.path("evil.rewind")).status != 2)
        let whole = try folder.read("evil.rewind")
        for index in Effort.numbers(in: 0..<whole.count, sample: 4) where !Effort.isLong || index % 8 == 0 {
            var bytes = whole
            bytes[index] ^= 0x10
            try folder.write(bytes, to: "damaged.rewind")
            for command in ["info", "log", "recover"] {
                let more = command == "recover" ? ["-o", folder.path("recovered.rewind"), "--force"] : []
                expectPlain(try rewind.here(all: [command, damaged] + more), "\(command), byte \(index)")
            }
        }
    }
}
