import Foundation
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What a pseudonym keeps of the text or number that it stands for, and what it does not.
@Suite struct MaskerTests {
    private let masker = Masker()

    @Test(arguments: ["", " ", "\n\t  "]) func `what is empty or blank stays`(text: String) { #expect(masker.masked(text) == text) }

    @Test(arguments: [
        "a", "ab", "Learn Swift", "hunter2", "lovelace", "P@ss-w0rd!", "Größe", "пароль", "密码是什么", "한국어 문장", "👩‍👧 emoji", "ａｂｃ", "!!!***!!!",
        "x\"y\\z", "the quick brown fox jumps over the lazy dog, twice", "12.50", "+49 170 1234567", "ada@example.com",
    ])
    func `a text becomes another, as long, of the same kinds of characters, always the same`(text: String) {
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

    @Test func `texts of one form never share a pseudonym`() {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        #expect(Set(letters.map(masker.masked)) == Set(letters))
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        #expect(Set(pairs.map(masker.masked)) == Set(pairs))
        let numbers = (0..<10_000).map { String(10_000 + $0) }
        #expect(Set(numbers.map { masker.masked($0) }).count == numbers.count)
        #expect(Set((0..<256).map { masker.masked([UInt8($0)]) }).count == 256)
    }

    @Test func `of a text that grows letter by letter, no step tells of the next`() {
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
    func `a URL stays one, with its scheme and its port`(text: String) throws {
        let masked = masker.masked(text)
        #expect(masked != text)
        let (before, after) = (try #require(URL(string: text)), try #require(URL(string: masked)))
        #expect(before.scheme == after.scheme && before.port == after.port)
        #expect(before.pathComponents.count == after.pathComponents.count)
    }

    @Test func `a UUID stays one, in its case`() throws {
        for _ in 0..<100 {
            let id = UUID()
            let masked = masker.masked(id.uuidString)
            #expect(masked != id.uuidString && UUID(uuidString: masked)?.uuidString == masked)
            #expect(masker.masked(id.uuidString.lowercased()).allSatisfy { !$0.isUppercase })
        }
    }

    @Test(arguments: ["2024-05-01", "1999-12-28T23:59:59Z", "2024-02-29T00:00:00.125+02:00", "2024-01-31 10:30"])
    func `a date by ISO 8601 stays one`(text: String) throws {
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
        #expect(text.contains("02-29") || changed > 150)
    }

    @Test(arguments: [0, 7, -12, 999_999, -999_999]) func `short numbers stay`(number: Int) {
        #expect(masker.masked(JSONNumber(number)) == JSONNumber(number))
    }

    @Test(arguments: [
        "1000000", "-1234567", "2147483647", "2147483648", "4294967296", "1712345678", "1712345678901", "9223372036854775807",
        "18446744073709551615", "4111111111111111", "3.14159265", "0.30000000000000004", "771234567.125", "1.2345678e-10",
        "123456789012345678901234567890",
    ])
    func `long numbers become others of as many digits, which the same types hold`(text: String) throws {
        let number = try #require(JSONNumber(literal: text))
        func digits(_ number: JSONNumber) -> Int { number.text.count(where: \.isNumber) }
        for _ in 0..<50 {
            let masker = Masker()
            let masked = masker.masked(number)
            #expect(masked == masker.masked(number))
            #expect(masked != number)
            // Of seventeen digits, `Double` has not all.
            #expect(digits(masked) == digits(number) || digits(number) > 15 && abs(digits(masked) - digits(number)) < 4)
            #expect(masked.text.hasPrefix("-") == text.hasPrefix("-"))
            let value = JSONValue.number(masked)
            if let int = Int32(text) { #expect((try? value.decode(Int32.self)) != nil, "\(int) became \(masked.text)") }
            if let int = UInt32(text) { #expect((try? value.decode(UInt32.self)) != nil, "\(int) became \(masked.text)") }
            if let int = Int64(text) { #expect((try? value.decode(Int64.self)) != nil, "\(int) became \(masked.text)") }
            if let int = UInt64(text) { #expect((try? value.decode(UInt64.self)) != nil, "\(int) became \(masked.text)") }
            if let double = Double(text) { #expect((try? value.decode(Double.self)) != nil, "\(double) became \(masked.text)") }
        }
    }

    @Test func `no two numbers of a range share a pseudonym`() {
        for start in [1_000_000, 2_147_480_000, 4_294_960_000, 1_999_990_000] {
            let numbers = (start..<(start + 20_000)).map { JSONNumber($0) }
            #expect(Set(numbers.map { masker.masked($0) }).count == numbers.count)
        }
    }
}
