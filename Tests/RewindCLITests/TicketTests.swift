import Foundation
import RewindValue
import TestSupport
import Testing

/// One file and one text for a report of a bug.
@Suite("A ticket", .serialized, .timeLimit(.minutes(5)))
struct TicketTests {
    private let rewind = Desk()
    private static let crash = "Fixtures/crash.rewind"
    private static let edits = "Fixtures/edits.rewind"
    private static let token = "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz"

    private func text(_ name: String) throws -> String { String(decoding: try rewind.folder.read(name), as: UTF8.self) }

    @Test func hasWhatAReaderNeedsAndAsksNothingWhereNobodyCouldAnswer() throws {
        _ = try rewind.folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0x00], to: "screen.png")
        let run = try rewind(
            "ticket", Self.crash, "--title", "No *tea*", "--note", "It says <b>no</b>\nand crashes", "--attach", "OUT/screen.png", "--last",
            "13",
            "-o", "OUT/bug.rewind")
        #expect(run.status == 0 && run.output.isEmpty, "\(run)")
        #expect(run.errors.contains("No *tea*: steps 55 to 67, in ") && run.errors.contains("/bug.md\n"), "\(run)")
        #expect(run.errors.contains("they are not text, and go along as they are: attachments/1-screen.png"), "\(run)")
        #expect(run.errors.contains("rewind: the title and the note go in as written, except for secrets that the rules find\n"), "\(run)")
        let text = try text("bug.md")
        #expect(
            text.hasPrefix("# No \\*tea\\*\n\nIt says \\<b\\>no\\</b\\>\nand crashes\n\n**Episodes crashed with SIGILL**: Fatal error: "),
            "\(text)")
        for words in [
            "step 67, comments/editDidFinish, was in the reducer\n", "## Last actions\n\n```text\n   STEP ", "crashed here: SIGILL\n```\n",
            "## Where it crashed\n\n```text\n", "| app | Episodes", "- 1-screen.png (10 bytes)\n",
            "## What was removed\n\n```text\nall texts, ",
            "`rewind step bug.rewind`",
        ] { #expect(text.contains(words), "\(words) is not in:\n\(text)") }
        #expect(try rewind("doctor", "OUT/bug.rewind").status == 0)
        let info = try rewind("info", "OUT/bug.rewind").output
        #expect(info.hasPrefix("title       No *tea*\nnote        It says <b>no</b>\n            and crashes\n"), "\(info)")
        #expect(info.contains("level       masked") && info.contains("steps       55 to 67"))
    }

    @Test func withABlankTitleOrNoteHasTheOnesThatItHasWithout() throws {
        #expect(try rewind("ticket", Self.crash, "-o", "OUT/bug.rewind").status == 0)
        try rewind("ticket", Self.crash, "--title", "", "--note", " \n", "-o", "OUT/blank.rewind").expect(0)
        for (blank, bug) in try zip(text("blank.md").split(separator: "\n"), text("bug.md").split(separator: "\n")).prefix(3) {
            #expect(blank == bug)
        }
        let title = try rewind("info", Self.crash).output.prefix { $0 != "\n" }
        #expect(title.hasPrefix("title       "))
        #expect(try rewind("info", "OUT/blank.rewind").output.hasPrefix(title + "\n"))
    }

    @Test func aroundAMomentShowsItsStepAndWhatThatChanged() throws {
        let marked = try rewind("annotate", Self.crash, "--mark", ":it broke", "--at", "60", "--note", "too many", "-o", "OUT/a.rewind")
        #expect(marked.status == 0 && marked.errors.contains("the mark 'it broke' was added"), "\(marked)")
        #expect(try rewind("ticket", "OUT/a.rewind", "--around", ":it broke", "--level", "secrets", "-o", "OUT/bug.rewind").status == 0)
        let ticket = try text("bug.md")
        #expect(
            ticket.contains("## Actions around step 60\n") && ticket.contains("## The moment: step 60, comments/setDraft\n"), "\(ticket)")
        #expect(ticket.contains("marked :it broke, too many\n") && ticket.contains("/comments/draft/text"), "\(ticket)")
        try rewind("show", "OUT/a.rewind", ":it broke").expect(output: "marked      :it broke, too many\n")
        try rewind("step", "OUT/a.rewind", "--command", "goto :it broke", "--command", "print .comments.saving").expect(0, output: "[]")
    }

    @Test func saysThatAttachedTextIsMasked() throws {
        _ = try rewind.folder.write(Array("seen on a phone".utf8), to: "my.log")
        _ = try rewind.folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0x00], to: "screen.png")
        let files = ["--attach", "OUT/my.log", "--attach", "OUT/screen.png"]
        try rewind.run(["ticket", Self.crash, "-o", "OUT/m.rewind"] + files).expect(
            errors: "hardly a word of it can be read: attachments/", "-my.log; with --level")
        try rewind.run(["ticket", Self.crash, "-o", "OUT/s.rewind", "--level", "secrets"] + files).expect(0, errors: .not("hardly"))
    }

    @Test("A ticket of the last steps names the attachments left out and says where the part begins")
    func aTicketNamesTheAttachmentsLeftOut() throws {
        _ = try rewind.folder.write(Array("seen".utf8), to: "early.txt")
        #expect(try rewind("attach", Self.crash, "OUT/early.txt", "--at", "5", "-o", "OUT/noted.rewind").status == 0)
        for arguments in [
            ["ticket", "OUT/noted.rewind", "--last", "13", "-o", "OUT/bug.rewind"],
            ["trim", "OUT/noted.rewind", "55..", "-o", "OUT/t.rewind"],
        ] {
            try rewind.run(arguments).expect(0, errors: "rewind: left out, because it belongs to a step outside the part: ", "early.txt\n")
        }
        #expect(try text("bug.md").contains(" after the start |"))
        try rewind("split", "OUT/noted.rewind", "--after", "20", "-o", "OUT/parts").expect(0, errors: .not("left out"))
    }

    @Test func namesNoFileOfTheRecordingByAWordThatIsMaskedInIt() throws {
        _ = try rewind.folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0x00], to: "Zarquon-passport.png")
        _ = try rewind.folder.write("token=\(Self.token)".utf8, to: "Zarquon-chat.txt")
        try rewind("attach", Self.crash, "OUT/Zarquon-passport.png", "OUT/Zarquon-chat.txt", "-o", "OUT/by-hand.rewind")
        // Of files that nobody is known to have added, an app may have made the names.
        try rewind("unpack", "OUT/by-hand.rewind", "-o", "OUT/files")
        var manifest = try JSONValue(parsing: rewind.folder.read("files/manifest.json")).object ?? [:]
        manifest["edits"] = nil
        _ = try rewind.folder.write(JSONValue.object(manifest).prettyText.utf8, to: "files/manifest.json")
        #expect(try rewind("redact", "OUT/files", "--always", "-o", "OUT/with.rewind").status == 0)
        try rewind("ticket", "OUT/with.rewind", "-o", "OUT/bug.rewind").expect(0, errors: ", which was attachments/2-Zarquon-passport.png")
        let ticket = try text("bug.md")
        #expect(!ticket.contains("Zarquon") && ticket.contains("not text, so not searched: attachments/2-"), "\(ticket)")
        let info = try rewind("info", "OUT/bug.rewind").output
        #expect(!info.contains("Zarquon"), "\(info)")
    }

    @Test func keepsWhatPeopleAddedBeforeAsItIsAndWhatWasDoneInPlainWords() throws {
        _ = try rewind.folder.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0xFF, 0x00], to: "my list.png")
        try rewind("annotate", Self.crash, "--mark", "emptied", "--at", "65", "-o", "OUT/a.rewind")
        try rewind("attach", "OUT/a.rewind", "OUT/my list.png", "-o", "OUT/b.rewind")
        #expect(try rewind("ticket", "OUT/b.rewind", "-o", "OUT/bug.rewind").status == 0)
        let info = try rewind("info", "OUT/bug.rewind").output
        for words in ["the mark 'emptied' was added after step 65 (rewind ", "attachments/2-my-list.png was added (rewind "] {
            #expect(info.contains(words), "\(info)")
        }
        #expect(try rewind("show", "OUT/bug.rewind", ":emptied", "/home/selection").status == 0)
        let list = try rewind("extract", "OUT/bug.rewind", "--list").output
        #expect(list.contains("my-list.png") || list.contains("my list.png"), "\(list)")
    }

    @Test("A ticket holds nothing typed into the app and leaves out what would be nothing but pseudonyms")
    func aTicketHoldsNothingThatWasTyped() throws {
        #expect(try rewind("ticket", Self.crash, "-o", "OUT/bug.rewind").status == 0)
        #expect(try rewind("unpack", "OUT/bug.rewind", "-o", "OUT/files").status == 0)
        for name in rewind.folder.contents.filter({ $0.hasPrefix("files/") || $0.hasSuffix(".md") }) {
            guard let bytes = try? rewind.folder.read(name) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("I liked the cake") && !text.contains("stapler"), "\(name)")
        }
        let text = try text("bug.md")
        #expect(
            text.contains(
                "left out, because pseudonyms alone would be left of it: the last words on standard error, the name of the thread"),
            "\(text)")
        #expect(!text.contains("| thread |") && !text.contains("stderr.txt"), "\(text)")
        #expect(try rewind("extract", "OUT/bug.rewind", "--list").output.contains("stderr.txt") == false)
        #expect(try rewind("extract", "OUT/bug.rewind", "--crash", "-o", "-").output.contains("\"thread\"") == false)
        #expect(try rewind("info", "OUT/bug.rewind").output.contains("reason      Fatal error: Unexpectedly found nil"))
        // What is not masked stays.
        #expect(try rewind("ticket", Self.crash, "-o", "OUT/all.rewind", "--level", "secrets").status == 0)
        let all = try self.text("all.md")
        #expect(all.contains("| thread |") && all.contains("stderr.txt") && !all.contains("left out, because"), "\(all)")
    }

    @Test func holdsNoSecretOfItsOwnWordsAndFilesAndSaysWhatWasRemoved() throws {
        _ = try rewind.folder.write("GET /cart\nAuthorization: Bearer \(Self.token)\n".utf8, to: "net.log")
        try rewind(
            "ticket", Self.crash, "--level", "secrets", "--title", "with \(Self.token)", "--note", "-", "--attach", "OUT/net.log", "-o",
            "OUT/bug.rewind", input: "password=\(Self.token)\n\n"
        ).expect(0)
        let text = try text("bug.md")
        #expect(text.contains("with \\[REDACTED") && text.contains("title or note"), "\(text)")
        let files = try rewind("extract", "OUT/bug.rewind", "net.log", "-o", "-").output
        #expect(files.hasPrefix("GET /cart\nAuthorization: ") && files.contains("[REDACTED"), "\(files)")
        #expect(try rewind("unpack", "OUT/bug.rewind", "-o", "OUT/files").status == 0)
        let leaks = rewind.folder.contents.filter { name in
            guard name != "net.log", let bytes = try? rewind.folder.read(name) else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(Self.token)
        }
        #expect(leaks.isEmpty)
        #expect(text.contains("removed:"))
    }

    @Test func saysWhichWordsMadeNoKeySecret() throws {
        let run = try rewind("ticket", Self.crash, "--level", "secrets", "--key", "autor", "--key", "author", "-o", "OUT/bug.rewind")
        #expect(run.status == 0 && run.errors.contains("rules that found nothing: --key autor\n"), "\(run)")
        let json = try rewind("ticket", Self.crash, "--level", "secrets", "--key", "autor", "-o", "OUT/other.rewind", "--json").output
        #expect(try JSONValue(parsing: Array(json.dropLast().utf8))["redaction"]?["foundNothing"] == ["--key autor"])
    }

    @Test func asksOnATerminalForWhatIsNotGivenAndWritesNothingUnlessItMay() throws {
        let (path, home) = (rewind.folder.path("bug.rewind"), ["REWIND_HOME": rewind.folder.path("home")])
        let questions = [
            ("Title [", "Tea\r"), ("What happened", "It\nis gone\r"), ("on the screen wrong?", "\r"), ("A picture", "\r"),
            ("All 67 steps (", "5\r"),
        ]
        for (end, status) in [("n\r", 1), ("\u{4}", 1), ("\u{3}", -2)] {
            let session = try PersonAtTerminal.run(
                ["ticket", Self.crash, "-o", path], keys: questions + [("Write them?", end)], environment: home)
            #expect(Int(session.status) == status && session.output.contains("nothing was written") == (status == 1), "\(session)")
        }
        #expect(rewind.folder.contents.isEmpty)
        _ = try rewind.folder.write([0x89, 0x50, 0x00], to: "my shot.png")
        let answers = questions[..<3] + [("A picture", "~/my\\ shot.png\r"), ("Another", "\r")] + questions[4...]
        let session = try PersonAtTerminal.run(
            ["ticket", Self.crash, "-o", path], keys: answers + [("Write them?", "what\r"), ("Write them?", "\r")],
            environment: home.merging(["HOME": rewind.folder.path("")]) { $1 }
        ).expect(
            0, output: "rewind: Tea: steps 63 to 67,", "Title: Tea\r\nNote: It is gone\r\n")
        #expect(session.lines.contains("Of 67 steps, steps 63 to 67 are kept; my shot.png goes along."), "\(session)")
        #expect(session.lines.contains("my shot.png goes along UNCHANGED: look at it first."), "\(session)")
        let said = session.output.replacing(/\s+/, with: " ")
        #expect(said.contains("The recording is Fixtures/crash.rewind: Episodes") && said.contains(", the page "), "\(session)")
        #expect(try text("bug.md").hasPrefix("# Tea\n\nIt is gone\n\n**Episodes crashed with SIGILL**"))
        #expect(try text("bug.md").contains("shot.png (3 bytes)"))
        // What is there is refused before any question.
        try PersonAtTerminal.run(["ticket", Self.crash, "-o", path], environment: home).expect(2, output: "replace it with --force")
        try PersonAtTerminal.run(
            ["ticket", Self.crash, "-o", path, "--force"], keys: [("Title [", "Cake\r")] + questions[1...] + [("Write them?", "\r")],
            environment: home
        ).expect(0)
        #expect(try text("bug.md").hasPrefix("# Cake\n"))
        let quiet = try PersonAtTerminal.run(["ticket", Self.crash, "-o", path, "--force", "--yes"], environment: home)
        #expect(quiet.status == 0 && !quiet.output.contains("Title ["), "\(quiet)")
    }

    @Test func aboutAWrongValueBeginsWithWhatItIsAndShouldBeAndWhoWroteIt() throws {
        let run = try rewind(
            "ticket", Self.edits, "--title", "Lost", "--value", ".comments.comments[2].text", "--expected", "I liked the cake. A lot.",
            "--level", "secrets", "-o", "OUT/lost.rewind")
        let what = #"In the end, /comments/comments/2/text is "I liked the cake. A bit." and should be "I liked the cake. A lot.""#
        #expect(run.status == 0 && run.errors.contains("rewind: \(what)\n"), "\(run)")
        let text = try text("lost.md")
        let (wrong, ended) = (text.range(of: "## What is wrong\n\n"), text.range(of: "**Episodes finished**"))
        #expect(try #require(wrong).lowerBound < #require(ended).lowerBound, "\(text)")
        for words in [
            "| should be | \"I liked the cake. A lot.\" |", "Step 75, comments/editDidFinish, wrote it, caused by step 64, comments/edit",
        ] {
            #expect(text.contains(words), "\(words) is not in:\n\(text)")
        }
        try rewind("info", "OUT/lost.rewind").expect(output: "wrong       In the end, /comments/comments/2/text is ")
        try rewind("step", "OUT/lost.rewind", "--command", "wrong").expect(0, output: "what it was", "who         Step 75")
        try rewind("step", Self.edits, "--command", "wrong").expect(1, output: "does not say that a value is wrong")
        try rewind("test", "OUT/lost.rewind", "-o", "OUT/test").expect(0)
        let test = try self.text("test/LostTests.swift")
        #expect(
            test.contains(
                #"comparing: .none, never: "$step == 75 and .comments.comments[2].text != \"I liked the cake. A lot.\"")"#), "\(test)")
    }

    @Test func refusesAValueThatIsNotThereOrWhoseStateItLeavesOut() throws {
        for (arguments, status, words) in [
            (["--value", ".comments.draf"], 1, "has nothing at /comments/draf"),
            (["--value", ".comments.selection", "--steps", "1..20"], 2, "only steps 1 to 20"),
            (["--value", ".comments.selection", "--expected", "first"], 2, "is not JSON"), (["--expected", "1"], 64, "name one"),
            (["--value", ".comments.selection", "--expected", "2"], 2, "/comments/selection is 2 after step 75, as it should be"),
            (["--at", "5"], 64, "name one"),
        ] as [([String], Int32, String)] {
            try rewind.run(["ticket", Self.edits, "-o", "OUT/no.rewind"] + arguments).expect(status, errors: .init(stringLiteral: words))
        }
        #expect(rewind.folder.contents.isEmpty)
    }

    @Test("A ticket can be about a value that is missing, and says that nothing is there")
    func aTicketCanBeAboutAMissingValue() throws {
        for place in ["/comments/draft", "/comments/zq"] {
            try rewind(
                "ticket", Self.edits, "--value", place, "--expected", "1", "--level", "secrets", "--force", "-o", "OUT/missing.rewind"
            ).expect(0, errors: .init(stringLiteral: "rewind: there is nothing at \(place) after step 75\n"))
        }
    }

    @Test("Without scripts, the page of a ticket has the tester's note and says what value is wrong")
    func thePageSaysWithoutScriptsWhatIsWrong() throws {
        try rewind(
            "ticket", Self.edits, "--note", "First\nthen <gone>", "--value", ".comments.selection", "--expected", "1", "-o",
            "OUT/bug.rewind"
        ).expect(0)
        let page = try text("bug.html")
        #expect(
            page.contains(
                "<pre>First\nthen &lt;gone&gt;\nIn the end, /comments/selection is 2 and should be 1.\n\nEpisodes finished\n"))
    }

    @Test func saysAtThePromptThatItsTextsArePseudonyms() throws {
        try rewind("ticket", Self.edits, "-o", "OUT/masked.rewind").expect(0)
        for (path, isSaid) in [(rewind.folder.path("masked.rewind"), true), (Self.edits, false)] {
            let session = try PersonAtTerminal.run(["step", path, "--prompt"], keys: [(") ", "quit\r")])
            #expect(session.output.contains("(level masked)") == isSaid && session.status == 0, "\(session)")
        }
    }

    @Test func asksWhichValueIsWrongByWhatIsSeen() throws {
        let session = try PersonAtTerminal.run(
            ["ticket", Self.edits, "--level", "secrets", "-o", rewind.folder.path("bug.rewind")],
            keys: [
                ("Title [", "\r"), ("> ", "\r"), ("on the screen wrong?", "no such words\r"), ("on the screen wrong?", "A BIT\r"),
                ("What should it be", "I liked the cake. A bit.\r"), ("What should it be instead", "\r"),
                ("on the screen wrong?", ".comments.draft\r"), ("What should be there", "\r"), ("on the screen wrong?", "e\r"),
                ("There are more", ""), ("Which of them", "\r"), ("on the screen wrong?", "A BIT\r"),
                ("What should it be", "I liked the cake. A lot.\r"), ("A picture", "\r"), ("All 75 steps", "\r"), ("Write them?", "\r"),
            ], environment: ["REWIND_HOME": rewind.folder.path("home")]
        ).expect(0, output: "no value of the state at the end is 'no such words'", "There is nothing at /comments/draft. ")
        #expect(session.lines.contains("or a path (Enter: no): no such words"), "\(session)")
        #expect(try text("bug.md").contains("| should be | \"I liked the cake. A lot.\" |"), "\(session)")
    }

    @Test func letsChooseAmongTheNewestRecordings() throws {
        for name in ["one", "two"] {
            try rewind("unpack", Self.crash, "-o", "OUT/\(name)")
            var manifest = try JSONValue(parsing: rewind.folder.read("\(name)/manifest.json")).object ?? [:]
            if name == "two" { (manifest["title"], manifest["started"]) = ("The second", 1) }
            _ = try rewind.folder.write(JSONValue.object(manifest).prettyText.utf8, to: "\(name)/manifest.json")
            try rewind("seal", "OUT/\(name)", "-o", "OUT/\(name).rewind").expect(0)
        }
        let session = try PersonAtTerminal.run(
            ["ticket", "-o", rewind.folder.path("bug.rewind")],
            keys: [
                ("Which one is it about", "3\r"), ("answer 1 to 2", ""), ("Which one is it about", "2\r"), ("Title [", "\r"), ("> ", "\r"),
                ("on the screen wrong?", "\r"), ("A picture", "\r"), ("All 67 steps", "\r"), ("Write them?", "\r"),
            ], environment: ["REWIND_HOME": rewind.folder.path("home")])
        #expect(session.status == 0 && session.output.contains("1  Episodes"), "\(session)")
        #expect(try text("bug.md").hasPrefix("# The second\n"))
    }

    @Test func isOfTheNewestRecordingAndNeverTheNewestOneItself() throws {
        let none = try rewind("ticket")
        #expect(none.status == 2 && none.errors.contains("no recording has been made on this machine yet"))
        #expect(try rewind("unpack", Self.crash, "-o", "OUT/bug").status == 0)
        #expect(try rewind("seal", "OUT/bug", "-o", "OUT/bug.rewind").status == 0)
        let run = try rewind("ticket", "-o", "OUT/one.rewind", "--json", "--text", "OUT/one.txt")
        let object = try JSONValue(parsing: Array(run.output.dropLast().utf8))
        #expect(object["recording"]?.string?.hasSuffix("/one.rewind") == true && object["text"]?.string?.hasSuffix("/one.txt") == true)
        #expect(object["ended"] == "Episodes crashed with SIGILL" && object["redaction"]?["removed"]?.array != nil)
        #expect(try rewind("info", "latest").errors.hasSuffix("/bug.rewind\n"))
    }

    @Test func goesToAPipeAsTextAndOverNothingThatIsThere() throws {
        let piped = try rewind("ticket", Self.crash, "-o", "OUT/bug.rewind", "--text", "-")
        #expect(
            piped.output.hasPrefix("# Deleting a comment while its edit is saved\n")
                && rewind.folder.contents == ["bug.html", "bug.rewind"],
            "\(piped)")
        try rewind("ticket", Self.crash, "-o", "OUT/bug.rewind").expect(2, errors: "replace it with --force")
        #expect(rewind.folder.contents == ["bug.html", "bug.rewind"])
        #expect(try rewind("ticket", Self.crash, "-o", "OUT/bug.rewind", "--force").status == 0)
        #expect(try rewind("ticket", "OUT/bug.rewind", "-o", "OUT/bug.rewind", "--force").status == 2)
        #expect(try rewind("ticket", Self.crash, "-o", "OUT/x.rewind", "--text", "OUT/x.rewind").status == 64)
        #expect(try rewind("ticket", Self.crash, "-o", "-").status == 64)
    }

    @Test func neverLetsAStrangerSWordsOutOfTheirPlaceInTheText() throws {
        let title = "x](http://evil) <script> ``` | `` \u{202E}gnp\u{1B}[2J"
        #expect(try rewind("ticket", Self.crash, "--title", title, "-o", "OUT/bug.rewind").status == 0)
        let first = try #require(try text("bug.md").split(separator: "\n").first)
        #expect(first == #"# x\](http://evil) \<script\> \`\`\` \| \`\` \\u202egnp\\u001b\[2J"#, "\(first)")
    }

    @Test func whatPeopleAddedStaysReadableInAMaskedFileAndTheCommandSaysSo() throws {
        try rewind.folder.write([1, 2, 3], to: "Bob.png")
        #expect(try rewind.run(["annotate", Self.crash, "--at", "60", "--mark", "Alice phoned", "-o", "OUT/one.rewind"]).status == 0)
        #expect(try rewind.run(["attach", "OUT/one.rewind", "OUT/Bob.png", "--in-place"]).status == 0)
        let redacted = try rewind.run(["redact", "OUT/one.rewind", "--level", "masked", "-o", "OUT/masked.rewind"])
        #expect(redacted.errors.contains("1 mark and the name of 1 file go in as written"), "\(redacted)")
        #expect(try rewind.run(["log", "OUT/masked.rewind"]).output.contains("Alice phoned"))
        let ticket = try rewind.run(["ticket", "OUT/one.rewind", "-o", "OUT/ticket.rewind", "--last", "3", "--yes"])
        #expect(ticket.errors.contains("the title and the name of 1 file go in as written"), "\(ticket)")
        let open = try rewind.run(["ticket", "OUT/one.rewind", "-o", "OUT/open.rewind", "--level", "secrets", "--yes"])
        #expect(open.errors.contains("the title goes in as written"), "\(open)")
    }
}
