import Foundation
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What of the system's types, which decode only from what they write, is masked.
@Suite struct MaskedSystemTypesTests {
    private struct Trip: Codable {
        var days = Date(timeIntervalSinceReferenceDate: 700_000_000)..<Date(timeIntervalSinceReferenceDate: 700_600_000)
        var names = "anna"..."zoe"
        var numbers = 10_000_000...99_000_000
        var small = 3..<9
        var open: PartialRangeFrom<Double> = 48.858_370_1...
        var zone = TimeZone(identifier: "Europe/Vienna")
        var interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 700_000_000), duration: 86_400)
        var locale = Locale(identifier: "de_AT")
        var parts = DateComponents(timeZone: TimeZone(identifier: "Asia/Tokyo"), year: 2024, month: 2, day: 29)
        var name = PersonNameComponents(givenName: "Ada", familyName: "Lovelace")
        var price = Decimal(string: "1234567.89")
        var pause = Duration.seconds(86_400)
        var places = IndexSet([1, 2, 3, 700])
        var path = IndexPath(indexes: [1, 2, 30])
        var length = Measurement(value: 12.5, unit: UnitLength.kilometers)
        var link = URLComponents(string: "https://example.com/ada?x=1")
    }

    @Test func decodesAndStaysWhatItIsThen() throws {
        for _ in 0..<50 {
            let masked = try Redactor(level: .masked).redact(encoding: Trip()).value
            let trip: Trip = try masked.decode()
            let again: Trip = try JSONValue(encoding: trip).decode()
            #expect(try JSONValue(encoding: again) == JSONValue(encoding: trip))
            #expect(!masked.jsonText.contains("anna") && !masked.jsonText.contains("Vienna") && !masked.jsonText.contains("Tokyo"))
            #expect(trip.days.lowerBound < trip.days.upperBound && trip.small == 3..<9 && trip.parts.day == 29)
        }
    }

    @Test func zonesThatAreEqualStayEqual() throws {
        let redactor = Redactor(level: .masked)
        func zone(_ identifier: String) throws -> String? {
            try redactor.redact(encoding: ["zone": TimeZone(identifier: identifier)]).value.jsonText
        }
        #expect(try zone("Europe/Vienna") == zone("Europe/Vienna"))
        let all = try Set(["Europe/Vienna", "Asia/Tokyo", "America/Lima", "Africa/Cairo", "GMT"].map(zone))
        #expect(all.count >= 4)
        var open = RedactionRules.default
        open.addRecordable(TimeZone.self)
        let tokyo = [TimeZone(identifier: "Asia/Tokyo")]
        #expect(try Redactor(rules: open, level: .masked).redact(encoding: tokyo).value.jsonText.contains("Asia"))
    }

    @Test func aZoneThatFollowsTheSystemStaysOne() throws {
        for level in RedactionLevel.allCases {
            let zones = [TimeZone.autoupdatingCurrent, TimeZone(identifier: TimeZone.current.identifier)]
            let value = try Redactor(level: level).redact(encoding: zones).value
            let decoded: [TimeZone?] = try value.decode()
            #expect(decoded[0] == .autoupdatingCurrent && decoded[1] != .autoupdatingCurrent, "\(value.jsonText)")
            if level != .masked { #expect(decoded == zones) }
        }
    }

    @Test func aDurationIsNoCardNumber() throws {
        let durations =
            (1...3_000).map { Duration.milliseconds($0) } + (1...3_000).map { Duration.nanoseconds($0 * 1_234_567) }
            + (1...3_000).map { Duration.seconds($0) } + (1...3_000).map { Duration.seconds($0) / 7 }
        let redactor = Redactor(level: .secrets)
        #expect(try redactor.redact(encoding: durations).value == JSONValue(encoding: durations))
        // As Foundation writes them, and as one becomes another.
        #expect(try JSONValue(parsing: Array(JSONEncoder().encode(durations))) == JSONValue(encoding: durations))
        let bytes = StateBytes(redactor: redactor)
        for (old, new) in zip(durations, durations.dropFirst()) {
            var state = try JSONValue(encoding: ["left": old])
            try bytes.changes(from: ["left": old], to: ["left": new]).0.apply(to: &state)
            #expect(try state == JSONValue(encoding: ["left": new]))
        }
        for cards in [[4_111_111_111_111_111], [4_111_111_111_111_111, 4_000_000_000_000_000_006], [7, 4_111_111_111_111_111]] {
            #expect(try redactor.redact(encoding: cards).value == .array(cards.map { $0 == 7 ? 7 : 0 }))
        }
    }

    @Test func aRangeWhoseEndsAreNoneIsStillRefused() {
        #expect(throws: DecodingError.self) { try JSONValue.array(["a", 2]).decode(Range<Int>.self) }
        #expect(throws: DecodingError.self) { try JSONValue.array([1]).decode(ClosedRange<Int>.self) }
    }
}

/// Ranges that change are recorded as those that are recorded whole.
@Suite struct MaskedRangeTests {
    private enum Choice: Codable { case rows(ClosedRange<Int>), none }

    private struct Window: Codable {
        var rows = 50...400
        var half: Range<Int> = 60..<70
        var prices = 50.25...400.5
        var optional: ClosedRange<Int>?
        var list = [40..<90]
        var named = ["a": 41..<42]
        var choice = Choice.none
    }

    @Test func aRangeThatChangesIsRecordedAsOneThatIsThere() throws {
        var windows = [Window()]
        windows.append(Window(rows: 5...40, half: 100..<200, prices: 51.5...399.25, optional: 5...40, choice: .rows(5...40)))
        windows.append(Window(rows: 6...40, half: 100..<201, optional: 6...41, list: [40..<91, 77..<88], choice: .rows(6...40)))
        for level in RedactionLevel.allCases {
            let redactor = Redactor(level: level)
            let bytes = StateBytes(redactor: redactor)
            for (old, new) in zip(windows, windows.dropFirst()) {
                var state = try redactor.redact(encoding: old).value
                try bytes.changes(from: old, to: new).0.apply(to: &state)
                #expect(try state == redactor.redact(encoding: new).value)
                #expect(state["rows"] == [.number(.int(Int64(new.rows.lowerBound))), .number(.int(Int64(new.rows.upperBound)))])
            }
        }
    }

    /// A range, null or an array, by its own hand.
    private enum Rows: Encodable, Sendable {
        case none, half(Range<Int>), closed(ClosedRange<Int>), list([Int]), zone(TimeZone)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .none: try container.encodeNil()
            case .half(let rows): try container.encode(rows)
            case .closed(let rows): try container.encode(rows)
            case .list(let rows): try container.encode(rows)
            case .zone(let zone): try container.encode(zone)
            }
        }
    }

    /// The same under a key.
    private struct Query: Encodable {
        enum CodingKeys: CodingKey { case rows }
        var rows: Rows

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch rows {
            case .none: try container.encodeNil(forKey: .rows)
            case .half(let rows): try container.encode(rows, forKey: .rows)
            case .closed(let rows): try container.encode(rows, forKey: .rows)
            case .list(let rows): try container.encode(rows, forKey: .rows)
            case .zone(let zone): try container.encode(zone, forKey: .rows)
            }
        }
    }

    @Test func whatBecomesARangeIsRecordedAsOne() throws {
        let rows: [Rows] = [.none, .half(60..<70), .closed(61...75), .list([60, 70]), .zone(.gmt)]
        let redactor = Redactor(level: .masked)
        let bytes = StateBytes(redactor: redactor)
        func check<State: Encodable>(_ old: State, _ new: State) throws {
            var state = try redactor.redact(encoding: old).value
            try bytes.changes(from: old, to: new).0.apply(to: &state)
            #expect(try state == redactor.redact(encoding: new).value, "\(old) to \(new)")
        }
        for old in rows {
            for new in rows {
                try check(["rows": old], ["rows": new])
                try check([old, old], [old, new])
                try check(Query(rows: old), Query(rows: new))
                try check([Query(rows: old)], [Query(rows: new)])
            }
        }
    }
}
