import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("Pictures of the app", .timeLimit(.minutes(2)))
struct PictureTests {
    let folder = TemporaryFolder()

    /// A schedule in milliseconds, so that a test reads as what happens when.
    private struct Timeline {
        var schedule: PictureSchedule
        init(_ edit: (inout PictureCapture) -> Void = { _ in }) {
            var capture = PictureCapture()
            edit(&capture)
            schedule = PictureSchedule(capture)
        }

        mutating func step(_ step: Int, at time: Int) { schedule.note(step: step, at: time * 1_000_000) }
        mutating func take(at time: Int) { schedule.take(at: time * 1_000_000) }
        var due: Int? { schedule.due.map { $0 == .min ? $0 : $0 / 1_000_000 } }
    }

    @Test("A picture is due once the state has not changed for a while")
    func settling() {
        var line = Timeline()
        #expect(line.due == nil)
        line.step(1, at: 1_000)
        #expect(line.due == 1_300)
        line.step(2, at: 1_200)
        #expect(line.due == 1_500)
        line.step(2, at: 1_400)
        #expect(line.due == 1_500)
        line.take(at: 1_500)
        #expect(line.due == nil)
    }

    @Test("Changes that do not cease put a picture off for two seconds at most")
    func latest() {
        var line = Timeline()
        for step in 1...30 { line.step(step, at: step * 100) }
        #expect(line.due == 2_100)
    }

    @Test("Two pictures are an interval apart, whatever asks for them")
    func interval() {
        var line = Timeline { $0.everySteps = 1 }
        line.step(1, at: 0)
        line.take(at: 100)
        line.step(2, at: 150)
        line.schedule.noteMark()
        #expect(line.due == 1_100)
    }

    @Test("A picture is due after so many steps")
    func everySteps() {
        var line = Timeline {
            $0.settling = nil
            $0.everySteps = 3
        }
        line.step(1, at: 0)
        line.take(at: 0)
        line.step(3, at: 2_000)
        #expect(line.due == nil)
        line.step(4, at: 3_000)
        #expect(line.due == 1_000)  // at once: it is past
    }

    @Test("A mark asks for a picture, unless marks do not")
    func marks() {
        var line = Timeline()
        line.schedule.noteMark()
        #expect(line.due == .min)
        var other = Timeline { $0.atMarks = false }
        other.schedule.noteMark()
        #expect(other.due == nil)
    }

    @Test("The oldest pictures go if all together have too many bytes, or are too many")
    func album() {
        var album = PictureAlbum(limit: 250)
        var gone: [String] = []
        for step in 1...4 {
            let picture = Picture.png(repeatElement(UInt8(step), count: 100))
            #expect(album.wants(picture, at: step))
            gone += album.add(picture, as: album.name(for: picture, step: step), step: step, bytes: 100)
            #expect(!album.wants(picture, at: step))
        }
        #expect(gone == ["attachments/picture-1.png", "attachments/picture-2.png"])
        #expect(!album.wants(.png(repeatElement(9, count: 251)), at: 5))
        #expect(album.drop(before: 4) == ["attachments/picture-3.png"])
        #expect(album.drop(before: 9).isEmpty, "the last one holds at all later steps")
        #expect(album.name(for: .text("a"), step: 4) == "attachments/picture-4.txt")
        #expect(album.name(for: .png([1]), step: 4) == "attachments/picture-4-2.png")

        var many = PictureAlbum(limit: 1 << 20)
        var count = 0
        for step in 1...(PictureCapture.countLimit + 7) {
            let picture = Picture.text("\(step)")
            count += many.add(picture, as: many.name(for: picture, step: step), step: step, bytes: 1).count
        }
        #expect(count == 7)
    }

    @Test("A picture of an earlier step that comes late holds neither after a later step's, nor in its place")
    func late() {
        var album = PictureAlbum(limit: 1_000)
        func add(_ text: String, step: Int) {
            let picture = Picture.text(text)
            #expect(album.wants(picture, at: step))
            #expect(album.add(picture, as: album.name(for: picture, step: step), step: step, bytes: 1).isEmpty)
        }
        add("later", step: 8)
        add("earlier", step: 5)
        #expect(!album.wants(.text("later"), at: 9), "it holds there already")
        add("earlier", step: 9)
        #expect(album.drop(before: 8) == ["attachments/picture-5.txt"])
    }

    /// Records steps, and waits for a number of pictures before it ends.
    private func record(
        steps: Int = 1, waitingFor count: Int, level: RedactionLevel = .secrets, _ edit: (inout Recorder.Configuration) -> Void,
        meanwhile: (Recorder) -> Void = { _ in }
    ) throws -> Recording {
        let recorder = Recorder(in: folder.path) {
            $0.level = level
            $0.pictures.settling = .milliseconds(1)
            $0.pictures.interval = .zero
            edit(&$0)
        }
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for _ in 0..<steps { state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer) }
        meanwhile(recorder)
        wait { recorder.manifest?.attachments.count ?? 0 >= count }
        return try recorder.finished()
    }

    @Test("A picture is in the recording with its step, in the directory and in the manifest")
    func recorded() throws {
        let drawn = Mutex(0)
        let recording = try record(steps: 3, waitingFor: 1) { configuration in
            configuration.pictures.draw = { .text("line one\nline \(drawn.withLock { $0 += 1; return $0 })") }
        } meanwhile: { recorder in
            // A picture of an earlier step may come first, where this thread has to wait for a processor.
            wait { recorder.manifest?.attachments.last?.step == 3 }
        }
        let picture = try #require(recording.manifest.attachments.last)
        #expect(picture.name == "attachments/picture-3.txt" && picture.type == "text/plain" && picture.step == 3)
        let bytes = try recording.source.read(picture.name)
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("line one\nline ") && picture.bytes == bytes.count)
        #expect(recording.losses.isEmpty)
    }

    /// Waits until something is so, for twenty seconds at most.
    private func wait(until isSo: () -> Bool) {
        let end = SystemFacts.monotonicNanoseconds() + 20_000_000_000
        while !isSo(), SystemFacts.monotonicNanoseconds() < end { SystemThread.sleep(microseconds: 1_000) }
    }

    @Test("A picture that equals the one before is not written again")
    func equal() throws {
        let drawn = Mutex(0)
        let recording = try record(waitingFor: 1) { configuration in
            configuration.pictures.draw = {
                drawn.withLock { $0 += 1 }
                return .png([1, 2, 3])
            }
        } meanwhile: { recorder in
            wait {
                recorder.mark("again")
                return drawn.withLock { $0 } >= 3
            }
        }
        #expect(drawn.withLock { $0 } >= 3)
        #expect(recording.manifest.attachments.count == 1)
    }

    @Test("Without a closure there are no pictures; a masked recording takes none unless the app draws from what is masked")
    func masked() throws {
        #expect(try record(waitingFor: 0) { _ in }.manifest.attachments.isEmpty)
        let drawn = Mutex(0)
        let none = try record(waitingFor: 0, level: .masked) { configuration in
            configuration.pictures.draw = {
                drawn.withLock { $0 += 1 }
                return .text("Ada")
            }
        } meanwhile: {
            $0.attachPicture(.text("Ada"))
            $0.mark("here")
            $0.flush()
        }
        #expect(none.manifest.attachments.isEmpty)
        #expect(drawn.withLock { $0 } == 0)
        let some = try record(waitingFor: 1, level: .masked) { configuration in
            configuration.pictures.drawsMaskedState = true
            configuration.pictures.draw = { .text("user text-5c1f, password=hunter2hunter2") }
        }
        let name = try #require(some.manifest.attachments.first).name
        let text = String(decoding: try some.source.read(name), as: UTF8.self)
        #expect(text.contains("text-5c1f"))
        #expect(!text.contains("hunter2"))
    }

    @Test("While recording pauses, by a call or by a filter, the app is not drawn, and what it hands over is not kept")
    func paused() throws {
        let isPaused = Mutex(false)
        let recording = try record(waitingFor: 1) { configuration in
            configuration.pictures.draw = { isPaused.withLock { $0 } ? .text("the secret screen") : .text("the cart") }
        } meanwhile: { recorder in
            wait { recorder.manifest?.attachments.isEmpty == false }
            recorder.pause()
            isPaused.withLock { $0 = true }
            recorder.mark("here")
            recorder.attachPicture(.text("the secret screen, too"))
            recorder.flush()
            recorder.flush()
        }
        #expect(try recording.manifest.attachments.map { try recording.source.read($0.name) } == [Array("the cart".utf8)])

        let drawn = Mutex(0)
        let none = try record(waitingFor: 0) { configuration in
            configuration.filter = RecordingFilter()
            configuration.filter?.startsAt = "never"
            configuration.pictures.draw = {
                drawn.withLock { $0 += 1 }
                return .text("the cart")
            }
        } meanwhile: { recorder in
            recorder.mark("here")
            recorder.flush()
            recorder.flush()
        }
        #expect(none.manifest.attachments.isEmpty && drawn.withLock { $0 } == 0)
    }

    @Test("Of pictures that the app hands over too fast, the newest is kept, at the latest when the recording ends")
    func handedOver() throws {
        let recording = try record(steps: 2, waitingFor: 1) {
            $0.pictures.interval = .seconds(3_600)
        } meanwhile: { recorder in
            recorder.attachPicture(.text("first"), step: 1)
            recorder.flush()
            recorder.attachPicture(.text("second"))
            recorder.attachPicture(.text("third"), step: 99)
        }
        #expect(recording.manifest.attachments.map(\.name) == ["attachments/picture-1.txt", "attachments/picture-2.txt"])
        #expect(try recording.source.read("attachments/picture-2.txt") == Array("third".utf8))
    }

    @Test("In a ring, the pictures of dropped segments go")
    func ring() throws {
        let recorder = Recorder(in: folder.path) {
            $0.limits = .last(states: 100)
            $0.pictures.interval = .zero
        }
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for step in 1...1_000 {
            state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            if step % 16 == 0 {
                recorder.attachPicture(.text("step \(step)"))
                recorder.flush()
            }
        }
        let recording = try recorder.finished()
        let first = try #require(recording.steps).lowerBound
        let steps = recording.manifest.attachments.compactMap(\.step)
        #expect(first > 1)
        #expect(!steps.isEmpty)
        #expect(steps.count { $0 < first - 1 } <= 1, "one may hold at the first state")
        let files = recording.source.names.filter { $0.hasPrefix("attachments/") }
        #expect(Set(files) == Set(recording.manifest.attachments.map(\.name)))
    }

    @Test("A picture that goes is removed after the manifest that does not list it is on the disk")
    func goneAfterTheManifest() throws {
        let recorder = Recorder(in: folder.path) {
            $0.level = .secrets
            $0.pictures.interval = .zero
            $0.pictures.bytes = 3
        }
        _ = recorder.store(initialState: Counter())
        let directory = try #require(recorder.directory)
        let first = "\(directory)/attachments/picture-0.txt"
        recorder.attachPicture(.text("aa"))
        recorder.flush()
        #expect(FileSystem.size(of: first) == 2)

        // The manifest is written beside itself first.
        try FileSystem.makeDirectory("\(directory)/\(Manifest.entryName).new")
        recorder.attachPicture(.text("bb"))
        recorder.flush()
        #expect(recorder.manifest?.attachments.map(\.name) == ["attachments/picture-0-2.txt"])
        #expect(FileSystem.size(of: first) == 2)

        try FileSystem.removeDirectory("\(directory)/\(Manifest.entryName).new")
        let recording = try recorder.finished()
        #expect(recording.source.names.filter { $0.hasPrefix("attachments/") } == ["attachments/picture-0-2.txt"])
    }

    @Test("Pictures take no room from the files that an app attaches, and no numbers")
    func besideOthers() throws {
        let recording = try record(waitingFor: 1) {
            $0.pictures.draw = { .png([1]) }
        } meanwhile: { recorder in
            wait { recorder.manifest?.attachments.isEmpty == false }
            recorder.attach("cart.png", [2], type: "image/png")
        }
        #expect(recording.manifest.attachments.map(\.name).contains("attachments/1-cart.png"))
    }

    @Test("After a crash, the last picture from before is there, with the step before the one that crashed")
    func crash() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            var configuration = Recorder.Configuration(app: "Victim", directory: path, level: .secrets)
            configuration.pictures.settling = .milliseconds(1)
            configuration.pictures.interval = .zero
            configuration.pictures.draw = { .text("the screen before") }
            let recorder = Recorder(configuration)
            let store = recorder.store(initialState: Counter())
            _ = store.reduce(CounterAction.increment, from: Counter()) { state, _ in Counter(count: state.count + 1) }
            let end = SystemFacts.monotonicNanoseconds() + 20_000_000_000
            while recorder.manifest?.attachments.contains(where: { $0.step == 1 }) != true, SystemFacts.monotonicNanoseconds() < end {
                SystemThread.sleep(microseconds: 1_000)
                recorder.mark("look")
                recorder.attachPicture(.text("step 1"))
            }
            recorder.flush()
            _ = store.reduce(CounterAction.increment, from: Counter(count: 1)) { _, _ in preconditionFailure("the second step") }
        }
        let live = try #require(try FileSystem.names(in: folder.path).first { $0.hasSuffix(".live") })
        let recording = try Recording(directory: folder.path(live))
        #expect(recording.manifest.ending.how == .crashed)
        let last = try #require(recording.manifest.attachments.last)
        #expect(last.step == 1)
        #expect(try recording.source.read(last.name).isEmpty == false)
    }
}
