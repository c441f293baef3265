import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import Testing

/// The example app in which both bugs of the recordings are fixed, by a field that the state of its comments got: the newest text of each.
///
/// Apart from that, it does what was recorded.
private struct FixedEpisodes: RecordedReducer {
    private var state: JSONValue = .null

    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
        self.state = state
        return .loaded(state)
    }

    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
        var reduced: [ReducedStep] = []
        for step in steps {
            let before = state
            let comments = step.action?["comments"]?["_0"]
            var changes: [JSONPatch.Operation] = []
            if case .changed(let patch) = step.outcome { changes = patch.operations }
            if let saved = comments?["editDidFinish"], newest(of: saved) != saved["text"] {
                changes.removeAll { if case .replace(let place, _) = $0 { place.tokens.last == "text" } else { false } }
            }
            try? JSONPatch(changes).apply(to: &state)
            if let edit = comments?["edit"], let id = edit["id"]?.int, let text = edit["text"] {
                var texts = state["comments"]?["newest"]?.object ?? [:]
                texts["\(id)"] = text
                try? JSONPatch([.add(JSONPointer(tokens: ["comments", "newest"]), .object(texts))]).apply(to: &state)
            }
            reduced.append(.patch(TreeDiff(from: before, to: state).patch))
        }
        return reduced
    }

    private func newest(of saved: JSONValue) -> JSONValue? {
        saved["id"]?.int.flatMap { state["comments"]?["newest"]?["\($0)"] }
    }

    mutating func reduceDifferently(
        _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
    ) throws(Never) -> String? { nil }
}

@Suite("A fix that adds a field", .timeLimit(.minutes(2)))
struct FixedAppTests {
    /// The shapes of the fixed app's types.
    private func types(of timeline: Timeline) throws -> StateTypes {
        var shapes = timeline.recording.manifest.types
        var comments = try #require(shapes["EpisodesCore.CommentsState"]?.object)
        var fields = try #require(comments["fields"]?.object)
        fields["newest"] = "Swift.Optional<Swift.Dictionary<Swift.Int, Swift.String>>"
        comments["fields"] = .object(fields)
        shapes["EpisodesCore.CommentsState"] = .object(comments)
        return StateTypes(shapes: shapes, state: "EpisodesCore.AppState")
    }

    @Test(
        "Verify holds five recordings against a fixed app only in the step that was fixed",
        arguments: [("crash", nil), ("edits", 75), ("killed", nil), ("ordinary", nil), ("signin", nil)] as [(String, Int?)],
        [nil, .recorded, .own] as [VerifyOptions.Continuation?])
    func onlyTheFixedStepDiffers(recording: (name: String, step: Int?), goesOn: VerifyOptions.Continuation?) throws {
        let timeline = try Timeline(openRecording(at: Fixture(name: "\(recording.name).rewind").path))
        let options = VerifyOptions(goesOn: goesOn, types: try types(of: timeline))
        var app = FixedEpisodes()
        let result = try timeline.verify(store: "main", steps: timeline.steps, by: &app, options)
        let faults = result.divergences.filter(\.isFault)
        #expect(faults.map(\.steps.lowerBound) == [recording.step].compactMap(\.self) && result.holds == faults.isEmpty, "\(result)")
        #expect(faults.flatMap(\.places).map(\.pointer.description) == (recording.step == nil ? [] : ["/comments/comments/2/text"]))
        #expect(result.divergences.contains { $0.kind == .noLongerCrashes } == (recording.name == "crash"))
        let hasEdits = ["crash", "edits", "signin"].contains(recording.name)
        #expect(result.newMembers.map(\.description) == (hasEdits ? ["/comments/newest"] : []))
    }
}
