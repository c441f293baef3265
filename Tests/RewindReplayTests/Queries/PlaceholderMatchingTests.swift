import Foundation
import RewindCapture
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue
import Testing

/// Two runs of one script differ by their pseudonyms, and by nothing else.
@Suite(.timeLimit(.minutes(5))) struct PlaceholderMatchingTests {
    private func manifest(_ level: RedactionLevel) -> Manifest {
        var manifest = Manifest(recorder: "test", started: 0)
        manifest.level = level.rawValue
        return manifest
    }

    @Test func placeholdersMatchWhereTheyStandAndAreEqualAlike() {
        var matching = PlaceholderMatching()
        func matches(_ one: JSONValue, _ two: JSONValue) -> Bool { matching.matches(one, two) }
        #expect(matches(["token": "[REDACTED 11111111]"], ["token": "[REDACTED aaaaaaaa]"]))
        #expect(matches("sent REDACTED-11111111 twice", "sent REDACTED-aaaaaaaa twice"))
        #expect(!matches("[REDACTED 11111111]", "[REDACTED bbbbbbbb]"))  // it stands for another
        #expect(!matches("[REDACTED 22222222]", "[REDACTED aaaaaaaa]"))
        #expect(!matches("sent [REDACTED 33333333]", "kept [REDACTED cccccccc]"))
        #expect(matches(["[REDACTED 44444444]": 1, "x": 2], ["x": 2, "[REDACTED dddddddd]": 1]))
        #expect(matching.translated(["a": "at REDACTED-aaaaaaaa"]) == ["a": "at REDACTED-11111111"])
        // What failed to match binds nothing.
        #expect(!matches([["a": "[REDACTED 55555555]"], 1], [["a": "[REDACTED eeeeeeee]"], 2]))
        #expect(matches("[REDACTED 55555555]", "[REDACTED ffffffff]"))
    }

    @Test func whereKeysAreMaskedAPatchSaysTheSameInAnyOrder() throws {
        func patch(_ operations: String...) throws -> JSONPatch {
            try JSONPatch(json: JSONValue(parsing: Array("[\(operations.joined(separator: ","))]".utf8)))
        }
        let one = try patch(#"{"op":"remove","path":"/kjiy/bkcka/3"}"#, #"{"op":"replace","path":"/kjiy/ybtaa","value":12}"#)
        let other = try patch(#"{"op":"replace","path":"/kvxi/advzg","value":12}"#, #"{"op":"remove","path":"/kvxi/hqhlq/3"}"#)
        let another = try patch(#"{"op":"replace","path":"/kvxi/advzg","value":13}"#, #"{"op":"remove","path":"/kvxi/hqhlq/3"}"#)
        var masked = PlaceholderMatching(manifest(.masked), manifest(.masked))
        var open = PlaceholderMatching(manifest(.secrets), manifest(.secrets))
        let found = [masked.matches(one, other), masked.matches(one, another), open.matches(one, other)]
        #expect(found == [true, false, false])
    }

    @Test func twoMaskedRunsOfOneSessionAreTheSameAnotherSessionIsNot() throws {
        struct State: Codable {
            var name = "Ada Lovelace"
            var id = UUID(uuidString: "3F2A9C01-5B7D-4E21-9C3A-D41D8CD98F00")
            var texts = [
                "d41d8cd98f00b204e9800998ecf8427e", "passwordManager", "KeyVault app", "aGVsbG8gd29ybGQ+/w==", "https://example.org/a?b=c1",
            ]
            var rows = ["milk": 1_234_567, "eggs": 2_345_678, "tea": 3]
        }
        func run(_ change: (inout State) -> Void = { _ in }) throws -> JSONValue {
            var state = State()
            change(&state)
            let masked = try RecordedForm(level: .masked).value(of: state)
            return masked.value
        }
        func areSame(_ one: JSONValue, _ two: JSONValue) -> Bool {
            var matching = PlaceholderMatching(manifest(.masked), manifest(.masked))
            return matching.matches(one, two)
        }
        // Whatever the pseudonyms are: none of a key makes a rule cover what is below it.
        for _ in 0..<100 { #expect(areSame(try run(), try run())) }
        #expect(!areSame(try run(), try run { $0.rows["tea"] = 4 }))
        #expect(!areSame(try run(), try run { $0.name = "Bob" }))
        #expect(!areSame(try run(), try run { $0.texts[1] = "passwordsManager" }))
        #expect(!areSame(try run { $0.texts[2] = $0.texts[1] }, try run { $0.texts[2] = "passwordManagex" }))
    }
}
