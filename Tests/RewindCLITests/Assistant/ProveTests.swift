import Foundation
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

/// What `try` and `prove` say, and what `prove` writes, with the example app's reducer.
@Suite("An assistant's experiments", .timeLimit(.minutes(3)))
struct ProveTests {
    private let folder = TemporaryFolder()

    @Test("It says what was seen: the actions still crash, and the test was not run")
    func sentence() throws {
        let result = try AssistantDesk.ofHostedCrash().call("prove")
        let text = try #require(result["content"]?.array?.first?["text"]?.string)
        #expect(text.hasPrefix("2 of 67 actions are enough to crash the reducer") && !text.contains("fails today"), "\(text)")
        #expect(text.contains("these actions still show it in the host."), "\(text)")
        #expect(text.contains("65 actions left out: comments/setDraft ×24, "), "\(text)")
        #expect(text.contains("a session that no user may have had"), "\(text)")
        #expect(text.contains("'rewind minimize RECORDING'") && text.contains("'rewind test NEW'"), "\(text)")
        let next = try #require(result["structuredContent"]?["next"], "\(text)")
        #expect(
            next["tool"] == "prove" && next["arguments"]?["module"] == ["<the app's module>"] && next["arguments"]?["in"] != nil, "\(next)")
        #expect(text.hasSuffix(next["arguments"]?.jsonText ?? "-"), "\(text)")
    }

    @Test("A test that is complete has nothing left to fill in")
    func complete() throws {
        let result = try AssistantDesk.ofHostedCrash().call("prove", ["module": ["EpisodesCore"], "in": "Store()"])
        #expect(result["isError"] == nil && result["structuredContent"]?["next"] == nil, "\(result)")
    }

    @Test(
        "A condition that proves nothing is named",
        arguments: [
            (".home != null", "note: it is true from step 0 on", false), (".foo == 1", "nothing at /foo", true),
            ("$step == 66", "asks for a step's number", true),
            (".comments.saving | length > 0", "true after the first action that was kept", false),
        ])
    func conditions(until: String, words: String, isError: Bool) throws {
        let result = try AssistantDesk.ofHostedCrash().call("prove", ["until": .string(until)])
        let text = try #require(result["content"]?.array?.first?["text"]?.string)
        #expect(text.contains(words) && !text.contains("> usage") && (result["isError"] == true) == isError, "\(text)")
    }

    @Test("A second proof stays beside the first, and the tool says that it writes")
    func writesTwice() throws {
        let desk = try AssistantDesk.ofHostedCrash(writing: folder.path)
        for number in 1...2 {
            let result = try desk.call("prove", ["module": ["EpisodesCore"]])
            #expect(result["isError"] == nil, "\(number): \(result)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let test = "DeletingACommentWhileItsEditIsSavedTests"
        #expect(names == [test + ".swift", test + "2.swift", "crash-minimized-2.rewind", "crash-minimized.rewind"], "\(names)")
        let second = try String(contentsOfFile: folder.path(test + "2.swift"), encoding: .utf8)
        #expect(second.contains("struct \(test)2 {") && second.contains("of: \"crash-minimized-2.rewind\""), "\(second)")
        func hints(_ desk: AssistantDesk) throws -> JSONValue? {
            try desk.answer(to: "tools/list")["result"]?["tools"]?.array?.last?["annotations"]
        }
        let writing = try hints(desk)
        #expect(writing?["readOnlyHint"] == false && writing?["idempotentHint"] == false && writing?["destructiveHint"] == false)
        #expect(try hints(.ofHostedCrash())?["readOnlyHint"] == true)
    }

    @Test(
        "An experiment says first whether it crashes, then what differs at the end",
        arguments: [
            (
                ["skip": ["65"]],
                #"Without this, it crashes at step 67, "comments/editDidFinish"; with it, nothing crashes. At the end, 3 values differ, at "/comments". The states part at step 65, "comments/delete", and differ to the end."#
            ),
            (
                ["skip": ["3"], "path": ".comments"],
                #"It crashes at step 67, "comments/editDidFinish", with this and without it. At the end, "/comments" is the same. The states part at step 3, "home/didReceive", and differ to the end."#
            ),
            (
                ["skip": ["3"], "path": ".nosuch"],
                #"It crashes at step 67, "comments/editDidFinish", with this and without it. At the end, nothing is at "/nosuch", with this or without it."#
            ),
        ] as [(JSONObject, String)])
    func tries(arguments: JSONObject, sentence: String) throws {
        let text = try AssistantDesk.ofHostedCrash().text("try", arguments)
        #expect(text.hasPrefix(sentence), "\(text)")
    }
}
