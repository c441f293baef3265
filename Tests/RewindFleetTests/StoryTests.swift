import RewindArchive
import RewindFleet
import RewindReplay
import TestSupport
import Testing

@Suite("How a session ended, and what led there") struct StoryTests {
    @Test func aCrashHasTheAppsOwnFunctionAndTheCausesOfItsAction() throws {
        let story = try Story(of: timeline("crash"))
        #expect(
            story
                == Story(
                    ending: "crashed", function: "EpisodesCore.CommentsState.exchange(_:)",
                    chain: ["comments/edit", "comments/editDidFinish"]))
        #expect(story.text == "comments/edit > comments/editDidFinish")
        // A fingerprint is compared with those of other machines and other days: it may only change with its version.
        #expect(story.fingerprint == "f1-185d4d3850d5")
    }

    @Test func aSessionThatFinishedHasNoFingerprint() throws {
        let story = try Story(of: timeline("ordinary"))
        #expect(story.ending == "finished" && story.isFine && story.fingerprint == nil && story.text == nil)
    }

    @Test func oneThatWasKilledBetweenStepsHasNoChain() throws {
        let story = try Story(of: timeline("killed"))
        #expect(story.ending == "killed" && story.chain.isEmpty && story.fingerprint?.hasPrefix("f1-") == true)
    }

    @Test(arguments: [
        Story(ending: "killed", function: "f()", chain: ["a", "b"]), Story(ending: "crashed", function: "g()", chain: ["a", "b"]),
        Story(ending: "crashed", chain: ["a", "b"]), Story(ending: "crashed", function: "f()", chain: ["b"]),
        Story(ending: "crashed", function: "f()", chain: ["b", "a"]),
    ])
    func eachPartOfAStoryMakesAnotherFingerprint(other: Story) {
        #expect(other.fingerprint != Story(ending: "crashed", function: "f()", chain: ["a", "b"]).fingerprint)
    }
}

/// The timeline of one of the repository's recordings.
func timeline(_ name: String) throws -> Timeline { try Timeline(openRecording(at: fixture(name))) }

func fixture(_ name: String) -> String { Repository.path("Fixtures/\(name).rewind") }
