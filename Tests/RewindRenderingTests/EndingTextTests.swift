import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("What is said of an end that nobody saw", .timeLimit(.minutes(5)))
struct EndingTextTests {
    private static let held = "it held 1.2 GB when its recorder last looked"

    @Test(
        arguments: [
            (
                Ending.How.killed, "SIGKILL", 1, "was killed by SIGKILL, most likely because memory ran out",
                "; after that, the system killed 1 process because memory ran out"
            ),
            (.killed, "SIGKILL", 0, "was killed by SIGKILL", ""),
            (.killed, "SIGTERM", 1, "was killed by SIGTERM", ""),  // the system asks nobody politely
            (
                .died, nil, 2, "was killed, most likely because memory ran out",
                "; after that, the system killed 2 processes because memory ran out"
            ),
            (.died, nil, nil, "died without notice, as by SIGKILL", ""),
        ] as [(Ending.How, String?, Int?, String, String)])
    func namesTheMemoryAndBlamesItOnlyIfTheSystemSaysSo(how: Ending.How, signal: String?, kills: Int?, verb: String, rest: String) {
        var ending = Ending(how)
        ending.signal = signal
        ending.memory = Ending.Memory(resident: 1_200_000_000, kills: kills)
        #expect(EndingText(ending: ending).verb == verb)
        #expect(EndingText(ending: ending).memory == Self.held + rest)
    }

    @Test(
        arguments: [
            (62_000_000_000, "was killed by SIGTERM, 59.0 s after its last action", 62_000_000_000),
            (3_500_000_000, "was killed by SIGTERM", 3_500_000_000),
            (nil, "was killed by SIGTERM", 3_000_000_000), (1_000_000_000, "was killed by SIGTERM", 3_000_000_000),
        ] as [(Int?, String, Int)])
    func saysHowLongTheAppWentOnWithoutAnAction(at time: Int?, verb: String, length: Int) throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["count": 0]) { manifest in
            manifest.ending = Ending(.killed)
            manifest.ending.signal = "SIGTERM"
            manifest.ending.at = time
        }
        try builder.step(1, "add", time: 3_000_000_000)
        let recording = try Recording(directory: builder.finish())
        #expect(EndingText(of: recording).verb == verb)
        #expect(recording.length == length)
    }
}
