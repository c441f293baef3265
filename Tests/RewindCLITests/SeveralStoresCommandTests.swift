import ReplayTestSupport
import RewindArchive
import RewindValue
import TestSupport
import Testing

/// The built program's answers about recordings of several stores.
@Suite("Several stores at the command line", .serialized, .timeLimit(.minutes(5)))
struct SeveralStoresCommandTests {
    private let desk = Desk()

    /// Makes `both.rewind`, the README's merged recording, and `apart`, of stores that have nothing in common.
    init() throws {
        try desk.run(["merge", "Fixtures/ordinary.rewind", "Fixtures/crash.rewind", "-o", "OUT/both.rewind"]).expect(0)
    }

    private func apart() throws -> String { try SeveralStores.ofTwoTypes(in: desk.folder) }

    @Test func findAndCheckAskBothRecordingsOfAMergedOne() throws {
        try desk.run(["find", "OUT/both.rewind", ".comments.selection > 0", "--json"]).expect(
            0, output: #""step":78,"#, #""store":"crash/main""#, errors: .is(""))
        try desk.run(["check", "OUT/both.rewind", "-"], input: "first: .comments.selection == 0\n").expect(
            1, output: .is("holds   first in ordinary/main\nbroken  first in crash/main: from step 78, comments/postDidFinish\n"))
        try desk.run(["check", "OUT/both.rewind", "-", "--json"], input: "first: .comments.selection == 0\n").expect(
            output: #""holds":true,"store":"ordinary/main""#, #""holds":false,"store":"crash/main""#)
        try desk.run(["find", "OUT/both.rewind", ".comments.selection > 0", "--store", "ordinary/main"]).expect(1)
    }

    @Test(arguments: [24, 25, 40])
    func aPartOfAMergedOneIsTheSameAsTheWholeWhereBothAre(step: Int) throws {
        #expect(try desk.run(["trim", "OUT/both.rewind", "\(step)..", "-o", "OUT/part.rewind"]).status == 0)
        let run = try desk.run(["diff", "OUT/part.rewind", "OUT/both.rewind"])
        #expect(run.output.contains("steps 1 to \(step - 1) are only in") && run.output.contains("the rest is the same"), "\(run.output)")
    }

    @Test("The first state of a store that began later goes to Redux DevTools and back")
    func aLaterStoresFirstStateGoesToDevToolsAndBack() throws {
        let out = ["export", "OUT/both.rewind", "--format", "redux-devtools", "--store", "crash/main", "-o", "OUT/crash.json"]
        #expect(try desk.run(out).status == 0)
        #expect(try desk.run(["import", "OUT/crash.json", "--format", "redux-devtools", "-o", "OUT/back.rewind"]).status == 0)
        let (back, whole) = (
            try desk.run(["show", "OUT/back.rewind", "0", "."]),
            try desk.run(["show", "OUT/both.rewind", "23", ".", "--store", "crash/main"])
        )
        #expect(back.status == 0 && back.output == whole.output && back.output.count > 100, "\(back)")
    }

    @Test(arguments: [
        ["history", "OUT/both.rewind", ".comments.selection"], ["watch", "OUT/both.rewind", ".comments.selection"],
        ["blame", "OUT/both.rewind", ".comments"], ["bisect", "OUT/both.rewind", "--where", ".comments.selection > 0"],
        ["bisect", "OUT/both.rewind", "--run", "true"],
    ])
    func answersAboutOneStoreSayWhichOnesThereAre(arguments: [String]) throws {
        let run = try desk.run(arguments).expect(64, output: .is(""))
        let words = "has several stores that can have what is asked for: ordinary/main, crash/main; say which one is meant, as in --store"
        #expect(run.errors.contains(words), "\(run.errors)")
        if !arguments.contains("--run") {
            try desk.run(arguments + ["--store", "crash/main"]).expect(0, output: "78")
        }
    }

    /// `crash/main` begins at step 23, behind the steps of `ordinary/main`.
    @Test(arguments: ["break path .comments.selection", "break path .home.episodes", "watch .home.episodes | length"])
    func whatAStoreBeginsWithStopsNoBreakpointOnAChange(command: String) throws {
        let changed = try desk.run([
            "history", "OUT/both.rewind", command.contains("selection") ? ".comments.selection" : ".home.episodes", "--store", "crash/main",
            "--json",
        ]).output
            .split(separator: "\n").map { try JSONValue(parsing: String($0))["step"]?.int }
        let store = command.split(separator: " ")[0]
        let run = try desk.run(
            ["step", "OUT/both.rewind"], input: "\(store) --store crash/main \(command.dropFirst(store.count))\nc\nquit\n")
        let stop = try #require(run.output.split(separator: "\n").last { $0.hasPrefix(">") }).split(separator: " ")[1]
        #expect(Int(stop) == changed.compactMap(\.self).first { $0 > 23 }, "\(changed) \(run)")
    }

    @Test func thePromptsCommandsAreAboutTheStoreThatTheyName() throws {
        let lines = [
            "break --store crash/main path .comments.selection", "goto 30", "c", "history --store ordinary/main .comments.selection",
            "print --store nowhere .comments", "blame .comments", "quit",
        ]
        let run = try desk.run(["step", "OUT/both.rewind"], input: lines.joined(separator: "\n") + "\n")
        #expect(run.output.contains("stopped by breakpoint 1, --store crash/main path /comments/selection\n>    78  "), "\(run)")
        #expect((run.output + run.errors).contains("there is no store 'nowhere', only 'ordinary/main', 'crash/main'"), "\(run)")
    }

    /// The second app's store begins at the last step of the first app's, which did nothing to it.
    @Test(arguments: [
        ["history", ".comments.selection"], ["watch", ".comments.selection"], ["blame", ".home.selection"],
        ["find", ".comments.selection == 0", "--all"],
    ])
    func whatAStoreBeginsWithIsOfNoOtherStoresAction(arguments: [String]) throws {
        let question = [arguments[0], "OUT/both.rewind"] + arguments.dropFirst() + ["--store", "crash/main"]
        try desk.run(question).expect(0, output: "(the first state)")
        let objects = try desk.run(question + ["--json"]).output
        let last = try desk.run(["show", "OUT/both.rewind", "23", "--json"]).output
        #expect(last.contains("ordinary/main"))
        for line in objects.split(separator: "\n") where line.contains(#""step":23,"#) {
            #expect(!line.contains("type") && !line.contains("site"))
        }
    }

    /// Named first, the recording that begins later has the main store.
    @Test func mainStoreThatBeginsLaterIsAskedFromItsFirstState() throws {
        _ = try desk.run(["merge", "Fixtures/crash.rewind", "Fixtures/ordinary.rewind", "-o", "OUT/turned.rewind"])
        try desk.run(["find", "OUT/turned.rewind", ".comments.selection > 0"]).expect(0, errors: .is(""))
        try desk.run(
            ["bisect", "OUT/turned.rewind", "--where", ".comments.selection > 0", "--store", "crash/main"]).expect(0, output: "78")
    }

    @Test func namesOfMergedStoresKeepTheirOwnWordWhenTheyAreMasked() throws {
        try desk.run(["redact", "OUT/both.rewind", "--level", "masked", "-o", "OUT/masked.rewind"]).expect(0)
        let lines = try desk.run(["info", "OUT/masked.rewind"]).output.split(separator: "\n")
        let stores = try #require(lines.first { $0.hasPrefix("stores") })
        #expect(!stores.contains("ordinary") && !stores.contains("crash"), "\(stores)")
        #expect(stores.split(separator: "/main (AppState)").count == 2, "\(stores)")
    }

    @Test func questionsGoToTheOneStoreThatHasThePlace() throws {
        let path = try apart()
        #expect(try desk.run(["find", path, ".names | length > 1"]).output.contains("4  +00:00.040  wishes/add"))
        #expect(try desk.run(["history", path, ".names"]).output.contains(#"["tea","cake"]"#))
        #expect(try desk.run(["watch", path, ".names", ".names | length"]).output.contains(#"["tea","cake"]"#))
        #expect(try desk.run(["blame", path, ".names"]).output.contains("4  +00:00.040  wishes/add"))
        #expect(try desk.run(["bisect", path, "--where", ".names | length > 0"]).output.contains("3  +00:00.030  wishes/add"))
        let mixed = try desk.run(["watch", path, ".names", ".count"]).expect(64)
        let words = "no store has all that is asked for: ask for the parts of each on their own (the stores are main, wishes)"
        #expect(mixed.errors.contains(words), "\(mixed.errors)")
    }

    @Test func thePromptsCommandsAreAboutTheStoreThatItWasStartedWith() throws {
        let path = try apart()
        let commands = ["find $step > 0", "next", "print ."].flatMap { ["--command", $0] }
        let run = try desk.run(["step", path, "1", "--store", "wishes"] + commands)
        #expect(run.output.contains("wishes/add") && run.output.hasSuffix("{\n  \"names\": []\n}\n"), "\(run)")
        #expect(run.output.contains("     2  +00:00.020  count/add"), "steps of other stores are not passed over: \(run)")
        try desk.run(["step", path, "--store", "wish"]).expect(1, errors: "there is no store 'wish' in ")
    }

    @Test("A path that is in no store is an error that names the store that comes nearest")
    func aPathInNoStoreIsAnErrorWithTheNearestStore() throws {
        let path = try apart()
        try desk.run(["find", path, ".nmaes | length > 0"]).expect(
            1, errors: "the state of wishes after step 4 has nothing at /nmaes; did you mean /names?")
        try desk.run(["check", path, "-"], input: "few: .nmaes | length < 9\n").expect(64, output: .is("no path few in wishes\n"))
        try desk.run(["history", path, ".nmaes"]).expect(1, errors: "the state of wishes after step 4 has nothing at /nmaes")
    }

    @Test func diffOfTwoStepsShowsEveryStoreThatChanged() throws {
        let path = try apart()
        let tree = try desk.run(["diff", path, "0", "end"]).output
        #expect(tree.contains("step 0 → step 4 in main\n~ count: 0 → 2"), "\(tree)")
        #expect(tree.contains("step 0 → step 4 in wishes\n"), "\(tree)")
        let objects = try desk.run(["diff", path, "0", "end", "--json"]).output
        #expect(objects.contains(#""store":"main""#) && objects.contains(#""store":"wishes""#), "\(objects)")
        try desk.run(["diff", path, "0", "end", "--format", "patch"]).expect(
            64, errors: "asked for: main, wishes; say which one is meant, as in --store main")
        #expect(try desk.run(["diff", path, "0", "end", "--store", "wishes", "--format", "patch"]).output.contains("tea"))
        #expect(try desk.run(["diff", path, "0", "2"]).output.contains("in main") == true)
        #expect(try !desk.run(["diff", path, "0", "2"]).output.contains("in wishes"))
        #expect(try desk.run(["diff", path, "4"]).output.contains("in wishes"))
        try desk.run(["diff", "OUT/both.rewind", "0", "end"]).expect(
            output: "in ordinary/main", errors: "crash/main is left out: the state after step 0 is unknown")
    }

    @Test func helpOfStoreSaysWhatIsTrueOfEachCommand() throws {
        for (command, words) in [
            ("bisect", "needed if a question about one store can mean more than one"),
            ("diff", "all stores that changed between two steps"), ("export", "by default all, or the first in a format that has one"),
        ] {
            let help = try desk.run([command, "--help"]).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(help.contains(words), "\(command)")
        }
    }
}
