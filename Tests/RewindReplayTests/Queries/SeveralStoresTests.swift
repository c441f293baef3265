import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// Questions about recordings of several stores: none is answered by one store where another would answer otherwise.
@Suite("Questions to several stores", .timeLimit(.minutes(5)))
struct SeveralStoresTests {
    private let folders: [TemporaryFolder]
    /// A store of counts and one of wishes.
    private let apart: Timeline
    /// Two windows of one type.
    private let alike: Timeline

    init() throws {
        folders = [TemporaryFolder(), TemporaryFolder()]
        apart = try Timeline(Recording(directory: SeveralStores.ofTwoTypes(in: folders[0])))
        alike = try Timeline(Recording(directory: SeveralStores.ofOneType(in: folders[1])))
    }

    private func found(_ timeline: Timeline, _ text: String, _ scope: SearchScope = .all, store: String? = nil) throws -> [String] {
        try timeline.find(Predicate(parsing: text), scope: scope, store: store).matches.map { "\($0.store) \($0.step)..\($0.lastTrueStep)" }
    }

    @Test func searchesEveryStoreThatCanHaveWhatIsReadAndNamesIt() throws {
        #expect(try found(apart, ".names | length > 0") == ["wishes 3..4"])
        #expect(try found(apart, ".count > 1") == ["main 2..4"])
        #expect(try found(alike, ".count > 0") == ["right 12..30"])
        #expect(try found(alike, ".count == 0") == ["left 0..30", "right 0..11"])
        #expect(try found(alike, ".count == 0", .first) == ["left 0..30"])
        #expect(try found(alike, ".count > 0 or .ticks == 16", .first) == ["right 12..30"])
        #expect(try found(alike, ".count > 0 or .ticks == 16", .last) == ["left 16..16"])
        #expect(try found(alike, ".count > 0", store: "left") == [])
    }

    @Test func asksAboutStepsOfEveryStore() throws {
        #expect(try found(apart, #"$type == "wishes/add""#) == ["wishes 3..4"])
        #expect(try found(apart, ".names != before.names", .first) == ["wishes 3..4"])
        #expect(try found(alike, "$step > 10 and .count > before.count", .first) == ["right 12..30"])
    }

    @Test(arguments: [(".nams | length > 0", "wishes", "did you mean /names?"), (".cuont > 1", "main", "did you mean /count?")])
    func saysOfWhatIsInNoStoreWhereItComesNearest(text: String, store: String, near: String) throws {
        let result = try apart.find(Predicate(parsing: text))
        #expect(result.matches.isEmpty)
        let sentence = try #require(result.unmatchedReference?.sentence)
        #expect(sentence.hasPrefix("no store has all that it asks for: the state of \(store) after step 4 has nothing at"))
        #expect(sentence.contains(near))
    }

    @Test func oneFileOfInvariantsCoversStoresOfDifferentTypes() throws {
        let invariants = try Invariant.list(
            parsing: "small: .count < 2\nfew: .names | length < 3\nadded: $step > 2 or .names == before.names\nsteps: $step < 9")
        let results = try apart.check(invariants).results
        #expect(
            results.map { "\($0.invariant.name) \($0.store) \($0.verdict.rawValue) \($0.broken?.upperBound ?? 0)" } == [
                "small main broken 2", "few wishes holds 0", "added wishes holds 0", "steps main holds 0", "steps wishes holds 0",
            ])
        #expect(results.allSatisfy { $0.unmatchedReference == nil })
    }

    @Test func invariantIsCheckedInEveryStoreOfOneType() throws {
        let results = try alike.check(Invariant.list(parsing: "zero: .count == 0")).results
        #expect(results.map { "\($0.store) \($0.verdict.rawValue)" } == ["left holds", "right broken"])
        #expect(results[1].broken == 12...12)
    }

    @Test func jqWhosePlacesNobodyKnowsGoesToTheStoresThatHaveItsMembers() throws {
        let names = members("names")
        #expect(try apart.storesToSearch(for: [names]).names == ["wishes"])
        #expect(try apart.storesToSearch(for: [members()]).names == ["main", "wishes"])
        #expect(try apart.storesToSearch(for: [members("nothing")]).isNowhere)
        #expect(try apart.storesToSearch(for: [members("nothing")], named: "main") == SearchedStores(names: ["main"], isNowhere: false))
    }

    @Test func historyAndBlameWithoutAStoreTakeOneThatHasThePlace() throws {
        var values: [JSONValue?] = []
        try apart.forEachChange(of: [JSONPointer(parsing: "/names")]) { row in
            values += row.values
            return true
        }
        #expect(values == [[], ["tea"], ["tea", "cake"]])
        #expect(try apart.blame(JSONPointer(parsing: "/names")).lines.map(\.steps) == [3...3, 4...4])
        #expect(try apart.blame(JSONPointer(parsing: "/count")).lines.map(\.steps) == [2...2])
    }

    @Test func storeThatBeginsLaterHasNoUnknownStateBefore() throws {
        let own = TemporaryFolder()
        let builder = try RecordingBuilder(in: own, stores: ["main", "late"], state: ["count": 0])
        try builder.step(1, "main/add", #"[{"op":"replace","path":"/count","value":1}]"#)
        builder.keyframe(1, ["count": 7], store: "late")
        try builder.step(2, "late/add", #"[{"op":"replace","path":"/count","value":8}]"#, store: "late")
        let timeline = try Timeline(Recording(directory: builder.finish()))
        for text in [".count > 7", "$step > 0 and .count > 7"] {
            let result = try timeline.find(Predicate(parsing: text))
            #expect(result.matches.map(\.steps) == [2...2])
            #expect(result.unknown == UnknownSteps())
        }
    }

    @Test func filterThatSawOneStoreOnlyDoesNotMissWhatIsInAnother() throws {
        var filter = StepFilter()
        filter.condition = try Predicate(parsing: ".names == []")
        #expect(try apart.forEach(in: 1...2, matching: filter, { _ in }).unmatchedReference == nil)
        filter.condition = try Predicate(parsing: ".nmaes == []")
        let absence = try apart.forEach(in: 1...2, matching: filter, { _ in }).unmatchedReference
        #expect(absence?.sentence.contains("the state of wishes after step 2") == true)
    }

    // MARK: The prompt

    private func stops(_ timeline: Timeline, _ lines: String..., from start: Int = 0) -> [Int] {
        var debugger = Debugger(timeline, at: start)
        var stops: [Int] = []
        for line in lines {
            if case .stopped(let step, _, let breakpoints) = debugger.execute(line), !breakpoints.isEmpty { stops.append(step) }
        }
        return stops
    }

    @Test(arguments: [false, true])
    func breakpointsAskTheStoreOfTheStep(hasIndex: Bool) throws {
        let alike = hasIndex ? try Timeline(alike.recording, indexStore: NoPlace()) : alike
        if hasIndex { try alike.prepareIndex() }
        #expect((alike.index != nil) == hasIndex)
        #expect(stops(apart, "break when .names | length > 1", "c", "c") == [4])
        #expect(stops(apart, "watch .names", "c", "c", "c") == [3, 4])
        #expect(stops(apart, "watch .names | length", "c", "c", "c") == [3, 4])
        #expect(stops(apart, "break wishes/* when .names | length > 1", "c", "c") == [4])
        #expect(stops(apart, "break when .names != before.names", "c", "c") == [3, 4])
        #expect(stops(alike, "break when .count > 2", "c", "c") == [14])
        #expect(stops(alike, "watch .count", "c", "c", "c", "c") == [12, 13, 14])
        #expect(stops(alike, "watch .count", "rc", "rc", "rc", "rc", from: 30) == [14, 13, 12])
        #expect(stops(alike, "break when .count > before.count", "rc", "rc", from: 30) == [14, 13])
        #expect(stops(alike, "until path .count") == [12])
    }

    @Test func answersAtThePromptAgreeWithPrint() throws {
        var debugger = Debugger(alike, at: 14)
        #expect(debugger.execute("p .count").json?.map { $0["value"] } == [3])
        guard case .remarked(.asked(let rows), let remark) = debugger.execute("history .count") else { throw Failure("no history") }
        #expect(rows.json.map { $0["step"] } == [0, 12, 13, 14])
        #expect(remark.sentence == "this is about the store right; at a step of left, the answer is about that one")
        #expect(debugger.execute("blame .count").json?.map { $0["step"] } == [14])
        #expect(debugger.execute("find .count > 0").json?.map { $0["store"] } == ["right"])
        #expect(debugger.execute("diff 0 14").json?.map { $0["store"] } == ["left", "right"])
        #expect(debugger.execute("diff").json?.map { $0["store"] } == ["right"])
        var other = Debugger(apart)
        guard case .asked(let wishes) = other.execute("history .names") else { throw Failure("no history without a remark") }
        #expect(wishes.json.map { $0["step"] } == [0, 3, 4])
    }

    @Test func problemsNameTheStore() throws {
        var debugger = Debugger(apart, at: 2)
        guard case .problem(let message, _) = debugger.execute("p .nmaes") else { throw Failure("no problem") }
        #expect(message.hasPrefix("the state of main after step 2 has nothing at /nmaes"))
    }

    @Test func printIsOfTheOnlyStoreThatHasThePlaceOrOfTheOneThatWasNamed() throws {
        var debugger = Debugger(apart, at: 2)
        let value: JSONValue = ["step": 2, "path": "/names", "value": []]
        guard case .remarked(.asked(let reading), let remark) = debugger.execute("p .names") else { throw Failure("no remark") }
        #expect(reading.json == [value])
        #expect(remark.sentence == "this is about the store wishes")
        debugger.store = "main"
        guard case .problem = debugger.execute("p .names") else { throw Failure("no problem") }
        debugger.store = "wishes"
        guard case .asked(let named) = debugger.execute("p .names") else { throw Failure("no value without a remark") }
        #expect(named.json == [value])
        #expect(debugger.execute("p .names | length").json == [0])
        #expect(debugger.execute("history .names").json?.count == 3)
    }
}

/// Where an index is not kept.
private struct NoPlace: PathIndexStore {
    func load() -> [UInt8]? { nil }
    func save(_ bytes: [UInt8]) {}
}

/// A question of which only the members are known.
private func members(_ names: String...) -> Predicate { Predicate("members", words: [], names: names, members: []) { _ in [] } }
