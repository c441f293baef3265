import Foundation
import RewindRedaction
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
            let masked = try RecordedForm(level: .masked).value(of: Trip()).value
            let trip: Trip = try masked.decode()
            let again: Trip = try JSONValue(encoding: trip).decode()
            #expect(try JSONValue(encoding: again) == JSONValue(encoding: trip))
            #expect(!masked.jsonText.contains("anna") && !masked.jsonText.contains("Vienna") && !masked.jsonText.contains("Tokyo"))
            #expect(trip.days.lowerBound < trip.days.upperBound && trip.small == 3..<9 && trip.parts.day == 29)
        }
    }

    @Test(arguments: [
        "https://ada.example.com/%C3%BC?q=%20a", "http://[2001:db8::1]:8080/x", "https://xn--bcher-kva.example/", "mailto:ada@example.com",
    ])
    func aURLStaysOne(text: String) throws {
        let url = try #require(URL(string: text))
        for _ in 0..<20 {
            let form = RecordedForm(level: .masked)
            let masked = try form.value(of: [url]).value
            let decoded: [URL] = try masked.decode()
            #expect(try decoded != [url] && JSONValue(encoding: decoded) == masked, "\(masked.jsonText)")
            var bytes: [UInt8] = []
            if StateBytes(form).appendKeyframe(of: [url], to: &bytes) { #expect(try JSONValue(parsing: bytes) == masked) }
        }
    }

    @Test func aDurationIsNoCardNumber() throws {
        let durations =
            (1...3_000).map { Duration.milliseconds($0) } + (1...3_000).map { Duration.nanoseconds($0 * 1_234_567) }
            + (1...3_000).map { Duration.seconds($0) } + (1...3_000).map { Duration.seconds($0) / 7 }
        let form = RecordedForm(level: .secrets)
        #expect(try form.value(of: durations).value == JSONValue(encoding: durations))
        // As Foundation writes them, and as one becomes another.
        #expect(try JSONValue(parsing: Array(JSONEncoder().encode(durations))) == JSONValue(encoding: durations))
        let bytes = StateBytes(form)
        for (old, new) in zip(durations, durations.dropFirst()) {
            var state = try JSONValue(encoding: ["left": old])
            try bytes.changes(from: ["left": old], to: ["left": new]).0.apply(to: &state)
            #expect(try state == JSONValue(encoding: ["left": new]))
        }
        for cards in [[4_111_111_111_111_111], [4_111_111_111_111_111, 4_000_000_000_000_000_006], [7, 4_111_111_111_111_111]] {
            #expect(try form.value(of: cards).value == .array(cards.map { $0 == 7 ? 7 : 0 }))
        }
    }

    @Test func aRangeWhoseEndsAreNoneIsStillRefused() {
        #expect(throws: DecodingError.self) { try JSONValue.array(["a", 2]).decode(Range<Int>.self) }
        #expect(throws: DecodingError.self) { try JSONValue.array([1]).decode(ClosedRange<Int>.self) }
    }
}
