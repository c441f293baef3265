import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// `groups`, `similar` and `export --format dataset` over folders of recordings, without DuckDB: Tests/Fleet has the tests with it.
@Suite("Many recordings", .timeLimit(.minutes(5)))
struct ManyRecordingsTests: HostSuite {
    let folder = TemporaryFolder()

    init() throws {
        _ = try folder.makeFolder("ten/inner")
        _ = try folder.makeFolder("tools")
        for (name, place) in [("crash", "ten"), ("ordinary", "ten"), ("edits", "ten/inner"), ("killed", "ten/inner")] {
            _ = try folder.write(Repository.fixture("\(name).rewind"), to: "\(place)/\(name).rewind")
        }
    }

    /// Runs the command where there is no DuckDB.
    private func alone(_ arguments: String...) throws -> Program.Run {
        try Program.rewind.run(
            arguments, in: folder.path,
            environment: [
                "REWIND_HOME": folder.path("home"), "REWIND_CACHE": folder.path("cache"), "NO_COLOR": "1", "PATH": folder.path("tools"),
            ])
    }

    // MARK: groups

    @Test func groupsAreCountedWithoutDuckDBWhichIsNamed() throws {
        let run = try alone("groups", "ten")
        #expect(
            run.status == 0
                && run.output.hasPrefix(
                    """
                    2 of 4 sessions did not finish, in 2 groups:

                    1. crashed in EpisodesCore.CommentsState.exchange(_:), at comments/editDidFinish: 1 session, 25 %
                       seen       on 2026-11-30
                       reason     SIGILL, Fatal error: Unexpectedly found nil while unwrapping an Optional value
                       story      comments/edit > comments/editDidFinish
                       under way  comments/edit in 1 of 1
                       example    rewind crash ten/crash.rewind  (67 steps)

                    2. killed: 1 session, 25 %
                    """),
            "\(run)")
        #expect(run.errors.contains("found by DuckDB, whose command 'duckdb' is not here. Install it: pip install duckdb-cli"), "\(run)")
    }

    @Test func aGroupTellsWhichEffectsWereUnderWay() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.count([1, 2], "save")
        let begin = EffectLine.Begin(name: "comments/save", cause: 1)
        try builder.journal(EffectLine(time: 11_000_000, step: 2, id: 1, .begin(begin)).json)
        _ = try folder.makeFolder("one")
        _ = try alone("seal", builder.die(), "-o", "one/died.rewind")
        let run = try alone("groups", "one", "--html", "groups.html")
        #expect(run.output.contains("\n   under way  comments/save in 1 of 1\n"), "\(run)")
        let page = String(decoding: try folder.read("groups.html"), as: UTF8.self)
        #expect(page.contains("<th scope=\"row\">Under way</th><td>comments/save in 1 of 1</td>"))
        let rows = try rows(try alone("groups", "one", "ten", "--json"))
        let effects = rows.map { $0["effects"] }
        #expect(effects.contains(["recorded": 1, "under_way": [["name": "comments/save", "sessions": 1]]]), "\(rows)")
    }

    @Test func rulesAreLearnedFromTheRecordingsOfADatasetWhichDuckDBNames() throws {
        try alone("export", "ten", "--format", "dataset", "-o", "set").expect(0)
        try alone("learn", "set").expect(2, errors: "a dataset is asked with duckdb, which is not here", "pip install duckdb-cli")
    }

    /// Makes a masked recording of another session that ended as the crash did.
    private func maskAnother() throws {
        try alone("redact", "ten/crash.rewind", "-o", "masked.rewind", "--level", "masked").expect(0)
        try alone("unpack", "masked.rewind", "-o", "ten/masked").expect(0)
        let manifest = String(decoding: try folder.read("ten/masked/manifest.json"), as: UTF8.self)
        let other = manifest.replacing(/"started": ?\d+/, with: #""started":1795356571707187725"#)
        _ = try folder.write(other.utf8, to: "ten/masked/manifest.json")
    }

    @Test func aMaskedRecordingIsInTheSameGroupAndACopyIsNotCounted() throws {
        try maskAnother()
        _ = try folder.write(folder.read("masked.rewind"), to: "ten/copy.rewind")
        let groups = try rows(try alone("groups", "ten", "--json"))
        #expect(groups.count == 2 && groups[0]["sessions"] == 2 && groups[0]["fingerprint"] == "f1-185d4d3850d5", "\(groups)")
    }

    @Test func aDamagedOneIsNamedAndTheOthersAreGrouped() throws {
        _ = try folder.write(Array("PK\u{3}\u{4}cut off".utf8), to: "ten/broken.rewind")
        try alone("groups", "ten").expect(
            2, output: .begins("2 of 4 sessions did not finish"), errors: "ten/broken.rewind: ", "1 of 5 recordings could not be read")
    }

    @Test func aPageHasTheGroupsAndIsNotReplacedUnasked() throws {
        let run = try alone("groups", "ten", "--html", "groups.html")
        let page = String(decoding: try folder.read("groups.html"), as: UTF8.self)
        #expect(run.status == 0 && page.contains("<code>comments/edit &gt; comments/editDidFinish</code>"), "\(run)")
        #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
        try alone("groups", "ten", "--html", "groups.html").expect(2, errors: "groups.html")
        #expect(try alone("groups", "ten", "--html", "groups.html", "--force").status == 0)
    }

    @Test func whereNothingIsFoundTheFolderIsNamed() throws {
        _ = try folder.makeFolder("empty")
        try alone("groups", "empty").expect(2, errors: "empty: a folder without recordings")
        try alone("groups", "nowhere").expect(2, errors: "nowhere: no such file or directory")
    }

    @Test func theQuestionsAreWrittenToBeRead() throws {
        try alone("groups", "--write-sql", "questions").expect(0)
        let names = folder.contents.filter { $0.hasPrefix("questions/") }
        #expect(
            names == [
                "questions/effects.sql", "questions/groups.sql", "questions/places.sql", "questions/sequences.sql",
                "questions/spark.py", "questions/spark_export.py",
            ])
        #expect(String(decoding: try folder.read("questions/groups.sql"), as: UTF8.self).hasPrefix("-- One row for each group"))
    }

    // MARK: similar

    @Test func theMostAlikeComesFirstWithItsReasons() throws {
        try maskAnother()
        let run = try alone("similar", "ten/crash.rewind", "ten")
        #expect(
            run.status == 0
                && run.output.hasPrefix(
                    """
                    the same bug, 100 % alike: ten/masked
                       the same fingerprint, both crashed, the same function, EpisodesCore.CommentsState.exchange(_:),
                    """),
            "\(run)")
        #expect(run.output.contains("ten/inner/edits.rewind") && run.errors.contains("2 of 4 are not alike"), "\(run)")
    }

    @Test func noneThatIsAlikeIsANo() throws {
        try alone("similar", "ten/crash.rewind", "ten/inner/killed.rewind").expect(
            1, output: .is(""), errors: "none of 1 recordings ends like ten/crash.rewind")
    }

    // MARK: export

    @Test func theDatasetIsLinesWithoutDuckDBAndGrowsByWhatIsNew() throws {
        try alone("export", "ten/inner", "--format", "dataset", "-o", "data").expect(0, errors: "added 2 recordings to data", "NDJSON")
        try alone("export", "ten", "--format", "dataset", "-o", "data").expect(0, errors: "added 2 recordings to data; 2 were there")
        #expect(folder.contents.contains("data/sessions/app=Episodes/day=2026-11-30/000002.ndjson.gz"), "\(folder.contents)")
        try alone("groups", "data").expect(2, errors: "a dataset is asked with duckdb, which is not here")
    }

    @Test func itsRowsGoToAPipeEachWithItsTable() throws {
        let run = try alone("export", "ten/crash.rewind", "--format", "dataset", "-o", "-")
        let rows = try rows(run)
        #expect(rows.count { $0["table"] == "steps" } == 67 && rows.last?["table"] == "sessions", "\(run)")
        #expect(rows.allSatisfy { $0["app"] == "Episodes" && $0["day"] == "2026-11-30" })
        #expect(!run.output.contains("I liked the cake"), "a value of an action is in the rows")
    }

    @Test func whatADatasetCanNotHaveIsRefused() throws {
        try alone("export", "ten", "--format", "dataset", "-o", "data", "--states").expect(64, errors: "not for a dataset")
        #expect(try alone("export", "ten", "--format", "dataset").status == 64)
        #expect(try alone("export", "ten/crash.rewind", "ten/ordinary.rewind", "--format", "csv", "x").status == 64)
    }
}
