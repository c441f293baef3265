import RewindFormat
import RewindValue
import Testing

@Suite("The manifest", .timeLimit(.minutes(5)))
struct ManifestTests {
    @Test func readsAsItWasWrittenUnknownMembersIncluded() throws {
        var manifest = Manifest(recorder: "rewind 0.1.0", started: 1_795_000_000_000_000_000)
        manifest.title = "Comment crashes"
        manifest.app = ["name": "Episodes"]
        manifest.stores = [.init(name: "main", state: "AppState", action: "AppAction")]
        manifest.ending = Ending(.crashed)
        manifest.ending.signal = "SIGILL"
        manifest.ending.underWay = [.init(store: "main", step: 12, phase: .reducer, type: "comments/editDidFinish")]
        manifest.counts.steps = 12
        manifest.removals = ["key:token": 2]
        manifest.losses = [Loss(.states, of: 11...11)]
        let stream = Manifest.EntryInfo(name: "segments/000000/actions.ndjson", bytes: 10, sha256: "ab")
        manifest.segments = [.init(index: 0, steps: 1...12, times: 5...99, actions: stream, states: stream)]
        manifest.entries = [.init(name: "attachments/stderr.txt", bytes: 3, sha256: "cd", unknown: ["title": "Standard error"])]
        manifest.unknown = ["later": ["version": 9]]
        manifest.wrong = WrongValue(step: 12, store: "cart", place: JSONPointer(tokens: ["a/b", "0"]), actual: nil, expected: .null)
        manifest.wrong?.unknown = ["by": "Ada"]
        #expect(try Manifest(json: manifest.json, path: "x") == manifest)
    }

    @Test(arguments: [#"{"step":1}"#, #"{"path":"/a"}"#, #"{"step":1,"path":"a"}"#, #"{"step":-1,"path":""}"#, "[]"])
    func aWrongValueWithoutStepOrPlaceIsNone(text: String) throws {
        #expect(WrongValue(json: try JSONValue(parsing: text)) == nil)
    }

    @Test func aNewerMajorVersionIsRefusedByNumber() {
        #expect {
            try Manifest(json: ["format": ["major": 2, "minor": 1]], path: "bug.rewind")
        } throws: { error in
            "\(error)"
                == "bug.rewind: the recording is in format version 2.1, and this rewind reads up to version 1. Update rewind to the version that made the recording, or newer."
        }
    }

    @Test func aRequiredFeatureThatIsUnknownIsNamed() {
        #expect {
            try Manifest(json: ["format": ["major": 1, "minor": 0, "required": ["zstd"]]], path: "bug.rewind")
        } throws: { error in
            "\(error)"
                == "bug.rewind: the recording requires features that this version of rewind lacks: zstd. Update rewind to the version that made the recording, or newer."
        }
    }

    @Test(arguments: ["", "[]", "{}", #"{"format":{}}"#, "{", "null"])
    func whatIsNoManifestIsRefused(text: String) {
        #expect(throws: RecordingError.self) { try Manifest(parsing: Array(text.utf8), path: "x") }
    }
}
