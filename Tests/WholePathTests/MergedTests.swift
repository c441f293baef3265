import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("What is shown of a merged recording", .timeLimit(.minutes(5))) struct MergedTests {
    let folder = TemporaryFolder()

    /// A recording of so many steps, ten milliseconds each, whose process ended in the last of them; `nil` for one that finished.
    private func device(_ name: String, steps: Int, ended how: Ending.How?, signal: String? = nil) throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0]) {
            $0.unknown["process"] = .string(name)
            ($0.title, $0.note) = ("\(name)'s title", "\(name)'s note")
        }
        for step in 1...steps {
            try builder.action(step, "counter/step") { if step > 1 { $0.cause = step - 1 } }
            if how != nil, step == steps { break }
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
        }
        return try Sealing().seal(try builder.finish(), to: folder.path("\(name).rewind")) {
            $0.level = "everything"
            $0.ending = Ending(how ?? .finished)
            $0.ending.signal = signal
            $0.ending.underWay = how == nil ? [] : [.init(store: "main", step: steps, phase: .reducer, type: "counter/step")]
        }.path
    }

    private func merged(_ paths: String...) throws -> Timeline {
        try Timeline(Merge().merge(paths, to: folder.path("merged.rewind")))
    }

    private func ticket(_ timeline: Timeline) throws -> Ticket {
        try Ticket(of: timeline, sizes: FileSizes(), crash: nil, gaps: SymbolGaps(), removed: [])
    }

    @Test func eachPartsWordsAndEnd() throws {
        let timeline = try merged(
            try device("phone", steps: 3, ended: .crashed, signal: "SIGILL"), try device("tablet", steps: 3, ended: nil))
        let report = InfoReport(timeline)
        let lines = report.lines.text
        #expect(lines.hasPrefix("title       phone's title\nnote        phone's note\n"), "\(lines)")
        #expect(
            lines.contains(
                """
                part        phone: phone's title
                            phone's note
                            recorded 2026-11-21 11:50:02 UTC
                            it crashed with SIGILL
                part        tablet: tablet's title
                            tablet's note
                            recorded 2026-11-21 11:50:02 UTC
                            it finished
                """), "\(lines)")
        #expect(report.markdown.text.contains("| part | tablet: tablet's title<br>tablet's note<br>"))
        let parts = InfoQuestion().answer(of: timeline).json["parts"]?.array ?? []
        #expect(parts.map { $0["note"]?.string } == ["phone's note", "tablet's note"])
        #expect(parts.map { $0["ending"]?["how"]?.string } == ["crashed", "finished"])
        #expect(parts.first?["started"] == InfoQuestion().answer(of: timeline).json["started"])
        let ticket = try ticket(timeline)
        #expect(ticket.title == "phone's title")
        #expect(ticket.markdown.contains("| parts | phone: phone's title; it crashed with SIGILL<br>tablet: tablet's title; it finished |"))
    }

    @Test("The last actions of a ticket are those before the crash, even if another device went on")
    func aTicketsLastActionsAreBeforeTheCrash() throws {
        let crashed = try device("phone", steps: 30, ended: .crashed, signal: "SIGILL")
        let ticket = try ticket(try merged(crashed, try device("tablet", steps: 80, ended: nil)))
        let text = ticket.markdown
        #expect(ticket.actions.text.hasSuffix("after 57 in phone/main\n         crashed here: SIGILL"), "\(text)")
        #expect(text.contains("\n39 earlier steps are in the recording.\n\n51 later steps are in the recording.\n"), "\(text)")
    }

    @Test func everyStepInWhichAProcessEndedSaysHowThatOneDid() throws {
        let killed = try device("phone", steps: 4, ended: .killed, signal: "SIGKILL")
        let timeline = try merged(killed, try device("tablet", steps: 60, ended: .crashed, signal: "SIGILL"))
        let rows = try self.ticket(timeline).actions.text.split(separator: "\n")
        #expect(
            rows.prefix(4).map(String.init).joined(separator: "\n").hasSuffix("in phone/main\n         killed here: SIGKILL\n     …"),
            "\(rows)")
        #expect(rows.last == "         crashed here: SIGILL")
        let finished = try Timeline(
            Merge().merge([killed, try device("other", steps: 60, ended: nil)], to: folder.path("finished.rewind")))
        #expect(try ticket(finished).actions.text.hasSuffix("killed here: SIGKILL"))
    }

    @Test("On a narrow terminal the type gives way to the store's name as long as the type can be told")
    func aNarrowTypeColumnMakesRoomForTheStore() throws {
        let timeline = try merged(try device("phone", steps: 3, ended: nil), try device("a-tablet", steps: 3, ended: nil))
        let beside = StepRow.columnsBeside(in: timeline)
        var rows = StepRow.header.leaving(beside).rows(in: 80)
        try timeline.forEach { rows += StepRow.line($0, ending: Ending(.finished)).leaving(beside).rows(in: 80) }
        #expect(
            rows.text == """
                   STEP        TIME  TYPE                    CHANGES  CAUSE
                      1  +00:00.010  counter/step                  1  in phone/main
                      2  +00:00.010  counter/step                  1  in a-tablet/main
                      3  +00:00.020  counter/step                  1  after 1 in phone/main
                      4  +00:00.020  counter/step                  1  after 2 in a-tablet/main
                      5  +00:00.030  counter/step                  1  after 3 in phone/main
                      6  +00:00.030  counter/step                  1  after 4 in a-tablet/main
                """, "\(rows.text)")
    }

    @Test("A comparison of an ordinary and a merged recording names the stores whose names differ")
    func aComparisonNamesStoresCalledOtherwise() throws {
        let phone = try device("phone", steps: 3, ended: nil)
        let question = ComparisonQuestion(with: try merged(phone, try device("tablet", steps: 3, ended: nil)))
        let first = try Timeline(openRecording(at: phone))
        let lines = question.table(Drawing(of: first)).lines(try question.answer(in: first).rows[0]).text
        #expect(
            lines.contains(
                """
                -       1  +00:00.010  counter/step                1 change in main
                +       1  +00:00.010  counter/step                1 change in phone/main
                  the store: main in one, phone/main in the other; stores are compared by their names
                """), "\(lines)")
    }

    @Test func ofLostStepsWhoseReasonWasMaskedNoColonIsLeft() throws {
        #expect(StepRow.gap(31...60, reason: .init(.unwritten)).text == "  steps 31 to 60 are lost")
        #expect(NoStepText(number: 31, noStep: .gap(31...60, reason: .init(.unwritten))).clause == ", lost with all of steps 31 to 60")
        #expect(NoStepText(number: 31, noStep: .gap(31...60, reason: .init(.unwritten))).rest == "with all of steps 31 to 60")
        #expect(
            NoStepText(number: 31, noStep: .gap(31...31, reason: .init(.inNoPart))).rest == "in none of the parts that were put together")
        let line = try #require(GapLine(["from": 31, "to": 60, "kind": "in-no-part"]))
        #expect(
            StepRow.gap(line.steps, reason: line.reason).text == "  steps 31 to 60 are lost: in none of the parts that were put together")
    }
}
