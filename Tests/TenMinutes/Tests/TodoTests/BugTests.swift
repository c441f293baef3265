import RewindRecorder
import RewindTesting
import Testing
import TodoCore

@Test func removingWhatIsNotThereDoesNotCrash() async {
    await #expect(processExitsWith: .success) { @MainActor in
        try await expectReplay(of: "bug.rewind", in: TodoStore(recorder: .off))
    }
}
