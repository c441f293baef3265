import Foundation
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What a pseudonym keeps of the text or number that it stands for, and what it does not.
@Suite struct MaskerTests {
    private let masker = Masker()

    @Test(arguments: ["", " ", "\n\t  "]) func whatIsEmptyOrBlankStays(text: String) { #expect(masker.masked(text) == text) }

    @Test(arguments: [
        "a", "ab", "Learn Swift", "hunter2", "lovelace", "P@ss-word!", "Größe", "пароль", "密码是什么", "한국어 문장", "👩‍👧 emoji", "ａｂｃ", "!!!***!!!",
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
        // One without a digit, as tests have.
        for text in ["AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE", "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"] {
            let id = masker.masked(text)
            #expect(id != text && UUID(uuidString: id) != nil)
        }
    }

    /// Which characters are digits, and which capitals, tells enough of a hash to find by trying whose it is.
    @Test(arguments: [
        ("https://www.gravatar.com/avatar/", "c482ef3f74e0362738536398c5c4a9d8", "?s=200"),
        ("\"", "c482ef3f74e0362738536398c5c4a9d8", "\""),
        ("avatar-", "c482ef3f74e0362738536398c5c4a9d8", ".png"), ("", "ZHJhZ29uZmx5QHdlYi5kZQ", "=="),
        ("user ", "YWxpY2U6ZHJhZ29uZmx5", ""),
        ("", "01ARZ3NDEKTSV4RRFFQ69G5FAV", ""), ("/d/", "V1StGXR8_Z5jdHi6B-myTpWq", "/x"),
        ("", "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg", "="),
        ("/users/", "550e8400-e29b-41d4-a716-446655440000", "/avatar.png"), ("at ", "3c:22:fb:9a:10:7e", " up"),
        ("from ", "fe80::1c2b:3aff:fe4d:5e6f", ""),
        ("tag ", "04 A2 3F 1B 90 10", " seen"),
        ("key ", "90DA FBD8 05A7 44DF 1234", ""), ("", "3c22.fb9a.107e", ""), ("=?UTF-8?Q?", "=E5=8C=97=4E", "?="), ("LIKE '%", "17", "%'"),
        ("f=", "C3=BC", "r"), ("caf\\x", "c3", "\\xa9"), ("J&#x", "fc", ";rgen"), ("?q=%5Cu0", "41a", ""), ("\\u{", "41a", "}"),
        ("O=Stra\\", #"C3\9F"#, "e"), ("", String(repeating: "3c:22:fb:9a:", count: 20) + "00", ""), ("", "iPhoneOfAda15b", ""),
    ])
    func ofATokenNothingTellsWhichCharactersAreDigitsOrCapitals(before: String, token: String, after: String) {
        let start = before.utf8.count
        let text = Array((before + token + after).utf8)
        // At some key each letter and digit of the token becomes a digit, at another a letter.
        var (digits, letters) = (Set<Int>(), Set<Int>())
        for _ in 0..<400 {
            let masked = Array(Masker().masked(before + token + after).utf8)
            #expect(masked.count == text.count)
            for place in start..<(start + token.utf8.count) where text[place].isASCIIAlphanumeric {
                if masked[place].isASCIIDigit { digits.insert(place) } else { letters.insert(place) }
            }
        }
        let places = (start..<(start + token.utf8.count)).filter { text[$0].isASCIIAlphanumeric }
        #expect(digits.isSuperset(of: places) && letters.isSuperset(of: places), "\(masker.masked(before + token + after))")
    }

    @Test func aTokenInBase64StaysOne() throws {
        for count in 6..<60 {
            let data = Data((0..<count).map { _ in UInt8.random(in: .min ... .max) })
            let masked = masker.masked(data.base64EncodedString())
            #expect(Data(base64Encoded: masked)?.count == count, "\(masked)")
        }
    }

    @Test(arguments: ["a1b", "1a2", "aB", "aBc", "10am", "2nd", "v1b2", "w0rd-1a2"])
    func shortOnesThatMixNeverShareAPseudonymWithAWord(text: String) {
        func kinds(_ text: String) -> [Int] { text.utf8.map { $0.isASCIIDigit ? 0 : $0.isASCIILetter ? 1 : 2 } }
        func breaks(_ text: String) -> [Int] {
            // Where it stops being a word or a number.
            text.split(separator: "-", omittingEmptySubsequences: false).map { word in
                let kinds = kinds(String(word))
                return kinds.indices.dropFirst().first { kinds[$0] != 0 && kinds[$0 - 1] != kinds[$0] && kinds[$0] + kinds[$0 - 1] != 3 }
                    ?? kinds.count
            }
        }
        for _ in 0..<200 { #expect(breaks(Masker().masked(text)) == breaks(text)) }
    }

    @Test(arguments: ["%E5%8C%97%e4%ba%ac", "https://example.com/?q=%E5%8C%97%E4%BA%AC&n=%64%72%61%67", #"{"city":"\u5317\u4eac"}"#])
    func escapedCharactersKeepThatTheyAreSome(text: String) {
        let masked = (0..<50).map { _ in Masker().masked(text) }
        #expect(
            masked.allSatisfy {
                $0.count == text.count && $0.utf8.count { $0 == UInt8(ascii: "%") } == text.utf8.count { $0 == UInt8(ascii: "%") }
            })
        #expect(Set(masked).count > 45)
        if let json = text.first, json == "{" {
            #expect(masked.allSatisfy { (try? JSONValue(parsing: $0)) != nil })
        }
    }

    /// A capital among small letters, or the other way round, would tell which escapes have no letter.
    @Test(arguments: [
        #"{"name":"\u041a\u0438\u0440\u043b"}"#, "%e5%8c%97%41%20", "a %e5%8c%97%41 b", #"\xe5\x8c\x97\x41"#, "0x04, 0xa2, 0x3f",
    ])
    func smallHexadecimalDigitsStaySmall(text: String) {
        for _ in 0..<100 {
            let masked = Masker().masked(text)
            #expect(masked.allSatisfy { !$0.isUppercase } && masked.count == text.count, "\(masked)")
        }
    }

    @Test(arguments: [
        ["LIKE '%Ada%'", "LIKE '%ada%'", "LIKE '%ADA%'"], ["20%Fabian", "20%fabian"], ["abba 1999 CD", "Abba 1999 CD", "ABBA 1999 cd"],
        ["Bed 204 B", "bed 204 B", "bed 204 b"], ["E7 a7 d7 b5", "E7 A7 d7 b5", "e7 a7 d7 b5"], ["caf=C3=A9s", "caf=c3=a9s", "caf=C3=a9s"],
        ["a%C3%A9%E4b", "a%C3%a9%E4b", "a%c3%a9%e4b"], [#"\u00FC\u00e4 x"#, #"\u00fc\u00e4 x"#],
        ["http://[FE80::aB]/", "http://[fe80::aB]/"],
    ])
    func hexadecimalDigitsOfAnotherCaseAreOtherOnes(texts: [String]) {
        for _ in 0..<100 {
            let masker = Masker()
            #expect(Set(texts.map { masker.masked($0) }).count == texts.count)
        }
    }

    @Test(arguments: ["Dad 555 123 4567", "Bed 204 B", "12-Dec-1990", "the cafe 1990 bad", "Abba 1999 CD"])
    func wordsThatHaveHexadecimalDigitsOnlyStayWords(text: String) {
        func kinds(_ text: String) -> [Int] { text.utf8.map { $0.isASCIIDigit ? 0 : $0.isASCIILetter ? 1 : 2 } }
        #expect(kinds(masker.masked(text)) == kinds(text))
    }

    @Test(arguments: ["%25D0%259C%25D0%25B0", "%255Cu041c%255cu0430", "%25252Fq%2525D0"])
    func inASentenceNothingTellsOfDigitsThatAreEscapedTwice(text: String) {
        var digits = [Bool](repeating: false, count: text.utf8.count)
        var letters = digits
        for _ in 0..<200 {
            for (place, byte) in Masker().masked("opened https://example.com/?u=\(text)").utf8.suffix(text.utf8.count).enumerated() {
                if byte.isASCIIDigit { digits[place] = true } else { letters[place] = true }
            }
        }
        for (place, byte) in text.utf8.enumerated() where byte.isASCIIDigit && Array(text.utf8)[max(0, place - 1)] != UInt8(ascii: "u") {
            #expect(digits[place] && letters[place], "\(place)")
        }
    }

    @Test func whatIsEscapedTwiceTellsNoMoreThanWhatIsOnce() {
        let text = "https://example.com/?u=%252Fq%253D%25D0%259C%25D0%25B0"
        var kinds: Set<String> = []
        for _ in 0..<60 {
            let masked = Masker().masked(text)
            kinds.insert(String(masked.suffix(20).map { $0.isNumber ? "0" : $0.isLetter ? "a" : $0 }))
            #expect(URL(string: masked)?.query?.removingPercentEncoding != nil || URL(string: masked) != nil)
        }
        #expect(kinds.count > 20, "\(kinds)")
    }

    @Test func lettersWithAccentsTellNothingButThatTheyAreSome() {
        var seen: [Character: Set<Character>] = [:]
        for _ in 0..<3_000 { for (one, other) in zip("úũơŁšğ", Masker().masked("úũơŁšğ")) { seen[one, default: []].insert(other) } }
        #expect(seen.values.allSatisfy { $0.count > 300 })
    }

    @Test func longTextsOfShortPartsTakeNoLongerThanOthers() {
        for part in [
            "a-", "a/", "a:", "a+", "1a:", "a", "aB1/", "%E5", "1a:1z:", "1a 2b ", "1a z ", "0x1, ", #"\x1a"#, "=C3=BC", "%25", "&#x1;",
            #"\u{1"#, "1a1a:1a-",
        ] {
            _ = masker.masked(String(repeating: part, count: 60_000))
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
            let numbers = (start..<(start + 5_000)).map { JSONNumber($0) }
            #expect(Set(numbers.map { masker.masked($0) }).count == numbers.count)
        }
    }
}
