import RewindRedaction
import RewindValue
import TestSupport
import Testing

@Suite("JSON numbers are exact and have one representation", .timeLimit(.minutes(5)))
struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", .int(0)), ("-0", .double(-0.0)), ("-0.0", .double(-0.0)), ("0e9", .int(0)), ("-0e-9", .double(-0.0)),
            ("1.0", .int(1)), ("1e3", .int(1000)), ("12.50e1", .int(125)), ("-1.5", .double(-1.5)), ("0.1", .double(0.1)),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)), ("9223372036854775808", .uint(1 << 63)),
            ("18446744073709551615", .uint(.max)), ("1.8446744073709551615e19", .uint(.max)),
            ("-9223372036854775809", .decimal("-9.223372036854775809e+18")),
            ("18446744073709551616", .decimal("1.8446744073709551616e+19")), ("100000000000000000000", .double(1e20)),
            ("1e300", .double(1e300)),
            ("9007199254740993", .int(9_007_199_254_740_993)), ("9007199254740993.5", .decimal("9.0071992547409935e+15")),
            ("0.30000000000000004", .double(0.30000000000000004)), ("0.300000000000000040", .double(0.30000000000000004)),
            ("0.30000000000000001", .decimal("3.0000000000000001e-1")), ("3.14159265358979323846", .decimal("3.14159265358979323846")),
            ("5e-324", .double(.leastNonzeroMagnitude)), ("4e-324", .decimal("4e-324")), ("1e400", .decimal("1e+400")),
            ("1e-400", .decimal("1e-400")),
            ("2.2250738585072014e-308", .double(2.2250738585072014e-308)), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("123456789012345e-30", .double(1.23456789012345e-16)), ("0.000000", .int(0)), ("1.5e+2", .int(150)), ("1E2", .int(100)),
        ] as [(String, JSONNumber)])
    func aLiteralBecomesItsCanonicalNumber(text: String, number: JSONNumber) {
        #expect(JSONNumber(literal: text) == number)
        #expect(JSONNumber(literal: number.text) == number)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", ".5", "1.", "1.e3", "1e", "1e+", "0x1", "NaN", "Infinity", "1 ", " 1", "1,5", "1e1000000000", "--1",
        "1e5.5",
    ])
    func whatRFC8259DoesNotTakeForANumberIsNone(text: String) {
        #expect(JSONNumber(literal: text) == nil)
    }

    @Test(
        arguments: [
            (1e300, "1e+300"), (0.1, "0.1"), (1e-5, "1e-05"), (-0.0, "-0"), (100, "100"), (1e16, "10000000000000000"), (1e22, "1e+22"),
            (.pi, "3.141592653589793"),
        ] as [(Double, String)])
    func theTextIsTheShortestAsJSONEncoderWritesIt(value: Double, text: String) {
        #expect(JSONNumber(value)?.text == text)
        #expect(JSONNumber(value)?.doubleValue == value)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func naNAndTheInfinitiesAreNoJSONNumbers(value: Double) {
        #expect(JSONNumber(value) == nil)
    }

    @Test(arguments: ["Corvinus", "1\n2", "", "1e9999999999", "NaN"])
    func aDecimalWhoseTextIsNoNumberBreaksNoLine(text: String) throws {
        let value: JSONValue = [.number(.decimal(text)), 1]
        #expect(value.jsonText == "[null,1]")
        #expect(JSONNumber.decimal(text).text == "null")
        #expect(Masker().masked(JSONNumber.decimal(text)) == .decimal(text))
    }

    @Test("Every double comes back from its text and is the same number as its own digits")
    func everyDoubleComesBackFromItsText() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard let number = JSONNumber(value) else { continue }
            #expect(JSONNumber(literal: number.text) == number)
            #expect(number.doubleValue.bitPattern == value.bitPattern)
        }
    }

    @Test
    func shortDecimalsAreTheDoubleThatSwiftReadsWhateverTheirScale() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let digits = UInt64.random(in: 1..<1_000_000_000_000_000, using: &random)
            let text = "\(digits)e\(Int.random(in: -330...330, using: &random))"
            let number = try #require(JSONNumber(literal: text))
            #expect(number.doubleValue == Double(text))
            #expect(JSONNumber(literal: number.text) == number)
        }
    }

    @Test
    func numbersAreOrderedToTheLastDigit() throws {
        let texts = [
            "-1e400", "-100000000000000000000000000000001", "-100000000000000000000000000000000", "-0.12345678901234567891",
            "-0.1234567890123456789", "-1e-400", "0", "1e-400", "0.1", "0.100000000000000000001", "9007199254740992", "9007199254740993",
            "18446744073709551615", "100000000000000000000", "100000000000000000001", "1e400", "2e400",
        ]
        let numbers = try texts.map { try #require(JSONNumber(literal: $0)) }
        for (place, left) in numbers.enumerated() {
            for (other, right) in numbers.enumerated() {
                #expect(left.order(to: right).signum() == (place - other).signum(), "\(left) and \(right)")
            }
        }
        #expect(try #require(JSONNumber(literal: "-0")).order(to: .int(0)) == 0)
    }
}
