import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

/// The built program, run as a user runs it.
@Suite("The program", .serialized, .timeLimit(.minutes(5)))
struct ProgramTests {
    private let folder = TemporaryFolder()
    private let crashed: String

    init() throws { crashed = try ShopRecording.crashed(in: folder) }

    /// Runs the built program in the folder.
    private func rewind(_ arguments: String..., input: String = "") throws -> Program.Run { try rewind(all: arguments, input: input) }

    /// Runs what does not depend on the folder that it is run in.
    private func anywhere(_ arguments: String...) throws -> Program.Run { try anywhere(all: arguments) }

    private func anywhere(all arguments: [String]) throws -> Program.Run {
        try BesideFixtures.rewind(arguments, environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
    }

    private func rewind(all arguments: [String], input: String = "") throws -> Program.Run {
        try Program.rewind.run(arguments, input: input, in: folder.path, environment: environment)
    }

    private var environment: [String: String] { ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"] }

    @Test(
        arguments: [
            (["--help"], 0), (["--version"], 0), (["help", "log"], 0), (["help"], 0), (["help", "nonsense"], 64), (["log"], 0),
            (["nonsense"], 64), (["show", "x", "nonsense"], 64),
            (["diff", "x", "1", "2", "nonsense"], 64), (["diff", "x", "1..2", "3"], 64),
            (["diff", "x", "1", "--json", "--format", "patch"], 64), (["play", "x", "--speed", "0"], 64),
            (["info", "nothing-there"], 2), (["record"], 64), (["record", "--", "/nonexistent"], 2),
            (["record", "-o", "no/bug.rewind", "--", "touch", "ran"], 2),
            (["record", "--", "/bin/sh", "-c", "exit 3"], 2), (["redact", "x"], 2), (["redact", "x", "--check", "-o", "y"], 64),
            (["redact", "x", "--check", "--path", "a"], 64), (["redact", "x", "--check", "--key", "1"], 64),
            (["redact", "x", "--check"], 2),
        ] as [([String], Int32)])
    func endsWithTheStatusThatItsHelpNames(arguments: [String], status: Int32) throws {
        let run = try (["record", "log"].contains(arguments[0]) ? rewind(all: arguments) : anywhere(all: arguments)).expect(status)
        #expect(status == 0 || run.errors.hasPrefix("rewind: "))
        #expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
    }

    @Test(
        arguments: [
            (["help", "nonsense"], "there is no command 'nonsense'"),
            (["record", "-o", "no/bug.rewind", "--", "true"], "no/bug.rewind: the directory no does not exist."),
            (["record", "--", "/bin/sh", "-c", "exit 3"], "'/bin/sh' ended with status 3 before it recorded anything."),
            (["record", "--", "/bin/sh", "-c", "kill -KILL $$"], "'/bin/sh' was ended by SIGKILL before it recorded anything."),
            (
                ["record", "--", "/nonexistent"],
                "can't start '/nonexistent': No such file or directory. Give the command as you would to a shell: rewind record -- COMMAND"
            ),
            (["record", "--", "true"], "'true' recorded nothing. If its output does not say why, it has no recorder"),
            (["attach", "CRASHED", "a.log", "--type", "log"], "'log' is not a media type such as image/png"),
            (["unpack", "nothing-there"], "nothing-there: no such file or directory."),
            (["seal", "file.rewind"], "file.rewind: the file is empty."),
            (["seal", "CRASHED", "-o", "file.rewind"], "Name another file with -o, or replace it with --force."),
            (["seal", "CRASHED", "-o", "file.rewind", "--remove"], "or make it again with --force, which then removes the directory."),
            (["recover", "CRASHED", "-o", "file.rewind"], "Name another file with -o, or replace it with --force."),
            (["seal", "CRASHED", "-o", "no/bug.rewind"], "no/bug.rewind: the directory no does not exist."),
            (["show", "CRASHED", "end-100"], "there is no step end-100. The recording has steps 0 to 4."),
            (["diff", "CRASHED", "1", "--json", "--format", "patch"], "--json and --format patch can't be used together"),
        ] as [([String], String)])
    func saysWhatIsWrongAndWhatToDo(arguments: [String], words: String) throws {
        let paths = ["CRASHED": crashed, "file.rewind": try folder.write([], to: "file.rewind")]
        let run = try arguments[0] == "record" ? rewind(all: arguments) : anywhere(all: arguments.map { paths[$0] ?? $0 })
        run.expect(errors: .begins("rewind: "), .has(words))
    }

    @Test
    func letsAnAppThatItRecordsLeaveNoMemoryDumpUnlessThatIsWanted() throws {
        let (shell, rewind) = (try Program.installed("sh"), try Program.rewind.url.path)
        func limit(_ flags: String) throws -> String {
            let line = "ulimit -S -c $(ulimit -H -c); ulimit -c; '\(rewind)' record \(flags) -- sh -c 'echo limit $(ulimit -c) >&2' 2>&1"
            return try shell.run(["-c", line], in: folder.path, environment: ["REWIND_HOME": folder.path("home")]).output
        }
        #expect(try limit("").contains("limit 0\n"))
        let kept = try limit("--keep-memory-dumps")
        let allowed = kept.prefix { $0 != "\n" }
        #expect(kept.contains("limit \(allowed)\n"), "\(kept)")
    }

    @Test("Record tells the app's Swift runtime to print no backtrace unless SWIFT_BACKTRACE is set")
    func recordTurnsOffSwiftBacktracesUnlessTold() throws {
        let (env, program) = (try Program.installed("env"), try Program.rewind.url.path)
        let app = [program, "record", "--", "/bin/sh", "-c", "echo told $SWIFT_BACKTRACE >&2"]
        let home = ["REWIND_HOME": folder.path("home")]
        #expect(try env.run(["-u", "SWIFT_BACKTRACE"] + app, in: folder.path, environment: home).errors.hasPrefix("told enable=no\n"))
        #expect(try env.run(["SWIFT_BACKTRACE=enable=yes"] + app, in: folder.path, environment: home).errors.hasPrefix("told enable=yes\n"))
    }

    @Test("Where the newest recording was moved away, 'latest' takes the next newest and says so")
    func latestSkipsARecordingThatWasMovedAway() throws {
        for name in ["two.rewind", "one.rewind"] { #expect(try rewind("seal", crashed, "-o", name).status == 0) }
        #expect(try rewind("info", "latest").errors == "rewind: latest is two.rewind\n")
        try FileManager.default.moveItem(atPath: folder.path("two.rewind"), toPath: folder.path("elsewhere.rewind"))
        let run = try rewind("info", "latest").expect(0, errors: .begins("rewind: the newest recording is no longer at "))
        #expect(run.errors.contains("/two.rewind; this is ") && run.errors.hasSuffix("/one.rewind\n"))
    }

    @Test
    func readsTheNewestRecordingWhereNoneIsNamed() throws {
        #expect(try anywhere("seal", crashed, "-o", folder.path("one.rewind")).status == 0)
        for arguments in [
            ["info"], ["log"], ["log", "1.."], ["log", "--type", "cart/*"], ["show", "end"], ["show", "end", ".cart"], ["crash"],
            ["step", "1"],
            ["step", "--command", "where"], ["find", "--all", ".cart != null"], ["stats"], ["history", "/cart"], ["diff", "1"],
        ] {
            let whole = [arguments[0], "latest"] + arguments.dropFirst()
            let (short, long) = (try anywhere(all: arguments), try anywhere(all: whole))
            #expect(short.output == long.output && short.errors == long.errors && short.status == long.status, "\(arguments): \(short)")
            #expect(short.errors.contains(/latest is .*\/one\.rewind\n/), "\(arguments): \(short)")
        }
        #expect(try anywhere("log", "nothing").errors.contains("nothing: no such file or directory"))
        for topic in ["ranges", "expressions", "concepts"] { #expect(try anywhere("help", topic).status == 0) }
    }

    @Test("'latest' is an app's own newest recording and never what a command made of one")
    func latestIsNeverWhatACommandMade() throws {
        let (one, two, clean, files) = (
            folder.path("one.rewind"), folder.path("two.rewind"), folder.path("clean.rewind"), folder.path("files")
        )
        #expect(try anywhere("seal", crashed, "-o", one).status == 0)
        #expect(try anywhere("trim", one, "2..", "-o", folder.path("cut.rewind")).status == 0)
        #expect(try anywhere("redact", one, "--level", "masked", "-o", clean).status == 0)
        #expect(try rewind("info", "latest").errors == "rewind: latest is one.rewind\n")
        // Written over what was remembered, and sealed once more from the files in it, it is still what a command made.
        #expect(try anywhere("seal", crashed, "-o", two).status == 0)
        #expect(try anywhere("trim", one, "2..", "-o", two, "--force").status == 0)
        #expect(try anywhere("unpack", clean, "-o", files).status == 0)
        #expect(try anywhere("seal", files, "-o", folder.path("three.rewind")).status == 0)
        #expect(try rewind("info", "latest").errors == "rewind: latest is one.rewind\n")
        try folder.write([], to: "latest")
        let file = try rewind("info", "latest")
        #expect(
            file.errors.hasPrefix(
                "rewind: 'latest' is the file of that name in the current directory, and not the newest recording, one.rewind\n"))
    }

    @Test
    func listsWhatAppsRecordedHereWithWhatTheyLeftUnsealed() throws {
        #expect(try rewind("seal", crashed, "-o", "one.rewind").status == 0)
        #expect(try rewind("trim", "one.rewind", "2..", "-o", "cut.rewind").status == 0)
        try FileManager.default.createDirectory(atPath: folder.path("recordings"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: crashed, toPath: folder.path("recordings/left.live"))
        let rows = try rewind("list").output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        // One session is there once: as the file that was made of it, and as a directory where there is no file; its title stands below.
        try #require(rows.count == 3 && rows[0] == "WHEN (UTC) APP STEPS LENGTH ENDED SIZE PATH", "\(rows)")
        #expect(rows[1].hasPrefix("2026-11-21 11:50 Shop 2.1 4 1 min 2 s died ") && rows[1].hasSuffix(" one.rewind"), "\(rows)")
        #expect(rows[2] == #"Buying \u202etea"#)
        try FileManager.default.removeItem(atPath: folder.path("one.rewind"))
        let left = try rewind("list").output.split(separator: "\n")
        #expect(left.count == 3 && left[1].hasSuffix(".live"), "\(left)")
        let objects = try rewind("list", "--json", "--app", "shop", "-n", "1").output
        let object = try JSONValue(parsing: Array(objects.dropLast().utf8))
        #expect(object["app"]?["name"] == "Shop" && object["steps"] == ["first": 1, "last": 4] && object["live"] == false)
        #expect(object["path"]?.string?.hasPrefix("/") == true && (object["bytes"]?.int ?? 0) > 0)
        #expect(try rewind("list", "--app", "Cart").errors == "rewind: no recording of 'Cart' is on this machine, only of Shop\n")
        #expect(try rewind("list", "-n", "0").status == 64)
    }

    @Test
    func saysWhereNothingWasRecordedThatNothingWasAndHowTo() throws {
        let place = TemporaryFolder()
        for command in [["list"], ["log", "latest"]] {
            let run = try BesideFixtures.rewind(command, environment: ["REWIND_HOME": place.path("home")])
            #expect(run.status == (command == ["list"] ? 1 : 2) && run.errors.contains("Make one with: rewind record -- COMMAND"), "\(run)")
        }
    }

    @Test
    func namesTheLiveRecordingOfAnAppThatIsTheNewestAndLeavesItAlone() throws {
        #expect(try rewind("seal", crashed, "-o", "one.rewind").status == 0)
        let builder = try RecordingBuilder(in: folder, state: [:]) { $0.started += 1_000_000_000 }
        try builder.action(1, "cart/add")
        let list = try rewind("list")
        #expect(list.output.split(separator: "\n")[1].contains(" live ") && list.output.contains(" 1 "), "\(list)")
        let name = String(builder.path.split(separator: "/").last ?? "")
        let log = try rewind("log", "latest")
        #expect(
            log.status == 0 && log.output.contains("cart/add")
                && log.errors
                    == """
                    rewind: latest is \(name), into which an app is still recording; 'rewind list' shows older ones
                    rewind: this is the recording as it was after step 1

                    """,
            "\(log)")
        try rewind("annotate", name, "--in-place", "--title", "It").expect(2, errors: "an app is still recording")
        _ = try builder.die()
        #expect(try rewind("log", "latest").output.contains("cart/add"))
    }

    @Test
    func answersNoWithStatus1() throws {
        #expect(try anywhere("show", crashed, "4", "/cart").status == 1)
        #expect(try anywhere("show", crashed, "5").status == 1)
        #expect(try anywhere("show", crashed, "1", "--store", "other").status == 1)
        #expect(try anywhere("log", crashed, "2..9").status == 1)
        #expect(try anywhere("diff", crashed, "1", "--exit-code").status == 1)
        #expect(try anywhere("diff", crashed, "1", "1", "--exit-code").status == 0)
        try anywhere("show", crashed, "1", "/nothing").expect(
            1, output: .is(""), errors: .is("rewind: the state after step 1 has nothing at /nothing; the state has cart, isLoading\n"))
    }

    @Test(arguments: Rewind.verbs.flatMap(\.names))
    func hasExamplesInTheHelpOfEachSubcommand(subcommand: String) throws {
        let run = try anywhere("help", subcommand)
        let lines = run.output.split(separator: "\n").drop { $0 != "EXAMPLES" }.prefix { !$0.hasPrefix("USAGE") }
        #expect(lines.count { $0.contains("rewind \(subcommand) ") } >= 2)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test
    func hasTheVersionThatRecordingsName() throws { #expect(try anywhere("--version").output == RewindVersion.number + "\n") }

    @Test("A recording without a command is described, and a command's name is taken for the command")
    func aRecordingWithoutACommandIsDescribed() throws {
        #expect(try anywhere(crashed).output == anywhere("info", crashed).output)
        #expect(try anywhere(crashed, "--json").output == anywhere("info", crashed, "--json").output)
        try folder.write([], to: "log")
        #expect(try rewind("log").output == rewind("log", "latest").output)
        #expect(try anywhere(crashed, "1").status == 64)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completesItsWordsInThreeShells(shell: String) throws {
        try anywhere("--generate-completion-script", shell).expect(0, output: "bisect", "hide-noop", "redux-devtools")
    }

    @Test("The option for colours may stand before the command, as in git")
    func takesColoursBeforeTheCommand() throws {
        let behind = try anywhere("log", crashed, "--color", "always").expect(0).output
        #expect(behind.contains("\u{1B}["))
        #expect(try anywhere("--color", "always", "log", crashed).output == behind)
        #expect(try anywhere("--color=always", "log", crashed).output == behind)
        try anywhere("--color", "always").expect(64)
    }

    @Test("A file that exists is an error that names --force where the command has it")
    func namesForceWhereItWorks() throws {
        let page = try folder.write([], to: "groups.html")
        try anywhere("groups", crashed, "--html", page).expect(2, errors: "already exists. Name another path, or replace it with --force")
    }

    /// What the shell is told for the last of some words.
    private func completed(_ place: String, _ words: String...) throws -> [String] {
        let cursor = ["\(words.count)", "\(words.last?.count ?? 0)"]
        let run = try BesideFixtures.rewind(
            ["---completion", words[0], "--", place] + cursor + ["rewind"] + words,
            environment: ["REWIND_HOME": folder.path("home"), "SAP_SHELL": "bash"])
        run.expect(0, errors: .is(""))
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test("The shell completes recordings, 'latest', marks, types and parts of the state")
    func completesWhatTheRecordingHas() throws {
        #expect(try completed("positional@0", "show", "lat") == ["latest"])
        #expect(try completed("positional@0", "show", "Fixtures/cra") == ["Fixtures/crash.rewind"])
        #expect(try completed("positional@0", "show", "Fix") == ["Fixtures/"])
        #expect(try completed("positional@1", "show", "Fixtures/crash.rewind", "st") == ["start"])
        #expect(try completed("positional@2", "show", "Fixtures/crash.rewind", "66", ".comments.sel") == [".comments.selection"])
        #expect(try completed("positional@0", "blame", "Fixtures/crash.rewind", "/comments/sel") == ["/comments/selection"])
        #expect(
            try completed("--type", "log", "Fixtures/crash.rewind", "--type", "comments/del") == [
                "comments/delete", "comments/deleteDidFinish",
            ])
        #expect(try completed("positional@1", "show", "Fixtures/none.rewind", "st") == [])
    }

    @Test("What a stranger recorded is no command to the shell that completes it")
    func quotesWhatItCompletes() throws {
        let builder = try RecordingBuilder(in: folder, state: ["$(touch x)": 1, "`id`": 2])
        try builder.step(1, "a;b $(c)")
        let recording = try builder.die()
        #expect(try completed("--type", "log", recording, "--type", "a") == [#"a\;b\ \$\(c\)"#])
        #expect(try completed("positional@2", "show", recording, "1", "/") == [#"/\$\(touch\ x\)"#, #"/\`id\`"#])
    }

    @Test("bash offers the verbs behind help, and the formats behind export --format")
    func bashCompletesByItsScript() throws {
        let script = try anywhere("--generate-completion-script", "bash").expect(0).output
        try folder.write(Array(script.utf8), to: "rewind.bash")
        let words = """
            source "$0"
            COMP_WORDS=(rewind "$@"); COMP_CWORD=$#; COMP_LINE="rewind $*"; COMP_POINT=${#COMP_LINE}
            _rewind rewind "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = try Program.installed("bash")
        try bash.run(["-c", words, folder.path("rewind.bash"), "help", "bis"]).expect(output: .is("bisect\n"))
        try bash.run(["-c", words, folder.path("rewind.bash"), "export", "--format", "per"]).expect(output: .is("perfetto\n"))
    }

    @Test
    func readsCommandsFromAPipe() throws {
        let run = try rewind("step", crashed, input: "n\np .cart.items[0].name\nq\n").expect(0)
        #expect(
            run.output == """
                >     0  +00:00.000  @@INIT
                >     1  +00:00.010  cart/add                                    1
                           + /cart/items/- = {"id":7,"name":"tea"}
                "tea"

                """)
    }

    @Test
    func isContentWhenItsReaderHasSeenEnough() throws {
        let script =
            #"i=0; while [ $i -lt 40 ]; do printf 'help\nlist 0..\n'; i=$((i+1)); done > script; { "$0" step "$1" < script; echo $? > status; } | head -n 1"#
        _ = try Program.installed("sh").run(["-c", script, Program.rewind.url.path, crashed], in: folder.path)
        #expect(try String(contentsOfFile: folder.path + "/status", encoding: .utf8) == "0\n")
    }

    @Test("Record seals what a crashing app leaves, says how the app ended and exits as the app did")
    func recordSealsWhatACrashingAppLeaves() throws {
        // An app that records nothing itself but leaves what the sample app left.
        let level = #"sed -i.before '1s/{/{"level":"secrets",/' "$REWIND_RECORD"/*/manifest.json; rm "$REWIND_RECORD"/*/*.before"#
        let app = #"cp -r "$0" "$REWIND_RECORD/"; \#(level); echo 'Cart.swift:3: Fatal error: no tea, password=hunter22' >&2; kill -ILL $$"#
        let run = try rewind("record", "-o", "bug.rewind", "--title", "Tea", "--", "/bin/sh", "-c", app, crashed).expect(132)
        let errors = run.errors.split(separator: "\n").map(String.init)
        #expect(errors.first == "Cart.swift:3: Fatal error: no tea, password=hunter22")  // to the user's own terminal, as the app wrote it
        #expect(errors.contains { $0.hasPrefix("rewind: Shop crashed with SIGILL: Fatal error: no tea, password=[REDACTED") })
        #expect(errors.contains("rewind: step 4, cart/pay, was in the reducer"))
        let advice = "look at it with: rewind crash bug.rewind, or rewind step bug.rewind; send it with: rewind ticket bug.rewind"
        #expect(errors.last?.hasSuffix("rewind: " + advice) == true)
        let info = try rewind("info", "latest").expect(output: "title       Tea\n", "ended       it crashed with SIGILL\n")
        #expect(!info.output.contains("hunter22"))
        #expect(try rewind("unpack", "bug.rewind").status == 0)
        let words = try String(contentsOfFile: folder.path + "/bug/attachments/stderr.txt", encoding: .utf8)
        #expect(words.hasPrefix("Cart.swift:3: Fatal error: no tea, password=[REDACTED"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/bug/crash.json"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/home/live").isEmpty)
    }

    @Test
    func recordsPassesSignalsFromOtherProcessesOnToTheApp() async throws {
        // The app reads what nobody writes, until it is ended.
        let silence = try NamedPipe(folder.path("silence"))
        let app = #"cp -r "$0" "$REWIND_RECORD/"; kill -TERM $PPID; exec cat silence"#
        let record = try RunningProgram(
            Program.rewind, ["record", "-o", "killed.rewind", "--", "/bin/sh", "-c", app, crashed], in: folder.path,
            environment: environment)
        await record.ended().expect(143, errors: "rewind: Shop was killed by SIGTERM")
        silence.end()
    }

    @Test
    func sealsADirectoryIntoAFileThatReadsAlikeAndRecoversACutOne() throws {
        #expect(try rewind("seal", crashed, "-o", "sealed.rewind").status == 0)
        #expect(try rewind("log", "sealed.rewind").output == rewind("log", crashed).output)
        try rewind("seal", crashed, "-o", "sealed.rewind").expect(2, errors: "already exists")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/sealed.rewind"))
        try bytes.dropLast(200).write(to: URL(fileURLWithPath: folder.path + "/cut.rewind"))
        try rewind("info", "cut.rewind").expect(2, errors: "rewind recover cut.rewind")
        let recovered = try rewind("recover", "cut.rewind")
        #expect(recovered.status == 0 || recovered.status == 3)
        #expect(try rewind("show", "cut-recovered.rewind", "1", ".cart.items[0].name").output == "\"tea\"\n")
    }

    @Test("Redact --check lists secrets with status 1, and redact writes a recording without them")
    func redactListsSecretsAndWritesWithoutThem() throws {
        let (clean, masked) = (folder.path("clean.rewind"), folder.path("masked.rewind"))
        #expect(try anywhere("redact", "--check", crashed).output == "the rules would remove nothing\n")
        let check = try anywhere("redact", "--check", crashed, "--key", "name", "--path", "/nowhere").expect(1)
        #expect(
            check.output == """
                the rules would remove:
                    1 ×  key name                      state /cart/items/*/name  from step 1

                rules that found nothing: --path /nowhere

                """)
        #expect(
            try anywhere("redact", "--check", crashed, "--key", "name", "--json").output
                == #"{"removed":[{"rule":"key name","part":"state","place":"/cart/items/*/name","count":1,"step":1}],"unread":[]}"#
                + "\n")
        #expect(try anywhere("redact", crashed, "-o", clean, "--key", "name").status == 0)
        #expect(try anywhere("show", clean, "1", ".cart.items[0].name").output.hasPrefix(#""[REDACTED "#))
        #expect(try anywhere("redact", clean, "-o", clean, "--force").status == 2)
        #expect(try anywhere("redact", crashed, "-o", clean).status == 2)
        #expect(try anywhere("redact", "--check", clean, "--key", "name").status == 0)
        let words = "texts and long numbers were replaced by pseudonyms, except for names from the source code\n"
        #expect(try anywhere("redact", crashed, "-o", masked, "--level", "masked").output == words)
        #expect(try anywhere("redact", masked, "-o", clean, "--level", "masked", "--force").output == words)
        let both = try anywhere("redact", crashed, "-o", folder.path("both.rewind"), "--level", "masked", "--key", "name").output
        #expect(both.hasPrefix(words + "removed by rules:\n    1 ×  key name"))
    }
}
