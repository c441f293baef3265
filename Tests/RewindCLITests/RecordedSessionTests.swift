import ReplayTestSupport
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRedaction
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("How a recorded app ended", .timeLimit(.minutes(5)))
struct RecordedSessionTests {
    private func session(_ exit: ChildProcess.Exit) -> RecordedSession {
        RecordedSession(directory: "", exit: exit, standardError: [], title: nil, note: nil)
    }

    @Test(arguments: [1, 7, 1_000])
    func theRuntimesStackTraceIsLeftOutAndNothingElse(size: Int) {
        let frames =
            "0    libswiftCore.so   0x00007fd60b15f130 swift_reportError + 33\n12   Shop App    0x000055c1a1ddc753 <unavailable> + 4912979\n"
        func passed(_ text: String) -> String {
            var (filter, rest, passed) = (RuntimeTraceFilter(), Array(text.utf8)[...], [UInt8]())
            while !rest.isEmpty {
                passed += filter.passed(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            return String(decoding: passed + filter.rest(), as: UTF8.self)
        }
        #expect(passed("Cart.swift:1: Fatal error: no\nCurrent stack trace:\n\(frames)") == "Cart.swift:1: Fatal error: no\n")
        #expect(passed("Current stack trace:\n\(frames)12 apples\nCurrent") == "12 apples\nCurrent")
        for text in [
            "Current stack trace:\nnone\n", "Current stack trace:\n", "the Current stack trace:\n\(frames)", frames, "Curious: 1", "",
            "\n\n",
        ] {
            #expect(passed(text) == text)
        }
        var prompt = RuntimeTraceFilter()
        #expect(prompt.passed("name? ".utf8).count == 6)
    }

    @Test(
        arguments: [
            (ChildProcess.Exit.signal(4), Ending.How.crashed, "SIGILL", nil), (.signal(9), .killed, "SIGKILL", nil),
            (.signal(6), .crashed, "SIGABRT", nil),
            (.status(132), .crashed, "SIGILL", nil), (.status(143), .killed, "SIGTERM", nil), (.status(0), .exited, nil, 0),
            (.status(3), .exited, nil, 3),
        ] as [(ChildProcess.Exit, Ending.How, String?, Int?)])
    func followsFromWhatItsParentSaw(exit: ChildProcess.Exit, how: Ending.How, signal: String?, status: Int?) {
        let ending = session(exit).ending(Ending(.died), reason: nil)
        #expect(ending.how == how)
        #expect(ending.signal == signal)
        #expect(ending.exit == status)
    }

    /// Only the process itself saw where the signal came from.
    @Test func aSignalThatAnotherProcessSentIsNoCrash() {
        var found = Ending(.killed)
        found.signal = "SIGABRT"
        #expect(session(.signal(6)).ending(found, reason: CrashReason("said before")).how == .killed)
        #expect(session(.signal(4)).ending(found, reason: nil).how == .crashed)
    }

    @Test
    func isLeftAsItIsWhereTheRecordingWasFinished() {
        #expect(session(.signal(9)).ending(Ending(.finished), reason: nil) == Ending(.finished))
        #expect(session(.status(0)).ending(Ending(.finished), reason: nil) == Ending(.finished))
    }

    @Test
    func hasItsStatusBesidesWhereItFinishedItsRecordingAndThenFailed() {
        let ending = session(.status(3)).ending(Ending(.finished), reason: nil)
        #expect(ending.how == .finished && ending.exit == 3)
    }

    @Test
    func hasTheWordsOfATrapForItsReasonWithoutWhatFollowsOrIsSecret() {
        let words =
            "starting\nShop/Cart.swift:12: Fatal error: Unexpectedly found nil, token=abcdef0123456789\n\n*** Program crashed ***\nThread 0\n"
        let ending = session(.signal(4)).ending(Ending(.died), reason: StandardErrorText(Array(words.utf8), level: .secrets).reason)
        #expect(ending.reason?.hasPrefix("Fatal error: Unexpectedly found nil, token=[REDACTED") == true)
        #expect(ending.reason?.hasSuffix("]") == true && ending.site == "Shop/Cart.swift:12", "\(ending)")
        #expect(StandardErrorText(Array("Fatal error: no".utf8), level: .secrets).reason == CrashReason("Fatal error: no"))
        #expect(StandardErrorText(Array("it says: Fatal error: no".utf8), level: .secrets).reason == CrashReason("Fatal error: no"))
        let nothingFound = "Shop/Cart.swift:12: Fatal error: Unexpectedly found nil while unwrapping an Optional value\n"
        let masked = CrashReason("Fatal error: Unexpectedly found nil while unwrapping an Optional value", site: "Shop/Cart.swift:12")
        #expect(StandardErrorText(Array(nothingFound.utf8), level: .masked).reason == masked)
        #expect(Redactor(level: .masked).redact(masked.text, at: .standardError) == masked.text)
        for text in ["Ada Lovelace: Fatal error: Index out of range", "Fatal error: Ada (Shop/Cart.swift:12)", "Ada (Cart.swift:1)"] {
            #expect(!Redactor(level: .masked).redact(text, at: .standardError).contains("Ada"))
        }
        #expect(!StandardErrorText(Array(words.utf8), level: .secrets).text.contains("abcdef0123456789"))
    }

    @Test(arguments: [nil, "masked", "secrets", "later"])
    func isToldMaskedWhereTheRecordingDoesNotSayHowMuchItHas(level: String?) throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: [:]) { $0.level = level }
        let path = try builder.finish()
        let session = RecordedSession(
            directory: folder.path, exit: .signal(4), standardError: Array("Ada's note\nShop.swift:1: Fatal error: Ada\n".utf8), title: nil,
            note: nil)
        let sealed = try session.seal(path) { _ in folder.path("sealed.rewind") }
        let words =
            String(decoding: try sealed.source.read("attachments/stderr.txt"), as: UTF8.self) + (sealed.manifest.ending.reason ?? "")
        #expect(words.contains("Ada") == (level == "secrets"), "\(words)")
    }

    @Test(arguments: [("Basket of Ada", nil), (nil, "She saw it twice"), ("Basket", "Twice"), (nil, nil)] as [(String?, String?)])
    func keepsTheWordsOfWhoRecordedItReadableWhereItIsMaskedLater(title: String?, note: String?) throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: [:]) { ($0.title, $0.note) = ("Of the app", "By the app") }
        let path = try builder.finish()
        let session = RecordedSession(directory: folder.path, exit: .status(0), standardError: [], title: title, note: note)
        let sealed = try session.seal(path) { _ in folder.path("sealed.rewind") }
        #expect(sealed.manifest.title == title ?? "Of the app" && sealed.manifest.edits.isEmpty)
        let (masked, _) = try Sealing().redact(sealed.path, to: folder.path("masked.rewind"), level: .masked)
        #expect((masked.manifest.title == title) == (title != nil) && (masked.manifest.note == note) == (note != nil))
        #expect(masked.manifest.title?.contains("app") != true && masked.manifest.note?.contains("app") != true)
        // And once more: whose words they are is still known.
        let (again, _) = try Sealing().redact(masked.path, to: folder.path("again.rewind"), level: .masked)
        #expect((again.manifest.title == title) == (title != nil))
    }

    @Test
    func keepsTheEndOfWhatWasSaidFromTheBeginningOfALine() {
        var tail = Tail()
        for number in 0..<20_000 { tail.append("line \(number)\n".utf8) }
        let text = String(decoding: tail.bytes, as: UTF8.self)
        #expect(tail.bytes.count <= Tail.limit && tail.bytes.count > Tail.limit - 20)
        #expect(text.hasPrefix("line ") && text.hasSuffix("\nline 19999\n"))
    }

    @Test
    func beginsBehindASecretThatItWouldCutInTheMiddleOfALongLine() {
        for key in ["password=", "{\"password\":\"two words "] {
            var tail = Tail()
            let secret = String(repeating: "s3cr3t", count: 100) + (key.contains("{") ? "\"" : "")
            tail.append((key + secret + " then " + String(repeating: "x ", count: Tail.limit / 2 - 150)).utf8)
            let text = String(decoding: tail.bytes, as: UTF8.self)
            #expect(!text.contains("s3cr3t") && text.contains("then x x"))
        }
    }

    @Test(arguments: [1, 100, 1 << 14, 1 << 20])
    func beginsBehindASecretOfAnyLength(piece: Int) {
        for (count, end) in [(16 << 10, " "), (60 << 10, "\""), (200 << 10, "\n")] {
            var stream = Array("password=".utf8) + [UInt8](repeating: UInt8(ascii: "s"), count: count) + Array(end.utf8)
            // So many that the window, when all is told, begins in the secret; and none, where the secret alone is longer than it.
            stream += Array(String(repeating: "x ", count: max(0, Tail.limit - count / 2) / 2).utf8)
            var tail = Tail()
            var rest = stream[...]
            while !rest.isEmpty {
                tail.append(rest.prefix(piece))
                rest = rest.dropFirst(piece)
            }
            tail.append("the end\n".utf8)
            let text = String(decoding: tail.bytes, as: UTF8.self)
            #expect(!text.contains("s") && text.hasSuffix("the end\n"), "\(count) bytes")
        }
    }

    @Test(arguments: [(ChildProcess.Exit.status(7), Int32(7)), (.signal(9), 137)])
    func hasItsShellStatus(exit: ChildProcess.Exit, status: Int32) { #expect(exit.shellStatus == status) }
}
