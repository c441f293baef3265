import RewindRedaction
import Testing

@testable import RewindCapture
@testable import RewindValue

/// The straight way from states to bytes: it goes where no rule removes anything, and nowhere else.
@Suite struct StateBytesTests {
    private struct App: Codable {
        var user = User()
        var rows = [Row(id: 1, title: "milk"), Row(id: 2, title: "eggs"), Row(id: 3, title: "tea")]
        var byName = ["a/b": 1, "c": 2]
        var filter = Filter.all
        var note: String?
    }

    private struct User: Codable {
        var name = "ada"
        var password = "rosebud"
        @Redacted var answer = "blue"
    }

    private struct Row: Codable, Identifiable {
        var id: Int
        var title: String
    }

    private enum Filter: String, Codable { case all, open }

    private func patch(_ change: (inout App) -> Void) -> String? {
        let old = App()
        var new = old
        change(&new)
        var bytes: [UInt8] = []
        return StateBytes(RecordedForm()).appendPatch(from: old, to: new, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
    }

    @Test func aLeafOfAnElement() {
        #expect(patch { $0.rows[1].title = "bread" } == #"[{"op":"replace","path":"/rows/1/title","value":"bread"}]"#)
    }

    @Test func anElementThatGoesOneThatComesOneThatMoves() {
        #expect(patch { $0.rows.remove(at: 1) } == #"[{"op":"remove","path":"/rows/1"}]"#)
        #expect(patch { $0.rows.append(Row(id: 9, title: "x")) } == #"[{"op":"add","path":"/rows/3","value":{"id":9,"title":"x"}}]"#)
        #expect(patch { $0.rows.swapAt(0, 1) } == #"[{"op":"move","from":"/rows/1","path":"/rows/0"}]"#)
    }

    @Test func anElementInThePlaceOfAnother() {
        #expect(
            patch { $0.rows[0] = Row(id: 7, title: "salt") } == #"[{"op":"replace","path":"/rows/0","value":{"id":7,"title":"salt"}}]"#)
    }

    @Test func anEnumByItsRawValueAnOptionalThatWasNotThere() {
        #expect(patch { $0.filter = .open } == #"[{"op":"replace","path":"/filter","value":"open"}]"#)
        #expect(patch { $0.note = "later" } == #"[{"op":"add","path":"/note","value":"later"}]"#)
    }

    @Test func nothingForWhatIsTheSame() { #expect(patch { $0.user.name = "ada" } == "[]") }

    @Test(
        arguments: [
            { $0.user.password = "hunter2" }, { $0.user.answer = "red" }, { $0.rows[0].title = "Bearer abcdefgh" },
            { $0.byName["token"] = 7 }, { $0.byName["a/b"] = 2 }, { $0.byName["sk-abcdefgh12345678"] = 1 },
        ] as [@Sendable (inout App) -> Void])
    private func doesNotGoWhereARuleMayRemoveSomething(change: @Sendable (inout App) -> Void) { #expect(patch(change) == nil) }

    @Test func aKeyframeWithASecretInItDoesNotGo() {
        var bytes: [UInt8] = []
        #expect(!StateBytes(RecordedForm()).appendKeyframe(of: App(), to: &bytes))
        #expect(StateBytes(RecordedForm()).appendKeyframe(of: App().rows, to: &bytes))
        #expect(String(decoding: bytes, as: UTF8.self) == #"[{"id":1,"title":"milk"},{"id":2,"title":"eggs"},{"id":3,"title":"tea"}]"#)
    }

    @Test func rulesOfTheAppsOwnAndOfPlacesAskForValues() {
        var bytes: [UInt8] = []
        var rules = RedactionRules.default
        rules.pointers = ["/rows/*/title"]
        #expect(!StateBytes(RecordedForm(rules: rules)).appendPatch(from: App().rows, to: [], to: &bytes))
    }

    private struct Odd: Encodable {
        var keys: [String]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PathKey.self)
            for (index, key) in keys.enumerated() { try container.encode([index], forKey: PathKey(stringValue: key)) }
        }
    }

    @Test(arguments: [
        (["a", "b"], ["b", "a"]), (["a"], ["a", "b"]), (["a", "b"], ["a"]), (["a", "a"], ["a", "a"]), (["é"], ["e\u{301}"]),
    ])
    func keysThatComeGoChangePlacesOrAreWrittenTwice(old: [String], new: [String]) throws {
        let (old, new) = (Odd(keys: old), Odd(keys: new))
        var bytes: [UInt8] = []
        try #require(StateBytes(RecordedForm()).appendPatch(from: old, to: new, to: &bytes))
        var patched = try JSONValue(encoding: old)
        try JSONPatch(json: JSONValue(parsing: bytes)).apply(to: &patched)
        #expect(patched == (try JSONValue(encoding: new)))
    }
}
