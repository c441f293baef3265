import RewindValue
import Testing

@testable import RewindCapture

/// What a state has and does not encode is found.
@Suite("Properties that are not encoded", .timeLimit(.minutes(5))) struct UnrecordedFieldsTests {
    private struct Cache: Codable, Equatable {
        var pages: [String] = ["a"]
        var scroll = 0.0
        private enum CodingKeys: CodingKey { case pages }
    }

    private struct Catalogue: Codable {
        var wishes = [1]
        var films: [String] = []
        var cache = Cache()
        var user: String?
        var note: String?
        private var secret = 7
        @Redacted var token = "t"
        private enum CodingKeys: String, CodingKey {
            case wishes = "wish_list"
            case cache, user, token
        }
    }

    private struct ByHand: Encodable {
        var shown = 1
        var hidden = 2
        private enum CodingKeys: CodingKey { case shown }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(shown, forKey: .shown)
        }
    }

    private struct Whole: Codable {
        var text = ""
        var number: Int?
        var rows = [Cache()]
        var byID = ["a": 1]
    }

    private struct Computed: Encodable {
        var number = 1
        private enum CodingKeys: CodingKey { case text }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("number \(number)", forKey: .text)
        }
    }

    /// Types that write no keys: as one value, and as a list.
    private struct Unkeyed: Encodable {
        struct Cents: Encodable {
            var cents = 5
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(cents)
            }
        }

        struct Point: Encodable {
            var (x, y) = (1, 2)
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(x)
                try container.encode(y)
            }
        }

        var price = Cents()
        var point = Point()
        var shown = 0..<3
        var rated = 1.5...2.5
    }

    @Test func thoseThatTheKeysLeaveOutAreNamed() {
        #expect(UnrecordedFields.places(in: Catalogue()) == ["films", "cache.scroll", "note", "secret"])
        #expect(UnrecordedFields.places(in: ByHand()) == ["hidden"])
    }

    @Test func nothingIsSaidOfAStateThatIsWholeNorWhereNothingCanBeTold() {
        #expect(UnrecordedFields.places(in: Whole()) == [])
        #expect(UnrecordedFields.places(in: Computed()) == [])
        #expect(UnrecordedFields.places(in: Unkeyed()) == [])
        #expect(UnrecordedFields.places(in: [1: "a"]) == [] && UnrecordedFields.places(in: 7) == [])
    }
}
