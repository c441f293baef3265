import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Actions that were seen")
struct SeenActionsTests {
    /// The shape of some JSON texts.
    private func shape(_ texts: String...) throws -> JSONShape {
        var shape = JSONShape()
        for text in texts { shape.take(try JSONValue(parsing: text)) }
        return shape
    }

    @Test(arguments: [
        (#"{"id":1,"name":"a"}"#, #"{"id":2,"name":""}"#, nil),
        (#"{"id":1}"#, #"{"id":"1"}"#, "/id is a string, and was a number so far"),
        (#"{"id":1}"#, #"{"id":null}"#, "/id is null, and was a number so far"),
        (#"{"id":1}"#, #"{}"#, "/id is missing, and was there so far"),
        (#"{"count":1}"#, #"{"count":1,"conut":2}"#, "/conut was never there so far; did you mean 'count'?"),
        (#"{"list":[{"a":1}]}"#, #"{"list":[{"a":1},{"a":true}]}"#, "/list/1/a is a boolean, and was a number so far"),
        (#"{"list":[]}"#, #"{"list":[{"a":1}]}"#, nil), (#"{"any":null}"#, #"{"any":{"a":1}}"#, nil),
    ])
    func aValueIsComparedWithWhatWasThere(seen: String, given: String, words: String?) throws {
        let mismatch = try shape(seen).mismatch(JSONValue(parsing: given))
        #expect(mismatch.map { "\($0.path) \($0.words)" } == words)
    }

    @Test func whatWasThereOnlySometimesMayBeMissingOrNull() throws {
        let shape = try shape(#"{"a":1,"b":2}"#, #"{"a":1}"#)
        #expect(shape.mismatch(["a": 1]) == nil && shape.mismatch(["a": 1, "b": .null]) == nil)
        #expect(shape.mismatch(["b": 2])?.path.description == "/a")
        #expect(try self.shape("1", #""x""#).mismatch(true)?.words == "is a boolean, and was a number or a string so far")
    }

    @Test func theLastOfEachTypeIsTheTemplateAndTypesAreFoundByTheirCases() throws {
        let folder = try TemporaryFolder()
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["count": 0])
        try builder.action(1, "home/move") { $0.action = ["home": ["_0": ["move": ["_0": 1]]]] }
        try builder.action(2, "home/move") { $0.action = ["home": ["_0": ["move": ["_0": -1]]]] }
        try builder.action(3, "Custom") { $0.action = ["name": "x", "size": 2] }
        try builder.action(4, "Dumped") {
            $0.action = ["x": 1]
            $0.isDumped = true
        }
        try builder.action(5, ActionLine.external) { $0.action = nil }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        var seen = SeenActions()
        try seen.take(timeline)
        try seen.take(timeline)  // the second time there is nothing new
        #expect(seen.all.map(\.type) == ["Custom", "home/move"])
        #expect(seen["home/move"].map(\.count) == [2] && seen["home/move"].map(\.last.step) == [2])
        #expect(seen.kinds(of: ["home": ["_0": ["move": ["_0": true]]]]).map(\.type) == ["home/move"])
        #expect(seen.kinds(of: ["name": "y", "size": 3]).map(\.type) == ["Custom"])
        #expect(seen.kinds(of: ["search": ["_0": ["start": [:]]]]).isEmpty)
    }

    @Test func whatSeveralStoresHaveHadIsAKindOfEach() throws {
        let folder = try TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, stores: ["left", "right"])
        builder.keyframe(0, ["count": 0], store: "left")
        builder.keyframe(0, ["count": 0], store: "right")
        try builder.action(1, "add", store: "right") { $0.action = ["add": ["_0": 1]] }
        try builder.action(2, "add", store: "left") { $0.action = ["add": ["_0": "x"]] }
        try builder.action(3, "Custom", store: "left") { $0.action = ["name": "x"] }
        try builder.action(4, "Other", store: "left") { $0.action = ["name": "x"] }
        var seen = SeenActions()
        try seen.take(Timeline(Recording(directory: try builder.finish())))
        #expect(seen["add"].map(\.store) == ["left", "right"] && seen["add"].map(\.last.step) == [2, 1])
        #expect(seen.kinds(of: ["add": ["_0": 7]]).map(\.store) == ["left", "right"])
        #expect(seen.kinds(of: ["name": "y"]).map(\.type) == ["Custom"])  // one for each store
    }
}
