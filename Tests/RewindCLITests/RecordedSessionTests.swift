import ReplayTestSupport
import RewindFormat
import TestSupport
import Testing

@testable import RewindCLI

@Suite("How a recorded app ended")
struct RecordedSessionTests {
    private func session(_ exit: ChildProcess.Exit, lastWords: String = "") -> RecordedSession {
        RecordedSession(directory: "", exit: exit, lastWords: LastWords(Array(lastWords.utf8)), title: nil, note: nil)
    }

    @Test(
        "follows from what its parent saw",
        arguments: [
            (ChildProcess.Exit.signal(4), Ending.How.crashed, "SIGILL", nil), (.signal(9), .killed, "SIGKILL", nil),
            (.signal(6), .crashed, "SIGABRT", nil),
            (.status(132), .crashed, "SIGILL", nil), (.status(143), .killed, "SIGTERM", nil), (.status(0), .exited, nil, 0),
            (.status(3), .exited, nil, 3),
        ] as [(ChildProcess.Exit, Ending.How, String?, Int?)])
    func follows(exit: ChildProcess.Exit, how: Ending.How, signal: String?, status: Int?) {
        let ending = session(exit).ending(Ending(.died))
        #expect(ending.how == how)
        #expect(ending.signal == signal)
        #expect(ending.exit == status)
    }

    @Test("is left as it is where the recording was finished")
    func finished() { #expect(session(.signal(9)).ending(Ending(.finished)) == Ending(.finished)) }

    @Test("has the words of a trap for its reason, without what follows or is secret")
    func reason() {
        let words =
            "starting\nShop/Cart.swift:12: Fatal error: Unexpectedly found nil, token=abcdef0123456789\n\n*** Program crashed ***\nThread 0\n"
        let ending = session(.signal(4), lastWords: words).ending(Ending(.died))
        #expect(ending.reason?.hasPrefix("Fatal error: Unexpectedly found nil, token=[REDACTED") == true)
        #expect(!LastWords(Array(words.utf8)).text.contains("abcdef0123456789"))
    }

    @Test("keeps the end of what was said, from the beginning of a line")
    func tail() {
        var tail = Tail()
        for number in 0..<20_000 { tail.append("line \(number)\n".utf8) }
        let text = String(decoding: tail.bytes, as: UTF8.self)
        #expect(tail.bytes.count <= Tail.limit && tail.bytes.count > Tail.limit - 20)
        #expect(text.hasPrefix("line ") && text.hasSuffix("\nline 19999\n"))
    }

    @Test("has its shell status", arguments: [(ChildProcess.Exit.status(7), Int32(7)), (.signal(9), 137)])
    func shellStatus(exit: ChildProcess.Exit, status: Int32) { #expect(exit.shellStatus == status) }
}

@Suite("The library of recordings")
struct RecordingLibraryTests {
    @Test(
        "is where the environment says",
        arguments: [
            (["REWIND_HOME": "/r", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/r"), (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/rewind"),
            (["HOME": "/h"], "/h/.local/share/rewind"), ([:], nil),
        ] as [([String: String], String?)])
    func place(environment: [String: String], home: String?) { #expect(RecordingLibrary(environment: { environment[$0] })?.home == home) }

    @Test("remembers the newest recording, and says when it is gone")
    func latest() throws {
        let folder = try TemporaryFolder()
        let library = RecordingLibrary(home: folder.path + "/home")
        #expect(throws: RecordingError.self) { try library.latest() }
        try FileSystem.makeDirectory(folder.path + "/one.live")
        try library.remember(folder.path + "/one.live")
        #expect(try library.latest().hasSuffix("/one.live"))
        FileSystem.removeEmptyDirectory(folder.path + "/one.live")
        let error = #expect(throws: RecordingError.self) { try library.latest() }
        #expect(error?.message.hasPrefix("the newest recording is not where it was") == true)
    }
}
