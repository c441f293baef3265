import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// The classes of divergences, and what does not count as one, with a reducer that is a function in the test.
@Suite("Verifying a recording", .timeLimit(.minutes(5)))
struct VerifierTests {
    /// Sets what its action names: `{"set":{"path":"/a","value":1}}`.
    struct Setter: RecordedReducer {
        var state: JSONValue = .null
        /// What the reducer makes of the value at some steps.
        var makes: [Int: JSONValue] = [:]
        /// The member of the state whose value it takes at some steps.
        var copies: [Int: String] = [:]
        /// A member that every state has since its type got it.
        var added: String?
        /// How another state comes out when it is reduced again.
        var differently: String?
        /// How many steps it takes at once.
        var batch = 100
        var requests = 0

        mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
            requests += 1
            guard var members = state.object else { return .undecodable("it is no object") }
            if let added { members[added] = members[added] ?? 0 }
            self.state = .object(members)
            return .loaded(self.state)
        }

        mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
            requests += 1
            var reduced: [ReducedStep] = []
            for step in steps.prefix(batch) {
                guard let set = step.action?["set"], let path = set["path"]?.string,
                    let value = copies[step.number].map({ state[$0] ?? .null }) ?? makes[step.number] ?? set["value"]
                else { return reduced + [.undecodable("no such action")] }
                if value == "crash" { return [.crashed(ReducerCrash(.signal("SIGILL")))] }
                let patch = JSONPatch([.add(JSONPointer(tokens: [String(path.dropFirst())]), value)])
                let before = state
                try? patch.apply(to: &state)
                reduced.append(.patch(TreeDiff(from: before, to: state).patch))
            }
            return reduced
        }

        mutating func reduceDifferently(
            _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
        ) throws(Never) -> String? { differently }
    }

    private let folder = TemporaryFolder()

    private func builder(_ state: JSONValue = ["a": 0], edit: (inout Manifest) -> Void = { _ in }) throws -> RecordingBuilder {
        let builder = try RecordingBuilder(in: folder, edit: edit)
        builder.keyframe(0, state)
        return builder
    }

    private func verify(
        _ builder: RecordingBuilder, by setter: Setter = Setter(), _ options: VerifyOptions = VerifyOptions()
    ) throws -> Verification {
        let timeline = try Timeline(Recording(directory: builder.die()))
        var setter = setter
        return try timeline.verify(store: "main", steps: timeline.steps, by: &setter, options)
    }

    @Test(arguments: [1, 2, 100])
    func holdsWithWhateverIsReducedAtOnce(batch: Int) throws {
        let builder = try builder()
        for step in 1...5 { try builder.set(step, "/a", .number(JSONNumber(step))) }
        let result = try verify(builder, by: Setter(batch: batch))
        #expect(result.verified == 5 && result.divergences.isEmpty && result.holds == true)
    }

    @Test func whatWasNotCapturedIsVerifiedByWhatFollows() throws {
        let builder = try builder()
        try builder.set(1, "/a", 1, patch: false)
        try builder.set(2, "/a", 2, patch: false)
        try builder.patch(2, #"[{"op":"replace","path":"/a","value":2}]"#, merged: 1...2)
        try builder.set(3, "/a", 3)
        #expect(try verify(builder).verified == 3)
    }

    @Test func aDivergenceBetweenUnknownStatesIsInOneOfThem() throws {
        let builder = try builder()
        try builder.set(1, "/a", 1, patch: false)
        try builder.set(2, "/b", 2, patch: false)
        try builder.patch(2, #"[{"op":"replace","path":"/a","value":1},{"op":"add","path":"/b","value":2}]"#, merged: 1...2)
        let result = try verify(builder, by: Setter(makes: [1: 7]))
        #expect(result.divergences.map(\.steps) == [1...2] && result.divergences[0].kind == .codeChanged)
        #expect(result.divergences[0].places.map(\.pointer.description) == ["/a"])
    }

    @Test func aChangeFromOutsideIsAdopted() throws {
        let builder = try builder()
        try builder.set(1, "/a", 1)
        try builder.step(2, ActionLine.external, #"[{"op":"replace","path":"/a","value":50}]"#)
        try builder.set(3, "/b", 3)
        let result = try verify(builder)
        #expect(result.verified == 2 && result.divergences.isEmpty)
    }

    @Test func lostStepsAndDumpsAreNoFault() throws {
        let builder = try builder()
        try builder.set(1, "/a", 1)
        try builder.step(2, "opaque", #"[{"op":"replace","path":"/a","value":50}]"#) { $0.isDumped = true }
        try builder.set(3, "/b", 3)
        try builder.journal(["gap": ["from": 4, "to": 6, "kind": "unwritten", "reason": "full"]])
        try builder.set(7, "/b", 7, patch: false)
        builder.keyframe(7, ["a": 50, "b": 7])
        try builder.set(8, "/b", 8)
        let result = try verify(builder)
        #expect(result.divergences.map(\.kind) == [.notRecorded, .gap])
        #expect(result.divergences.map(\.steps) == [2...2, 4...6])
        #expect(result.holds == true && result.verified == 3 && result.unknown == 1)
    }

    @Test func theSameElementsInAnotherOrderAreSaidToBe() throws {
        let builder = try builder()
        try builder.set(1, "/a", [1, 2, 3])
        let result = try verify(builder, by: Setter(makes: [1: [3, 2, 1]]))
        #expect(result.divergences.map(\.kind) == [.orderOnly] && result.holds == false)
        let other = try verify(try self.builder().setting(1, "/a", [1, 2]), by: Setter(makes: [1: [2, 1]], differently: "again"))
        #expect(other.divergences.map(\.kind) == [.notDeterministic] && other.divergences[0].reason == "again")
    }

    @Test func goesOnFromTheRecordedState() throws {
        let builder = try builder()
        for step in 1...6 { try builder.set(step, step == 6 ? "/b" : "/a", .number(JSONNumber(step))) }
        let setter = Setter(makes: [2: 20, 3: 30, 6: 60])
        let first = try verify(builder, by: setter)
        #expect(first.divergences.map(\.steps) == [2...2] && first.endedAt == 3 && first.verified == 1)
        let timeline = try Timeline(Recording(directory: builder.path))
        var all = setter
        let result = try timeline.verify(store: "main", steps: timeline.steps, by: &all, VerifyOptions(goesOn: .recorded))
        #expect(result.divergences.map(\.steps) == [2...3, 6...6] && result.endedAt == nil && result.verified == 3)
        #expect(first.divergences.map(\.wentOn) == [nil] && result.divergences.map(\.wentOn) == [.recorded, .recorded])
    }

    @Test func aFieldThatTheStateGotSinceIsNoDivergence() throws {
        let builder = try builder()
        for step in 1...3 { try builder.set(step, "/a", .number(JSONNumber(step))) }
        let result = try verify(builder, by: Setter(added: "new"))
        #expect(result.verified == 3 && result.divergences.isEmpty)
        let changed = try verify(try self.builder().setting(1, "/a", 1), by: Setter(makes: [1: 2], added: "new"))
        #expect(changed.divergences.map(\.kind) == [.codeChanged])
        #expect(changed.divergences[0].places.map(\.pointer.description) == ["/a"])
    }

    @Test(arguments: [nil, "new"]) func whatAReducerLeftWhenItThrewIsNoDivergence(added: String?) throws {
        let builder = try builder()
        try builder.set(1, "/a", 1, patch: false)
        builder.line(1, "main", .failed("no"))
        try builder.step(2, ActionLine.external, #"[{"op":"replace","path":"/a","value":1}]"#) { $0.cause = 1 }
        try builder.set(3, "/a", 3)
        let result = try verify(builder, by: Setter(added: added))
        #expect(result.divergences.isEmpty && result.verified == 2, "\(result)")
    }

    @Test func whatTheRecordingHidesIsNotBlamedOnTheCode() throws {
        let hidden: JSONValue = "[REDACTED 0123abcd]"
        let text = try verify(try builder().setting(1, "/a", hidden), by: Setter(makes: [1: "shown"]))
        #expect(text.divergences.map(\.kind) == [.redacted] && text.holds == nil)
        let number = try builder()
        try number.set(1, "/a", 5) { $0.redacted = [JSONPointer(tokens: ["set", "value"])] }
        let judged = try verify(number, by: Setter(makes: [1: 6]))
        #expect(judged.divergences.map(\.kind) == [.redacted] && judged.divergences[0].reason == "the recording hides a part of the action")
        let masked = try builder { $0.level = "masked" }
        try masked.set(1, "/a", "Qwe")
        #expect(try verify(masked, by: Setter(makes: [1: "Rty"])).divergences.map(\.kind) == [.redacted])
        let keys = try builder(["a": 0, "byName": ["qwe": 1]]) { $0.level = "masked" }
        try keys.set(1, "/byName", ["qwe": 2])
        #expect(try verify(keys, by: Setter(makes: [1: ["qwe": 1, "ada": 1]])).divergences.map(\.kind) == [.redacted])
        let plain = try builder()
        try plain.set(1, "/a", "Qwe")
        #expect(try verify(plain, by: Setter(makes: [1: "Rty"])).divergences.map(\.kind) == [.codeChanged])
    }

    @Test func findsTheStepThatCrashesAmongManyAtOnce() throws {
        let builder = try builder()
        for step in 1...9 { try builder.set(step, "/a", .number(JSONNumber(step))) }
        let result = try verify(builder, by: Setter(makes: [6: "crash"]))
        #expect(result.divergences.map(\.steps) == [6...6] && result.divergences[0].kind == .crashed && result.verified == 5)
        #expect(result.divergences[0].reason == "SIGILL" && result.endedAt == 7)
    }

    @Test func aStateThatDoesNotDecodeIsNamed() throws {
        let result = try verify(try builder([1, 2]).setting(1, "/a", 1, patch: "[]"))
        #expect(result.divergences.map(\.kind) == [.notDecodable] && result.holds == false)
        #expect(result.divergences[0].reason == "the state before it does not decode: it is no object")
    }

    /// A manifest whose state has these fields.
    private func fields(_ names: String...) -> JSONObject {
        ["AppState": ["kind": "struct", "fields": .object(JSONObject(names.map { ($0, "Swift.Int") }))]]
    }

    @Test("A member that the recorded type did not have is no divergence, and the reducer goes on with it")
    func aMemberThatTheRecordedTypeDidNotHaveIsNoDivergence() throws {
        func result(_ types: JSONObject, today: JSONObject? = nil) throws -> Verification {
            let builder = try builder { $0.types = types }
            try builder.set(1, "/a", 1)
            try builder.set(2, "/new", 5, patch: false)
            try builder.patch(2, "[]")
            try builder.set(3, "/a", 5)
            let options = VerifyOptions(types: today.map { StateTypes(shapes: $0, state: "AppState") })
            return try verify(builder, by: Setter(copies: [3: "new"]), options)
        }
        for today in [nil, fields("a", "new")] {
            let result = try result(fields("a"), today: today)
            #expect(result.verified == 3 && result.divergences.isEmpty, "\(result)")
            #expect(result.newMembers.map(\.description) == ["/new"])
        }
        // Of a type that has it, or that is not known, it is one; so it is if today's type encodes what it has no field for.
        for (types, today) in [(fields("a", "new"), nil), ([:], nil), (fields("a"), fields("a"))] as [(JSONObject, JSONObject?)] {
            let result = try result(types, today: today)
            #expect(result.divergences.map(\.steps) == [2...2] && result.newMembers.isEmpty, "\(types)")
        }
    }

    @Test func placesThatAreIgnoredAreNotCompared() throws {
        let builder = try builder()
        for step in 1...4 { try builder.set(step, step == 4 ? "/b" : "/a", .number(JSONNumber(step))) }
        let ignoring = VerifyOptions(ignoring: ["/a"])
        #expect(try verify(builder, by: Setter(makes: [2: 20]), ignoring).verified == 4)
        let other = try Timeline(Recording(directory: builder.path))
        var setter = Setter(makes: [2: 20, 4: 40])
        let result = try other.verify(store: "main", steps: other.steps, by: &setter, ignoring)
        #expect(result.divergences.map(\.steps) == [4...4] && result.divergences[0].places.map(\.pointer.description) == ["/b"])
    }

    @Test("From its own state, a reducer is held to what an earlier difference leads to, and to each place once")
    func goesOnFromItsOwnState() throws {
        let builder = try builder()
        try builder.set(1, "/b", "recorded")
        try builder.set(2, "/c", 2, patch: false)
        try builder.patch(2, #"[{"op":"add","path":"/c","value":2}]"#)
        try builder.set(3, "/a", "recorded")
        try builder.set(4, "/b", "again")
        let setter = Setter(makes: [1: "own"], copies: [3: "b"])
        let own = try verify(builder, by: setter, VerifyOptions(goesOn: .own))
        #expect(own.divergences.map(\.steps) == [1...1, 3...3] && own.verified == 2, "\(own)")
        #expect(own.divergences.map { $0.places.map(\.pointer.description) } == [["/b"], ["/a"]])
        #expect(own.divergences.map(\.wentOn) == [.own, .own])
        let timeline = try Timeline(Recording(directory: builder.path))
        var same = setter
        let recorded = try timeline.verify(store: "main", steps: timeline.steps, by: &same, VerifyOptions(goesOn: .recorded))
        #expect(recorded.divergences.map(\.steps) == [1...1] && recorded.verified == 3, "\(recorded)")
    }

    @Test("From its own state, a reducer goes on over what the recording hides, too")
    func goesOnFromItsOwnStateOverWhatIsHidden() throws {
        let builder = try builder()
        try builder.set(1, "/a", "[REDACTED 0123abcd]")
        try builder.set(2, "/b", 2)
        try builder.set(3, "/b", 3)
        let result = try verify(builder, by: Setter(makes: [1: "shown", 3: 4]), VerifyOptions(goesOn: .own))
        #expect(result.divergences.map(\.kind) == [.redacted, .codeChanged] && result.verified == 1, "\(result)")
        #expect(result.divergences.map(\.steps) == [1...1, 3...3] && result.divergences.map(\.wentOn) == [nil, .own])
    }

    @Test func afterACrashOnlyTheRecordedStateIsThere() throws {
        let builder = try builder()
        for step in 1...3 { try builder.set(step, "/a", .number(JSONNumber(step))) }
        let result = try verify(builder, by: Setter(makes: [2: "crash"]), VerifyOptions(goesOn: .own))
        #expect(result.divergences.map(\.wentOn) == [.recorded] && result.verified == 2, "\(result)")
    }

    @Test func nothingToVerifyIsNoAnswer() throws { #expect(try verify(try builder()).holds == nil) }
}

extension RecordingBuilder {
    /// An action that sets a member, and its patch.
    fileprivate func set(
        _ step: Int, _ path: String, _ value: JSONValue, patch: Bool = true, edit: (inout ActionLine) -> Void = { _ in }
    ) throws {
        try action(step, "set") {
            $0.action = ["set": ["path": .string(path), "value": value]]
            edit(&$0)
        }
        if patch { try self.patch(step, #"[{"op":"\#(path == "/b" ? "add" : "replace")","path":"\#(path)","value":\#(value.jsonText)}]"#) }
    }

    /// The same, of which nothing but the recording is of interest.
    fileprivate func setting(_ step: Int, _ path: String, _ value: JSONValue, patch: String? = nil) throws -> RecordingBuilder {
        try set(step, path, value, patch: patch == nil)
        if let patch { try self.patch(step, patch) }
        return self
    }
}
