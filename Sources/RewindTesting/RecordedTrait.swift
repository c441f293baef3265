public import Testing

/// Records a test's own store, and attaches the recording to the test if it fails, as the trait `.recorded`.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
    /// Each test of a suite is recorded by itself.
    public var isRecursive: Bool { true }

    /// Runs a test with a recording of its own.
    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let recording = TestRecording(of: test)
        let noticing = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFailure { recording.fail() }
            return issue
        }
        do {
            try await TestRecording.$current.withValue(recording) {
                try await withTaskCancellationHandler {
                    try await noticing.provideScope(for: test, testCase: testCase, performing: function)
                } onCancel: {
                    recording.fail()  // the time limit has passed
                }
            }
        } catch {
            recording.fail()
            recording.end()
            throw error
        }
        recording.end()
    }
}

extension Trait where Self == RecordedTrait {
    /// Records what the test's store does, and attaches the recording to the test if it fails.
    ///
    /// ```swift
    /// @Test(.recorded) func totalFollowsTheCart() {
    ///     let store = ShopStore(recorder: .ofThisTest)
    ///     store.send(.add("tea", price: 3))
    ///     #expect(store.state.total == 3)
    /// }
    /// ```
    ///
    /// With `swift test --attachments-path DIRECTORY`, the recording of a failed test is in that directory, for `rewind log`, `rewind diff`
    /// and the other commands. Nothing is left of a test that passes. It fails if an expectation does, if it throws, or if its time limit
    /// passes and it ends then. On a suite, the trait records each of its tests.
    public static var recorded: Self { Self() }
}
