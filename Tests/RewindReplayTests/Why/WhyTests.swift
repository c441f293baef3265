import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

@Suite("From a value to its origin", .timeLimit(.minutes(5)))
struct WhyTests {
    private let folder = TemporaryFolder()

    /// The links as `DEPTH KIND STEP PATH HOW-OR-END`, with `-` for what a link does not have.
    private func links(_ place: String, at step: Int? = nil, in timeline: Timeline) throws -> [String] {
        try rows(place, at: step, in: timeline).map { link in
            let step = link.step.map { $0.number } ?? "-"
            let how = link.how?.rawValue ?? link.end?.rawValue ?? "-"
            return "\(link.depth) \(link.kind) \(step) \(link.place?.description ?? "-") \(how)"
        }
    }

    private func rows(_ place: String, at step: Int? = nil, in timeline: Timeline) throws -> [WhyLink] {
        try WhyQuestion(JSONPointer(argument: place), at: step).answer(in: timeline).rows
    }

    private func timeline(
        _ state: JSONValue, edit: (inout Manifest) -> Void = { _ in }, _ write: (RecordingBuilder) throws -> Void
    ) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: state, edit: edit)
        try write(builder)
        return try Timeline(Recording(directory: try builder.finish()))
    }

    private func effect(_ id: Int, after step: Int, at time: Int, _ event: EffectLine.Event) -> JSONValue {
        EffectLine(time: time * 1_000_000, step: step, id: id, event).json
    }

    // MARK: Chains

    /// A comment that is edited: step 1 starts the request, and step 3 brings the answer.
    private func edits(answer: JSONValue = "I liked the cake.") throws -> Timeline {
        try timeline(["comments": [["id": 106, "text": "It was nice."]], "saving": []]) { builder in
            try builder.step(1, "edit", #"[{"op":"add","path":"/saving/0","value":106}]"#) {
                ($0.action, $0.site) = (["edit": ["id": 106, "text": "I liked the cake."]], "Keymap.swift:6")
            }
            try builder.journal(effect(7, after: 1, at: 12, .begin(EffectLine.Begin(name: "save", cause: 1))))
            try builder.step(2, "tick")
            let patch = #"[{"op":"replace","path":"/comments/0/text","value":\#(answer.jsonText)}]"#
            try builder.step(3, "editDidFinish", patch) {
                ($0.action, $0.cause, $0.effect) = (["editDidFinish": ["text": answer]], 1, 7)
            }
            try builder.journal(effect(7, after: 3, at: 31, .end(.finished)))
        }
    }

    @Test("A value is followed through the action, the effect and the step that started it to what a user did")
    func followsAValueThroughAnEffect() throws {
        let timeline = try edits()
        #expect(
            try links(".comments[0].text", in: timeline) == [
                "0 value 3 /comments/0/text -", "1 wrote 3 /comments/0/text -", "2 action - /editDidFinish/text equal", "2 effect 1 - -",
                "3 started 1 /edit/text equal", "4 origin 1 - dispatched",
            ])
        let links = try rows(".comments[0].text", in: timeline)
        #expect(links[2].count == PlaceCount(places: 1, looked: 10))
        #expect(links[3].effect == WhyLink.Sender(id: 7, name: "save", took: 18_000_000))
        #expect(
            links.map(\.line.text) == [
                #"/comments/0/text is "I liked the cake." after step 3"#, "  ← step 3, editDidFinish, wrote it",
                "    equal to the action's /editDidFinish/text (the only place with this value; 10 values looked at)",
                "    ← the effect save (7), begun at step 1, sent it after 18.0 ms",
                "      ← step 1, edit, started it; its action's /edit/text is equal (the only place with this value; 10 values looked at)",
                "        ← a user, or the app outside of an effect, dispatched step 1 at Keymap.swift:6",
            ])
    }

    @Test("A value that the step that started the effect does not have is from outside")
    func endsAtTheAnswerOfAnEffect() throws {
        let links = try links(".comments[0].text", in: try edits(answer: "Edited by the server."))
        #expect(links.suffix(3) == ["2 effect 1 - -", "3 started 1 - -", "4 origin - - outside"])
    }

    @Test("A request that carried a value of the state leads on to who wrote that")
    func goesOnFromTheStateOfTheStepThatStartedTheEffect() throws {
        let timeline = try timeline(["draft": "", "sent": ""]) { builder in
            try builder.step(1, "type", #"[{"op":"replace","path":"/draft","value":"Good evening"}]"#) {
                $0.action = ["type": "Good evening"]
            }
            try builder.step(2, "send")
            try builder.step(3, "didSend", #"[{"op":"replace","path":"/sent","value":"Good evening"}]"#) {
                ($0.action, $0.cause) = (["didSend": "Good evening"], 2)
            }
        }
        #expect(
            try links(".sent", in: timeline).suffix(5) == [
                "3 started 2 - -", "4 state - /draft equal", "5 wrote 1 /draft -", "6 action - /type equal", "6 origin 1 - dispatched",
            ])
        #expect(try rows(".sent", in: timeline).first { $0.kind == .state }?.at == 2)
    }

    @Test("An action that no effect sent may have its value from the state that its sender saw")
    func goesOnFromTheStateBeforeAnActionOfAUser() throws {
        let timeline = try timeline(["list": ["Fog Signal", "Pilot"], "chosen": ""]) { builder in
            try builder.step(1, "choose", #"[{"op":"replace","path":"/chosen","value":"Fog Signal"}]"#) {
                $0.action = ["choose": "Fog Signal"]
            }
        }
        #expect(
            try links(".chosen", in: timeline).suffix(4) == [
                "2 action - /choose equal", "2 origin 1 - dispatched", "3 state - /list/0 equal", "4 origin 0 /list/0 beginning",
            ])
    }

    @Test("An effect that the recording has lost the start of ends the chain")
    func saysThatTheStepThatStartedTheEffectIsMissing() throws {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(4, ["name": ""])
        try builder.step(5, "didLoad", #"[{"op":"replace","path":"/name","value":"Ada Lovelace"}]"#) {
            ($0.action, $0.cause) = (["didLoad": "Ada Lovelace"], 2)
        }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try links(".name", in: timeline).last == "2 effect - - lost cause")
    }

    // MARK: Places of the state

    @Test("What a patch copies is copied, whatever else is equal")
    func followsACopy() throws {
        let timeline = try timeline(["form": ["name": "Ada"], "user": [:]]) { builder in
            try builder.step(1, "rename", #"[{"op":"replace","path":"/form/name","value":"Bob Smith"}]"#) {
                $0.action = ["rename": "Bob Smith"]
            }
            try builder.step(2, "submit", #"[{"op":"copy","from":"/form/name","path":"/user/name"}]"#) { $0.action = ["submit": [:]] }
        }
        #expect(
            try links(".user.name", in: timeline) == [
                "0 value 2 /user/name -", "1 wrote 2 /user/name -", "2 state - /form/name copied", "3 wrote 1 /form/name -",
                "4 action - /rename equal", "4 origin 1 - dispatched",
            ])
    }

    @Test("An element that others were inserted before is followed to where it was written")
    func saysWhereAMovedElementWas() throws {
        let timeline = try timeline(["items": []]) { builder in
            try builder.step(1, "add", #"[{"op":"add","path":"/items/0","value":{"id":1,"title":"Sourdough"}}]"#) {
                $0.action = ["add": ["title": "Sourdough"]]
            }
            try builder.step(2, "add", #"[{"op":"add","path":"/items/0","value":{"id":2,"title":"Rye"}}]"#)
            try builder.step(
                3, "sort", #"[{"op":"move","from":"/items/1","path":"/items/0"},{"op":"move","from":"/items/0","path":"/items/1"}]"#)
        }
        let links = try links(".items[1].title", in: timeline)
        #expect(links[1...2] == ["1 wrote 1 /items/0/title moved", "2 action - /add/title equal"])
        #expect(try rows(".items[1].title", in: timeline)[1].line.text == "  ← step 1, add, wrote it, which was at /items/0/title then")
    }

    @Test("A short value is from the object with the same id")
    func comparesMembersOfObjectsWithTheSameID() throws {
        let state: JSONValue = ["todos": [["id": 41, "done": false], ["id": 42, "done": false]], "isOpen": true]
        let timeline = try timeline(state) { builder in
            try builder.step(1, "loaded", #"[{"op":"replace","path":"/todos/1/done","value":true}]"#) {
                $0.action = ["loaded": [["id": 41, "done": false], ["id": 42, "done": true]]]
            }
        }
        #expect(try links(".todos[1].done", in: timeline)[2] == "2 action - /loaded/1/done same id")
    }

    // MARK: Chance

    @Test("What may be equal by chance is no source", arguments: [("0", 3), ("true", 2), ("\"\"", 1), ("12", 2)])
    func tellsNothingByAValueThatManyHave(value: String, places: Int) throws {
        let state: JSONValue = ["n": 7, "same": [0, true, "", 12], "other": [0, 12], "last": 0]
        let timeline = try timeline(state) { builder in
            try builder.step(1, "set", #"[{"op":"replace","path":"/n","value":\#(value)}]"#) { $0.action = ["set": ["on": true]] }
        }
        let end = try #require(try rows(".n", in: timeline).first { $0.kind == .end })
        #expect(end.end == .chance && end.count?.places == places)
        #expect(try !rows(".n", in: timeline).contains { $0.how != nil })
    }

    @Test("A short value that stands in one place only is its source; what stands nowhere was made")
    func tellsARareValue() throws {
        let timeline = try timeline(["n": 7, "m": 7]) { builder in
            try builder.step(1, "set", #"[{"op":"replace","path":"/n","value":12}]"#) { $0.action = ["set": ["to": 12]] }
            try builder.step(2, "double", #"[{"op":"replace","path":"/m","value":24}]"#)
        }
        #expect(try links(".n", in: timeline)[2] == "2 action - /set/to equal")
        #expect(try links(".m", in: timeline).suffix(2) == ["2 end - - made", "2 origin 2 - dispatched"])
    }

    @Test(
        "How much a value tells",
        arguments: [
            ("null", Information.trivial), ("false", .trivial), ("1", .trivial), ("-1", .trivial), (#""a""#, .trivial), ("[]", .trivial),
            (#"{"a":{}}"#, .trivial), ("[0,1,null]", .trivial), ("12", .little), ("1000", .little), (#""Ada""#, .little),
            (#"{"n":12}"#, .little),
            ("1024", .telling), ("0.001234", .telling), (#""Lisa""#, .telling), ("[12,13]", .telling), (#"{"name":"Lisa"}"#, .telling),
            (#""[REDACTED 52dc6417]""#, .trivial),
        ])
    func howMuchAValueTells(text: String, expected: Information) throws {
        #expect(Information(of: try JSONValue(parsing: text)) == expected)
    }

    @Test("A text that has one of the action in it says so")
    func findsATextInAnother() throws {
        let timeline = try timeline(["greeting": ""]) { builder in
            try builder.step(1, "greet", #"[{"op":"replace","path":"/greeting","value":"Hello, Ada Lovelace!"}]"#) {
                $0.action = ["greet": ["first": "Ada", "whole": "Ada Lovelace"]]
            }
        }
        let link = try rows(".greeting", in: timeline)[2]
        #expect(link.how == .contains && link.place?.description == "/greet/whole")
        #expect(link.line.text == #"    it has the action's /greet/whole in it: "Ada Lovelace""#)
    }

    // MARK: Objects

    @Test("An object that stands nowhere as a whole is told by its parts")
    func tellsTheOriginsOfParts() throws {
        let timeline = try timeline(["count": 1]) { builder in
            let user = #"{"login":{"name":"Ada Lovelace","mail":"ada@example.org"},"visits":1,"isNew":true}"#
            try builder.step(1, "didLogIn", #"[{"op":"add","path":"/user","value":\#(user)}]"#) {
                $0.action = ["didLogIn": ["name": "Ada Lovelace", "address": "ada@example.org"]]
            }
        }
        let links = try rows(".user", in: timeline)
        #expect(links.filter { $0.kind == .action }.map { $0.parts.map(\.description) } == [["/login/name"], ["/login/mail"]])
        #expect(links.first { $0.end == .leftOut }?.left == 2)
        #expect(links.filter { $0.end == .dispatched }.count == 1)
    }

    @Test("Of an object that a step replaced, what was there before is no part of what it wrote")
    func leavesOutWhatWasThereBefore() throws {
        let timeline = try timeline(["list": [["id": 1, "note": ["head": "The same text", "body": "Old words"]]]]) { builder in
            let note = #"{"head":"The same text","body":"New words"}"#
            try builder.step(1, "write", #"[{"op":"replace","path":"/list/0/note","value":\#(note)}]"#) {
                $0.action = ["write": ["title": "The same text", "text": "New words"]]
            }
        }
        let links = try rows(".list[0]", in: timeline)
        #expect(links.filter { $0.kind == .action }.map { $0.parts.map(\.description) } == [["/note/body"]])
    }

    @Test("An object whose members different steps wrote names each of them")
    func namesTheStepsThatWroteTheMembers() throws {
        let timeline = try timeline(["user": ["name": "", "age": 0, "city": "Paris"]]) { builder in
            try builder.step(1, "rename", #"[{"op":"replace","path":"/user/name","value":"Grace Hopper"}]"#) {
                $0.action = ["rename": "Grace Hopper"]
            }
            try builder.step(2, "age", #"[{"op":"replace","path":"/user/age","value":37}]"#) { $0.action = ["age": 37] }
        }
        let links = try rows(".user", in: timeline)
        #expect(
            links.filter { $0.depth == 1 }.map(\.line.text) == [
                "  ← step 2, age, wrote its /age", "  ← step 1, rename, wrote its /name",
                "  ← its /city was so in the first state that the recording has",
            ])
        #expect(links.filter { $0.kind == .action }.map { $0.parts.map(\.description) } == [["/age"], ["/name"]])
    }

    // MARK: Ends

    @Test("Where steps are lost, the chain ends at those that may have written the value")
    func endsAtLostSteps() throws {
        let timeline = try LostSteps.timeline(in: folder)
        #expect(try links(".selection", at: 6, in: timeline).last?.hasPrefix("1 wrote 3..6 ") == true)
        #expect(try rows(".selection", at: 6, in: timeline).last?.end == .unknownStep)
        #expect(try rows(".posting", in: timeline)[1].unknown == [3...6])
    }

    @Test("What is redacted is never equal to anything")
    func comparesNothingThatIsHidden() throws {
        let timeline = try timeline(["token": "", "old": "[REDACTED 52dc6417]"]) { builder in
            try builder.step(1, "logIn", #"[{"op":"replace","path":"/token","value":"[REDACTED 52dc6417]"}]"#) {
                $0.action = ["logIn": "[REDACTED 52dc6417]"]
            }
        }
        #expect(try links(".token", in: timeline)[2...] == ["2 end - - hidden", "2 origin 1 - dispatched"])
    }

    @Test("In a masked recording, a remark says that pseudonyms are compared")
    func saysThatTextsAreMasked() throws {
        let masked = try timeline(["name": ""], edit: { $0.level = "masked" }) { builder in
            try builder.step(1, "rename", #"[{"op":"replace","path":"/name","value":"xqzt wvbn"}]"#) { $0.action = ["rename": "xqzt wvbn"] }
        }
        let (rows, conclusion) = try WhyQuestion(JSONPointer(argument: ".name")).answer(in: masked)
        #expect(rows[2].how == .equal && conclusion.remarks == [.textsHidden])
    }

    @Test("A chain without an end is cut, and says so")
    func isCutWhereItIsTooLong() throws {
        let timeline = try timeline(["a": "Good evening", "b": ""]) { builder in
            for step in 1...60 {
                let (from, to) = step % 2 == 1 ? ("a", "b") : ("b", "a")
                try builder.step(step, "pass", #"[{"op":"move","from":"/\#(from)","path":"/\#(to)"}]"#)
            }
        }
        let moved = try links(".a", in: timeline)
        // A move is no writing: the value was there from the beginning.
        #expect(moved == ["0 value 60 /a -", "1 origin 0 /a beginning"])
        let copied = try self.timeline(["v0": "Good evening"]) { builder in
            for step in 1...60 { try builder.step(step, "pass", #"[{"op":"copy","from":"/v\#(step - 1)","path":"/v\#(step)"}]"#) }
        }
        let links = try rows(".v60", in: copied)
        #expect(links.last?.end == .limit && links.count == 41)
    }

    // MARK: Answers

    @Test("Every prompt knows it, and JSON has a row for each link")
    func isAVerbOfThePrompt() throws {
        var debugger = Debugger(try edits(), at: 3)
        let json = try #require(debugger.execute("why .comments[0].text").json)
        #expect(json.map { $0["kind"] } == ["value", "wrote", "action", "effect", "started", "origin"])
        #expect(json[2]["how"] == "equal" && json[2]["places"] == 1 && json[2]["path"] == "/editDidFinish/text")
        #expect(json[3]["effect"] == ["id": 7, "name": "save", "took": 18_000_000] && json[5]["end"] == "dispatched")
        #expect(debugger.execute("why .comments[0].text 1").json?.map { $0["kind"] } == ["value", "origin"])
    }

    @Test("In a ticket about a wrong value, it is about that value unless another is named")
    func asksOfTheWrongValueOfATicket() throws {
        let wrong = WrongValue(step: 1, store: ActionLine.mainStore, place: JSONPointer(tokens: ["total"]), actual: 1200)
        let timeline = try timeline(["total": 0, "note": ""], edit: { $0.wrong = wrong }) { builder in
            try builder.step(1, "add", #"[{"op":"replace","path":"/total","value":1200}]"#)
        }
        var debugger = Debugger(timeline, at: 1)
        #expect(debugger.execute("why").json?.first?["path"] == "/total")
        #expect(debugger.execute("why .note").json?.first?["path"] == "/note")
        var ordinary = Debugger(try edits(), at: 3)
        guard case .problem(let words, _) = ordinary.execute("why") else { throw Failure("it was about something") }
        #expect(words.contains("no path given"))
    }
}
