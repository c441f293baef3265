import RewindSystem
import Testing

@testable import RewindCLI

@Suite("Symbols of functions", .timeLimit(.minutes(5)))
struct DemanglerTests {
    @Test
    func comeFromTheRuntimesDemangler() {
        #expect(Demangler.name("$s12EpisodesCore13CommentsStateV").contains("EpisodesCore.CommentsState"))
        #expect(Demangler.name("start_thread") == "start_thread")
        #expect(Demangler.name("$snonsense") == "$snonsense")
    }
}
