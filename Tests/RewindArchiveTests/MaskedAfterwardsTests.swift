import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindRedaction
import RewindValue
import TestSupport
import Testing

/// Places of a finished recording that masking once passed by.
@Suite(.timeLimit(.minutes(5))) struct MaskedAfterwardsTests {
    private struct Named: Codable, ActionNaming { var actionName: String }
    private static let secret = "Correct-Horse.Battery"

    @Test func namesOfActionsThatWereLeftOutMediaTypesAndQuotedWordsAreMasked() throws {
        let folder = try TemporaryFolder()
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path, level: .everything)
        var filter = RecordingFilter()
        filter.except = ["Correct*"]
        configuration.filter = filter
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: 0)
        _ = store.reduce(Named(actionName: Self.secret), from: 0) { state, _ in state }
        _ = store.reduce(Named(actionName: "other"), from: 0) { state, _ in state }
        recorder.attach("a", [0xFF, 0x00], type: "image/png; name=\(Self.secret)")
        recorder.finish()
        let live = try #require(recorder.directory)
        let open = try Sealing().seal(live, to: folder.path("open.rewind")) {
            $0.edits = [RecordingEdit(.change, words: "the file '\(Self.secret)' was added (0.9.1)")]
        }
        #expect(try Set(places(open)) == ["manifest.json", "segments/000000/actions.ndjson"])
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), level: .masked)
        #expect(try places(masked).isEmpty)
        #expect(masked.manifest.edits.first?.text.hasSuffix(" was added (0.9.1)") == true)
    }

    /// As a person types it who wants it to be removed.
    @Test func aKeyThatAPlaceNamesIsMaskedToo() throws {
        var rules = RedactionRules.default
        rules.pointers = ["/users/Corvin"]
        let redaction = Redaction(rules, level: .masked, listsFindings: true)
        let clean = Redactor(redaction).redact(["users": ["Corvin": 7, "Ada": 7]]).value
        #expect(!clean.jsonText.contains("Corvin") && clean.object?.first?.value.object.map { Set($0.map(\.value)) } == [0, 7])
    }

    private func places(_ recording: Recording) throws -> [String] {
        try recording.source.names.filter { name in
            var needles = Needles()
            needles.add(Self.secret, of: 0)
            needles.look(in: try recording.source.read(name), named: name)
            return !needles.found.isEmpty
        }
    }

    private struct Review: Codable, Equatable, Sendable {
        @Recordable var name = "Darjeeling"
        var stars = 5
        var byline = "gluten_Free"
        var category = Category.glutenFree
        var course = Course.starter
        var unit = Unit.kilogram

        private enum CodingKeys: String, CodingKey {
            case name, category, course, unit
            case stars = "star_count"
            case byline = "§"
        }
    }

    private enum Category: String, Codable, Sendable { case bread, glutenFree = "gluten_free", cake = "sweet" }
    private enum Course: String, Codable, Sendable { case starter = "Starter", other = "somewhere else" }
    private enum Unit: String, Codable, Sendable { case gram = "g", kilogram = "kg" }

    /// A type's shape has the fields' names and the raw values of its enums, and a recording the keys that the fields are encoded with.
    @Test func keysAndRawValuesThatStandInTheSourceStay() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.init(app: "Test", directory: folder.path, level: .secrets))
        let store = recorder.store(initialState: [Review]())
        _ = store.reduce(Review(), from: []) { _, review in [review] }
        recorder.finish()
        let open = try Sealing().seal(try #require(recorder.directory), to: folder.path("open.rewind"))
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), level: .masked)
        let action = try #require(masked.segment(0).actions.first?.action)
        #expect(action.object.map { Set($0.keys) } == ["name", "star_count", "§", "category", "course", "unit"])
        let review = try action.decode(Review.self)
        #expect(review.stars == 5 && review.name != "Darjeeling" && review.byline != "gluten_Free")
        #expect(review.category == .glutenFree && review.course == .starter && review.unit == .kilogram)
    }
}
