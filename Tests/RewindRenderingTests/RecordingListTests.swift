import RewindFormat
import RewindValue
import Testing

@testable import RewindRendering

@Suite("The list of recordings", .timeLimit(.minutes(5)))
struct RecordingListTests {
    private func summary(_ path: String, app: String = "Shop", edit: (inout RecordingSummary) -> Void = { _ in }) -> RecordingSummary {
        var summary = RecordingSummary(path: path, form: .bundle)
        var manifest = Manifest(recorder: RewindVersion.text, started: 1_795_261_802_000_000_000)
        manifest.app = ["name": .string(app), "version": "2.1"]
        manifest.ending = Ending(.crashed)
        manifest.ending.signal = "SIGSEGV"
        (summary.manifest, summary.steps, summary.duration, summary.bytes) = (manifest, 1...67, 2_700_000_000, 10_200)
        edit(&summary)
        return summary
    }

    @Test func fitsATerminalOf80ColumnsAPathThatDoesNotGetsARowOfItsOwn() {
        let long = "/home/ada/recordings/" + String(repeating: "x", count: 40) + ".rewind"
        let list = RecordingList(
            [
                summary("bug.rewind"), summary(long, app: String(repeating: "An app of a long name ", count: 3)),
                summary("live.live") { $0.isLive = true },
                summary("broken.rewind") { ($0.manifest, $0.problem, $0.steps) = (nil, "damaged", nil) },
            ], name: { $0 })
        let rows = list.lines(columns: 80).map(\.text)
        #expect(
            rows == [
                "WHEN (UTC)        APP                   STEPS  LENGTH  ENDED               SIZE",
                "2026-11-21 11:50  Shop 2.1                 67   2.7 s  crashed SIGSEGV  10.2 kB",
                "                  bug.rewind",
                "2026-11-21 11:50  An app of a long na…     67   2.7 s  crashed SIGSEGV  10.2 kB",
                "                  " + long,
                "2026-11-21 11:50  Shop 2.1                 67   2.7 s  live             10.2 kB",
                "                  live.live",
                "?                 ?                         ?   2.7 s  unreadable       10.2 kB",
                "                  broken.rewind",
            ])
        #expect(
            list.lines(columns: 40)[1].wrapped(to: 40).map(\.text) == [
                "2026-11-21 11:50  Shop 2.1", "     67   2.7 s  crashed SIGSEGV  10.2", "     kB",
            ])
        let begun = RecordingList(
            [summary("live.live") { ($0.isLive, $0.steps, $0.duration, $0.bytes) = (true, nil, nil, nil) }], name: { $0 })
        #expect(
            begun.lines(columns: 80).map(\.text) == [
                "WHEN (UTC)        APP       STEPS  LENGTH  ENDED  SIZE  PATH",
                "2026-11-21 11:50  Shop 2.1   none          live", "                  live.live  nothing recorded yet",
            ])
        let ended = summary("bug.rewind") { summary in
            summary.manifest?.ending = Ending(.finished)
            summary.manifest?.ending.exit = 3
        }
        #expect(RecordingList([ended], name: { $0 }).lines(columns: nil)[1].text.contains("  exit status 3  "))
        #expect(RecordingList([summary("bug.rewind")], name: { $0 }).lines(columns: 80).count == 2)
        #expect(list.lines(columns: nil).count == 5)
        let lossy = RecordingList([summary("half.rewind") { $0.isLossy = true }], name: { $0 })
        #expect(lossy.lines(columns: nil)[1].text.hasSuffix("  half.rewind  something is lost") && lossy.json[0]["lossy"] == true)
        #expect(list.json.map { $0["problem"]?.string } == [nil, nil, nil, "damaged"])
    }
}
