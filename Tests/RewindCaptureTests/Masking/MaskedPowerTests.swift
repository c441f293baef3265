import Foundation
import RewindCapture
import RewindValue
import Testing

/// Pseudonyms of numbers that are written with a power of ten, as of `Decimal`, of integers of 128 bits and of very large and small fractions.
@Suite struct MaskedPowerTests {
    private static func masked(_ text: String) throws -> [JSONNumber] {
        let number = try #require(JSONNumber(literal: text))
        return (0..<200).map { _ in Masker().masked(number) }
    }

    @Test(arguments: [
        "7083.33333333333333333333333333333333333", "49291.08273645123456789", "31415926535897932384", "-4929108273645123456789012",
        "4.929108273645e25", "4.929108273645e-7", "0.0000492910827364512345678",
    ])
    func noDigitStaysWhereItStood(text: String) throws {
        let own = try #require(JSONNumber(literal: text)).text
        let masked = try Self.masked(text).map { Array($0.text.utf8) }
        for (place, byte) in Array(own.utf8).enumerated()
        where byte.isASCIIDigit
            && place < own.utf8.firstIndex(of: 0x65).map({
                own.utf8.distance(from: own.utf8.startIndex, to: $0)
            }) ?? own.utf8.count
        {
            #expect(Set(masked.map { $0[place] }).count > 4, "of \(own), what stands at \(place)")
        }
        for number in masked { #expect(number.count == own.utf8.count) }
    }

    @Test(arguments: [("7.0833333333333333333333", "7."), ("70.833333333333333333333", "7.0"), ("708.33333333333333333333", "7.08")])
    func theWholePartOfAFractionStaysUpToThreeDigits(text: String, beginning: String) throws {
        for masked in try Self.masked(text) { #expect(masked.text.hasPrefix(beginning)) }
    }

    @Test(arguments: [
        "18446744073709551616", "31415926535897932384", "99999999999999999999", "170141183460469231731687303715884105727",
        "-170141183460469231731687303715884105728", "170141183460469231731687303715884105729", "340282366920938463463374607431768211455",
    ])
    func anIntegerStaysInTheTypesThatHoldIt(text: String) throws {
        for masked in try Self.masked(text) {
            let value = JSONValue.number(masked)
            #expect((Int128(text) == nil) == ((try? value.decode(Int128.self)) == nil), "\(masked)")
            #expect((UInt128(text) == nil) == ((try? value.decode(UInt128.self)) == nil), "\(masked)")
        }
    }

    @Test(arguments: ["340282366920938463463374607431768211455e127", "28333.33333333333333333333333333333333333"])
    func aDecimalComesBackFromItsPseudonym(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        #expect(!decimal.isNaN)
        for _ in 0..<100 {
            let masked = try JSONNumber(literal: Masker().masked(#require(JSONNumber(literal: decimal.description))).text)
            let back = try JSONValue.number(#require(masked)).decode(Decimal.self)
            #expect(!back.isNaN && JSONNumber(literal: back.description) == masked)
        }
    }

    @Test func noTwoOfOneFormShareAPseudonym() throws {
        let masker = Masker()
        for beginning in ["492910827364512345", "1844674407370955", "9.9999999999999999999", "3.4028236692093846346337460743176820"] {
            let ends = ["e-9", "e+21", "e+38"].flatMap { power in (1_001..<1_400).map { "\($0)\(power)" } }
            let numbers = try ends.map { end in
                let text = beginning.contains(".") ? beginning + end : "\(beginning.first!).\(beginning.dropFirst())\(end)"
                return try #require(JSONNumber(literal: text))
            }
            #expect(Set(numbers.map { masker.masked($0) }).count == Set(numbers).count)
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
