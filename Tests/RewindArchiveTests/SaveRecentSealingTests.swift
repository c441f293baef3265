import RewindArchive
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@Suite("A copy saved while recording goes on", .timeLimit(.minutes(5)))
struct SaveRecentSealingTests {
    @Test func sealsIntoOneFileWithItsMarksAndAttachments() throws {
        let folder = TemporaryFolder()
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path("recordings"))
        configuration.limits = .last(states: 100)
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: 0)
        let state = store.reduce("add", from: 0) { state, _ in state + 1 }
        recorder.mark("bug", note: "here")
        recorder.attach("screen.png", [1, 2, 3], type: "image/png")
        recorder.set(metadata: ["plan": "pro"])
        try recorder.saveRecent(to: folder.path("bug.live"))
        _ = store.reduce("add", from: state) { state, _ in state + 1 }

        var sealing = Sealing()
        sealing.removesDirectory = true
        let sealed = try sealing.seal(folder.path("bug.live"), to: folder.path("bug.rewind"))
        #expect(sealed.losses.isEmpty)
        #expect(sealed.steps == 1...1)
        #expect(sealed.manifest.ending.how == .finished)
        #expect(sealed.manifest.ending.savedAt != nil)
        #expect(sealed.manifest.metadata == ["plan": "pro"])
        #expect(sealed.manifest.limits == ["steps": 100])
        #expect(sealed.manifest.attachments.isEmpty)
        let entry = try #require(sealed.manifest.entries.first { $0.name == "attachments/1-screen.png" })
        #expect(entry.bytes == 3)
        #expect(entry.unknown["title"] == "screen.png")
        #expect(entry.unknown["type"] == "image/png")
        #expect(entry.unknown["step"] == 1)
        let marks = try sealed.segment(0).journal.compactMap { if case .mark(let mark) = $0 { mark.name } else { nil } }
        #expect(marks == ["bug"])
        #expect(folder.contents.contains("bug.live") == false)
        recorder.finish()
        #expect(try Recording(directory: #require(recorder.directory)).steps == 1...2)  // its own files were only linked
    }

    @Test(arguments: [RedactionLevel.masked, .secrets]) func whatAnAppAddsIsRedactedAsItsRecordingIs(level: RedactionLevel) throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("recordings"), level: level))
        let store = recorder.store(initialState: 0)
        _ = store.reduce("add", from: 0) { state, _ in state + 1 }
        recorder.set(metadata: ["plan": "gold"])
        try recorder.saveRecent(to: folder.path("bug.live"))
        recorder.finish()
        var sealing = Sealing()
        let log = Array("signed in as ada@corvin.example, password=hunter2-hunter2\n".utf8)
        sealing.additions = [.init("attachments/app.log", log, details: ["title": "Log of Ada Corvin", "type": "text/plain"])]
        var plan: JSONValue?
        let sealed = try sealing.seal(folder.path("bug.live"), to: folder.path("bug.rewind")) { manifest in
            plan = manifest.metadata["plan"]
            manifest.metadata["user"] = "Ada Corvin"
            manifest.metadata["token"] = "sesame-sesame"
            manifest.note = "it hangs"
        }
        #expect(sealed.manifest.note == "it hangs")
        #expect(sealed.manifest.metadata["plan"] == plan)
        let needles = level == .masked ? ["corvin", "hunter2", "sesame"] : ["hunter2", "sesame"]
        for name in sealed.source.names {
            let text = name + "\n" + String(decoding: try sealed.source.read(name), as: UTF8.self).lowercased()
            for needle in needles { #expect(!text.contains(needle), "\(text)") }
            if level == .secrets, name.hasPrefix("attachments/") { #expect(text.contains("ada@corvin.example")) }
        }
    }
}
