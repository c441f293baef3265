import Foundation
import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindEditing

@Suite("Exchange with other tools", .timeLimit(.minutes(5)))
struct ExchangeTests {
    private let folder = TemporaryFolder()

    private func exported(_ path: String, _ format: Export.Format, edit: (inout Export) -> Void = { _ in }) throws -> [UInt8] {
        try Editor(path).timeline.exported(format, edit: edit)
    }

    private func json(_ bytes: [UInt8]) throws -> JSONValue { try JSONValue(parsing: bytes, limits: JSONParser.Limits(depth: 200)) }

    private func imported(_ bytes: [UInt8], to name: String = "back.rewind") throws -> Timeline {
        try Timeline(Import().write(try History(parsing: bytes, path: "history.json"), to: folder.path(name)))
    }

    @Test func aSmallFileDoesNotFillTheDisk() throws {
        let builder = try RecordingBuilder(in: folder)
        for step in 1...200 { try builder.step(step, "a", #"[{"op":"add","path":"/\#(step)","value":1}]"#) }
        let sealed = try Sealing().seal(try builder.finish(), to: folder.path("small.rewind"))
        var budget = OutputBudget(for: sealed)
        try budget.spend(256 << 20)
        let error = #expect(throws: RecordingError.self) { try budget.spend(1 << 30) }
        #expect(error?.code == .limit && error?.advice?.contains("rewind unpack") == true)
    }

    // MARK: Lines and tables

    @Test("NDJSON has a line for everything, with the change of a step and, if asked, the state")
    func ndjsonHasALineForEverything() throws {
        let path = try Session.written(in: folder)
        let lines = try exported(path, .ndjson) { $0.steps = 5...8 }.split(separator: UInt8(ascii: "\n")).map { try json(Array($0)) }
        #expect(lines.map { $0["step"]?.int ?? -1 } == [5, 6, -1, -1, -1, 8])
        #expect(
            lines[0] == [
                "step": 5, "time": 50_000_000, "wall": 1_795_261_802_050_000_000, "store": "main", "type": "main/odd",
                "action": ["main/odd": [:]], "cause": 3, "outcome": "changed", "took": 1_500,
                "patch": [["op": "replace", "path": "/n", "value": 5], ["op": "add", "path": "/list/-", "value": 5]],
            ])
        #expect(lines[4] == ["lost": [7, 7], "kind": "unwritten", "reason": "full"])
        let states = try exported(path, .ndjson) { $0.withStates = true }.split(separator: UInt8(ascii: "\n")).map { try json(Array($0)) }
        #expect(states[0] == ["step": 0, "store": "main", "type": "@@INIT", "state": ["n": 0, "list": []]])
        #expect(states.first { $0["step"] == 3 }?["state"] == ["count": 3])
    }

    @Test
    func jsonHasTheSameInOneDocument() throws {
        let path = try Session.written(in: folder)
        let document = try json(try exported(path, .json))
        let lines = try exported(path, .ndjson).split(separator: UInt8(ascii: "\n")).map { try json(Array($0)) }
        #expect(document["items"] == .array(lines))
        #expect(document["recording"]?["app"]?["name"] == "Shop")
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("plain", "plain"), ("a,b", #""a,b""#),
        (#"say "tea""#, #""say ""tea""""#), ("=a,b", #""'=a,b""#), ("two\nlines", "\"two\nlines\""), ("\t=1", "\"'\t=1\""),
        ("＝1+1", "'＝1+1"), ("a;=1+1", #""a;=1+1""#), ("a\t=1", "\"a\t=1\""),
    ])
    func aCellOfATableIsNeverAFormulaAndKeepsItsCommasQuotesAndLines(text: String, cell: String) throws {
        let builder = try RecordingBuilder(in: folder, state: [:])
        try builder.step(1, text) { $0.action = nil }
        let table = String(decoding: try exported(try builder.finish(), .csv), as: UTF8.self)
        #expect(table.hasSuffix("step,1,0.010000000,2026-11-21T11:50:02.010000000Z,main,\(cell),unchanged,0,0.000001500,,,,,[]\r\n"))
    }

    @Test(arguments: [(32_767, 0), (32_768, 1), (40_000, 1)], ["a", "=", "é", "🎉"])
    func aTableForExcelHasAMarkAndNoCellThatIsTooLong(length: (units: Int, cut: Int), letter: String) throws {
        let builder = try RecordingBuilder(in: folder, state: [:])
        let isFormula = letter == "="
        let units = length.units - (isFormula ? 1 : 0)
        let type = String(repeating: letter, count: units / letter.utf16.count) + String(repeating: "b", count: units % letter.utf16.count)
        try builder.step(1, type) { $0.action = nil }
        let path = try builder.finish()
        var cut = 0
        let bytes = try exported(path, .csv) { export in
            export.isForExcel = true
            export.onCut = { cut = $0 }
        }
        #expect(bytes.starts(with: [0xef, 0xbb, 0xbf]) && String(validating: bytes, as: UTF8.self) != nil)
        #expect(cut == length.cut)
        let cells = String(decoding: bytes, as: UTF8.self).split(separator: ",").map { $0.utf16.count }
        #expect(cells.max().map { (32_766...32_767).contains($0) } == true)
        // For other tools, nothing is cut.
        let whole = try exported(path, .csv)
        #expect(String(decoding: whole, as: UTF8.self).contains(type) && !whole.starts(with: [0xef]))
    }

    // MARK: Traces

    /// The document of `json` has the manifest as it is.
    @Test(arguments: Export.Format.allCases.filter { $0 != .json })
    func aStoreThatTheManifestNamesTwiceIsOne(format: Export.Format) throws {
        func exported(_ stores: [String], in name: String) throws -> [UInt8] {
            let folder = TemporaryFolder(in: try folder.makeFolder(name))
            let builder = try RecordingBuilder(in: folder, stores: stores, state: ["count": 0])
            try builder.count(1...3, "count")
            return try self.exported(try builder.finish(), format)
        }
        #expect(try exported(["main", "main"], in: "twice") == exported(["main"], in: "once"))
    }

    @Test("A trace has named tracks, slices as long as the reducer took, effect spans, arrows and counters")
    func aTraceHasTracksSlicesArrowsAndCounters() throws {
        let trace = try json(try exported(try Session.written(in: folder), .perfetto))
        let events = try #require(trace["traceEvents"]?.array)
        func all(_ phase: String) -> [JSONValue] { events.filter { $0["ph"]?.string == phase } }
        #expect(all("M").compactMap { $0["args"]?["name"]?.string } == ["Shop", "store main", "store cart", "log"])
        let slices = all("X")
        #expect(slices.count == 11)
        #expect(slices[2]["name"] == "cart/odd" && slices[2]["tid"] == 2)
        #expect(slices[2]["dur"] == .number(try #require(JSONNumber(1.5))))
        #expect(slices[2]["ts"] == 30_000)
        let effects = Dictionary(grouping: all("b") + all("e")) { $0["id"] ?? .null }
        #expect(effects.count == 7 && effects.values.allSatisfy { $0.count == 2 })  // that of step 9 has the lost step 7 as its cause
        let arrows = Dictionary(grouping: all("s") + all("f")) { $0["id"] ?? .null }
        #expect(arrows.count == 7 && arrows.values.allSatisfy { $0.count == 2 })
        #expect(all("f").allSatisfy { $0["bp"] == "e" })
        #expect(
            Set(all("C").compactMap { $0["name"]?.string }) == [
                "change bytes of main", "state bytes of main", "change bytes of cart", "state bytes of cart",
            ])
        #expect(all("i").contains { $0["name"] == ":six" })
    }

    // MARK: Redux DevTools

    @Test(arguments: [1, 2, 3])
    func aHistoryGoesToReduxDevToolsAndBackWithTheSameStatesAndTypes(seed: UInt64) throws {
        let whole = try Editor(try RandomSession.written(in: folder, seed: seed)).timeline
        let back = try imported(try exported(whole.recording.path, .reduxDevTools))
        #expect(back.steps == whole.steps)
        for number in whole.steps {
            #expect(try back.state(at: number) == whole.state(at: number), "step \(number)")
            let (there, here) = (try back.step(at: number)?.line, try whole.step(at: number)?.line)
            #expect(there?.type == here?.type, "step \(number)")
            #expect(there?.action == here?.action || there?.action?["payload"] == here?.action, "step \(number)")
        }
        #expect(back.recording.manifest.started / 1_000_000 == whole.recording.manifest.started / 1_000_000)
    }

    @Test func aPartOfOneStoreIsAHistoryOfItsOwn() throws {
        let path = try Session.written(in: folder)
        let history = try exported(path, .reduxDevTools) { $0.store = "cart" }
        #expect(try json(history)["stagedActionIds"] == [0, 3, 8, 11])
        let back = try imported(history)
        #expect(back.steps == 0...3)
        for (number, step) in [(1, 3), (2, 8), (3, 11)] {
            #expect(try back.state(at: number) == Editor(path).timeline.state(at: step, store: "cart"), "step \(step)")
        }
    }

    @Test("A Redux DevTools file is read with shared parts, dates, skipped and failed actions and slider")
    func theReduxExtensionsFileIsReadInFull() throws {
        let timeline = try imported(Repository.fixture("redux-devtools.json"))
        #expect(timeline.steps == 0...4)
        let todos: JSONValue = [["id": 1, "text": "tea"], ["id": 2, "text": "milk", "due": 1_795_000_060_000]]
        #expect(try timeline.state(at: 0) == .known(["todos": [], "filter": "all"]))
        #expect(try timeline.state(at: 2) == .known(["todos": todos, "filter": "all"]))
        #expect(try timeline.state(at: 4) == .known(["todos": todos, "filter": "done"]))
        #expect(try timeline.step(at: 1)?.action == ["type": "todos/added", "payload": ["id": 1, "text": "tea"]])
        #expect(try timeline.step(at: 3)?.outcome == .failed("TypeError: share is not a function"))
        #expect(try timeline.step(at: 4)?.time == 2_600_000_000)
        #expect(try timeline.rows() == ["swallowed todos/toggled 2", ":current 3"])
    }

    @Test
    func theFormWithAPayloadIsReadOfALiftedStateAsOfActionsAlone() throws {
        let lifted =
            #"{"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1},"1":{"action":{"type":"a"},"timestamp":2.5}},"computedStates":[{"state":1},{"state":2}],"stagedActionIds":[0,1]}"#
        let wrapped = JSONValue.object(["type": "IMPORT", "payload": .string(lifted), "preloadedState": "7"]).jsonText
        let whole = try imported(Array(wrapped.utf8))
        #expect(try whole.state(at: 0) == .known(1))
        #expect(try whole.state(at: 1) == .known(2))
        let actions = try imported(
            Array(#"{"payload":"[{\"type\":\"a\"},{\"type\":\"b\"}]","preloadedState":"{\"n\":1}"}"#.utf8), to: "actions.rewind")
        #expect(actions.steps == 0...2)
        #expect(try actions.state(at: 0) == .known(["n": 1]))
        #expect(try actions.step(at: 2)?.type == "b")
        guard case .unknown = try actions.state(at: 2) else { throw Failure("a state out of nothing") }
    }

    @Test(arguments: [
        ("nonsense", "the file is not JSON"), ("[]", "a list, but not of actions"), ("[1,2]", "a list, but not of actions"),
        (#"[{"type":"a"},{"name":"b"}]"#, "a list, but not of actions"),
        ("{}", "actionsById is missing"), ("7", "neither an object nor a list of actions"),
        (#"{"actionsById":{}}"#, "stagedActionIds is missing"),
        (#"{"actionsById":{},"stagedActionIds":[0]}"#, "actionsById has no action 0"),
        (#"{"payload":"{"}"#, "payload is not JSON"),
    ])
    func whatIsNoHistoryIsRefusedWithWhatIsMissing(text: String, words: String) throws {
        let error = try #require(throws: RecordingError.self) { try History(parsing: Array(text.utf8), path: "x.json") }
        #expect(error.description.hasPrefix("x.json: not a history of Redux DevTools: "))
        #expect(error.description.contains(words), "\(error)")
    }

    @Test
    func aHistoryThatRefersToItselfEnds() throws {
        let text =
            #"{"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1}},"computedStates":[{"state":{"$jsan":"$.computedStates[0].state"}}],"stagedActionIds":[0]}"#
        #expect(try imported(Array(text.utf8)).state(at: 0) == .known(["$jsan": "$"]))
    }

    @Test
    func aHistoryThatRepeatsItselfWithoutEndIsRefused() throws {
        var levels = #""l0":[1,2,3,4,5,6,7,8,9,10]"#
        for level in 1...12 {
            let reference = #"{"$jsan":"$.committedState.l\#(level - 1)"}"#
            levels += #","l\#(level)":[\#(Array(repeating: reference, count: 10).joined(separator: ","))]"#
        }
        let text = #"{"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1}},"committedState":{\#(levels)},"stagedActionIds":[0]}"#
        let error = try #require(throws: RecordingError.self) { try History(parsing: Array(text.utf8), path: "x.json") }
        #expect(error.code == .limit)
    }
}
