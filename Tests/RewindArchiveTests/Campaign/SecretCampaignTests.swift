import CLibrary
import Foundation
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

/// Secrets by key, by shape and by place, made anew from seeds, through the real recorder: how many are in its files.
///
/// `REWIND_LONG` makes it thousands; `REWIND_CAMPAIGN_DETAILS` prints each that was found.
@Suite("A campaign of planted secrets", .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct SecretCampaignTests {
    let folder = TemporaryFolder()
    static let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil

    /// - Parameter isHeldOut: whether it has secrets that the rules were not made with, ``HeldOut``: the honest figure.
    private static func campaigns(_ level: RedactionLevel, isHeldOut: Bool) -> [(String, SecretCampaign)] {
        let isMasked = level != .secrets
        if isHeldOut {
            let campaign = SecretCampaign(seed: 99, count: isLong ? 3_000 : 600, inBytes: isMasked) { HeldOut.next(&$0) }
            return [("\(level), held out", campaign)]
        }
        return (isLong ? [1, 2, 3] : [1]).map { seed in
            ("\(level), seed \(seed)", SecretCampaign(seed: seed, count: isLong ? 1_500 : 400, inBytes: isMasked))
        }
    }

    @Test(arguments: [RedactionLevel.secrets, .masked], [false, true])
    func hardlyAnySecretIsInAnyFileAndNoneWhereTextsAreMasked(level: RedactionLevel, isHeldOut: Bool) throws {
        for (name, campaign) in Self.campaigns(level, isHeldOut: isHeldOut) {
            let turns = try turns(level).map { turn in
                let recorder = try campaign.record(into: folder.path("\(name) \(turn)")) { $0.level = level }
                let live = try #require(recorder.directory)
                recorder.flush()
                var reports = [campaign.leaks(in: live)]
                recorder.finish()
                reports.append(campaign.leaks(in: live))
                return reports + [try campaign.leaks(in: Sealing().seal(live, to: folder.path("\(name) \(turn).rewind")))]
            }
            for (stage, place) in ["live", "finished", "sealed"].enumerated() {
                expectFew(turns.map { $0[stage] }, level, isHeldOut: isHeldOut, "\(name), \(place)")
            }
        }
    }

    @Test(arguments: [RedactionLevel.secrets, .masked]) func aKilledProcessLeavesNoMore(level: RedactionLevel) async throws {
        let campaign = SecretCampaign(seed: 7, count: 250, inBytes: level == .masked)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, level = level.rawValue as String] in
            let level = RedactionLevel(rawValue: level) ?? .secrets
            let campaign = SecretCampaign(seed: 7, count: 250, inBytes: level == .masked)
            let recorders = try [1, 2].map { turn in try campaign.record(into: "\(path)/\(turn)") { $0.level = level } }
            for recorder in recorders {
                recorder.flush()
                recorder.mark("the end")
            }
            kill(getpid(), SIGKILL)
        }
        #expect(FileManager.default.fileExists(atPath: folder.path("2")))
        expectFew(turns(level).map { campaign.leaks(in: folder.path("\($0)")) }, level, "\(level), killed")
    }

    @Test func ofARecordingThatIsMaskedAfterwardsNoSecretIsLeft() throws {
        for (name, campaign) in Self.campaigns(.masked, isHeldOut: false) {
            let recorder = try campaign.record(into: folder.path(name)) { $0.level = .everything }
            recorder.finish()
            let open = try #require(recorder.directory)
            let all = campaign.leaks(in: open)
            #expect(all.percentage > 95, "\(all)")
            let reports = try [1, 2].map { turn in
                try campaign.leaks(in: Sealing().redact(open, to: folder.path("\(name) \(turn).rewind"), level: .masked).0)
            }
            expectFew(reports, .masked, "\(name), afterwards")
        }
    }

    /// Masked, secrets are recorded twice: what is found in one of two recordings only, with pseudonyms of their own and at another time, is
    /// there by chance: four digits of a time, a pseudonym that happens to be another's secret.
    private func turns(_ level: RedactionLevel) -> ClosedRange<Int> { level == .masked ? 1...2 : 1...1 }

    private func expectFew(_ turns: [SecretReport], _ level: RedactionLevel, isHeldOut: Bool = false, _ name: String) {
        let report = turns.count == 2 ? turns[0].alsoFound(in: turns[1]) : turns[0]
        print("\(name): \(report), \(report.chances) more by chance")
        if ProcessInfo.processInfo.environment["REWIND_CAMPAIGN_DETAILS"] != nil { print(report.details) }
        #expect(report.percentage <= (level == .masked ? 0 : isHeldOut ? 12 : 3), "\(name): \(report.details)")
    }

    @Test func innocentNamesAndTextsStay() {
        let innocents = Innocent.all(seed: 1)
        var covered: [String] = []
        for innocent in innocents {
            let value = innocent.key.map { JSONValue.object([$0: .string(innocent.value)]) } ?? .string(innocent.value)
            let redactor = Redactor()
            if redactor.redact(value).value != value
                || innocent.key == nil && redactor.redact(innocent.value, at: .appText) != innocent.value
            {
                covered.append("\(innocent.key ?? "-") \(innocent.value) \(redactor.counts.keys.sorted())")
            }
        }
        let percentage = 100 * Double(covered.count) / Double(innocents.count)
        print("\(covered.count) of \(innocents.count) innocent names and texts were covered: \((percentage * 10).rounded() / 10) %")
        if ProcessInfo.processInfo.environment["REWIND_CAMPAIGN_DETAILS"] != nil { print(covered.joined(separator: "\n")) }
        #expect(innocents.count >= 500)
        #expect(percentage <= 0.5, "\(covered)")
    }
}
