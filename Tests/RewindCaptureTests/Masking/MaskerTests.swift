import Foundation
import TestSupport
import Testing

@testable import RewindRedaction
@testable import RewindValue

@Suite("Pseudonyms of texts and numbers", .timeLimit(.minutes(5))) struct MaskerTests {
    private let masker = Masker()

    /// What of a text stays: each character's kind, and what is no letter and no digit.
    private static func form(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar -> Unicode.Scalar in
                    let properties = scalar.properties
                    if properties.numericType == .decimal { return "0" }
                    if properties.isUppercase { return "A" }
                    return properties.isAlphabetic ? "a" : scalar
                }))
    }

    @Test(arguments: ["", " ", "\n\t  ", "—", "€ …", "👋🏽 ❤️"]) func whatHasNoLetterAndNoDigitStays(text: String) {
        #expect(masker.masked(text) == text)
    }

    @Test(
        "Masking turns letters into letters of their case and digits into digits, and keeps the rest",
        arguments: [
            "Ada Lovelace", "ada@example.com", "+49 170 123-4567", "https://example.com:8080/ada?x=1#top", "iPhone 15 Pro",
            "a1b2c3d4e5f6g7h8",
            "ANN-LEE",
            "12:34 Uhr", "{\"key\": 123}", "Привет, Мир", "12,50 €",
        ])
    func maskingKeepsTheKindOfEachCharacter(text: String) {
        let masked = masker.masked(text)
        #expect(masked != text && masked == masker.masked(text))
        #expect(Self.form(masked) == Self.form(text), "\(masked)")
        #expect(Masker().masked(text) != masked || text.count < 4)
    }

    /// By its script, or what is beside it: of as many bytes, so that a text is masked where it lies.
    @Test(arguments: [
        "Größe", "Ærøskøbing", "ﬁn", "Ελλάδα", "Україна", "שלום עולם", "مرحبا بالعالم", "हिन्दी भाषा", "ภาษาไทย", "北京大学", "ひらがなカタカナ", "한국어 문장",
        "٤٨٣٩٢٠",
        "𝐁𝐨𝐥𝐝 𝟒𝟖", "e\u{301}te\u{301}",
    ])
    func lettersBeyondASCIIAreMaskedToo(text: String) {
        var kept = Set(
            text.unicodeScalars.indices.filter { !" ".unicodeScalars.contains(text.unicodeScalars[$0]) }.map { $0.utf16Offset(in: text) })
        for _ in 0..<12 {
            let masked = Masker().masked(text)
            #expect(masked.utf8.count == text.utf8.count && masked.unicodeScalars.count == text.unicodeScalars.count, "\(masked)")
            kept = kept.filter { index in
                let place = String.Index(utf16Offset: index, in: text)
                return text.unicodeScalars[place] == masked.unicodeScalars[String.Index(utf16Offset: index, in: masked)]
            }
        }
        #expect(kept.isEmpty)
    }

    @Test func differentTextsHaveDifferentPseudonyms() {
        let texts = (0..<26 * 26 * 26).map { number in
            String(decoding: [number / 676, number / 26 % 26, number % 26].map { UInt8(97 + $0) }, as: UTF8.self)
        }
        let days = (1...12).flatMap { month in (1...28).map { "2026-\(month < 10 ? "0" : "")\(month)-\($0 < 10 ? "0" : "")\($0)" } }
        for texts in [texts, days] { #expect(Set(texts.map { masker.masked($0) }).count == texts.count) }
        #expect(Set((0..<100).map { masker.masked(key: String($0)) }).count == 100)
        #expect(Set((0..<1_000).map { masker.masked("row-\($0 / 100)\($0 / 10 % 10)\($0 % 10)") }).count == 1_000)
    }

    /// What people type letter by letter is recorded letter by letter.
    @Test func aTextOfOneOrTwoCharactersTellsItsKindsOnly() {
        #expect(Set("abcxyz".map { masker.masked(String($0)) }).count == 1 && Set("ABC".map { masker.masked(String($0)) }).count == 1)
        #expect(Set((10...99).map { masker.masked(String($0)) }).count == 1 && Set("äöüß".map { masker.masked(String($0)) }).count == 1)
        #expect(masker.masked("a") != masker.masked("A") && masker.masked("?") == "?" && masker.masked("ab") != masker.masked("a"))
    }

    @Test func ofATextThatGrowsLetterByLetterNoStepTellsOfTheNext() {
        let steps = (3...12).map { masker.masked(String("correcthorse".prefix($0))) }
        let grown = zip(steps, steps.dropFirst()).count { $1.hasPrefix($0) }
        #expect(grown == 0, "\(steps)")
    }

    @Test func aUUIDStaysOneInItsCase() throws {
        let ids = (0..<50).map { _ in UUID() }
        for id in ids {
            let masked = masker.masked(id.uuidString)
            #expect(UUID(uuidString: masked) != nil && masked != id.uuidString && masked == masked.uppercased())
            let small = masker.masked(id.uuidString.lowercased())
            #expect(UUID(uuidString: small) != nil && small == small.lowercased())
        }
        #expect(Set(ids.map { masker.masked($0.uuidString) }).count == ids.count)
    }

    @Test(arguments: [
        "2026-03-01", "2024-02-29", "1999-12-31T23:59:59Z", "2026-03-01T12:30:45.123456Z", "2026-03-01 12:30", "2026-03-01T12:30:45+05:45",
        "2026-03-01T12:30:45-0330",
    ])
    func aDateByISO8601StaysOne(text: String) throws {
        let calendar = Calendar(identifier: .gregorian)
        for _ in 0..<40 {
            let masked = Masker().masked(text)
            #expect(masked.prefix(2) == text.prefix(2) && masked.utf8.count == text.utf8.count)
            let parts = masked.prefix(10).split(separator: "-").compactMap { Int($0) }
            try #require(parts.count == 3)
            #expect(DateComponents(calendar: calendar, year: parts[0], month: parts[1], day: parts[2]).isValidDate, "\(masked)")
            if text.count > 16 {
                let zone = text.suffix(text.hasSuffix("Z") ? 1 : text.contains("+05:45") ? 6 : 5)
                #expect(masked.hasSuffix(zone), "\(masked)")
            }
        }
    }

    /// Then it is a text.
    @Test(arguments: ["2026-13-01", "2026-02-30", "2026-03-01 to 2026-03-04", "on 2026-03-01", "2026-03-01T25:00:00Z"])
    func whatIsNoDateOrMoreThanOneIsAText(text: String) {
        let century = (0..<30).map { _ in Masker().masked(text).filter(\.isNumber).prefix(2) }
        #expect(Set(century).count > 1)
    }

    // MARK: Numbers

    @Test(arguments: [
        "0", "7", "-12", "999999", "-999999", "-9223372036854775808", "0.5", "4.99", "-12.5", "52.5200", "123.456", "1e+40",
        "4.990000000000001024", "0.000125", "0.30000000000000004", "19.999999999999996",
    ])
    func numbersOfAFewDigitsStay(text: String) throws {
        let number = try #require(JSONNumber(literal: text))
        #expect(masker.masked(number) == number)
    }

    @Test(arguments: [
        "1000000", "-491701234567", "1712345678", "2147483647", "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "123456789012345678901234567890", "-340282366920938463463374607431768211455",
    ])
    func aLongIntegerBecomesAnotherOfAsManyDigitsThatTheSameTypesHold(text: String) throws {
        let number = try #require(JSONNumber(literal: text))
        for _ in 0..<20 {
            let masked = Masker().masked(number)
            #expect(
                masked.text.count(where: \.isNumber) == number.text.count(where: \.isNumber)
                    && masked.text.hasPrefix("-") == text.hasPrefix("-"))
            if let value = Int64(text) {
                let other = try #require(Int64(masked.text))
                #expect(
                    (Int32(exactly: value) == nil) == (Int32(exactly: other) == nil)
                        && (UInt32(exactly: value) == nil) == (UInt32(exactly: other) == nil))
            }
        }
    }

    @Test(arguments: ["52.520008", "0.777000777", "491701234567.5", "1.7976931348623157e+308", "1.23456789012345678901234e+25"])
    func ofALongFractionAShortWholePartStays(text: String) throws {
        let number = try #require(JSONNumber(literal: text))
        for _ in 0..<20 {
            let masked = Masker().masked(number)
            let whole = text.prefix { $0 != "." }
            #expect(masked != number && (whole.count > 3 || text.contains("e") || masked.text.hasPrefix(whole + ".")), "\(masked.text)")
        }
    }

    /// As dates are recorded.
    @Test func aFractionKeepsHowManyDigitsItHas() {
        let dates: [Double] = (0..<2_000).map { 700_000_000.001 + Double($0) * 1_234.567 }
        let shares: [Double] = (0..<2_000).map { 0.010_101 + Double($0) / 1_000_000 }
        let values = dates + shares
        for value in values {
            guard let number = JSONNumber(value), case .double(let masked) = masker.masked(number) else { continue }  // a whole number
            #expect(JSONNumber(masked).map(\.text.utf8.count) == number.text.utf8.count || "\(value)".count > 16, "\(value) \(masked)")
            #expect(masked != value || value < 1)  // of a share, few digits may be left when it is rounded
        }
        #expect(Set(values.map { masker.masked(JSONNumber($0) ?? .int(0)) }).count == Set(values).count)
    }

    @Test func noTwoNumbersShareAPseudonym() {
        let numbers = (0..<5_000).map { masker.masked(JSONNumber(1_712_345_678 + $0)) }
        #expect(Set(numbers).count == numbers.count)
        #expect(Set((0..<256).map { masker.masked([UInt8($0)]) }).count == 256 && masker.masked(Array("Ada".utf8)).count == 3)
    }

    /// As Python has it, whose `hash(bytes(range(count)))` is this function with a key of zeros under `PYTHONHASHSEED=0`.
    @Test(arguments: [(8, 0xead4_11e6_7ebe_2eea), (15, 0xf30e_b725_bb91_c9ea), (63, 0x385d_3e39_e5f3_7359)] as [(Int, UInt64)])
    func itsHashIsWhatOthersCallSipHash(count: Int, hash: UInt64) {
        let bytes = (8..<count).map { UInt8($0) }
        #expect(bytes.withUnsafeBytes { SipHash.hash(key: (0, 0), 0x0706_0504_0302_0100, $0) } == hash)
    }
}
