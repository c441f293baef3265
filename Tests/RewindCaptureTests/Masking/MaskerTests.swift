import Foundation
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What a pseudonym keeps of the text or number that it stands for, and what it does not.
@Suite struct MaskerTests {
    private let masker = Masker()

    @Test(arguments: ["", " ", "\n\t  "]) func whatIsEmptyOrBlankStays(text: String) { #expect(masker.masked(text) == text) }

    @Test(arguments: [
        "a", "ab", "Learn Swift", "hunter2", "lovelace", "P@ss-w0rd!", "Größe", "пароль", "密码是什么", "한국어 문장", "👩‍👧 emoji", "ａｂｃ", "!!!***!!!",
        "x\"y\\z", "the quick brown fox jumps over the lazy dog, twice", "12.50", "+49 170 1234567", "ada@example.com",
    ])
    func aTextBecomesAnotherAsLongOfTheSameKindsOfCharactersAlwaysTheSame(text: String) {
        let masked = masker.masked(text)
        #expect(masked == masker.masked(text))
        #expect(masked.utf8.count == text.utf8.count)
        #expect(masked.unicodeScalars.count == text.unicodeScalars.count)
        #expect(masked.allSatisfy { $0 != "\u{FFFD}" } && String(validating: masked.utf8, as: UTF8.self) != nil)
        func kinds(_ text: String) -> [Int] {
            text.utf8.map { $0.isASCIIDigit ? 0 : $0.isASCIILetter ? 1 : $0.isASCIIAlphanumeric ? 2 : $0 == 0x20 ? 3 : $0 < 0x80 ? 4 : 5 }
        }
        #expect(kinds(masked) == kinds(text))
        // A short text may by chance be its own pseudonym: another key decides.
        let others = (0..<8).map { _ in Masker().masked(text) }
        #expect(others.contains { $0 != text })
        #expect(Set(others).count > 1)
    }

    @Test func textsOfOneFormNeverShareAPseudonym() {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        #expect(Set(letters.map(masker.masked)) == Set(letters))
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        #expect(Set(pairs.map(masker.masked)) == Set(pairs))
        let numbers = (0..<10_000).map { String(10_000 + $0) }
        #expect(Set(numbers.map { masker.masked($0) }).count == numbers.count)
        #expect(Set((0..<256).map { masker.masked([UInt8($0)]) }).count == 256)
    }

    @Test func ofATextThatGrowsLetterByLetterNoStepTellsOfTheNext() {
        let text = "correct horse battery staple"
        var shared = 0
        for length in 4..<text.count {
            let (short, long) = (masker.masked(String(text.prefix(length))), masker.masked(String(text.prefix(length + 1))))
            if long.hasPrefix(short), !long.hasSuffix(" ") { shared += 1 }
        }
        #expect(shared == 0)
    }

    @Test(arguments: [
        "https://example.com:8080/a%20b/c?id=12&name=Ada#top", "http://[2001:db8::1]:80/x", "file:///home/ada/Notes.txt",
        "https://ada:lovelace@example.com/ü",
    ])
    func aURLStaysOneWithItsSchemeAndItsPort(text: String) throws {
        let masked = masker.masked(text)
        #expect(masked != text)
        let (before, after) = (try #require(URL(string: text)), try #require(URL(string: masked)))
        #expect(before.scheme == after.scheme && before.port == after.port)
        #expect(before.pathComponents.count == after.pathComponents.count)
    }

    @Test(arguments: [
        "https://example.com/?q=%ze%tt%yw%xg", "https://example.com/20%f\u{FC}r", "https://example.com/?q=50%\u{4F60}\u{597D}\u{5417}",
        "https://example.com/%a\u{E4}%\u{1F600}b",
    ])
    func aPercentSignWithoutItsDigitsHidesNothingAndBreaksNoCharacter(text: String) {
        var bytes = Array(text.utf8)
        var left = Set(0..<bytes.count)
        // A letter may by chance become itself: another key decides.
        for _ in 0..<16 {
            bytes = Array(text.utf8)
            bytes.withUnsafeMutableBufferPointer { Masker().mask($0) }
            #expect(String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == text.unicodeScalars.count)
            left = left.filter { bytes[$0] == Array(text.utf8)[$0] }
        }
        let path = text.utf8.count - (text.utf8.split(separator: UInt8(ascii: "%"), maxSplits: 1).last?.count ?? 0)
        #expect(left.filter { $0 >= path }.allSatisfy { !Array(text.utf8)[$0].isASCIIAlphanumeric })
    }

    @Test func aUUIDStaysOneInItsCase() throws {
        for _ in 0..<100 {
            let id = UUID()
            let masked = masker.masked(id.uuidString)
            #expect(masked != id.uuidString && UUID(uuidString: masked)?.uuidString == masked)
            #expect(masker.masked(id.uuidString.lowercased()).allSatisfy { !$0.isUppercase })
        }
    }

    @Test(arguments: ["2024-05-01", "1999-12-28T23:59:59Z", "2024-02-29T00:00:00.125+02:00", "2024-01-31 10:30"])
    func aDateByISO8601StaysOne(text: String) throws {
        var changed = 0
        for _ in 0..<200 {
            let masked = Masker().masked(text)
            if masked != text { changed += 1 }
            let day = String(masked.prefix(10))
            let formatter = ISO8601DateFormatter()
            formatter.formatOptions = [.withFullDate]
            #expect(formatter.date(from: day) != nil, "\(masked)")
            #expect(masked.dropFirst(10).allSatisfy { "0123456789T:Z+. ".contains($0) })
        }
        #expect(changed > 150)
    }

    @Test func ofADateNoDayStaysLeapDaysAndLastDaysAmongThem() {
        for text in ["1984-02-29", "2024-05-31", "2000-02-29", "0001-01-01", "9999-12-31"] {
            let others = (0..<40).map { _ in Masker().masked(text) }
            #expect(others.allSatisfy { $0.prefix(2) == text.prefix(2) && $0.count == 10 })
            #expect(Set(others.map { $0.dropFirst(2).prefix(2) }).count > 5 && Set(others.map { $0.suffix(5) }).count > 20)
        }
        let days = CalendarDay.days(ofCentury: 19).map { number in
            let day = CalendarDay(number: number)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(day.year)-\(two(day.month))-\(two(day.day))"
        }
        #expect(days.first == "1900-01-01" && days.last == "1999-12-31" && days.count == 36_524)
        #expect(Set(days.map(masker.masked)) == Set(days))
    }

    @Test(arguments: [
        "2026-11-22 08:40:12-4111111111111111", "2026-11-22T08:40+491701234567", "2026-11-22T08:40:12.4111111111111111",
        "2026-11-22T08:40:12Z4111111111111111", "2026-11-22T08:40:12+41:11:11", "2026-11-22T08:40:12+4917",
        "ws://pin:48392017", "https://pay:4111111111111111/x", "https://pay:65536/x",
    ])
    func digitsBehindADateOrAHostAreMaskedWhereTheyAreNoZoneAndNoPort(text: String) {
        let digits = text.split { !$0.isNumber }.last { $0.count > 1 }.map(String.init) ?? ""
        let others = (0..<20).map { _ in Masker().masked(text) }
        #expect(others.contains { !$0.contains(digits) } && Set(others.map { $0.suffix(digits.count + 2) }).count > 5)
        #expect(others.allSatisfy { $0.count == text.count })
    }

    @Test(arguments: ["", "Z", "+02", "-0330", "+05:45"]) func aTimeZoneStays(zone: String) {
        for time in ["T08:40", " 08:40:12", "T08:40:12.123456789"] {
            let masked = masker.masked("2026-11-22" + time + zone)
            #expect(masked.hasSuffix(zone) && masked.count == 10 + time.count + zone.count && masked.hasPrefix("20"))
        }
    }

    @Test(arguments: [
        ["12:34:56:78", "12345678", "1-2-3 4-56-78", "12 34 56 78", "12.34.56.78"],
        ["Lovelace", "lovelace", "LOVELACE", "love-lace", "love lace!"],
        ["пароль", "Пароль", "паро ль", "ПАРОЛЬ"], ["2024-05-01T10:30:00", "2024-05-01 10:30:00", "2024-05-01T10:30:00Z"],
        ["https://example.com", "http://example.com"],
    ])
    func textsOfDifferentFormsHaveNoPseudonymInCommon(texts: [String]) {
        func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        for _ in 0..<20 {
            let masker = Masker()
            #expect(Set(texts.map { letters(masker.masked($0)) }).count == texts.count)
        }
    }

    @Test func shortTextsThatDifferInCaseOrPunctuationRarelyShareOne() {
        func shared(_ one: String, _ other: String) -> Int {
            (0..<200).count { _ in
                let masker = Masker()
                return masker.masked(one).lowercased().filter(\.isLetter) == masker.masked(other).lowercased().filter(\.isLetter)
            }
        }
        #expect(shared("HIV", "hiv") < 5 && shared("H.I.V", "HIV") < 5 && shared("a", "a!") < 40)
    }

    @Test(arguments: [1_234_567, 1_712_345_678, 4_111_111_111_111_111]) func aNumberHasAnotherPseudonymThanItsDigits(number: Int) {
        // As a key and as a value one of them is the same.
        #expect(
            (0..<20).allSatisfy { _ in
                let masker = Masker()
                return masker.masked(JSONNumber(number)).text != masker.masked(String(number))
            })
    }

    @Test func everyLetterAndDigitOfEveryScriptIsOneOfAClassOfAsManyBytes() {
        var unmasked: [UInt32] = []
        for value in (0x80...0x3FFFF as ClosedRange<UInt32>) {
            guard let scalar = UnicodeScalar(value) else { continue }
            let isMasked = ScalarClass(of: value).map { $0.count > 1 } ?? false
            if !isMasked, scalar.properties.isAlphabetic || scalar.properties.numericType != nil { unmasked.append(value) }
            if let scalars = ScalarClass(of: value) {
                let place = scalars.value(of: value)
                #expect(place < scalars.count && scalars.scalar(place) == value)
                let last = scalars.scalar(scalars.count - 1)
                #expect(UnicodeScalar(last).map { UTF8.width($0) } == UTF8.width(scalar) && ScalarClass(of: last) == scalars)
            }
        }
        #expect(unmasked.isEmpty, "\(unmasked.prefix(20).map { String($0, radix: 16) })")
    }

    @Test func theTenDigitsOfAScriptBecomeEachOther() {
        for value in (0x80...0x1FFFF as ClosedRange<UInt32>) {
            guard let scalar = UnicodeScalar(value), scalar.properties.generalCategory == .decimalNumber else { continue }
            guard let scalars = ScalarClass(of: value) else {
                Issue.record("\(String(value, radix: 16))")
                continue
            }
            #expect(
                (0..<scalars.count).allSatisfy { UnicodeScalar(scalars.scalar($0))?.properties.generalCategory == .decimalNumber },
                "\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["김하기", "ﺍﺏﺕﺙﺝ", "⁴⁸⁹⁰⁷⁷", "₄₈₃₉₂₀", "²³¹²³¹²³¹", "٤٨٣٩٢٠", "４８３９２０", "密码是什么", "Größe"])
    func noCharacterOfATextStaysInItsPlaceButByChance(text: String) {
        var stayed = 0, all = 0
        for _ in 0..<50 {
            let masked = Masker().masked(text)
            #expect(masked.utf8.count == text.utf8.count && masked.unicodeScalars.count == text.unicodeScalars.count)
            for (one, other) in zip(text.unicodeScalars, masked.unicodeScalars) {
                all += 1
                if one == other { stayed += 1 }
            }
        }
        #expect(stayed * 2 < all, "\(stayed) of \(all)")
        guard text.unicodeScalars.contains("김") else { return }
        // Neither the first letter nor the vowel of a syllable tells of itself.
        let initials = (0..<50).flatMap { _ in
            zip(text.unicodeScalars, Masker().masked(text).unicodeScalars).map { ($0.value - 0xAC00) / 588 == ($1.value - 0xAC00) / 588 }
        }
        #expect(initials.count { $0 } < 30)
    }

    @Test(arguments: ["\u{3000}", "\u{A0}\u{2003}\u{202F}", "\u{FEFF}", "\u{1680}"]) func blanksBeyondASCIIStay(text: String) {
        #expect(masker.masked(text) == text)
    }

    @Test(arguments: [0, 7, -12, 999_999, -999_999]) func shortNumbersStay(number: Int) {
        #expect(masker.masked(JSONNumber(number)) == JSONNumber(number))
    }

    @Test(arguments: [
        "1000000", "-1234567", "2147483647", "2147483648", "4294967296", "1712345678", "1712345678901", "9223372036854775807",
        "18446744073709551615", "4111111111111111", "3.14159265", "0.30000000000000004", "771234567.125", "1.2345678e-10",
        "123456789012345678901234567890",
    ])
    func longNumbersBecomeOthersOfAsManyDigitsWhichTheSameTypesHold(text: String) throws {
        let number = try #require(JSONNumber(literal: text))
        func digits(_ number: JSONNumber) -> Int { number.text.count(where: \.isNumber) }
        for _ in 0..<50 {
            let masker = Masker()
            let masked = masker.masked(number)
            #expect(masked == masker.masked(number))
            #expect(masked != number)
            // Of seventeen digits, `Double` has not all; of those at the end some are zeros by chance.
            #expect(digits(masked) == digits(number) || digits(number) > 15 && abs(digits(masked) - digits(number)) < 7)
            #expect(masked.text.hasPrefix("-") == text.hasPrefix("-"))
            let value = JSONValue.number(masked)
            if let int = Int32(text) { #expect((try? value.decode(Int32.self)) != nil, "\(int) became \(masked.text)") }
            if let int = UInt32(text) { #expect((try? value.decode(UInt32.self)) != nil, "\(int) became \(masked.text)") }
            if let int = Int64(text) { #expect((try? value.decode(Int64.self)) != nil, "\(int) became \(masked.text)") }
            if let int = UInt64(text) { #expect((try? value.decode(UInt64.self)) != nil, "\(int) became \(masked.text)") }
            if let double = Double(text) { #expect((try? value.decode(Double.self)) != nil, "\(double) became \(masked.text)") }
        }
    }

    @Test func theLargestNumbersHavePseudonymsToo() throws {
        for text in ["1.7976931348623157e+308", "-1.7976931348623157e+308", "1.0000001e+308"] {
            let number = try #require(JSONNumber(literal: text))
            for _ in 0..<50 { #expect(Masker().masked(number) != number) }
        }
    }

    @Test func noTwoNumbersOfARangeShareAPseudonym() {
        for start in [1_000_000, 2_147_480_000, 4_294_960_000, 1_999_990_000] {
            let numbers = (start..<(start + 20_000)).map { JSONNumber($0) }
            #expect(Set(numbers.map { masker.masked($0) }).count == numbers.count)
        }
    }
}
