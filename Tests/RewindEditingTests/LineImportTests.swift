import Foundation
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindEditing

@Suite("Import of exports and of logs", .timeLimit(.minutes(5)))
struct LineImportTests {
    private let folder = TemporaryFolder()

    private func exported(_ path: String, _ format: Export.Format, states: Bool) throws -> [UInt8] {
        try Editor(path).timeline.exported(format) { $0.withStates = states }
    }

    private func imported(_ history: History, to name: String = "back.rewind") throws -> Timeline {
        let timeline = try Timeline(Import().write(history, to: folder.path(name)))
        #expect(try Checkup(of: folder.path(name)).count(of: .error) == 0)
        return timeline
    }

    @Test(arguments: [Export.Format.ndjson, .json], [1, 2, 3] as [UInt64])
    func whatWasExportedComesBackWithItsNumbersActionsStatesAndTimes(format: Export.Format, seed: UInt64) throws {
        let path = try RandomSession.written(in: folder, seed: seed)
        let whole = try Editor(path).timeline
        let history = try History(exported: exported(path, format, states: true), path: "x")
        #expect(history.remarks.isEmpty)
        let back = try imported(history)
        #expect(back.steps.upperBound == whole.steps.upperBound)
        for number in back.steps {
            #expect(try back.step(at: number)?.line == whole.step(at: number)?.line, "step \(number)")
            if case .known(let state) = try whole.state(at: number) {
                #expect(try back.state(at: number) == .known(state), "step \(number)")
            }
        }
        #expect(back.recording.manifest.started == whole.recording.manifest.started)
        // It goes round again without a change.
        let again = try History(exported: exported(folder.path("back.rewind"), format, states: true), path: "x")
        #expect(again.entries.map(\.state) == history.entries.map(\.state))
    }

    @Test(arguments: [Export.Format.ndjson, .json])
    func storesMarksLogsGapsAndWhatWasSwallowedComeBack(format: Export.Format) throws {
        let path = try Session.written(in: folder)
        let whole = try Editor(path).timeline
        let back = try imported(try History(exported: exported(path, format, states: true), path: "x"))
        #expect(Set(back.recording.manifest.stores.map(\.name)) == Set(whole.recording.manifest.stores.map(\.name)))
        #expect(try back.rows() == whole.rows())
        for store in whole.recording.manifest.stores.map(\.name) {
            for number in whole.steps {
                guard case .known(let state) = try whole.state(at: number, store: store) else { continue }
                #expect(try back.state(at: number, store: store) == .known(state), "\(store), step \(number)")
            }
        }
    }

    @Test func anExportWithoutStatesHasItsActionsAndSaysWhatIsMissing() throws {
        let path = try RandomSession.written(in: folder, seed: 5)
        let history = try History(exported: exported(path, .ndjson, states: false), path: "x")
        #expect(history.remarks.first?.contains("rewind export --states") == true)
        let (back, whole) = (try imported(history), try Editor(path).timeline)
        for number in back.steps { #expect(try back.step(at: number)?.line == whole.step(at: number)?.line) }
    }

    @Test(arguments: ["", "{}", "{\"a\":1}\n", "nonsense", "{\"step\":1,\"type\":\"a\"}\nnonsense\n", "[1,2]"])
    func whatIsNoExportIsRefused(text: String) throws {
        let error = #expect(throws: RecordingError.self) { try History(exported: Array(text.utf8), path: "x.json") }
        #expect(error?.description.hasPrefix("x.json: not an export of a recording") == true)
    }

    @Test(arguments: [
        ("1795261802.5", 1_795_261_802_500_000_000), ("1795261802500", 1_795_261_802_500_000_000),
        ("1795261802500000", 1_795_261_802_500_000_000), ("1795261802500000001", 1_795_261_802_500_000_001),
        (#""2026-11-21T11:50:02.5Z""#, 1_795_261_802_500_000_000), (#""2026-11-21 12:50:02,500+01:00""#, 1_795_261_802_500_000_000),
        (#""2024-02-29T00:00:00Z""#, 1_709_164_800_000_000_000), (#""2000-03-01T00:00:00""#, 951_868_800_000_000_000),
        (#""1795261802500""#, 1_795_261_802_500_000_000), (#""1795261802.500000001""#, 1_795_261_802_500_000_001),
        (#"" 1795261802500000 ""#, 1_795_261_802_500_000_000), ("1.7952618e9", 1_795_261_800_000_000_000),
        (#""1795261802500.25""#, 1_795_261_802_500_250_000),
    ])
    func timesOfALogAreUnderstood(time: String, nanoseconds: Int) throws {
        var members = History.LogMembers()
        members.time = JSONPointer(tokens: ["at"])
        let history = try History(log: Array(#"{"type":"a","at":\#(time)}"#.utf8), members: members, path: "x")
        #expect(try imported(history).recording.manifest.started == nanoseconds)
    }

    /// 2026-11-21 11:50:02 UTC as programs print it.
    @Test(arguments: [
        "2026-11-21 11:50:02 +0000", "2026-11-21 12:50:02 +0100", "2026-11-21 12:50:02 +0100 CET m=+0.001",
        "2026-11-21 11:50:02.000000000 +0000 UTC", "2026-11-21 12:50:02.000000+01", "2026-11-21t11:50:02z", "2026-11-21 11:50:02 UTC",
        "20261121T115002Z", "20261121T125002+0100", "2026-11-21T12:50:02+01:00[Europe/Berlin]", "Sat, 21 Nov 2026 11:50:02 +0000",
        "Sat, 21 Nov 2026 11:50:02 GMT", "21 Nov 2026 06:50:02 EST", "Sat Nov 21 2026 12:50:02 GMT+0100 (Central European Standard Time)",
        "Sat Nov 21 11:50:02 2026", "Sat Nov 21 11:50:02 UTC 2026", "Sat Nov 21 12:50:02 CET 2026", "21/Nov/2026:11:50:02 +0000",
        "2026/11/21 11:50:02", "2026-11-21 17:20:02+05:30", "Saturday, 21-Nov-2026 11:50:02 UTC", "November 21, 2026 11:50:02",
        "Sat Nov 21 11:50:02 AM UTC 2026", "Sat 21 Nov 2026 12:50:02 PM CET", "Saturday, 21-Nov-26 11:50:02 UTC", "20261121115002",
        "Sat Nov 21 12:50:02.000000 2026 CET", "[21/Nov/2026:11:50:02 +0000]",
    ])
    func datesAreUnderstoodAsProgramsPrintThem(text: String) throws {
        var members = History.LogMembers()
        members.time = JSONPointer(tokens: ["at"])
        let history = try History(log: Array(#"{"type":"a","at":"\#(text)"}"#.utf8), members: members, path: "x")
        #expect(history.started == 1_795_261_802_000, "\(history.started)")
    }

    @Test func minutesWillDo() throws {
        #expect(LoggedDate.nanoseconds("2026-11-21T11:50Z") == 1_795_261_800_000_000_000)
        #expect(LoggedDate.nanoseconds("202611211150") == 1_795_261_800_000_000_000)
        #expect(LoggedDate.nanoseconds("2026-11-21") == 1_795_219_200_000_000_000)
    }

    @Test(arguments: [
        "3/6/2026 3:18:01 PM", "yesterday", "Mar  6 15:18:01", "2026-11-21 11:50:02 IST", "Foo 21 11:50:02 2026", "12:00", "0x1p31", "nan",
        "inf",
    ])
    func aTimeThatMayMeanSeveralIsRefusedByItsText(text: String) throws {
        var members = History.LogMembers()
        members.time = JSONPointer(tokens: ["at"])
        let error = #expect(throws: RecordingError.self) {
            try History(log: Array(#"{"type":"a","at":"\#(text)"}"#.utf8), members: members, path: "x")
        }
        #expect(error?.message == "no line has a time that is understood at /at: line 1 has \"\(text)\"")
    }

    private func times(_ values: String...) throws -> (times: [Int], remarks: [String]) {
        var members = History.LogMembers()
        members.time = JSONPointer(tokens: ["at"])
        let log = values.map { #"{"type":"a","at":\#($0)}"# }.joined(separator: "\n")
        let history = try History(log: Array(log.utf8), members: members, path: "x")
        let timeline = try imported(history)
        return (try timeline.steps.dropFirst().map { try #require(timeline.step(at: $0)?.time) / 1_000_000_000 }, history.remarks)
    }

    @Test func aTimeThatIsNotUnderstoodIsCountedAndQuoted() throws {
        let (times, remarks) = try times("1795261800", #""soon""#, "1795261804", "0", "-5", "1795261816", "null")
        #expect(times == [0, 2, 4, 8, 12, 16, 16])
        #expect(
            remarks == [
                #"2 lines have times that are not understood, and stand between the lines around; the first is line 2: "soon""#,
                "2 lines have no time, and stand between the lines around; the first is line 4",
            ])
    }

    @Test func aClockThatWasSetBackGoesOnFromTheLineBefore() throws {
        let (times, remarks) = try times("1795261800", "1795261810", "1795258210", "1795258215", "1795258212", "1795258220")
        #expect(times == [0, 10, 10, 15, 15, 20])
        #expect(
            remarks == [
                "1 line has an earlier time than a line before, whose time counts",
                "the log's clock was set back at line 3: the times go on from the line before",
            ])
    }

    @Test(arguments: [
        #"[{"type":"a","n":1},{"type":"b"}]"#, "[\n{\"type\":\"a\",\n \"n\":1},\n{\"type\":\"b\"}\n]\n",
        #"{"type":"a","n":1}{"type":"b"}"#,
        "{\n  \"type\": \"a\",\n  \"n\": 1\n}\n{\n  \"type\": \"b\"\n}",
        #"[{"type":"a","n":1},{"type":"b"}"#,
        #"{"type":"a","n":1} {"type":"b"}"#, #"[[{"type":"a","n":1}],[],[{"type":"b"}]]"#,
        "[]\n[{\"type\":\"a\",\"n\":1}]\n{\"type\":\"b\"}", "{\"type\":\"a\",\"n\":1}\n[{\"type\":\"b\"}]",
    ])
    func objectsMayBeInAnArrayOverSeveralLinesOrOneBehindTheOther(text: String) throws {
        let history = try History(log: Array(text.utf8), members: .init(), path: "x")
        #expect(history.entries.map(\.type) == ["a", "b"] && history.entries[0].action == ["type": "a", "n": 1])
        #expect(history.remarks.isEmpty, "\(history.remarks)")
    }

    @Test func whatIsCutOffOrNoJSONTakesNoOtherLineWithIt() throws {
        let log = """
            {"type":"a"}
            {"type":"cut
            {"type":"b","list":[1,
            {"type":"c"}
            hello { there
            {"type":"d"}
            {"type":"e",
            """
        let history = try History(log: Array(log.utf8), members: .init(), path: "x")
        #expect(history.entries.map(\.type) == ["a", "c", "d"])
        #expect(history.remarks == ["4 lines are no actions, and passed over; the first is line 2: it is not JSON"])
        let list = #"[{"type":"a"},null,{"type":"b"},7,"x",{"type":"c"}]"#
        #expect(try History(log: Array(list.utf8), members: .init(), path: "x").entries.map(\.type) == ["a", "b", "c"])
        let header = "# log v1\n[{\"type\":\"a\"},{\"type\":\"b\"}]"
        #expect(try History(log: Array(header.utf8), members: .init(), path: "x").entries.count == 2)
        let vain = String(repeating: #"{"a":"# + "\n", count: 20_000) + #""x" "y""# + "\n" + #"{"type":"a"}"#
        #expect(try History(log: Array(vain.utf8), members: .init(), path: "x").entries.count == 1)
        let many = String(repeating: #"{"a":"# + "\n", count: 20_000) + #"{"type":"a"}"#
        #expect(try History(log: Array(many.utf8), members: .init(), path: "x").entries.count == 1)
    }

    @Test func timesOfReduxDevToolsMayBeTextsAndGoBack() throws {
        let times = [#""1795261800000""#, "1795261801500", #""1795261800500""#, #""1795261800700""#]
        let actions = times.enumerated().map { #""\#($0)":{"action":{"type":"\#($0 == 0 ? "@@INIT" : "a")"},"timestamp":\#($1)}"# }
        let text = #"{"actionsById":{\#(actions.joined(separator: ","))},"computedStates":[],"stagedActionIds":[0,1,2,3]}"#
        let history = try History(parsing: Array(text.utf8), path: "x")
        let timeline = try imported(history)
        #expect(try (1...3).map { try timeline.step(at: $0)?.time } == [1_500_000_000, 1_500_000_000, 1_700_000_000])
        #expect(history.started == 1_795_261_800_000 && history.remarks.count == 1, "\(history.remarks)")
    }

    /// Among them the date that logs write for never.
    @Test(arguments: [
        "9999-12-31T23:59:59Z", "2262-04-12T00:00:00Z", "1969-12-31T00:00:00Z", "2025-02-30T00:00:00Z", "2025-01-01T00:00:00+99:99",
    ])
    func aDateThatNoRecordingHasIsNoTime(text: String) throws {
        var members = History.LogMembers()
        members.time = JSONPointer(tokens: ["at"])
        let log = #"{"type":"a","at":"2026-11-21T11:50:02Z"}"# + "\n" + #"{"type":"b","at":"\#(text)"}"#
        let timeline = try imported(History(log: Array(log.utf8), members: members, path: "x"))
        #expect(timeline.steps == 0...2)
        #expect(try timeline.step(at: 2)?.time == 0)
    }

    @Test func aStepMayHaveTheTypeOfTheFirstState() throws {
        let log = #"{"type":"a","s":1}"# + "\n" + #"{"type":"@@INIT","s":2}"# + "\n" + #"{"type":"b","s":3}"#
        var members = History.LogMembers()
        members.state = JSONPointer(tokens: ["s"])
        _ = try imported(History(log: Array(log.utf8), members: members, path: "x"), to: "log.rewind")
        let back = try imported(History(exported: exported(folder.path("log.rewind"), .ndjson, states: true), path: "x"))
        #expect(try (1...3).map { try back.step(at: $0)?.type } == ["a", "@@INIT", "b"])
        #expect(try back.state(at: 2) == .known(2))
    }

    @Test func aStepThatComesTooLateIsRefusedBeforeAnythingIsWritten() throws {
        let lines = [1, 4_294_967_299].map { #"{"step":\#($0),"time":0,"type":"a","outcome":"unchanged"}"# }.joined(separator: "\n")
        let history = try History(exported: Array(lines.utf8), path: "x")
        let error = #expect(throws: RecordingError.self) { try Import().write(history, to: folder.path("late.rewind")) }
        #expect(error?.code == .limit)
        #expect(!FileManager.default.fileExists(atPath: folder.path("late.rewind")))
    }

    @Test func aLogIsARecordingWhateverItsMembersAreCalled() throws {
        let log = """
            \u{feff}{"ts":"2026-11-21T11:50:02Z","event":{"name":"cart/add","payload":{"id":1}},"app":"web","after":{"n":1},"at":"cart.ts:12"}\r
            \r
            starting up\r
            {"ts":"2026-11-21T11:50:03.25Z","event":{"name":"cart/add","payload":{"id":2}},"app":"web","after":{"n":2}}\r
            {"ts":"2026-11-21T11:50:03Z","event":{"name":"open"},"app":"phone","after":{"page":"home"}}\r
            {"ts":"2026-11-21T11:50:04Z","level":"info"}\r

            """
        var members = History.LogMembers()
        (members.type, members.action) = (JSONPointer(tokens: ["event", "name"]), JSONPointer(tokens: ["event", "payload"]))
        (members.time, members.state, members.store) = (
            JSONPointer(tokens: ["ts"]), JSONPointer(tokens: ["after"]), JSONPointer(tokens: ["app"])
        )
        members.site = JSONPointer(tokens: ["at"])
        let history = try History(log: Array(log.utf8), members: members, path: "x")
        #expect(history.remarks.count == 2, "\(history.remarks)")
        #expect(history.remarks[0].hasPrefix("2 lines are no actions, and passed over; the first is line 3: it is not JSON"))
        #expect(history.remarks[1].hasPrefix("1 line has an earlier time"))
        let timeline = try imported(history)
        #expect(timeline.steps == 0...3)
        let first = try #require(try timeline.step(at: 1)?.line)
        #expect(first.type == "cart/add" && first.action == ["id": 1] && first.site == "cart.ts:12" && first.store == "web")
        #expect(try timeline.step(at: 2)?.time == 1_250_000_000)
        #expect(try timeline.step(at: 3)?.time == 1_250_000_000)
        #expect(try timeline.state(at: 3, store: "web") == .known(["n": 2]))
        #expect(try timeline.state(at: 3, store: "phone") == .known(["page": "home"]))
    }

    @Test func aLogOfActionsAloneHasNoTimes() throws {
        let history = try History(log: Array("{\"type\":\"a\",\"n\":1}\n{\"type\":\"b\"}".utf8), members: .init(), path: "x")
        let timeline = try imported(history)
        #expect(history.started == 0 && timeline.recording.manifest.started == 0)
        #expect(try timeline.step(at: 1)?.action == ["type": "a", "n": 1])
    }

    @Test(arguments: ["", "\n\n", "no JSON", "{\"name\":\"a\"}", "[1]"])
    func whatIsNoLogIsRefused(text: String) throws {
        let error = #expect(throws: RecordingError.self) { try History(log: Array(text.utf8), members: .init(), path: "x.log") }
        #expect(error?.description.hasPrefix("x.log: not a log of actions") == true)
    }
}
