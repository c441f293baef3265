import Foundation
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Histories with what JSON does not have", .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct ForeignHistoryTests {
    private let folder = TemporaryFolder()

    /// A history of states, and of actions of the type `a` that led to them.
    private func history(_ states: [String], action: String = #"{"type":"a"}"#, more: String = "") -> [UInt8] {
        let actions = states.indices.map { index in
            #""\#(index)":{"action":\#(index == 0 ? #"{"type":"@@INIT"}"# : action),"timestamp":\#(1_000 + index)\#(more)}"#
        }
        let computed = states.map { #"{"state":\#($0)}"# }.joined(separator: ",")
        let ids = states.indices.map(String.init).joined(separator: ",")
        return Array(
            #"{"actionsById":{\#(actions.joined(separator: ","))},"computedStates":[\#(computed)],"stagedActionIds":[\#(ids)]}"#.utf8)
    }

    private func imported(_ bytes: [UInt8], to name: String = "back.rewind") throws -> (History, Timeline) {
        let history = try History(parsing: bytes, path: "history.json")
        return (history, try Timeline(Import().write(history, to: folder.path(name))))
    }

    private func exported(_ timeline: Timeline) throws -> String {
        String(decoding: try timeline.exported(.reduxDevTools), as: UTF8.self)
    }

    @Test func whatJSONHasNotDiffersAndComesBackAndIsCountedInOneSentence() throws {
        let kinds = ["u", "n", "i", "y", "r,[a-z]+", "egone", "ffunction", "sname", "gname"]
        let members = kinds.map { #""\#($0.prefix(1))":{"$jsan":"\#($0)"}"# }.joined(separator: ",")
        let (history, timeline) = try imported(self.history(["{\(members)}", #"{"n":null}"#, #"{"n":{"$jsan":"d1000"}}"#]))
        let remark = try #require(history.remarks.first)
        for words in ["undefined", "NaN", "Infinity", "-Infinity", "a regular expression"].map({ "1 × " + $0 }) {
            #expect(remark.contains(words), "\(remark)")
        }
        #expect(try timeline.state(at: 0) != timeline.state(at: 1))
        #expect(try timeline.state(at: 2) == .known(["n": 1_000]))
        let text = try exported(timeline)
        for kind in kinds { #expect(text.contains(#"{"$jsan":"\#(kind)"}"#), "\(kind)") }
        #expect(try imported(self.history(["1", "2"]), to: "plain.rewind").0.remarks.isEmpty)
    }

    @Test(
        arguments: [
            (#""party \ud83c""#, "party \u{fffd}"), (#""\udf89 party""#, "\u{fffd} party"),
            (#"{"\ud800":"\\ud83c\\\udc00"}"#, ["\u{fffd}": "\\ud83c\\\u{fffd}"]),
            (#"["\ud83c\ud83c\udf89","\ud83d\ude00"]"#, ["\u{fffd}\u{1f389}", "\u{1f600}"]),
            (
                #"{"$jsan":"m[[\"title\",\"party \\ud83c\"],[\"other\",5]]"}"#,
                [["title", "party \u{fffd}"], ["other", 5]]
            ),
        ] as [(String, JSONValue)])
    func halfACharacterIsReplacedAndThatIsSaid(state: String, value: JSONValue) throws {
        let (history, timeline) = try imported(self.history(["1", state]))
        #expect(history.remarks.first?.contains("× half a character, as U+FFFD") == true)
        #expect(try timeline.state(at: 1) == .known(value))
    }

    @Test func anUnknownStateStaysUnknownOnTheWayThereAndBack() throws {
        let log = #"{"type":"a"}"# + "\n" + #"{"type":"b","s":{"n":1}}"# + "\n" + #"{"type":"c"}"#
        var members = History.LogMembers()
        members.state = JSONPointer(tokens: ["s"])
        let timeline = try Timeline(
            Import().write(History(log: Array(log.utf8), members: members, path: "x"), to: folder.path("log.rewind")))
        let (_, back) = try imported(Array(exported(timeline).utf8))
        #expect(try (0...3).map { try back.state(at: $0).value } == [nil, nil, ["n": 1], nil])
    }

    @Test func referencesInsideAMapAreThoseOfTheMap() throws {
        let map = #"{"$jsan":"m[[\"owner\",{\"id\":7}],[\"editor\",{\"$jsan\":\"$[0][1]\"}]]"}"#
        let (_, timeline) = try imported(history(["1", map]))
        #expect(try timeline.state(at: 1) == .known([["owner", ["id": 7]], ["editor", ["id": 7]]]))
    }

    /// A list whose elements know the one before and the one behind, and people who all know each other: small files that stay small.
    @Test(arguments: [20, 60])
    func whatRefersToItselfKeepsItsReferences(count: Int) throws {
        func node(_ index: Int) -> String {
            let place = "$.computedStates[1].state" + String(repeating: ".next", count: max(0, index - 1))
            let previous = index == 0 ? "null" : #"{"$jsan":"\#(place)"}"#
            return #"{"id":\#(index),"prev":\#(previous),"next":\#(index < count - 1 ? node(index + 1) : "null")}"#
        }
        let states = ["1", node(0), #"{"$jsan":"$.computedStates[1].state"}"#]
        let (history, timeline) = try imported(self.history(states))
        #expect(history.remarks.first?.contains("a reference to what it is in") == true)
        let state = try #require(try timeline.state(at: 2).value)
        #expect(state["next"]?["next"]?["id"] == 2)
        #expect(state.jsonText.utf8.count < node(0).utf8.count + 100)
    }

    /// Wherever the state is in the history that it is exported to.
    @Test func aReferenceLeadsToWhatItIsIn() throws {
        func state(_ index: Int, _ name: String) -> String {
            #"{"root":{"name":"\#(name)","a b":[{"up":{"$jsan":"$.computedStates[\#(index)].state.root"}}]}}"#
        }
        let shared = #"{"root":{"$jsan":"$.computedStates[1].state.root"}}"#
        let (_, timeline) = try imported(history(["1", state(1, "Ada"), shared, state(3, "Bob")]))
        for number in 1...3 {
            #expect(try timeline.state(at: number).value?["root"]?["a b"] == [["up": ["$jsan": "$.root"]]], "step \(number)")
        }
        let part = try Editor(folder.path("back.rewind")).trim(to: 3...3, output: folder.path("part.rewind")).recording
        let (_, back) = try imported(Array(exported(Timeline(part)).utf8), to: "again.rewind")
        #expect(try back.state(at: back.steps.upperBound) == timeline.state(at: 3))
        #expect(try exported(Timeline(part)).contains(#"{"$jsan":"$.computedStates[1].state.root"}"#))
    }

    @Test func everybodyKnowsEverybody() throws {
        let count = 30
        /// Each is written where it is first met, inside those before it, and referred to wherever else.
        func person(_ index: Int) -> String {
            func place(_ other: Int) -> String {
                "$.computedStates[1].state" + (0..<other).map { ".friends[\($0)]" }.joined()
            }
            let friends = (0..<count).map { other in
                other == index + 1 ? person(other) : other == index ? "null" : #"{"$jsan":"\#(place(other))"}"#
            }
            // The next one stands at the place of this one's number, so that the places are right.
            var ordered = friends
            if index + 1 < count { ordered.swapAt(index, index + 1) }
            return #"{"id":\#(index),"friends":[\#(ordered.joined(separator: ","))]}"#
        }
        let bytes = history(["1", person(0)])
        let (_, timeline) = try imported(bytes)
        #expect(try #require(try timeline.state(at: 1).value).jsonText.utf8.count < 20 * bytes.count)
    }

    /// Each refers to the one behind it, so that looking up the first one looks up all.
    @Test(arguments: [50, 300, 100_000])
    func chainOfReferencesIsFollowedOnlyAsFarAsARecordingHolds(count: Int) throws {
        let items = (0..<count).map { index in
            #"{"next":\#(index == count - 1 ? "7" : #"{"$jsan":"$.computedStates[1].state[\#(index + 1)]"}"#)}"#
        }
        let aliases = (0..<count).map { index in
            index == count - 1 ? "7" : #"{"$jsan":"$.computedStates[1].state[\#(index + 1)]"}"#
        }
        for elements in [items, aliases] {
            let bytes = history(["1", "[\(elements.joined(separator: ","))]"])
            guard count > 50 else {
                #expect(throws: Never.self) { try History(parsing: bytes, path: "x") }
                continue
            }
            let error = #expect(throws: RecordingError.self) { try History(parsing: bytes, path: "x") }
            #expect(error?.code == .limit, "\(error?.description ?? "")")
        }
    }

    @Test(arguments: [(100, true), (160, false), (1_000, false), (100_000, false)])
    func historyThatUnfoldsTooDeepIsRefusedBeforeAnythingIsWritten(count: Int, isTaken: Bool) throws {
        let items = (0..<count).map { index in
            #"{"id":\#(index),"parent":\#(index == 0 ? "null" : #"{"$jsan":"$.computedStates[1].state[\#(index - 1)]"}"#)}"#
        }
        let bytes = history(["1", "[\(items.joined(separator: ","))]"])
        if isTaken {
            _ = try imported(bytes)
            #expect(try Checkup(of: folder.path("back.rewind")).count(of: .error) == 0)
        } else {
            let error = #expect(throws: RecordingError.self) { try imported(bytes) }
            #expect(error?.code == .limit && error?.description.contains("nests more than 120 levels") == true)
            #expect(folder.contents.isEmpty)
        }
    }

    @Test(arguments: [
        (
            #"Error\n    at dispatch (webpack:///./src/cart/actions.js?:12:5)\n    at onClick (webpack:///./src/Button.jsx?:40:9)"#,
            "src/cart/actions.js:12:5"
        ),
        (#"Error\n    at http://localhost:3000/main.js:120:7"#, "http://localhost:3000/main.js:120:7"),
        (
            #"dispatch@http://localhost:3000/main.js:120:7\nonClick@http://localhost:3000/main.js:9:1"#,
            "http://localhost:3000/main.js:120:7"
        ),
        (#"Error\n    at dispatch (<anonymous>)\n    at C:\\web\\cart.js:3:4"#, #"C:\web\cart.js:3:4"#),
    ])
    func stackIsTheStepsSiteAndGoesBack(stack: String, site: String) throws {
        let (_, timeline) = try imported(history(["1", "2"], more: #","stack":"\#(stack)""#))
        #expect(try timeline.step(at: 1)?.site == site)
        #expect(try exported(timeline).contains(#""stack":"\#(stack)""#))
    }

    @Test(arguments: ["-5", "9223372036854775807", "1e300", "-1e300", "18446744073709551615", "\"now\"", "null"])
    func timesThatNoClockShowsAreNone(time: String) throws {
        let text = String(decoding: history(["1", "2"]), as: UTF8.self)
        let times = [("1000", time), ("1001", time)].reduce(text) { $0.replacing(":\($1.0)}", with: ":\($1.1)}") }
        _ = try imported(Array(times.utf8))
        _ = try imported(Array(text.replacing(":1001}", with: ":\(time)}").utf8), to: "other.rewind")
    }

    /// Whatever somebody has done to a file: it is refused, or becomes a recording in which nothing is wrong.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func aHistoryThatWasChangedIsRefusedOrSound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let path = try RandomSession.written(in: folder, seed: seed)
        let timeline = try Editor(path).timeline
        let formats: [Export.Format] = [.reduxDevTools, .ndjson, .json]
        let files = try formats.map { format in try timeline.exported(format) { $0.withStates = true } }
        let pieces = [
            #"{"$jsan":"$.computedStates[1].state"}"#, #"{"$jsan":"n"}"#, "null", "-1", "9223372036854775807", #""\ud83c""#, "[]", "{}",
            ",",
        ]
        var written = 0
        let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil
        for round in 0..<(isLong ? 1_000 : 30) {
            let choice = random.below(files.count)
            var bytes = files[choice]
            for _ in 0...random.below(2) {
                let places = bytes.indices.filter { ":,[".utf8.contains(bytes[$0]) }
                let start = places[random.below(places.count)] + 1
                // A value is exchanged for another one, or a byte.
                let end = bytes[start...].firstIndex { ",]}".utf8.contains($0) } ?? bytes.endIndex
                bytes.replaceSubrange(start..<(random.below(4) == 0 ? start : end), with: Array(pieces[random.below(pieces.count)].utf8))
            }
            let history: History
            do throws(RecordingError) {
                history = choice == 0 ? try History(parsing: bytes, path: "x") : try History(exported: bytes, path: "x")
            } catch {
                continue
            }
            let name = "\(round).rewind"
            do throws(RecordingError) { _ = try Import().write(history, to: folder.path(name)) } catch {
                #expect(error.code != .damaged, "round \(round): \(error)")
                continue
            }
            written += 1
            #expect(try Checkup(of: folder.path(name)).count(of: .error) == 0, "round \(round)")
        }
        #expect(written > 0)
    }

    @Test func historyWithoutTimesIsOfNoTime() throws {
        let bytes = Array(#"{"payload":"[{\"type\":\"a\"},{\"type\":\"b\"}]"}"#.utf8)
        let (history, timeline) = try imported(bytes)
        #expect(history.started == 0)
        let text = String(decoding: try timeline.exported(.ndjson) + timeline.exported(.csv), as: UTF8.self)
        #expect(!text.contains("1970") && !text.contains("\"wall\""), "\(text)")
    }

    @Test func byteOrderMarksAndUTF16AreUnderstood() throws {
        let bytes = history(["1", #""é🎉""#])
        let text = String(decoding: bytes, as: UTF8.self)
        let units = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        let swapped = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        for (index, form) in [[0xef, 0xbb, 0xbf] + bytes, [0xff, 0xfe] + units, units, [0xfe, 0xff] + swapped, swapped].enumerated() {
            #expect(try imported(form, to: "\(index).rewind").1.state(at: 1) == .known("é🎉"))
        }
    }
}

extension StateAnswer {
    fileprivate var value: JSONValue? { if case .known(let state) = self { state } else { nil } }
}
