import Foundation
import ReplayTestSupport
import RewindControl
import RewindDebugger
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("The prompt over a running app", .timeLimit(.minutes(5)))
struct LiveDebuggerTests {
    private let app: ScriptedApp

    init() throws { app = try ScriptedApp() }

    private func debugger(reveals: Bool = false, edit: @escaping LiveDebugger.Edit = { _, _ in nil }) -> LiveDebugger {
        LiveDebugger(app, reveals: reveals, edit: edit)
    }

    @Test func theRecordingIsReadAgainBeforeEachCommandAndThePositionStays() throws {
        var debugger = debugger()
        _ = debugger.execute("goto 2")
        #expect(debugger.debugger?.position == 2 && debugger.debugger?.timeline.steps == 0...3)
        try app.builder.action(4, "cart/add") { $0.action = ["cart": ["_0": ["add": ["count": 4]]]] }
        try app.builder.patch(4, #"[{"op":"replace","path":"/cart/count","value":4}]"#)
        #expect(debugger.execute("print .cart.count").json?.map { $0["value"] } == [2])
        #expect(debugger.debugger?.position == 2 && debugger.debugger?.timeline.steps == 0...4)
        _ = debugger.execute("goto end")
        #expect(debugger.debugger?.position == 4)
        #expect(app.asked.isEmpty)
    }

    @Test func aTypeIsDispatchedAgainWithTheStepsThatFollow() throws {
        app.answers["action.dispatch"] = [.success(["after": 3])]
        app.onRequest = { [builder = app.builder] _ in
            try builder.action(4, "cart/add") { $0.action = ["cart": ["_0": ["add": ["count": 2]]]] }
            try builder.patch(4, #"[{"op":"replace","path":"/cart/count","value":2}]"#)
        }
        var debugger = debugger()
        guard case .steps(let sentence, let items, 0) = debugger.execute("dispatch cart/add") else { throw Failure("no steps") }
        #expect(sentence == "dispatched cart/add")
        #expect(items.count == 1)
        #expect(app.asked == [#"action.dispatch {"action":{"cart":{"_0":{"add":{"count":2}}}},"type":"cart/add"}"#])
    }

    @Test func theTypesOfActionsAreRowsThatFitAndOneIsShownWhole() throws {
        try app.builder.action(4, "cart/rename") {
            $0.action = ["cart": ["_0": ["rename": ["name": .string(String(repeating: "x", count: 90))]]]]
        }
        var debugger = debugger()
        let lines = debugger.execute("actions").lines(nil)
        #expect(lines[0].text == "TYPE         COUNT  LAST ('actions TYPE' shows all of it)")
        #expect(lines[1].text == #"cart/add         2  {"cart":{"_0":{"add":{"count":2}}}}"#)
        #expect(lines[3].text.hasPrefix(#"cart/rename      1  {"cart":{"_0":{"rename""#) && lines[3].text.hasSuffix("xxx\"}}}}"))
        let rows = lines.flatMap { $0.rows(in: 60) }
        #expect(rows.count == 4 && rows.allSatisfy { DisplayWidth.of($0.text) <= 60 } && rows[3].text.hasSuffix("…"))
        #expect(text(debugger.execute("actions cart/rename")).contains(String(repeating: "x", count: 90)))
    }

    @Test(arguments: [
        ("dispatch cart/ad", "did you mean 'cart/add'?"), ("dispatch add", "did you mean 'cart/add'?"),
        ("dispatch", "the command is 'dispatch TYPE|JSON'"), ("dispatch -x cart/add", "there is no option '-x'"),
        ("dispatch move", "; 'actions' lists the types"), ("actions move", "; 'actions' lists the types"),
        ("mark half way", "a mark's name is one word, as in 'mark half-way'"),
        ("save a b.rewind", "'save' takes one file"),
        (#"dispatch {"cart":"#, "where a value is expected"), ("set .cart", "no value given"), ("set .cart no", "is not JSON"),
        ("get cart count", "is not a path"), ("resume", "the app is not paused"), ("resume --now", "takes nothing but --keep"),
        ("save", "no file given"), ("mark", "no name given"), ("follow --type", "--type"), ("nonsense", "there is no command 'nonsense'"),
        ("res", "'res' could be resume or restart"), ("save 'x", "is not closed"),
    ])
    func whatMakesNoSenseIsRefusedBeforeTheAppIsAsked(line: String, words: String) {
        var debugger = debugger()
        let answer = debugger.execute(line)
        #expect(answer.isProblem && text(answer).contains(words), "\(text(answer))")
        #expect(app.asked.isEmpty)
    }

    @Test func whoeverWantsToResumeWhatAnotherHasPausedIsToldSo() {
        app.isPausedElsewhere = true
        var debugger = debugger()
        let words = text(debugger.execute("resume"))
        #expect(words.hasPrefix("another 'rewind connect', or a 'rewind play --into', has paused the app: 'resume' there"), "\(words)")
    }

    @Test func aTypeInFrontOfTheJSONGoesWithIt() throws {
        app.answers["action.dispatch"] = [.success(["after": 3])]
        var debugger = debugger()
        _ = debugger.execute(#"dispatch Picking/finish {"finish":{}}"#)
        #expect(app.asked == [#"action.dispatch {"action":{"finish":{}},"type":"Picking/finish"}"#])
    }

    @Test func whatTheRecordingHidesIsNotDispatchedAsItIsShown() throws {
        try app.builder.action(4, "login") {
            $0.action = ["login": ["password": "[REDACTED 1]"]]
            $0.redacted = [JSONPointer(tokens: ["login", "password"])]
        }
        app.answers["action.dispatch"] = [.success(["after": 4])]
        var debugger = debugger(edit: { text, _ in text.replacingOccurrences(of: "[REDACTED 1]", with: "secret") })
        #expect(text(debugger.execute("dispatch login")).contains("hides what was at /login/password"))
        #expect(app.asked.isEmpty)
        _ = debugger.execute("dispatch -e login")
        #expect(app.asked == [#"action.dispatch {"action":{"login":{"password":"secret"}},"type":"login"}"#])
    }

    @Test func pseudonymsAreNotDispatchedAsTheUsersWords() throws {
        let app = try ScriptedApp(level: "masked")
        try app.builder.action(4, "search") { $0.action = ["search": ["_0": "huo keo ion"]] }
        app.answers["action.dispatch"] = [.success(["after": 4])]
        var debugger = LiveDebugger(app, reveals: false) { _, _ in nil }
        #expect(text(debugger.execute("dispatch search")).contains("hides what was at /search/_0"))
        #expect(app.asked.isEmpty)
        _ = debugger.execute("dispatch cart/clear")
        _ = debugger.execute("dispatch --force search")
        #expect(app.asked.count == 2)
    }

    @Test func theStateIsReadSetAndEdited() throws {
        app.answers["state.get"] = [
            .success(["store": "main", "step": 3, "value": ["count": 0, "token": "[REDACTED 1]"], "redacted": ["/token"]])
        ]
        app.answers["state.set"] = [.success(["step": 4, "changed": true])]
        app.answers["state.patch"] = [.success(["step": 4, "changed": false])]
        var debugger = debugger(edit: { text, _ in text.replacingOccurrences(of: "\"count\": 0", with: "\"count\": 7") })
        guard case .value(let value, ["/token"]) = debugger.execute("get .cart") else { throw Failure("no value") }
        #expect(value["count"] == 0)
        #expect(text(debugger.execute(#"set /cart/count  5"#)) == "changed; the app is at step 4")
        #expect(text(debugger.execute("edit .cart")).hasPrefix("nothing changed"))
        #expect(
            app.asked == [
                #"state.get {"path":"/cart"}"#, #"state.set {"path":"/cart/count","value":5,"by":"rewind connect"}"#,
                #"state.get {"path":"/cart"}"#,
                #"state.patch {"patch":[{"op":"replace","path":"/cart/count","value":7}],"by":"rewind connect"}"#,
            ])
    }

    @Test func whatWasWrittenIsKeptWhereTheAppRefusesIt() throws {
        app.answers["state.get"] = [.success(["store": "main", "step": 3, "value": ["count": 0]])]
        app.answers["state.patch"] = [.failure(ControlError(.undecodable, "/cart/count: does not decode"))]
        app.answers["action.dispatch"] = [.failure(LiveError(.disconnected, "the app can't be reached for now"))]
        func kept(_ answer: LiveAnswer) throws -> String {
            let words = text(answer)
            let path = try #require(words.firstMatch(of: #/hat you wrote is kept in (/.+\.json)/#), "\(words)").1
            defer { try? FileManager.default.removeItem(atPath: String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))) }
            return try String(contentsOfFile: String(path), encoding: .utf8)
        }
        var debugger = debugger(edit: { _, _ in "{\"count\": \"seven\"}\n" })
        let answer = debugger.execute("edit .cart")
        #expect(text(answer).hasPrefix("/cart/count: does not decode; what you wrote is kept in "))
        #expect(try kept(answer) == "{\"count\": \"seven\"}\n")
        #expect(try kept(debugger.execute("dispatch -e cart/add")) == "{\"count\": \"seven\"}\n")
        #expect(try kept(debugger.execute("dispatch -e --force cart/add")) == "{\"count\": \"seven\"}\n")
    }

    @Test func whatWasRefusedIsEditedAgainIfThatIsWanted() throws {
        app.answers["state.get"] = [.success(["store": "main", "step": 3, "value": ["count": 0]])]
        app.answers["state.patch"] = [
            .failure(ControlError(.undecodable, "/count: does not decode")), .success(["step": 3, "changed": true]),
        ]
        var (shown, reasons): ([String], [String]) = ([], [])
        let texts = ["{\"count\": ", "{\"count\": \"seven\"}", "{\"count\": 7}"]
        var debugger = LiveDebugger(app) { text, _ in
            shown.append(text)
            return texts[shown.count - 1]
        } retries: {
            reasons.append($0)
            return true
        }
        #expect(text(debugger.execute("edit")) == "changed; the app is at step 3")
        #expect(shown.dropFirst() == texts.dropLast(), "each time with what was written")
        #expect(reasons.count == 2 && reasons[0].hasPrefix("line 1, column ") && reasons[1] == "/count: does not decode", "\(reasons)")
    }

    @Test func aTypeThatWasNotRecordedIsMadeOfTheAppsTypes() throws {
        let app = try ScriptedApp(types: [
            "Shop.Action": ["kind": "enum", "cases": ["cart": "Shop.CartAction", "launch": nil]],
            "Shop.CartAction": ["kind": "enum", "cases": ["rename": "(name: Swift.String)"]],
        ])
        app.answers["action.dispatch"] = [.success(["after": 3, "step": 3])]
        var edited: [String] = []
        var debugger = LiveDebugger(
            app,
            edit: { text, _ in
                edited.append(text)
                return text.replacingOccurrences(of: "\"\"", with: "\"tea\"")
            })
        let words = text(debugger.execute("actions cart/rename"))
        #expect(words.contains("\"name\": \"\"") && words.contains("made of the app's types"), "\(words)")
        let template = text(debugger.execute("dispatch cart/rename"))
        #expect(template.contains(#"dispatch {"cart":{"_0":{"rename":{"name":""}}}}"#) && edited.isEmpty, "\(template)")
        _ = debugger.execute("dispatch -e cart/rename")
        _ = debugger.execute("dispatch launch")
        #expect(edited.count == 1, "one without values is sent as it is")
        // What other types begin with is none.
        let prefix = text(debugger.execute("dispatch cart"))
        #expect(prefix.contains("did you mean 'cart/add' or ") && prefix.contains("'cart/rename'"), "\(prefix)")
        let all = text(debugger.execute("actions cart/*"))
        #expect(all.contains("cart/rename") && all.contains("cart/add") && !all.contains("launch"), "\(all)")
        #expect(
            app.asked.filter { $0.hasPrefix("action.dispatch") } == [
                #"action.dispatch {"action":{"cart":{"_0":{"rename":{"name":"tea"}}}},"type":"cart/rename"}"#,
                #"action.dispatch {"action":{"launch":{}},"type":"launch"}"#,
            ])
    }

    @Test func anEditThatChangesNothingAsksForNothing() throws {
        app.answers["state.get"] = [.success(["store": "main", "step": 3, "value": ["count": 0]])]
        var debugger = debugger(edit: { _, _ in nil })
        #expect(text(debugger.execute("edit")) == "nothing changed: the text is as it was")
        debugger = self.debugger(edit: { text, _ in text + "\n" })
        #expect(text(debugger.execute("edit")) == "nothing changed: the values are as they were")
        #expect(app.asked.allSatisfy { $0.hasPrefix("state.get") })
    }

    @Test func aPausedAppShowsTheStepsThatOneGoesTo() throws {
        app.answers["replay.begin"] = [.success(["step": 3])]
        app.answers["replay.show"] = [.success([:]), .failure(ControlError(.noSuchStep, "the app does not have it")), .success([:])]
        app.answers["replay.end"] = [.success(["refused": 2])]
        var debugger = debugger()
        _ = debugger.execute("goto 1")
        #expect(text(debugger.execute("pause")).hasPrefix("paused at step 3"))
        #expect(debugger.isPaused && debugger.debugger?.position == 3)
        _ = debugger.execute("back")
        let answer = debugger.execute("back")
        guard case .unshown(_, let remark) = answer else { throw Failure("no remark") }
        #expect(answer.isProblem)
        #expect(remark == "the app does not show it: the app does not have it")
        _ = debugger.execute("next")
        _ = debugger.execute("print .cart")  // goes nowhere
        #expect(text(debugger.execute("pause")).contains("paused already"))
        #expect(text(debugger.execute("resume --keep")) == "the app goes on in the state after step 2; 2 actions were refused meanwhile")
        #expect(!debugger.isPaused)
        _ = debugger.execute("back")
        #expect(
            app.asked == [
                "replay.begin", #"replay.show {"step":2}"#, #"replay.show {"step":1}"#, #"replay.show {"step":2}"#,
                #"replay.end {"keep":true}"#,
            ])
    }

    @Test func aLockThatWentWithTheConnectionIsToldAndForgotten() throws {
        app.answers["replay.begin"] = [.success(["step": 3])]
        app.answers["replay.end"] = [.failure(ControlError(.notLocked, "no"))]
        var debugger = debugger()
        _ = debugger.execute("pause")
        #expect(text(debugger.execute("resume")).contains("the connection had been lost"))
        #expect(!debugger.isPaused)
    }

    @Test func whatTheAppRefusesIsAnAnswerAndWhatItCanNotBeAskedIsNone() throws {
        app.answers["state.get"] = [
            .failure(ControlError(.noSuchPath, "the state has nothing at /x")),
            .failure(LiveError(.disconnected, "the app can't be reached")),
        ]
        var debugger = debugger()
        guard case .refused("the state has nothing at /x") = debugger.execute("get .x") else { throw Failure("not refused") }
        guard case .failed("the app can't be reached.") = debugger.execute("get .x") else { throw Failure("not unreachable") }
    }

    @Test func anEmptyLineRepeatsAMoveAndNeverAnAction() throws {
        app.answers["action.dispatch"] = [.success(["after": 3])]
        var debugger = debugger()
        _ = debugger.execute("goto 3")
        _ = debugger.execute("back")
        _ = debugger.execute("")
        #expect(debugger.debugger?.position == 1)
        _ = debugger.execute("dispatch cart/clear ")
        _ = debugger.execute("")
        #expect(app.asked.count == 1)
    }

    @Test func marksGoIntoTheAppsRecordingAndTheRecordingIntoAFile() throws {
        app.answers["recording.mark"] = [.success([:])]
        let folder = TemporaryFolder()
        var debugger = debugger()
        #expect(text(debugger.execute("mark :checkout")) == "marked :checkout")
        #expect(app.asked == [#"recording.mark {"name":"checkout"}"#])
        guard case .saved(let recording) = debugger.execute("save '\(folder.path("a b.rewind"))'") else { throw Failure("not saved") }
        #expect(recording.steps == 1...3 && recording.losses.isEmpty && recording.manifest.ending.how == .finished)
        #expect(text(debugger.execute("save '\(folder.path("a b.rewind"))'")).contains("already exists"))
        #expect(!debugger.execute("save --force '\(folder.path("a b.rewind"))'").isProblem)
    }

    @Test("A saved recording keeps the last step even if the state of that step never comes")
    func saveKeepsAStepWhoseStateNeverComes() throws {
        let folder = TemporaryFolder()
        try app.builder.action(4, "cart/add")
        var debugger = debugger()
        guard case .saved(let recording) = debugger.execute("save \(folder.path("x.rewind"))") else { throw Failure("not saved") }
        #expect(recording.steps == 1...4)  // its reducer is at work: the action is what one wants to see
    }

    @Test(arguments: [
        ("dispa", ["dispatch"]), ("dispatch cart/a", ["cart/add"]), ("get .cart.c", [".cart.count"]), ("resume --", ["--keep"]),
        ("print .cart.c", [".cart.count"]), ("pa", ["pause"]),
    ])
    func tabCompletesCommandsTypesAndPaths(line: String, words: [String]) throws {
        var debugger = debugger()
        try debugger.refresh()
        let found = try debugger.opened().completion(of: line)
        #expect(found.words == words)
        #expect(line.dropFirst(found.start).isEmpty || found.words.allSatisfy { $0.hasPrefix(line.dropFirst(found.start)) })
    }

    @Test(arguments: [("p", true), ("n", true), ("d", true), ("get", false), ("h", true), ("mark", false), ("watch", true), ("fo", false)])
    func lettersThatAreEnoughOverARecordingAreEnoughHere(word: String, isRecorded: Bool) throws {
        #expect(try (LiveVerb.named(word[...]) == nil) == isRecorded)
    }

    @Test func whatHappensToTheConnectionIsSaid() {
        var news = NewsText()
        #expect(news.sentence(.disconnected(LiveError(.disconnected, "gone"))) == "the connection is lost (gone); trying again")
        #expect(!news.hasSkipped)
        #expect(
            news.sentence(.skipped(RecordingSkipped(from: 4, to: 9, why: .ring))) == "steps 4 to 9 are missing: the app no longer had them")
        #expect(
            news.sentence(.skipped(RecordingSkipped(from: 4, to: 4, why: .slow)))
                == "step 4 is missing: the app made them faster than they could be taken here")
        #expect(news.hasSkipped)
        #expect(news.sentence(.ended(LiveError(.closed, "the app has ended the connection"))) == "the app has ended the connection")
    }
}
