import Foundation
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// Files that are whole, and say what can't be.
@Suite("A recording that lies or is made to cost", .timeLimit(.minutes(5))) struct LyingRecordingTests {
    private let folder = TemporaryFolder()

    /// A line of each stream for steps of a segment.
    private static func streams(_ steps: [Int], from keyframe: Int) -> (actions: String, states: String) {
        (
            steps.map { #"{"step":\#($0),"t":\#($0),"type":"a"}"# + "\n" }.joined(),
            #"{"step":\#(keyframe),"keyframe":{"n":\#(keyframe)}}"# + "\n"
                + steps.map { #"{"step":\#($0),"patch":[{"op":"replace","path":"/n","value":\#($0)}]}"# + "\n" }.joined()
        )
    }

    /// A bundle of segments, each with what its manifest says of it.
    private func write(_ segments: [(index: String, steps: String, streams: (actions: String, states: String))]) throws -> String {
        var entries: [ZipBuilder.Entry] = []
        let told = segments.enumerated().map { number, segment in
            let streams = [("actions", segment.streams.actions), ("states", segment.streams.states)].map { kind, text in
                let name = "segments/00000\(number)/\(kind).ndjson"
                entries.append(.init(name, text))
                return #""\#(kind)":{"name":"\#(name)","bytes":\#(text.utf8.count),"sha256":"\#(HandmadeBundle.hash(Array(text.utf8)))"}"#
            }
            return #"{"index":\#(segment.index),"steps":\#(segment.steps),"times":[1,9],\#(streams.joined(separator: ","))}"#
        }
        let manifest =
            #"{"format":{"major":1,"minor":0},"app":{"name":"Shop"},"stores":[{"name":"main","state":"S"}],"ending":{"how":"finished"},"segments":["#
            + told.joined(separator: ",") + "]}"
        return try folder.write(ZipBuilder([.init("manifest.json", manifest)] + entries).bytes, to: "it.rewind")
    }

    /// What recovering keeps, of which the doctor has to find no error.
    private func recovered(_ path: String) throws -> Recording {
        let recording = try Sealing().recover(path, to: folder.path("recovered.rewind"))
        #expect(try Checkup(of: folder.path("recovered.rewind")).findings.filter { $0.severity == .error } == [])
        #expect(recording.manifest.appName == "Shop")
        return recording
    }

    private func steps(_ recording: Recording) throws -> [Int] {
        try recording.segments.flatMap { try recording.segment($0.index).actions.map(\.step) }
    }

    @Test(arguments: ["9223372036854775807", "-1", "4294967296"]) func segmentNumbers(_ index: String) throws {
        let path = try write([(index, "[1,3]", Self.streams([1, 2, 3], from: 0))])
        #expect(throws: RecordingError.self) { try openRecording(at: path) }
        #expect(try steps(recovered(path)) == [1, 2, 3])
    }

    @Test(arguments: ["[1,1000000]", "[-9223372036854775808,3]", "[0,9223372036854775807]", "[3,1]", "[1]", "7"])
    func stepsOfASegment(_ told: String) throws {
        let path = try write([("0", told, Self.streams([1, 2, 3], from: 0))])
        let recording = try recovered(path)
        #expect(recording.steps == 1...3)
        #expect(try Timeline(recording).state(at: 3) == .known(["n": 3]))
        // Whatever it says, it is answered.
        if let lying = try? openRecording(at: path) { _ = (lying.steps, lying.times, lying.length) }
    }

    @Test func segmentsInTheWrongOrderAreRefusedAndPutRight() throws {
        let path = try write([("0", "[4,5]", Self.streams([4, 5], from: 3)), ("1", "[1,2]", Self.streams([1, 2], from: 0))])
        let error = #expect(throws: RecordingError.self) { try openRecording(at: path) }
        #expect(error?.message == "the steps of segment 1 are out of order")
        let recording = try recovered(path)
        #expect(try steps(recording) == [1, 2, 4, 5])
        #expect(try Timeline(recording).state(at: 5) == .known(["n": 5]))
    }

    @Test func ofOneWrongNumberOnlyItsLineGoes() throws {
        let path = try write([("0", "[1,9007199254740992]", Self.streams([1, 2, 1 << 53, 3, 4], from: 0))])
        #expect(try steps(recovered(path)) == [1, 2, 3, 4])
    }

    @Test func copiesThatDoubleAStateMakeItUnknownWithTheLimitsName() throws {
        let copies = Array(repeating: #"{"op":"copy","from":"/a","path":"/a/-"}"#, count: 3).joined(separator: ",")
        var streams = Self.streams(Array(1...40), from: 0)
        streams.states = #"{"step":0,"keyframe":{"n":0,"a":["xxxxxxxxxx"]}}"# + "\n"
        streams.states += (1...40).map { #"{"step":\#($0),"patch":[\#(copies)]}"# + "\n" }.joined()
        let timeline = try Timeline(openRecording(at: write([("0", "[1,40]", streams)])))
        guard case .known = try timeline.state(at: 3) else { return #expect(Bool(false), "what is within the limit is known") }
        guard case .unknown(let unknown) = try timeline.state(at: 40) else { return #expect(Bool(false), "it has terabytes") }
        #expect("\(unknown)".contains("limit copiedBytes"))
    }

    @Test func copiesInManyStoresAddNoMoreThanInProportionToTheFile() throws {
        let names = (0..<200).map { "s\($0)" }
        let copies = Array(repeating: #"{"op":"copy","from":"/a","path":"/a/-"}"#, count: 8).joined(separator: ",")
        var streams = Self.streams(Array(1...200), from: 0)
        let text = String(repeating: "x", count: 1_000)
        streams.states = names.map { #"{"step":0,"keyframe":{"a":["\#(text)"]},"store":"\#($0)"}"# + "\n" }.joined()
        streams.states += names.enumerated().map { #"{"step":\#($0 + 1),"patch":[\#(copies)],"store":"\#($1)"}"# + "\n" }.joined()
        let bytes = streams.states.utf8.count
        let timeline = try Timeline(openRecording(at: write([("0", "[1,200]", streams)])))
        var total = 0
        for name in names {
            guard case .known(let state) = try timeline.state(at: 200, store: name) else { continue }
            total += state.jsonText.utf8.count
        }
        #expect(total < 16 * bytes, "\(total) bytes from \(bytes)")
    }

    @Test func movesThatNestAStateEverDeeperMakeItUnknownWithTheLimitsName() throws {
        let down =
            #"{"op":"add","path":"/y","value":{}},{"op":"move","from":"/x","path":"/y/x"},{"op":"move","from":"/y","path":"/x"}"#
        var streams = Self.streams([1, 2], from: 0)
        streams.states = #"{"step":0,"keyframe":{"x":{}}}"# + "\n"
        streams.states += #"{"step":1,"patch":[\#(Array(repeating: down, count: 140).joined(separator: ","))]}"# + "\n"
        streams.states += #"{"step":2,"patch":[\#(Array(repeating: down, count: 100_000).joined(separator: ","))]}"# + "\n"
        let timeline = try Timeline(openRecording(at: write([("0", "[1,2]", streams)])))
        guard case .known = try timeline.state(at: 1) else { return #expect(Bool(false), "what is within the limit is known") }
        guard case .unknown(let unknown) = try timeline.state(at: 2) else { return #expect(Bool(false), "it is 100,000 levels deep") }
        #expect("\(unknown)".contains("limit depth"))
    }

    @Test func stepsThatJumpAreComparedAndHalvedWithoutCountingThem() throws {
        let path = try write([("0", "[1,1125899906842626]", Self.streams([1, 2, 1 << 50, 1 << 50 + 2], from: 0))])
        let (one, two) = (try Timeline(openRecording(at: path)), try Timeline(openRecording(at: path)))
        let comparison = try one.compare(with: two)
        #expect(comparison.isEmpty && comparison.common == 1 << 50 + 2)
        var search = try #require(Bisection(good: 1, bad: 1 << 50 + 2))
        var questions = 0
        while let step = search.next, questions < 100 {
            questions += 1
            switch try one.state(at: step) {
            case .known: search.judge(step, .good)
            case .unknown(let unknown): search.judge(step, .skip, with: unknown.unknownRange)
            }
        }
        #expect(questions < 10)
    }

    @Test(arguments: ["flip", "cut"]) func aFlippedBitLosesNoMoreThanACutAtThatPlace(_ damage: String) throws {
        var bytes = try Sample(journalBytes: 60 << 10, textLimit: 100, width: 4).sealed(in: folder)
        let content = try #require(
            ArchiveReader(path: folder.path("whole.rewind")).directory[name: "segments/000000/actions.ndjson"]?.content)
        let place = Int(content.lowerBound) + content.count / 2
        let before = PlainInflate(bytes[Int(content.lowerBound)..<place]).output.count { $0 == 10 }
        if damage == "cut" { bytes.removeSubrange(place...) } else { bytes[place] ^= 8 }
        let recording = try Sealing().recover(folder.write(bytes, to: "damaged.rewind"), to: folder.path("recovered.rewind"))
        #expect(before > 100)
        #expect(try recording.segment(0).journal.count >= before)
    }
}
