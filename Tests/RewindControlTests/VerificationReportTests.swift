import RewindValue
import Testing

@testable import RewindCapture
@testable import RewindControl

@Suite("What a verification came to", .timeLimit(.minutes(5)))
struct VerificationReportTests {
    @Test func nothingVerifiedDoesNotHold() {
        #expect(!VerificationReport().holds)
        #expect(VerificationReport().description == "no step was verified; the store has no action there")
    }

    @Test func whatTheRecordingHidesOrDoesNotKnowIsNoReasonNotToHold() {
        var report = VerificationReport()
        report.verified = 7
        #expect(report.holds && report.description == "7 steps verified")
        report.unknown = [3]
        report.hidden = [.init(step: 2, type: "signIn", patch: JSONPatch([.replace(JSONPointer(tokens: ["token"]), "x")]))]
        report.refused = [UnreplayableAction(step: 5, type: "Opaque", reason: .dumped)]
        #expect(report.holds)
        #expect(
            report.description == "7 steps verified; 1 refused action: \(report.refused[0]); "
                + "1 difference: step 2, signIn: /token in what the recording hides; 1 step whose states are unknown")
    }

    @Test(arguments: [UnreplayableAction.Reason.unknownType(known: ["Remove"]), .undecodable("Expected to decode Int")])
    func oneActionThatTheAppDoesNotTakeIsEnough(reason: UnreplayableAction.Reason) {
        var report = VerificationReport()
        report.verified = 7
        report.refused = (1...5).map { UnreplayableAction(step: $0, type: "Opaque", reason: .dumped) }
        report.refused.append(UnreplayableAction(step: 6, type: "Add", reason: reason))
        #expect(!report.holds)
        #expect(report.description.hasPrefix("7 steps verified; 6 refused actions: The action of step 6 (Add) can't be reduced again: "))
        #expect(report.description.hasSuffix("; …"))
    }
}
