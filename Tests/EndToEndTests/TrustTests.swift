import Foundation
import TestSupport
import Testing

/// Files that another user may have written: they are named, and neither run nor believed.
@Suite("What another user may have written", .timeLimit(.minutes(2)))
struct TrustTests: HostSuite {
    let folder = TemporaryFolder()

    /// Who is allowed to change what.
    enum Plant: String, CaseIterable, Sendable {
        case foreignFile, foreignFolder, openFile, openFolder, stickyFolder, groupFile, linkThroughOpenFolder, pipe

        var reason: String {
            switch self {
            case .foreignFile: "not used, since it belongs to another user, "
            case .foreignFolder: ", belongs to another user, "
            case .openFile: "not used, since it can be written to by everybody"
            case .openFolder, .stickyFolder, .linkThroughOpenFolder: ", can be written to by everybody"
            case .groupFile: "not used, since it can be written to by its group"
            case .pipe: "a named pipe is there, not a file"
            }
        }

        /// Only root can give a file away; and other users' own groups have nobody else in them.
        var needsRoot: Bool { [.foreignFile, .foreignFolder, .groupFile].contains(self) }
    }

    private func plant(_ plant: Plant) throws -> String {
        let project = try folder.makeFolder("project")
        let file = project + "/.rewind.json"
        let text = #"{"host": "touch \#(folder.path)/run; false"}"#
        if plant == .linkThroughOpenFolder {
            let place = try folder.makeFolder("open")
            try folder.write(text.utf8, to: "open/host.json")
            #expect(symlink("../open/host.json", file) == 0 && chmod(place, 0o1777) == 0)
            return project
        }
        if plant == .pipe {
            #expect(mkfifo(file, 0o600) == 0)
            return project
        }
        try folder.write(text.utf8, to: "project/.rewind.json")
        let done =
            switch plant {
            case .foreignFile: chown(file, 65_534, 65_534)
            case .foreignFolder: chown(project, 65_534, 65_534)
            case .openFile: chmod(file, 0o666)
            case .groupFile: chmod(file, 0o664)
            case .openFolder: chmod(project, 0o777)
            case .stickyFolder: chmod(project, 0o1777)
            case .linkThroughOpenFolder, .pipe: Int32(0)
            }
        #expect(done == 0)
        return project
    }

    @Test(arguments: Plant.allCases)
    func theHostInItIsNotRun(kind: Plant) throws {
        if kind.needsRoot, geteuid() != 0 { try Test.cancel("only root can give a file away") }
        let (bundle, project) = (try recording(), try plant(kind))
        let below = try folder.makeFolder("project/a")
        for verb in ["verify", "reproduce", "minimize", "compat", "whatif"] {
            let arguments = [verb, bundle] + (verb == "whatif" ? ["--skip", "1"] : [])
            let run = try Program.rewind.run(arguments, in: below, environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
            #expect(run.status == 2 && run.errors.contains("\(project)/.rewind.json"), "\(verb): \(run)")
            #expect(run.errors.contains(kind.reason) && run.errors.contains("ive the host's command with --host"), "\(verb): \(run)")
        }
        #expect(!folder.contents.contains("run"))
    }

    @Test func theHostOfAnOwnFileIsRunByItsLinkToo() throws {
        try folder.makeFolder("settings")
        try folder.write(#"{"host": "touch '\#(folder.path)/run'; false"}"#.utf8, to: "settings/host.json")
        #expect(symlink("settings/host.json", folder.path(".rewind.json")) == 0)
        _ = try run("verify", recording())
        #expect(folder.contents.contains("run"))
    }

    @Test func theListOfRecordingsIsNotBelieved() throws {
        let home = try folder.makeFolder("home")
        try folder.write("\(recording())\n".utf8, to: "home/latest")
        try run("info", "latest").expect(0)
        #expect(chmod(home, 0o777) == 0)
        try run("info", "latest").expect(2, errors: .has("\(home)/latest"), .has("can be written to by everybody"))
    }

    @Test func theCacheIsNotUsed() throws {
        let cache = try folder.makeFolder("cache")
        #expect(chmod(cache, 0o777) == 0)
        let run = try run("history", recording(), "/count", environment: ["REWIND_CACHE": cache])
        #expect(run.status == 0 && !folder.contents.contains { $0.hasSuffix(".paths") }, "\(run)")
    }

    @Test func aRecordingInTheFolderIsNotTheNewest() throws {
        let live = try recording()
        #expect(live.hasSuffix(".live"))
        try run("info", "latest").expect(0)
        #expect(chmod(live, 0o777) == 0)
        try run("info", "latest").expect(2, errors: "no recording has been made")
    }
}
