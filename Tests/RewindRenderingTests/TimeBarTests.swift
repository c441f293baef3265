import RewindRendering
import Testing

@Suite("The bar below a recording that is played", .timeLimit(.minutes(5)))
struct TimeBarTests {
    private static let bar = TimeBar(step: 23, of: 67, time: 12_345_678_901, in: 0...62_500_000_000)

    @Test(arguments: [
        (TimeBar.Status.playing, 1, "00:12.3 / 01:02.5 ━━━━─────────────────  step 23 of 67  space pauses, ? keys"),
        (.paused(at: nil), 0.5, "00:12.3 / 01:02.5 ━━─────────────  step 23 of 67  ×0.5  paused, space goes on"),
        (.paused(at: "pay"), 2, "00:12.3 / 01:02.5 ━━─────────  step 23 of 67  ×2  paused at :pay, space goes on"),
        (.waiting(seconds: 42), 1, "00:12.3 / 01:02.5 ━━━━─────────────────  step 23 of 67  waits 42 s, Enter skips"),
        (.waiting(seconds: 125), 1, "00:12.3 / 01:02.5 ━━━─────────────  step 23 of 67  waits 2 min 5 s, Enter skips"),
        (.entering("@1:0"), 1, "00:12.3 / 01:02.5 ━━━━─────────────────  step 23 of 67  go to @1:0_"),
        (.message("this is the last step"), 1, "00:12.3 / 01:02.5 ━━━━─────────────────  step 23 of 67  this is the last step"),
    ])
    func saysWhereItIsAndWhatGoesOn(status: TimeBar.Status, speed: Double, text: String) {
        var bar = Self.bar
        (bar.status, bar.speed) = (status, speed)
        #expect(bar.line(columns: 79).trimmed.text == text)
    }

    @Test func isNeverWiderThanTheScreen() {
        for columns in 1...200 { #expect(DisplayWidth.of(Self.bar.line(columns: columns).text) <= columns) }
        #expect(Self.bar.line(columns: 40).text == "00:12.3 / 01:02.5   step 23 of 67  spac…")
    }

    @Test func goesByStepsWhereThereAreNoTimes() {
        let bar = TimeBar(step: 5, of: 10, time: nil, in: nil)
        #expect(bar.line(columns: 60).trimmed.text == "━━━━━━━━━━───────────  step 5 of 10  space pauses, ? keys")
    }
}
