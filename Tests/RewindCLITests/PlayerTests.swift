import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import TestSupport
import Testing

@testable import RewindCLI

@Suite("A recording that is played", .timeLimit(.minutes(5)))
struct PlayerTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws { timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder))) }

    @Test
    func isEachStepAtItsTimeWithWhatItChangedInBrief() async throws {
        let output = Captured()
        let console = Console(isColoured: false, columns: 60) { output.add($0) }
        let player = Player(timeline: timeline, console: console, asJSON: false)
        try await player.play(0...4, schedule: PlaySchedule(speed: 1_000_000), clock: ContinuousClock())
        #expect(
            output.text == """
                      1  +00:00.010  cart/add  + …/items/- = {2 members}
                      2  +00:00.020  cart/load  changes in 3
                      3  +00:00.030  cart/didLoad
                                       ~ /isLoading = true, - /cart/note
                      4  +01:02.500  cart/pay  ended here

                """)
    }

    @Test
    func hasNoBytesWhereAFileWasExtendedAheadOfNeed() throws { #expect(try #require(FileSizes(of: timeline.recording).total) < 64 << 10) }
}
