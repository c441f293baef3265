import RewindReplay
import Testing

@Suite("A crash that was made to happen again", .timeLimit(.minutes(1)))
struct ReproductionTests {
    /// The words for one crash differ: those of the runtime may be lost, and a line of the source moves.
    @Test(arguments: [
        ("SIGILL: Fatal error: Index out of range (Swift/Array.swift:600)", "SIGILL: Fatal error: Index out of range", true),
        ("SIGILL: Fatal error: arithmetic overflow", "SIGILL: Illegal instruction", true),
        ("SIGSEGV", "SIGSEGV: Segmentation fault", true),
        ("SIGILL: Fatal error: Index out of range", "SIGILL: Fatal error: arithmetic overflow", false),
        ("SIGILL: Fatal error: Index out of range", "SIGSEGV: Segmentation fault", false),
    ])
    func isAsRecordedByItsSignalAndReason(recorded: String, again: String, isSame: Bool) {
        #expect(Reproduction(1...1, .crashedAgain, reason: again).isCrash(recorded) == isSame)
    }

    @Test func ofAMaskedRecordingIsAsRecordedIfItsWordsFit() {
        let again = Reproduction(1...1, .crashedAgain, reason: "SIGILL: Fatal error: the cart is empty (Cart.swift:3)")
        #expect(again.isCrash("SIGILL: Fatal error: qwe plmk xv mnbvc", isMasked: true))
        #expect(!again.isCrash("SIGILL: Fatal error: qwe plmkx xv mnbvc", isMasked: true))
    }
}
