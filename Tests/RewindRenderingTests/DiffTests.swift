import RewindReplay
import RewindValue
import Testing

@testable import RewindRendering

@Suite("A diff on the terminal", .timeLimit(.minutes(5)))
struct DiffTests {
    private static let old: JSONValue = [
        "home": [
            "isLoading": true, "page": 1, "episodes": [["id": 1, "title": "A"], ["id": 2, "title": "B"], ["id": 3, "title": "C"]],
        ],
        "search": ["query": ""], "a key/with: signs": 1, "session": nil,
    ]
    private static let new: JSONValue = [
        "home": [
            "isLoading": false, "page": 1,
            "episodes": [["id": 1, "title": "A"], ["id": 3, "title": "C!"], ["id": 7, "title": "The Gift"]],
        ],
        "search": ["query": ""], "a key/with: signs": 2, "user": ["name": "Ada"],
    ]

    private func report(at path: String = "") throws -> DiffReport {
        DiffReport(try DiffQuestion.Row(from: 3, to: 9, at: JSONPointer(parsing: path), of: Self.old, Self.new))
    }

    @Test
    func showsWhatChangedWithItsKeysAroundItAndFoldsWhatDidNot() throws {
        #expect(
            try report().lines.text == #"""
                step 3 → step 9
                  home
                ~   isLoading: true → false
                    episodes
                      … 1 unchanged
                -     1: {"id":2,"title":"B"}
                      1
                ~       title: "C" → "C!"
                        … 1 unchanged
                +     2: {"id":7,"title":"The Gift"}
                    … 1 unchanged
                ~ "a key/with: signs": 1 → 2
                + user: {"name":"Ada"}
                - session: null
                  … 1 unchanged
                """#)
    }

    @Test(arguments: [("/home/isLoading", "~ true → false"), ("/user", #"+ {"name":"Ada"}"#), ("/session", "- null")])
    func canBeOfOnePart(path: String, line: String) throws {
        #expect(try report(at: path).lines.text == "step 3 → step 9 at \(path)\n\(line)")
    }

    @Test
    func saysSoWhenNothingDiffers() throws {
        let report = try report(at: "/search")
        #expect(report.lines.text == "nothing differs at /search between the states after steps 3 and 9")
        #expect(report.patchLines.text == "[]")
    }

    @Test
    func saysWhatIsThereWhereNeitherStateHasAnything() { #expect(throws: PathNotFound.self) { try report(at: "/nowhere") } }

    @Test(arguments: ["", "/home", "/home/episodes", "/user", "/session"])
    func isAPatchThatLeadsFromOneStateToTheOtherAlsoOfAPart(path: String) throws {
        let text = try report(at: path).patchLines.text
        var value = Self.old
        try JSONPatch(json: JSONValue(parsing: text)).apply(to: &value)
        let pointer = try JSONPointer(parsing: path)
        #expect(value[pointer] == Self.new[pointer])
    }

    @Test
    func givesLongValuesLinesOfTheirOwn() throws {
        let text = String(repeating: "long ", count: 20)
        let report = DiffReport(
            try DiffQuestion.Row(
                from: 0, to: 1, at: .root, of: ["note": "short"], ["note": .string(text), "more": ["a": .string(text)]]))
        #expect(
            report.lines.text == """
                step 0 → step 1
                - note: "short"
                + note: "\(text)"
                + more: {
                +   "a": "\(text)"
                + }
                """)
    }
}
