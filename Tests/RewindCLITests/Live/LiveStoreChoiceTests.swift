import Foundation
import RewindControl
import RewindDebugger
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("Which store the prompt over a running app asks", .timeLimit(.minutes(5)))
struct LiveStoreChoiceTests {
    private let app: ScriptedApp

    init() throws {
        app = try ScriptedApp(stores: ["main", "wishes"])
        app.answers["state.get"] = [.success(["store": "wishes", "step": 4, "value": ["Iceland": 4]])]
        app.answers["state.set"] = [.success(["step": 4, "changed": true])]
        app.answers["state.patch"] = [.success(["step": 4, "changed": true])]
        app.answers["action.dispatch"] = [.success(["after": 4])]
        app.answers["replay.begin"] = [.success(["step": 4])]
        app.answers["replay.show"] = [.success([:])]
        app.answers["replay.end"] = [.success(["refused": 0])]
    }

    private func debugger(store: String? = nil) -> LiveDebugger {
        LiveDebugger(app, store: store, edit: { text, _ in text.replacingOccurrences(of: "4", with: "5") })
    }

    @Test(arguments: [
        ("get .wishes", #"state.get {"store":"wishes","path":"/wishes"}"#),
        ("get .trips", #"state.get {"store":"main","path":"/trips"}"#),
        ("get --store main .items", #"state.get {"store":"main","path":"/items"}"#),
        ("set .wishes.Norway 5", #"state.set {"store":"wishes","path":"/wishes/Norway","value":5,"by":"rewind connect"}"#),
        ("set .trips.Bergen 5", #"state.set {"store":"main","path":"/trips/Bergen","value":5,"by":"rewind connect"}"#),
        ("set --store wishes /items/- 5", #"state.set {"store":"wishes","path":"/items/-","value":5,"by":"rewind connect"}"#),
        ("dispatch wish", #"action.dispatch {"store":"wishes","action":{"wish":{"_0":"Iceland"}},"type":"wish"}"#),
        ("dispatch visit", #"action.dispatch {"store":"main","action":{"visit":{"_0":"Oslo"}},"type":"visit"}"#),
        (#"dispatch wish {"wish":{"_0":"Oslo"}}"#, #"action.dispatch {"store":"wishes","action":{"wish":{"_0":"Oslo"}},"type":"wish"}"#),
        ("dispatch --force --store wishes undo", #"action.dispatch {"store":"wishes","action":{"undo":{}},"type":"undo","force":true}"#),
        (#"dispatch --store main {"new":{}}"#, #"action.dispatch {"store":"main","action":{"new":{}}}"#),
    ])
    func onlyStoreThatCanBeMeantIsAsked(line: String, request: String) {
        var debugger = debugger()
        let answer = debugger.execute(line)
        #expect(!answer.isProblem, "\(text(answer))")
        #expect(app.asked == [request])
    }

    @Test(arguments: [
        "get .items", "get", "set /items/- 5", "set . {}", "edit .items", "dispatch undo", #"dispatch {"undo":{}}"#,
        "actions undo", #"dispatch --force {"new":{}}"#, "pause",
    ])
    func whereSeveralCanBeMeantTheyAreNamed(line: String) {
        var debugger = debugger()
        let answer = debugger.execute(line)
        let words = "main, wishes; say which one is meant, with --store main right behind the command"
        #expect(answer.isProblem && text(answer).hasSuffix(words), "\(text(answer))")
        #expect(app.asked.isEmpty)
        var named = self.debugger(store: "wishes")
        #expect(!named.execute(line).isProblem)
        #expect(app.asked.allSatisfy { $0.contains(#""store":"wishes""#) })
    }

    @Test func aPlaceThatNoStoreHasYetIsAQuestionOfStores() {
        var debugger = debugger()
        let nowhere = text(debugger.execute("set .nowhere 5"))
        #expect(nowhere.contains("no store of the app has /nowhere yet: main, wishes; say which one is meant"), "\(nowhere)")
        for line in ["--store main pause", "get .trips --store main"] {
            #expect(text(debugger.execute(line)).contains("options stand right behind the command"), "\(line)")
        }
        #expect(app.asked.isEmpty)
        #expect(!debugger.execute("set .trips.Bergem 5").isProblem)
    }

    /// What the prompt says to a line, and to no other.
    private func said(_ line: String) -> String {
        var debugger = debugger()
        return text(debugger.execute(line))
    }

    @Test(arguments: ["dispatch --store whishes wish", "dispatch --store main wish", "actions --store main wish"])
    func anActionOfAnotherStoreIsToldOfAsSuch(line: String) {
        let words = said(line)
        #expect(words.hasPrefix("no action of the type 'wish' was recorded in the store '") && words.hasSuffix("', only in wishes"))
        #expect(app.asked.isEmpty)
    }

    @Test func aPlaceThatNoStoreHasIsToldOfInTheAppsOwnWords() {
        app.stores = ["main"]
        app.answers["state.get"] = [.failure(ControlError(.noSuchPath, "no such thing"))]
        #expect(said("get .whishes") == "no such thing")
    }

    @Test func storesAreNamedInTheOrderInWhichTheAppHasThem() {
        app.stores = ["wishes", "main"]
        for line in ["pause", "dispatch undo"] {
            let words = said(line)
            #expect(words.contains(": wishes, main; say which one is meant, with --store wishes right behind the command"), "\(words)")
        }
    }

    @Test func editGoesBackToTheStoreThatWasShown() {
        #expect(said("edit .wishes") == "changed in wishes; the app is at step 4")
        let patch = #"state.patch {"store":"wishes","patch":[{"op":"replace","path":"/wishes/Iceland","value":5}],"by":"rewind connect"}"#
        #expect(app.asked == [#"state.get {"store":"wishes","path":"/wishes"}"#, patch])
    }

    @Test func refusalNamesTheStoreThatWasAsked() {
        app.answers["state.set"] = [.failure(ControlError(.noSuchPath, "the state has no place for a value at /wishes/a/b"))]
        #expect(said("set .wishes.a.b 5") == "in wishes: the state has no place for a value at /wishes/a/b")
    }

    @Test func pausedStoreShowsTheStepsAndIsUnlocked() {
        var debugger = debugger()
        #expect(text(debugger.execute("pause --store wishes")).hasPrefix("paused in wishes at step 4"))
        _ = debugger.execute("back")
        _ = debugger.execute("resume")
        let store = #""store":"wishes""#
        #expect(app.asked == ["replay.begin {\(store)}", "replay.show {\(store),\"step\":3}", "replay.end {\(store),\"keep\":false}"])
    }

    @Test("An app that serves one store of a recording of several is asked without a store name")
    func anAppThatServesOneStoreIsAskedWithoutAName() {
        app.stores = ["main"]
        var debugger = debugger()
        for line in ["get .items", "dispatch undo", "pause"] { #expect(!debugger.execute(line).isProblem) }
        #expect(app.asked.allSatisfy { !$0.contains("store") })
    }

    @Test func actionsOfSeveralStoresAreToldApart() {
        var debugger = debugger()
        let rows = debugger.execute("actions").lines(nil).map(\.text)
        #expect(rows.count == 5 && rows[1].hasPrefix("undo in main") && rows[2].hasPrefix("undo in wishes"), "\(rows)")
        #expect(debugger.execute("actions --store wishes").lines(nil).map { $0.text.prefix(5) } == ["TYPE ", "undo ", "wish "])
    }

    @Test func printIsOfTheStoreThatHasThePlaceOrThatWasNamed() throws {
        var debugger = debugger()
        _ = debugger.execute("goto 4")
        guard case .recorded(.remarked(.asked, let remark)) = debugger.execute("print .trips") else { throw Failure("no value") }
        #expect(remark.sentence == "this is about the store main")
        let value: JSONValue = ["step": 4, "path": "/trips", "value": [:]]
        #expect(debugger.execute("print .trips").json == [value])
        var named = self.debugger(store: "main")
        _ = named.execute("goto 4")
        #expect(named.execute("print .trips").json == [value])
        #expect(text(named.execute("print .wishes")).contains("the state of main after step 4 has nothing at /wishes"))
    }

    /// The step at which the prompt stops after some lines.
    private func stop(_ lines: String..., from store: String? = nil) -> Int? {
        var debugger = debugger(store: store)
        for line in ["goto 0"] + lines { _ = debugger.execute(line) }
        return debugger.debugger?.position
    }

    @Test func breakpointsStopAtStepsOfTheStoreThatWasNamed() throws {
        #expect(stop("until undo") == 2 && stop("until --store wishes undo") == 4)
        #expect(stop("break undo", "c") == 2 && stop("break --store wishes undo", "c") == 4)
        #expect(stop("tbreak --store wishes *", "c") == 3)
        #expect(stop("watch --store wishes .wishes", "c") == 3 && stop("watch --store main .wishes", "c") == 4)
        #expect(stop("break undo", "c", from: "wishes") == 4)
        var debugger = debugger()
        _ = debugger.execute("goto 0")
        #expect(text(debugger.execute("break --store whishes undo")) == "there is no store 'whishes', only 'main', 'wishes'")
        #expect(text(debugger.execute("watch --store")) == "--store has to be followed by the name of a store")
        guard case .recorded(.breakpoint(let breakpoint, _)) = debugger.execute("break --store wishes undo") else {
            throw Failure("no breakpoint")
        }
        #expect("\(breakpoint)" == "--store wishes undo")
    }
}
