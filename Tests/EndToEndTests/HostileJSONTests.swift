import RewindValue
import TestSupport
import Testing

/// JSON made to hurt, in the places where a bundle has JSON.
@Suite(
    "Hostile JSON costs bounded time and memory, and is named or shown as it is",
    .timeLimit(.minutes(Effort.isLong ? 600 : 5))) struct HostileJSONTests
{
    /// A text, and whether it is JSON that a reader has to take.
    struct Text: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isSound: Bool
        var make: @Sendable () -> [UInt8]

        init(_ description: String, isSound: Bool = false, _ make: @escaping @Sendable () -> [UInt8]) {
            (testDescription, self.isSound, self.make) = (description, isSound, make)
        }

        init(_ text: String, isSound: Bool = false) { self.init(text, isSound: isSound) { Array(text.utf8) } }
    }

    /// Megabytes of a long text.
    private static let size = Effort.isLong ? 4 : 1

    static let texts: [Text] = [
        Text("100,000 arrays in each other") { many("[", 100_000) },
        Text("100,000 arrays in each other, closed") { many("[", 100_000) + many("]", 100_000) },
        Text("100,000 objects in each other") { many(#"{"a":"#, 100_000) },
        Text("100,000 objects in each other, closed") { many(#"{"a":"#, 100_000) + [0x31] + many("}", 100_000) },
        Text("a long string", isSound: true) { many("\"", 1) + many("x", size << 20) + many("\"", 1) },
        Text("a long string that never ends") { many("\"", 1) + many("x", size << 20) },
        Text("many escapes", isSound: true) { many("\"", 1) + many("\\n", size * 250_000) + many("\"", 1) },
        Text("a number of many digits", isSound: true) { many("1", size * 250_000) },
        Text("100,000 keys", isSound: true) { keys { "k\($0)" } },
        Text("100,000 times one key") { keys { _ in "k" } },
        Text("100,000 elements", isSound: true) { many("[", 1) + many("0,", 100_000) + many("0]", 1) },
        Text("1e400", isSound: true), Text("-1e400", isSound: true), Text("1e999999999999999999"), Text("NaN"), Text("Infinity"), Text("-"),
        Text("01"), Text("1."),
        Text("0x10"), Text(#""\ud800""#), Text(#""\udc00\ud800""#), Text(#""\u12""#), Text(#""\x""#), Text(#"{"a":1,"a":2}"#),
        Text("{a:1}"),
        Text("[1,]"), Text("{\"a\":1,}"), Text("nul"), Text("'a'"), Text("[1] // so"),
        Text("a byte-order mark") { [0xEF, 0xBB, 0xBF] + many("{}", 1) },
        Text("no UTF-8") { [0x22, 0xFF, 0xFE, 0x22] }, Text("an overlong encoding") { [0x22, 0xC0, 0xAF, 0x22] },
        Text("a surrogate in UTF-8") { [0x22, 0xED, 0xA0, 0x80, 0x22] }, Text("a zero byte") { [0x22, 0, 0x22] },
        Text("a raw line feed in a string") { [0x22, 10, 0x22] }, Text("18446744073709551616", isSound: true), Text("-0.0", isSound: true),
        Text("0.1000000000000000055511151231257827", isSound: true),
    ]

    /// A sample in every run: what is large, and some of the small ones.
    static let chosen = Effort.isLong ? texts : texts.enumerated().filter { $0.offset < 11 || $0.offset % 5 == 0 }.map(\.element)

    private static func many(_ text: String, _ count: Int) -> [UInt8] {
        Array(String(repeating: text, count: count).utf8)
    }

    private static func keys(_ name: (Int) -> String) -> [UInt8] {
        Array(("{" + (0..<100_000).map { "\"\(name($0))\":0" }.joined(separator: ",") + "}").utf8)
    }

    private let folder = TemporaryFolder()

    private func expectBounded(_ measured: Measured, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!measured.run.wasKilled, "\(name): \(measured.run)", sourceLocation: sourceLocation)
        #expect(measured.residentBytes < 128 << 20, "\(name): \(measured.residentBytes >> 20) MiB", sourceLocation: sourceLocation)
        #expect(measured.seconds < 5, "\(name): \(measured.seconds) s", sourceLocation: sourceLocation)
    }

    @Test(arguments: chosen) func hostileJSONAsAnActionIsNamedOrShown(_ text: Text) throws {
        var bundle = HandmadeBundle()
        let hostile = Array(#"{"step":1,"t":1,"type":"hostile","action":"#.utf8) + text.make() + Array("}\n".utf8)
        bundle.actions = hostile + Array(#"{"step":2,"t":2,"type":"fine"}"#.utf8) + [10]
        try folder.write(bundle.bytes, to: "it.rewind")
        for command in [["log", "it.rewind"], ["show", "it.rewind", "1"]] {
            let measured = try Measured(command, in: folder)
            expectBounded(measured, command.joined(separator: " "))
            #expect(measured.run.status != 64 && (measured.run.status == 0 || !measured.run.errors.isEmpty), "\(measured.run)")
            if text.isSound { #expect(measured.run.status == 0, "\(measured.run)") }
        }
    }

    @Test(arguments: chosen) func hostileJSONAsAStateIsNamedOrShown(_ text: Text) throws {
        var bundle = HandmadeBundle()
        bundle.states =
            Array(#"{"step":0,"keyframe":"#.utf8) + text.make() + Array("}\n".utf8) + Array(#"{"step":1,"patch":[]}"#.utf8) + [10]
        try folder.write(bundle.bytes, to: "it.rewind")
        let show = try Measured(["show", "it.rewind", "1", ""], in: folder)
        expectBounded(show, "show")
        #expect(show.run.status == (text.isSound ? 0 : 1), "\(show.run)")
    }

    @Test(arguments: chosen) func hostileJSONAsTheManifestOrInItIsNamedOrShown(_ text: Text) throws {
        var bundle = HandmadeBundle()
        for manifest in [text.make(), Array(#"{"format":{"major":1,"minor":0,"required":[]},"app":"#.utf8) + text.make() + Array("}".utf8)]
        {
            bundle.manifest = manifest
            try folder.write(bundle.bytes, to: "it.rewind")
            let info = try Measured(["info", "it.rewind"], in: folder)
            expectBounded(info, "info")
            #expect(info.run.status == 0 && text.isSound || info.run.status == 2 && info.run.errors.contains("manifest"), "\(info.run)")
        }
    }
}
