import Foundation
import TestSupport
import Testing

/// The built program over what people hand to it, as editors and tools of other systems write that.
@Suite("Files that people hand over", .timeLimit(.minutes(5)))
struct HandedFileTests {
    private let desk = Desk()

    private static let forms: [@Sendable (String) -> [UInt8]] = [
        { Array($0.utf8) }, { Array($0.replacingOccurrences(of: "\n", with: "\r\n").utf8) },
        { [0xef, 0xbb, 0xbf] + $0.replacingOccurrences(of: "\n", with: "\r\n").utf8 },
        { [0xff, 0xfe] + ($0.replacingOccurrences(of: "\n", with: "\r\n")).utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } },
    ]

    @Test(arguments: forms.indices) func invariantsScriptsAndNotesAreReadHoweverTheirLinesEnd(form: Int) throws {
        let form = Self.forms[form]
        try desk.folder.write(form("# two rules\n\nfew: .home.episodes | length < 9\nnone: .home.episodes | length < 0\n"), to: "rules.txt")
        let check = try desk.run(["check", "Fixtures/crash.rewind", "OUT/rules.txt", "--json"])
        #expect(check.output.split(separator: "\n").count == 2, "\(check)")
        try desk.folder.write(form("# where it was\ngoto 10\nprint .home.selection\n"), to: "script.txt")
        let step = try desk.run(["step", "Fixtures/crash.rewind", "-x", "OUT/script.txt"]).expect(0, errors: .is(""))
        let plain = try desk.run(["step", "Fixtures/crash.rewind", "--command", "goto 10", "--command", "print .home.selection"])
        #expect(step.output == plain.output)
    }

    @Test func linesFromAPipeMayHaveAMark() throws {
        let marked = try desk.run(["step", "Fixtures/crash.rewind"], input: "\u{feff}goto 10\r\nprint .home.selection\r\n")
        let plain = try desk.run(["step", "Fixtures/crash.rewind"], input: "goto 10\nprint .home.selection\n")
        #expect(marked.status == 0 && marked.output == plain.output, "\(marked)")
    }

    @Test func aHistoryMayBePackedAndALogMayBeOfAnyProgram() throws {
        let history = try desk.run(["export", "Fixtures/crash.rewind", "--format", "redux-devtools"]).output
        try desk.folder.write(history.utf8, to: "crash.json")
        _ = try Program.installed("gzip").run(["-k", desk.folder.path("crash.json")])
        try desk.run(["import", "OUT/crash.json.gz", "--format", "redux-devtools", "-o", "OUT/packed.rewind"]).expect(0)
        // A part of a packed file is refused, and says why.
        try desk.folder.write(try desk.folder.read("crash.json.gz").dropLast(500), to: "cut.json.gz")
        try desk.run(["import", "OUT/cut.json.gz", "--format", "redux-devtools", "-o", "OUT/cut.rewind"]).expect(2, errors: "cut.json.gz")
        // So is one that would fill the memory, unless it is unpacked by hand.
        try desk.folder.write([UInt8](repeating: UInt8(ascii: " "), count: 65 << 20), to: "bomb.json")
        _ = try Program.installed("gzip").run(["-1", desk.folder.path("bomb.json")])
        try desk.run(["import", "OUT/bomb.json.gz", "-o", "OUT/bomb.rewind"]).expect(2, errors: "unpack it with gunzip")
        try desk.folder.write("{\"name\":\"a\",\"ts\":1795261802}\r\nnoise\r\n{\"name\":\"b\",\"ts\":1795261803}\r\n".utf8, to: "app.log")
        let log = ["import", "OUT/app.log", "--format", "actions", "--type-at", "name", "--time-at", "ts", "-o", "OUT/app.rewind"]
        try desk.run(log).expect(0, errors: "1 line is no action, and passed over")
        #expect(try desk.run(["log", "OUT/app.rewind"]).output.contains("+00:01.000  b"))
        #expect(try desk.run(["doctor", "OUT/app.rewind"]).status == 0)
        for option in ["--time-at", "--action-at", "--state-at", "--store-at", "--site-at"] {
            let run = try desk.run([
                "import", "OUT/app.log", "--format", "actions", "--type-at", "name", option, "nix", "-o", "OUT/no.rewind",
            ])
            #expect(run.status == 2 && run.errors.contains(" at /nix") && run.errors.contains("no line has"), "\(option): \(run)")
        }
        try desk.run(["import", "OUT/crash.json", "--format", "redux-devtools", "--type-at", "name"]).expect(64)
        // What was exported as lines comes back, too.
        try desk.run(["export", "Fixtures/crash.rewind", "--format", "ndjson", "--states", "-o", "OUT/crash.ndjson"]).expect(0)
        try desk.run(["import", "OUT/crash.ndjson", "--format", "ndjson", "-o", "OUT/back.rewind"]).expect(0)
        #expect(try desk.run(["diff", "Fixtures/crash.rewind", "OUT/back.rewind"]).status == 0)
        let effects = try ["Fixtures/crash.rewind", "OUT/back.rewind"].map { recording in
            try desk.run(["log", recording, "--effects", "--json"]).output.split(separator: "\n").filter { $0.hasPrefix(#"{"effect""#) }
        }
        #expect(effects[0].count > 20 && effects[0] == effects[1])
    }

    @Test func aFileIsReadInTheFormatThatItHas() throws {
        for format in ["redux-devtools", "ndjson", "json"] {
            let states = format == "redux-devtools" ? [] : ["--states"]
            try desk.run(["export", "Fixtures/crash.rewind", "--format", format, "-o", "OUT/\(format).file"] + states).expect(0)
            try desk.run(["import", "OUT/\(format).file", "-o", "OUT/\(format).rewind"]).expect(0)
            #expect(try desk.run(["diff", "Fixtures/crash.rewind", "OUT/\(format).rewind"]).status == 0, "\(format)")
        }
        try desk.run(["import", "-", "-o", "OUT/log.rewind"], input: "{\"type\":\"a\"}\n{\"type\":\"b\"}\n").expect(0, errors: "2 steps")
        try desk.run(["import", "-", "-o", "OUT/text.rewind"], input: "hello\n").expect(2, errors: "in none of the formats")
    }

    @Test func aTableForExcelSaysWhatWasCut() throws {
        let csv = try desk.run(["export", "Fixtures/crash.rewind", "--format", "csv", "--excel"])
        #expect(csv.status == 0 && csv.outputBytes.starts(with: [0xef, 0xbb, 0xbf]), "\(csv)")
        #expect(try desk.run(["export", "Fixtures/crash.rewind", "--format", "ndjson", "--excel"]).status == 64)
    }
}
