import RewindFormat
import RewindReplay
import Testing

@Suite("A crash that was made to happen again", .timeLimit(.minutes(1)))
struct ReproductionTests {
    private func ending(_ signal: String, _ reason: CrashReason? = nil) -> Ending {
        var ending = Ending(.crashed)
        ending.signal = signal
        ending.crashReason = reason
        return ending
    }

    private static let outOfRange = "Fatal error: Index out of range"

    private static let arrayIndex = CrashReason(outOfRange, site: "Swift/Array.swift:600")

    /// What is known of one crash differs: the words of the runtime may be lost, and a line of the source moves.
    @Test(
        arguments: [
            ("SIGILL", arrayIndex, ReducerCrash(.signal("SIGILL"), reason: CrashReason(outOfRange)), true),
            (
                "SIGILL", CrashReason("Fatal error: arithmetic overflow"), ReducerCrash(.signal("SIGILL"), lastLine: "Illegal instruction"),
                true
            ),
            ("SIGSEGV", nil, ReducerCrash(.signal("SIGSEGV"), lastLine: "Segmentation fault"), true),
            (
                "SIGILL", CrashReason(outOfRange),
                ReducerCrash(.signal("SIGILL"), reason: CrashReason("Fatal error: arithmetic overflow")), false
            ),
            ("SIGILL", CrashReason(outOfRange), ReducerCrash(.signal("SIGSEGV"), lastLine: "Segmentation fault"), false),
            ("SIGILL", nil, ReducerCrash(.exit(1)), false),
            ("SIGILL", nil, ReducerCrash(.silence(10_000)), false),
            // As an older recording has it.
            ("SIGILL", CrashReason(arrayIndex.words), ReducerCrash(.signal("SIGILL"), reason: arrayIndex), true),
        ] as [(String, CrashReason?, ReducerCrash, Bool)])
    func isAsRecordedByItsSignalAndReason(signal: String, reason: CrashReason?, again: ReducerCrash, isSame: Bool) {
        #expect(again.isSame(as: ending(signal, reason), isMasked: false) == isSame)
    }

    @Test func ofAMaskedRecordingIsAsRecordedIfItsWordsFit() {
        let again = ReducerCrash(.signal("SIGILL"), reason: CrashReason("Fatal error: the cart is empty", site: "Cart.swift:3"))
        #expect(again.isSame(as: ending("SIGILL", CrashReason("Fatal error: qwe plmk xv mnbvc")), isMasked: true))
        #expect(!again.isSame(as: ending("SIGILL", CrashReason("Fatal error: qwe plmkx xv mnbvc")), isMasked: true))
    }

    @Test func isTheSameWhereverItsLineHasMoved() {
        let one = ReducerCrash(.signal("SIGILL"), reason: CrashReason(Self.outOfRange, site: "Cart.swift:3"))
        var other = one
        other.reason?.site = "Cart.swift:4"
        #expect(one.isSame(as: other) && !one.isSame(as: ReducerCrash(.signal("SIGILL"))))
    }

    @Test(arguments: [
        (ReducerCrash(.signal("SIGILL"), reason: CrashReason(outOfRange, site: "Cart.swift:3")), "SIGILL: \(outOfRange) (Cart.swift:3)"),
        (ReducerCrash(.exit(1), lastLine: "no licence"), "it ended with status 1: no licence"),
        (ReducerCrash(.silence(500)), "it did not answer within 0.5 s"),
        (ReducerCrash(.silence(10_000)), "it did not answer within 10 s"),
    ])
    func hasWords(crash: ReducerCrash, words: String) { #expect(crash.words == words) }
}
