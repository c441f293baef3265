import RewindFormat
import RewindJournal
import RewindSystem
import TestSupport
import Testing

/// Windows of the journal are prepared away from its lock, and may come late.
@Suite("A window names its file", .timeLimit(.minutes(5)))
struct WindowTests {
    let folder = TemporaryFolder()

    private func append(_ count: Int, to stream: inout ActionStream) throws {
        let line = Array(repeating: UInt8(ascii: "x"), count: 1_023) + [UInt8(ascii: "\n")]
        for _ in 0..<count { try line.withUnsafeBytes { bytes in try stream.append(bytes) } }
    }

    @Test func oneThatWasMadeForAnotherSegmentIsNotInstalled() throws {
        var old = try ActionStream(creating: folder.path("old"), segment: 0)
        try append(600, to: &old)
        let late = try #require(old.request).make()
        var new = try ActionStream(creating: folder.path("new"), segment: 1)
        try append(600, to: &new)
        new.install(late)
        #expect(new.request != nil, "the window of the other file counts as this one's")
        try old.finish()
        try append(600, to: &new)
        try new.finish()
        #expect(try folder.read("new").count == 1_200 << 10)
        #expect(try folder.read("old").count == 600 << 10)
    }

    @Test func aFileThatWasCutDoesNotGrowOverWhatIsLost() throws {
        var stream = try ActionStream(creating: folder.path("cut"), segment: 0)
        try append(600, to: &stream)
        let request = try #require(stream.request)
        #expect(stream.isIntact)
        try FileSystem.replace(folder.path("cut"), with: [])  // another file has its name now
        #expect(!stream.isIntact)
        #expect(throws: RecordingError.self) { try request.make() }
    }
}
