import Foundation
import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Exchange with other tools")
struct ExchangeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func exported(_ path: String, _ format: Export.Format, edit: (inout Export) -> Void = { _ in }) throws -> [UInt8] {
        var export = Export(of: try Editor(path).timeline)
        edit(&export)
        var bytes: [UInt8] = []
        try export.write(format) { bytes += $0 }
        return bytes
    }

    private func json(_ bytes: [UInt8]) throws -> JSONValue { try JSONValue(parsing: bytes, limits: JSONParser.Limits(depth: 200)) }

    private func imported(_ bytes: [UInt8], to name: String = "back.rewind") throws -> Timeline {
        try Timeline(Import().write(try History(parsing: bytes, path: "history.json"), to: folder.path(name)))
    }

    // MARK: Lines and tables

    @Test
    func ndjsonHasALineForEverythingOnTheLineWithTheChangeAndIfAskedTheState() throws {
        let path = try Session.written(in: folder)
        let lines = try exported(path, .ndjson) { $0.steps = 5...8 }.split(separator: UInt8(ascii: "\n")).map { try json(Array($0)) }
        #expect(lines.map { $0["step"]?.int ?? -1 } == [5, 6, -1, -1, -1, 8])
        #expect(
            lines[0] == [
                "step": 5, "time": 50_000_000, "wall": 1_795_261_802_050_000_000, "store": "main", "type": "main/odd",
                "action": ["main/odd": [:]], "cause": 3, "outcome": "changed", "took": 1_500,
                "patch": [["op": "replace", "path": "/n", "value": 5], ["op": "add", "path": "/list/-", "value": 5]],
            ])
        #expect(lines[4] == ["lost": [7, 7], "reason": "full"])
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
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, [:])
        try builder.action(1, text) { $0.action = nil }
        try builder.patch(1, "[]")
        let table = String(decoding: try exported(try builder.finish(), .csv), as: UTF8.self)
        #expect(table.hasSuffix("step,1,0.010000000,2026-11-21T11:50:02.010000000Z,main,\(cell),unchanged,0,0.000001500,,,,,[]\r\n"))
    }

    @Test(arguments: [(32_767, 0), (32_768, 1), (40_000, 1)], ["a", "=", "é", "🎉"])
    func aTableForExcelHasAMarkAndNoCellThatIsTooLong(length: (units: Int, cut: Int), letter: String) throws {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, [:])
        let isFormula = letter == "="
        let units = length.units - (isFormula ? 1 : 0)
        let type = String(repeating: letter, count: units / letter.utf16.count) + String(repeating: "b", count: units % letter.utf16.count)
        try builder.action(1, type) { $0.action = nil }
        try builder.patch(1, "[]")
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

    @Test
    func aTraceHasNamedTracksSlicesAsLongAsTheReducerTookSpansAndArrowsFromCauseToEffectAndCounters() throws {
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
    func aHistoryGoesToReduxDevToolsAndBackWithTheSameActionsAndStates(seed: UInt64) throws {
        let path = try RandomSession.written(in: folder, seed: seed)
        let whole = try Editor(path).timeline
        let history = try exported(path, .reduxDevTools)
        let back = try imported(history)
        #expect(back.steps == whole.steps)
        for number in whole.steps {
            #expect(try back.state(at: number) == whole.state(at: number), "step \(number)")
            let (there, here) = (try back.step(at: number)?.action, try whole.step(at: number)?.action)
            #expect(there == here, "step \(number)")
        }
        #expect(back.recording.manifest.started == whole.recording.manifest.started)
        #expect(try exported(folder.path("back.rewind"), .reduxDevTools).count > 0)
    }

    @Test
    func aPartOfARecordingKeepsItsNumbersThereAndBack() throws {
        let path = try RandomSession.written(in: folder, seed: 9)
        let history = try exported(path, .reduxDevTools) { $0.steps = 20...30 }
        let back = try imported(history)
        #expect(back.steps == 20...30)
        let ids = try json(history)["stagedActionIds"]
        #expect(ids == .array([0] + (21...30).map { .number(JSONNumber($0)) }))
        #expect(try json(history)["rewind"]?["ending"] == nil && back.recording.manifest.ending.how == .finished)
    }

    @Test(arguments: [9_223_372_036_854_775_807, 9_007_199_254_740_992, -5])
    func aNumberThatNoStepCanHaveIsNotKept(number: Int) throws {
        let text =
            #"{"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":1,"rewind":{"step":\#(number)}},"1":{"action":{"type":"a"},"timestamp":2,"rewind":{"step":\#(number)}}},"computedStates":[{"state":1},{"state":2}],"stagedActionIds":[0,1],"rewind":{"gaps":[{"from":1,"to":\#(number)},7]}}"#
        let back = try imported(Array(text.utf8))
        #expect(back.steps == 0...1)
        #expect(try back.state(at: 1) == .known(2))
    }

    @Test
    func oneStoreOfSeveralKeepsItsNumbersAndCausesThereAndBack() throws {
        let path = try Session.written(in: folder)
        let back = try imported(try exported(path, .reduxDevTools) { $0.store = "cart" })
        #expect(back.steps == 2...11)
        let steps = try back.steps.compactMap { try back.step(at: $0) }
        #expect(steps.map(\.number) == [3, 8, 11])
        #expect(steps.map { $0.action?.cause } == [nil, 6, 9])
        for step in [2, 3, 8, 11] {
            #expect(try back.state(at: step, store: "cart") == Editor(path).timeline.state(at: step, store: "cart"), "step \(step)")
        }
        #expect(try back.noStep(at: 7) == .gap(4...7, reason: GapLine.Reason(.leftOut, "not in the history that was imported")))
    }

    @Test
    func aStoreOfAMergedRecordingIsThereAsItsOwnAppEnded() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        let paths = ["ordinary", "crash"].map { root + "/Fixtures/\($0).rewind" }
        let joined = try Merge().merge(paths, to: folder.path("joined.rewind"))
        #expect(joined.manifest.ending.how == .crashed)
        for (path, name) in zip(paths, ["ordinary/main", "crash/main"]) {
            let own = try Editor(path).timeline.recording.manifest
            let back = try imported(try exported(joined.path, .reduxDevTools) { $0.store = name }).recording.manifest
            #expect(back.ending.how == own.ending.how && back.title == own.title)
            try FileManager.default.removeItem(atPath: folder.path("back.rewind"))
        }
    }

    @Test
    func aFilteredRecordingKeepsItsNumbersCausesGapsAndWhatWasLeftOut() throws {
        let whole = try RandomSession.written(in: folder, seed: 4)
        var filter = StepFilter()
        filter.types = [TypeGlob(try #require(try Editor(whole).timeline.step(at: 20)).type)]
        let short = folder.path("short.rewind")
        let editor = try Editor(whole)
        let filtered = try #require(try editor.filter(filter, describedAs: "some", output: short))
        let there = try Timeline(filtered.recording)
        let back = try imported(try exported(short, .reduxDevTools))
        #expect(back.steps == there.steps)
        for number in there.steps {
            let (own, other) = (try back.step(at: number), try there.step(at: number))
            #expect(own?.action == other?.action, "step \(number)")
            #expect(try back.noStep(at: number) == there.noStep(at: number), "step \(number)")
            if other != nil { #expect(try back.state(at: number) == there.state(at: number), "step \(number)") }
        }
    }

    @Test
    func stepsThatAreLostStayLostAndNobodyIsBlamedForThem() throws {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["n": 0, "busy": false])
        try builder.action(1, "one")
        try builder.patch(1, #"[{"op":"replace","path":"/n","value":1}]"#)
        try builder.journal(GapLine(steps: 2...4, reason: .inNoPart).json)
        try builder.roll()
        builder.keyframe(6, ["n": 6, "busy": true])
        for step in [7, 8] {
            try builder.action(step, "more") { $0.cause = step == 8 ? 7 : 1 }
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
        }
        let back = try imported(try exported(try builder.finish(), .reduxDevTools))
        #expect(back.steps == 0...8)
        #expect(try back.noStep(at: 3) == .gap(2...6, reason: .inNoPart))
        #expect(try [7, 8].map { try back.step(at: $0)?.action?.cause } == [1, 7])
        #expect(try back.step(at: 7)?.outcome == .keyframe)
        #expect(try back.state(at: 8) == .known(["n": 8, "busy": true]))
        guard case .unknown = try back.state(at: 6) else { throw Failure("a state that nobody told") }
        #expect(try back.blame(JSONPointer(parsing: "/busy")).lines[0].steps == 2...7)
    }

    @Test
    func whatAPolicyDidNotTakeIsNotLostOnTheOtherSide() throws {
        let builder = try RecordingBuilder(in: folder) { $0.capture = "keyframes only" }
        builder.keyframe(0, ["n": 0])
        for step in 1...2 { try builder.action(step, "add") }
        let back = try imported(try exported(try builder.finish(), .reduxDevTools))
        #expect(try (1...2).map { try back.step(at: $0)?.outcome } == [.notCaptured, .notCaptured])
    }

    @Test
    func stepsInAnotherOrderAreNumberedAnewAndThatIsSaid() throws {
        let path = try RandomSession.written(in: folder, seed: 9)
        var history = try #require(try json(try exported(path, .reduxDevTools)).object)
        var ids = try #require(history["stagedActionIds"]?.array)
        ids.swapAt(3, 4)
        history["stagedActionIds"] = .array(ids)
        let parsed = try History(parsing: Array(JSONValue.object(history).jsonText.utf8), path: "history.json")
        #expect(parsed.hasNumbers && !parsed.keepsNumbers)
        let back = try Timeline(Import().write(parsed, to: folder.path("back.rewind")))
        #expect(back.steps == 0...(ids.count - 1))
        #expect(try back.steps.allSatisfy { try back.step(at: $0)?.action?.cause == nil })
        #expect(back.recording.manifest.edits.last?.text == "the steps were numbered anew, and their causes are not kept")
        #expect(back.recording.manifest.ending.underWay.isEmpty)
    }

    @Test
    func theFileThatTheExtensionExportsIsReadSharedPartsDatesWhatWasSwitchedOffWhatThrewWhereTheSliderWas() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: root + "/Fixtures/redux-devtools.json")))
        let timeline = try imported(bytes)
        #expect(timeline.steps == 0...4)
        let todos: JSONValue = [["id": 1, "text": "tea"], ["id": 2, "text": "milk", "due": 1_795_000_060_000]]
        #expect(try timeline.state(at: 0) == .known(["todos": [], "filter": "all"]))
        #expect(try timeline.state(at: 2) == .known(["todos": todos, "filter": "all"]))
        #expect(try timeline.state(at: 4) == .known(["todos": todos, "filter": "done"]))
        #expect(try timeline.step(at: 1)?.action?.action == ["type": "todos/added", "payload": ["id": 1, "text": "tea"]])
        #expect(try timeline.step(at: 3)?.outcome == .failed("TypeError: share is not a function"))
        #expect(try timeline.step(at: 4)?.time == 2_600_000_000)
        var others: [String] = []
        try timeline.forEach { item in
            if case .swallowed(let action) = item { others.append("\(action.type) after \(action.step)") }
            if case .mark(let mark) = item { others.append(":\(mark.name) after \(mark.step)") }
        }
        #expect(others == ["todos/toggled after 2", ":current after 3"])
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
        #expect(try imported(Array(text.utf8)).state(at: 0) == .known(["$jsan": "$.computedStates[0].state"]))
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
