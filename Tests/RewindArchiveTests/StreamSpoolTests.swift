import RewindArchive
import RewindFormat
import TestSupport
import Testing

/// What lies beside a recording while it is made.
@Suite(.timeLimit(.minutes(5))) struct StreamSpoolTests {
    @Test func keepsStreamsInNoFileThatAProcessLeavesBehind() throws {
        let folder = TemporaryFolder()
        let spool = try StreamSpool(for: folder.path("bug.rewind"))
        let streams = (0..<20).map { index in ([UInt8](repeating: UInt8(index), count: index * 1_000), Array("states of \(index)".utf8)) }
        for (index, (actions, states)) in streams.enumerated() { try spool.append(actions: actions, states: states, segment: index) }
        #expect(folder.contents.isEmpty)
        for (index, (actions, states)) in streams.enumerated().reversed() {
            #expect(try spool.read(SegmentName.actions(index)) == actions && spool.read(SegmentName.states(index)) == states)
        }
        #expect(throws: RecordingError.self) { try spool.read(SegmentName.states(20)) }
    }

    @Test func tellsWhereItCanNotBe() throws {
        let folder = TemporaryFolder()
        #expect { try StreamSpool(for: folder.path("nowhere/bug.rewind")) } throws: { error in
            (error as? RecordingError)?.path == folder.path("nowhere/bug.rewind")
        }
    }
}
