import RewindFormat
import Testing

@testable import RewindRendering

@Suite("What is said of an end that nobody saw")
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
            (.died, nil, nil, "died, and nobody saw how", ""),
        ] as [(Ending.How, String?, Int?, String, String)])
    func namesTheMemoryAndBlamesItOnlyIfTheSystemSaysSo(how: Ending.How, signal: String?, kills: Int?, verb: String, rest: String) {
        var ending = Ending(how)
        ending.signal = signal
        ending.memory = Ending.Memory(resident: 1_200_000_000, kills: kills)
        #expect(EndingText(ending: ending).verb == verb)
        #expect(EndingText(ending: ending).memory == Self.held + rest)
    }
}
