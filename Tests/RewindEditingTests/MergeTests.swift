import Foundation
import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Merging", .timeLimit(.minutes(5)))
struct MergeTests {
    private let folder = TemporaryFolder()

    private func merged(_ inputs: [String], names: [String] = [], to name: String = "merged.rewind") throws -> Timeline {
        var merge = Merge()
        merge.names = names
        return try Timeline(merge.merge(inputs, to: folder.path(name)))
    }

    @Test(arguments: [[6], [3, 8, 9], [1, 2, 11]])
    func mergingOfThePartsThatARecordingWasSplitIntoGivesTheRecording(ends: [Int]) throws {
        let editor = try Editor(try Session.written(in: folder))
        let parts = try editor.split(after: ends) { folder.path("part-\($0).rewind") }
        let timeline = try merged(parts.map(\.recording.path).reversed())
        #expect(timeline.steps == 0...12)
        try expectSame(timeline, as: editor.timeline, in: 1...12, stores: Session.stores)
        #expect(timeline.recording.manifest.counts == editor.recording.manifest.counts)
        #expect(timeline.recording.losses.all == editor.recording.losses.all)
        #expect(try StepReference(parsing: ":six").resolve(in: timeline) == 6)
        #expect(try Checkup(of: folder.path("merged.rewind")).count(of: .error) == 0)
    }

    @Test("Merging parts that overlap takes each step once, as in the recording they were cut from")
    func mergingTakesOverlappingStepsOnce() throws {
        let editor = try Editor(try RandomSession.written(in: folder, seed: 7))
        for (name, steps) in [("a", 1...30), ("b", 21...50), ("c", 25...45), ("d", 41...60)] {
            try editor.trim(to: steps, output: folder.path("\(name).rewind"))
        }
        let timeline = try merged(["d", "b", "a", "c"].map { folder.path("\($0).rewind") })
        #expect(timeline.steps == 0...60)
        try expectSame(timeline, as: editor.timeline, in: 1...60)
        #expect(timeline.recording.manifest.counts.steps == 60)
    }

    @Test
    func mergingOfARecordingWithItselfIsRefusedWhateverItIsCalled() throws {
        let live = try Session.written(in: folder)
        try Sealing().seal(live, to: folder.path("a.rewind"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("b.rewind"), withDestinationPath: folder.path("a.rewind"))
        for inputs in [["a.rewind", "a.rewind"], ["a.rewind", "b.rewind"]] {
            let error = #expect(throws: RecordingError.self) { try merged(inputs.map(folder.path), names: ["one", "two"]) }
            #expect(error?.message == "the recording was named twice" && error?.path == folder.path(inputs[1]))
        }
        #expect(throws: RecordingError.self) { try merged([live, live + "/"], names: ["one", "two"]) }
    }

    @Test
    func mergingOfTwoThatCrashedAlikeKeepsBothReports() throws {
        let live = try Session.written(in: folder)
        for process in 1...2 {
            var sealing = Sealing()
            sealing.additions = [Sealing.Addition(Crash.entryName, Array(#"{"signal":"SIGILL"}"#.utf8), details: [:])]
            try sealing.seal(live, to: folder.path("\(process).rewind")) {
                $0.ending = Ending(.crashed)
                $0.unknown["process"] = .number(JSONNumber(process))
            }
        }
        let names = try merged(["1", "2"].map { folder.path("\($0).rewind") }, names: ["a", "b"]).recording.source.names
        #expect(Set(names.filter { $0.hasSuffix("crash.json") }) == ["crash.json", "attachments/b/crash.json"], "\(names)")
    }

    @Test
    func saysHowMuchIsRecordedAsTheOneDoesThatHasMost() throws {
        let open = try Session.written(in: folder)
        var names = ["open": open]
        for level in [RedactionLevel.masked, .secrets, .everything] {
            names[level.rawValue] = folder.path("\(level).rewind")
            try Sealing().seal(open, to: folder.path("\(level).rewind")) { $0.level = level.rawValue }
        }
        let masked = try #require(names["masked"])
        for (name, level) in [("masked", "masked"), ("secrets", "secrets"), ("everything", "everything"), ("open", nil)]
            as [(String, String?)]
        {
            let other = folder.path("other-\(name).rewind")
            try Sealing().seal(open, to: other) {
                $0.level = level
                $0.unknown["process"] = 2
            }
            let clocks = try merged([other, masked], names: ["a", "b"], to: "clocks-\(name).rewind")
            #expect(clocks.recording.manifest.level == level)
        }
    }

    // MARK: Parts that don't fit together

    /// Both parts of a session with texts, each at a level of its own, or masked by itself.
    private func parts(_ levels: [RedactionLevel?], ends: [ClosedRange<Int>] = [1...3, 4...6], words: [String] = []) throws -> [String] {
        let builder = try RecordingBuilder(in: folder, state: ["name": "Ada Lovelace", "n": 0]) { $0.level = "secrets" }
        try builder.count(1...6, "set", at: "/n")
        let editor = try Editor(try builder.finish())
        return try zip(levels, ends).enumerated().map { number, pair in
            let path = folder.path("part-\(number).rewind")
            try editor.trim(to: pair.1, output: path)
            var rules = RedactionRules.default
            rules.keys += words
            guard let level = pair.0 else { return path }
            try Sealing().redact(path, to: folder.path("redacted-\(number).rewind"), rules: rules, level: level)
            return folder.path("redacted-\(number).rewind")
        }
    }

    @Test(
        "Merging refuses a masked part with an unmasked one, wherever their steps are",
        arguments: [[1...3, 4...6], [1...4, 3...6], [1...6, 4...6], [1...2, 5...6]])
    func mergingRefusesMaskedWithUnmaskedParts(ends: [ClosedRange<Int>]) throws {
        let paths = try parts([nil, .masked], ends: ends)
        for paths in [paths, paths.reversed()] {
            let error = #expect(throws: RecordingError.self) { try merged(paths) }
            #expect(
                error?.message.contains("masked") == true && error?.message.contains("secrets") == true, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.advice?.hasPrefix("Merge the parts as they were before") == true)
        }
        #expect(!folder.contents.contains("merged.rewind"))
    }

    @Test(arguments: [[1...3, 4...6], [1...4, 3...6], [1...6, 3...5], [1...6, 1...6]])
    func refusesPartsThatWereMaskedOrRedactedApart(ends: [ClosedRange<Int>]) throws {
        for (level, words) in [(RedactionLevel.masked, []), (.secrets, ["name"])] {
            let error = try #require(throws: RecordingError.self) { try merged(try parts([level, level], ends: ends, words: words)) }
            #expect(error.message.hasPrefix("the state of main after step \(ends[1].lowerBound - 1), "), "\(error)")
            #expect(error.path == folder.path("redacted-1.rewind") || ends[0] == ends[1])
            for name in folder.contents where name.hasSuffix(".rewind") { try FileManager.default.removeItem(atPath: folder.path(name)) }
        }
    }

    @Test(arguments: [
        ("set", 9, "step 3 is another one in "), ("add", 3, "step 3 is another one in "),
        (nil, 9, "the state of main after step 4 is another one in "),
    ])
    func refusesRecordingsThatBeganAtOneTimeAndPartLater(type: String?, value: Int, words: String) throws {
        let paths = try [false, true].map { isOther in
            let place = TemporaryFolder()
            let builder = try RecordingBuilder(in: place, state: ["n": 0]) { $0.level = "secrets" }
            for step in 1...4 {
                let isHere = isOther && step == 3
                try builder.action(step, isHere ? type ?? "set" : "set") {
                    $0.action = ["to": .number(JSONNumber(isHere && type != nil ? value : step))]
                }
                try builder.patch(
                    step,
                    isHere || isOther && step == 4
                        ? #"[{"op":"add","path":"/m","value":\#(step)}]"# : #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
            }
            let path = folder.path("\(isOther).rewind")
            try Sealing().seal(try builder.finish(), to: path)
            return path
        }
        for paths in [paths, paths.reversed()] {
            let error = #expect(throws: RecordingError.self) { try merged(paths) }
            #expect(error?.message.hasPrefix(words) == true, "\(error.map { "\($0)" } ?? "")")
        }
        #expect(!folder.contents.contains("merged.rewind"))
    }

    @Test("Merging joins parts masked apart across missing steps, and the doctor finds no error")
    func mergingJoinsMaskedPartsAcrossMissingSteps() throws {
        let timeline = try merged(try parts([.masked, .masked], ends: [1...2, 5...6]))
        #expect(timeline.recording.losses.all == [Loss(GapLine(steps: 3...4, reason: .inNoPart))])
        #expect(try Checkup(of: folder.path("merged.rewind")).count(of: .error) == 0)
    }

    @Test(arguments: [(["title"], ["title"], ["title"]), (["title"], [], []), ([], [], [])] as [([String], [String], [String])])
    func aTitleIsAPersonsOnlyWhereItIsThatInEveryPart(first: [String], second: [String], joined: [String]) throws {
        let live = try Session.written(in: folder)
        for (number, words) in [first, second].enumerated() {
            try Sealing().seal(live, to: folder.path("\(number).rewind")) { ($0.title, $0.byHand) = ("Basket", words) }
        }
        let parts = try [1...5, 6...12].enumerated().map { number, steps in
            try Editor(folder.path("\(number).rewind")).trim(to: steps, output: folder.path("part-\(number).rewind")).recording.path
        }
        #expect(try merged(parts).recording.manifest.byHand == joined)
    }

    @Test
    func mergingOfPartsWithStepsMissingBetweenThemTellsWhich() throws {
        let editor = try Editor(try RandomSession.written(in: folder, seed: 8))
        try editor.trim(to: 1...20, output: folder.path("a.rewind"))
        try editor.trim(to: 31...60, output: folder.path("b.rewind"))
        // A part may have nothing but the state before the first step.
        try editor.trim(to: 0...0, output: folder.path("0.rewind"))
        let beginning = try merged([folder.path("b.rewind"), folder.path("0.rewind")], to: "beginning.rewind")
        #expect(beginning.recording.losses.all == [Loss(GapLine(steps: 1...30, reason: .inNoPart))])
        let timeline = try merged([folder.path("a.rewind"), folder.path("b.rewind")])
        #expect(timeline.recording.losses.all == [Loss(GapLine(steps: 21...30, reason: .inNoPart))])
        try expectSame(timeline, as: editor.timeline, in: 31...60)
        guard case .unknown = try timeline.state(at: 25) else { throw Failure("a state out of nothing") }
        #expect(try types(timeline).contains("21..30 in-no-part"))
        #expect(try Checkup(of: folder.path("merged.rewind")).count(of: .error) == 0)
        let again = try Editor(folder.path("merged.rewind")).split(after: [25, 40]) { folder.path("again-\($0).rewind") }
        #expect(again.map(\.steps) == [1...25, 20...40, 41...60])
        for part in again { #expect(try Checkup(of: part.recording.path).count(of: .error) == 0) }
    }

    @Test("Merging copies of one part keeps what was added to each, in whatever order they are named")
    func mergingCopiesKeepsWhatWasAddedToEach() throws {
        let editor = try Editor(try Session.written(in: folder))
        var names = ["plain", "marked", "attached", "short"].map { folder.path("\($0).rewind") }
        try editor.trim(to: 1...12, output: names[0])
        var annotation = Annotation()
        annotation.title = "Tea"
        annotation.marks = [.init(step: 3, name: "three"), .init(step: 12, name: "twelve")]
        try editor.annotate(annotation, output: names[1])
        try editor.attach(AttachmentChanges(adding: [Attachment(path: "shot.png", bytes: [1], step: 4)]), output: names[2])
        annotation.marks = [.init(step: 5, name: "five")]
        try editor.annotate(annotation, output: folder.path("five.rewind"))
        try Editor(folder.path("five.rewind")).trim(to: 2...6, output: names[3])
        var results: Set<[UInt8]> = []
        for turn in 0..<4 {
            names.append(names.removeFirst())
            let timeline = try merged(names, to: "\(turn).rewind")
            for (name, step) in [("three", 3), ("five", 5), ("six", 6), ("twelve", 12)] {
                #expect(try StepReference(parsing: ":\(name)").resolve(in: timeline) == step, "\(names)")
            }
            try expectSame(timeline, as: editor.timeline, in: 1...12, stores: Session.stores)
            #expect(timeline.recording.manifest.title == "Tea")
            #expect(Extraction(of: timeline.recording).items.map(\.fileName) == ["1-shot.png"])
            #expect(timeline.recording.manifest.counts == editor.recording.manifest.counts)
            #expect(try Checkup(of: folder.path("\(turn).rewind")).count(of: .error) == 0)
            results.insert(try folder.read("\(turn).rewind"))
        }
        #expect(results.count == 1)
    }

    // MARK: Several recordings

    /// A recording whose step n is at n × 10 ms after a start, with a counter as its state.
    private func device(
        _ name: String, startedAfter milliseconds: Int, steps: Int, edit: (RecordingBuilder) throws -> Void = { _ in }
    ) throws -> String {
        let builder = try RecordingBuilder(in: folder) { $0.unknown["process"] = .string(name) }
        try builder.journal(["clock": ["t": 0, "wall": .number(JSONNumber(1_795_261_802_000_000_000 + milliseconds * 1_000_000))]])
        builder.keyframe(0, ["n": 0])
        for step in 1...steps {
            try builder.action(step, "\(name)/\(step)") { if step > 1 { $0.cause = step - 1 } }
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
        }
        try edit(builder)
        try Sealing().seal(try builder.finish(), to: folder.path("\(name).rewind"))
        return folder.path("\(name).rewind")
    }

    private func types(_ timeline: Timeline) throws -> [String] {
        try timeline.rows { "\($0.number) \($0.type) \($0.store) \($0.cause ?? 0)" }
    }

    @Test("Merging two devices orders steps by wall clock, each with its own store and causes")
    func mergingDevicesOrdersStepsByWallClock() throws {
        let timeline = try merged([try device("phone", startedAfter: 0, steps: 3), try device("server", startedAfter: 5, steps: 2)])
        #expect(
            try types(timeline) == [
                "1 phone/1 phone/main 0", "2 server/1 server/main 0", "3 phone/2 phone/main 1", "4 server/2 server/main 2",
                "5 phone/3 phone/main 3",
            ])
        #expect(try timeline.state(at: 3, store: "phone/main") == .known(["n": 2]))
        #expect(try timeline.state(at: 3, store: "server/main") == .known(["n": 1]))
        #expect(try timeline.step(at: 2)?.time == 15_000_000)
        #expect(timeline.recording.manifest.stores.map(\.name) == ["phone/main", "server/main"])
        #expect(try Checkup(of: folder.path("merged.rewind")).count(of: .error) == 0)
    }

    @Test
    func whereOneOfThemCrashedIsSeenInAPieceThatEndsLater() throws {
        let crash = Repository.path("Fixtures/crash.rewind")
        _ = try merged([crash, try device("later", startedAfter: 1_728_000_000, steps: 5)])
        let editor = try Editor(folder.path("merged.rewind"))
        let piece = try editor.trim(to: 60...70, output: folder.path("piece.rewind")).recording
        #expect(try Timeline(piece).step(at: 67)?.outcome == .underWay(.reducer))
        #expect(piece.manifest.ending.how == .finished && piece.manifest.ending.underWay.map(\.how) == [.crashed])
        #expect(try Checkup(of: piece.path).count(of: .error) == 0)
        let other = try editor.trim(to: 60...66, output: folder.path("other.rewind")).recording
        #expect(other.manifest.ending.underWay.isEmpty)
    }

    @Test("Merging a later device with one that has a gap and a lost state keeps every known state and mark")
    func mergingKeepsWhatIsKnownDespiteAGap() throws {
        let late = try device("late", startedAfter: 1_000, steps: 2)
        let early = try device("early", startedAfter: 0, steps: 2) { builder in
            try builder.journal(["mark": ["t": 21_000_000, "step": 2, "name": "two"]])
            try builder.journal(["gap": ["from": 3, "to": 5, "kind": "unwritten", "reason": "full"]])
            try builder.step(6, "early/6", #"[{"op":"replace","path":"/n","value":6}]"#, time: 1_015_000_000)
            try builder.action(7, "early/7", time: 1_030_000_000)
        }
        let timeline = try merged([late, early])
        let rows = try types(timeline)
        #expect(
            rows == [
                "1 early/1 early/main 0", "2 early/2 early/main 1", ":two 2", "3..5 unwritten early full", "6 late/1 late/main 0",
                "7 early/6 early/main 0", "8 late/2 late/main 6", "9 early/7 early/main 0",
            ])
        #expect(try timeline.state(at: 6, store: "late/main") == .known(["n": 1]))
        #expect(try timeline.state(at: 7, store: "late/main") == .known(["n": 1]))
        #expect(try timeline.state(at: 8, store: "early/main") == .known(["n": 6]))
        guard case .unknown = try timeline.state(at: 6, store: "early/main") else { throw Failure("a state in a gap") }
        guard case .unknown = try timeline.state(at: 9, store: "early/main") else { throw Failure("a state that was lost") }
        let losses = timeline.recording.manifest.losses
        #expect(losses.map(\.part) == ["early", "early"] && losses.map(\.steps) == [3...5, 9...9])
    }

    @Test func aSegmentDoesNotBeginBetweenStepsThatShareAPatch() throws {
        for (name, shared) in [("a", 9_990...10_010), ("b", 1...1)] {
            let builder = try RecordingBuilder(in: folder, state: ["n": 0])
            for step in 1...(name == "a" ? 10_020 : 1) {
                try builder.action(step, "add")
                if shared.contains(step), step < shared.upperBound { continue }
                try builder.patch(
                    step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#, merged: step == 10_010 ? shared : nil)
            }
            try Sealing().seal(try builder.finish(), to: folder.path("\(name).rewind")) { $0.unknown["process"] = .string(name) }
        }
        let timeline = try merged(["a", "b"].map { folder.path("\($0).rewind") }, names: ["a", "b"])
        let part = try Editor(folder.path("a.rewind")).timeline
        #expect(timeline.recording.segments.count == 2)
        for old in 9_985...10_015 {
            let after = try timeline.state(at: old + 1, store: "a/main")
            if case .known = try part.state(at: old) {
                #expect(after == .known(["n": .number(JSONNumber(old))]))
            } else if case .known = after {
                Issue.record("step \(old)")
            }
        }
    }

    /// Of some segments the actions are lost, of some the states as well; with steps of another device before, between and after those that are left.
    @Test(arguments: [([0], []), ([1], []), ([2], []), ([0, 1, 2], []), ([1], [1]), ([0, 1], [1]), ([1, 2], [1])] as [([Int], [Int])])
    func stepsWhoseActionsAreLostKeepTheirStatesAndTheirPlace(lost: [Int], stateless: [Int]) throws {
        let phone = try RecordingBuilder(in: folder, stores: ["main", "other"])
        for step in 1...12 {
            if step % 4 == 1 {
                if step > 1 { try phone.roll() }
                phone.keyframe(step - 1, ["n": .number(JSONNumber(step - 1))])
                phone.keyframe(step - 1, ["n": 0], store: "other")
            }
            try phone.action(step, "add", time: step * 20_000_000)
            if step % 4 == 2 { continue }
            let first = step % 4 == 3 ? step - 1 : nil
            try phone.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#, merged: first.map { $0...step })
        }
        let path = try phone.finish()
        for index in lost { try FileManager.default.removeItem(atPath: "\(path)/\(SegmentName.actions(index))") }
        for index in stateless { try FileManager.default.removeItem(atPath: "\(path)/\(SegmentName.states(index))") }
        try Sealing().recover(path, to: folder.path("a.rewind"))
        let watch = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...20 {
            try watch.step(step, "tick", #"[{"op":"replace","path":"/n","value":\#(step)}]"#, time: step * 13_000_000)
        }
        try Sealing().seal(try watch.finish(), to: folder.path("b.rewind")) { $0.unknown["process"] = 2 }

        let timeline = try merged(["a", "b"].map { folder.path("\($0).rewind") }, names: ["a", "b"])
        let part = try Editor(folder.path("a.rewind")).timeline
        #expect(timeline.steps == 0...32)
        // The steps of the part in their order: those of the watch are known by their actions.
        let steps = try (1...32).filter { try timeline.step(at: $0)?.line?.type != "tick" }
        #expect(steps.count == 12)
        for (old, new) in zip(1..., steps) {
            #expect(try timeline.step(at: new)?.line?.type == part.step(at: old)?.line?.type)
            for store in ["main", "other"] {
                let (before, after) = (try part.state(at: old, store: store), try timeline.state(at: new, store: "a/\(store)"))
                if case .known = before {
                    #expect(after == before, "\(old) \(store)")
                } else if case .known = after {
                    Issue.record("\(old) \(store)")
                }
            }
        }
        var tick = 0
        for number in 1...32 {
            let step = try timeline.step(at: number)
            if step?.line?.type == "tick" { tick += 1 }
            // What is in no line may have been anyone's.
            guard step != nil, tick > 0 else { continue }
            #expect(try timeline.state(at: number, store: "b/main") == .known(["n": .number(JSONNumber(tick))]))
        }
        #expect(timeline.recording.losses.all.count == part.recording.losses.all.count)
        // Segments that follow each other are one loss.
        let runs = lost.filter { !lost.contains($0 - 1) }.map { first in
            (first, (first...2).last { (first...$0).allSatisfy(lost.contains) } ?? first)
        }
        #expect(
            timeline.recording.losses.ofActions
                == runs.map { first, last in
                    var loss = Loss(.actions, of: steps[first * 4]...steps[last * 4 + 3])
                    loss.part = "a"
                    return loss
                })
        let errors = try Checkup(of: folder.path("merged.rewind")).findings.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test(arguments: [(.finished, .unknown), (.killed, .killed), (.crashed, .crashed)] as [(Ending.How, Ending.How)])
    func whereTheEndOfOneIsNotKnownTheWholeIsNotSaidToHaveFinished(other: Ending.How, whole: Ending.How) throws {
        let live = try Session.written(in: folder)
        for (name, how) in [("a", .unknown), ("b", other)] {
            try Sealing().seal(live, to: folder.path("\(name).rewind")) {
                $0.ending = Ending(how)
                $0.unknown["process"] = .string(name)
            }
        }
        #expect(try merged(["b", "a"].map { folder.path("\($0).rewind") }).recording.manifest.ending.how == whole)
    }

    @Test("A mark that several recordings have gets its recording's name in front; other marks keep theirs")
    func aSharedMarkGetsItsRecordingsNameInFront() throws {
        func marks(_ names: [String: Int]) -> (RecordingBuilder) throws -> Void {
            { builder in
                for (name, step) in names.sorted(by: { $0.key < $1.key }) {
                    try builder.journal([
                        "mark": ["t": 90_000_000, "step": .number(JSONNumber(step)), "name": .string(name), "note": .string("of \(name)")]
                    ])
                }
            }
        }
        let timeline = try merged([
            try device("phone", startedAfter: 0, steps: 3, edit: marks(["m": 2, "own": 3])),
            try device("server", startedAfter: 5, steps: 3, edit: marks(["m": 1])),
        ])
        #expect(try StepReference(parsing: ":phone/m").resolve(in: timeline) == 3)
        #expect(try StepReference(parsing: ":server/m").resolve(in: timeline) == 2)
        #expect(try StepReference(parsing: ":own").resolve(in: timeline) == 5)
        let error = #expect(throws: RecordingError.self) { try StepReference(parsing: ":m").resolve(in: timeline) }
        #expect(
            error?.message == "there is no mark 'm'"
                && error?.advice == "Perhaps :phone/m, :server/m is meant")
        #expect(try StepRange(parsing: ":server/m..:phone/m").resolve(in: timeline) == 2...3)
    }

    @Test
    func theWordsOfAMergedCrashAreThoseOfTheRecordingThatCrashed() throws {
        func sealed(_ number: Int, _ title: String?, crashes: Bool) throws -> String {
            return try Sealing().seal(try Session.written(in: folder), to: folder.path("\(number).rewind")) {
                ($0.title, $0.note) = (title, "note \(number)")
                $0.ending = Ending(crashes ? .crashed : .finished)
                $0.ending.underWay = crashes ? [.init(store: "main", step: 12, phase: .reducer, type: "main/even")] : []
                $0.unknown["process"] = .number(JSONNumber(number))
            }.path
        }
        let (calm, crash, untitled) = (
            try sealed(1, "Calm", crashes: false), try sealed(2, "Crash", crashes: true), try sealed(3, nil, crashes: true)
        )
        let merged = try merged([calm, crash], names: ["a", "b"]).recording.manifest
        #expect(merged.title == "Crash" && merged.note == "note 2")
        #expect(merged.parts.map(\.title) == ["Calm", "Crash"] && merged.parts.map(\.note) == ["note 1", "note 2"])
        #expect(merged.parts.map { $0.ending?.how } == [.finished, .crashed])
        #expect(merged.parts[1].ending?.underWay == merged.ending.underWay && merged.ending.underWay.map(\.store) == ["b/main"])
        #expect(try self.merged([calm, untitled], names: ["a", "b"], to: "2.out").recording.manifest.title == nil)
        let nested = try self.merged([folder.path("merged.rewind"), untitled], names: ["ab", "c"], to: "3.out").recording.manifest
        #expect(nested.parts.map(\.name) == ["ab", "c"] && nested.parts[0].parts.map(\.name) == ["a", "b"])
        #expect(nested.parts[0].parts[1].ending?.underWay.map(\.store) == ["ab/b/main"])
        // What was cut away is not told of either.
        let cut = try Editor(folder.path("merged.rewind")).trim(to: 1...4, output: folder.path("cut.rewind")).recording.manifest
        #expect(cut.parts.map(\.ending) == [nil, nil] && cut.ending.how == .finished)
    }

    @Test
    func mergingOfLongRecordingsBeginsNewSegmentsWhichCanBeReadAlone() throws {
        let timeline = try merged([try device("a", startedAfter: 0, steps: 6_500), try device("b", startedAfter: 3, steps: 6_500)])
        #expect(timeline.recording.segments.count == 2)
        #expect(timeline.recording.segments.last?.steps == 10_001...13_000)
        #expect(try timeline.state(at: 10_000, store: "a/main") == .known(["n": 5_000]))
        #expect(try timeline.state(at: 10_001, store: "b/main") == .known(["n": 5_000]))
        #expect(try timeline.state(at: 13_000, store: "b/main") == .known(["n": 6_500]))
        #expect(try Checkup(of: folder.path("merged.rewind")).count(of: .error) == 0)
    }

    @Test
    func namesTheFilesOwnThoseThatWereGivenAndNeitherTwiceNorStrange() throws {
        let (first, second) = (try device("a", startedAfter: 0, steps: 1), try device("b", startedAfter: 1, steps: 1))
        #expect(try merged([first, second], names: ["x"]).recording.manifest.stores.map(\.name) == ["x/main", "b/main"])
        for names in [["b"], ["a/b"], [""], ["a", "A"]] {
            #expect(throws: RecordingError.self) { try merged([first, second], names: names, to: "no.rewind") }
        }
        #expect(throws: RecordingError.self) { try merged([first], to: "no.rewind") }
        #expect(throws: RecordingError.self) { try merged([first, second], to: "a.rewind") }
        #expect(!folder.contents.contains { $0.contains("no.rewind") })
    }
}
