import RewindValue
import Testing

@testable import RewindCapture

/// Texts as bytes, in values that are dumped: however long they are, and however little room the dump has left, no byte tells of another.
@Suite("Masked bytes in what is dumped") struct MaskedDumpTests {
    private struct Document: Sendable {
        var pages: [Int] = []
        var bytes: [UInt8] = []
        var name: (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar) = (67, 111, 114, 114, 101, 99, 116, 0)
        var isOpen = true
    }

    /// A single byte again and again: one by one, each would have the same pseudonym.
    private let row = [UInt8](repeating: 111, count: 2_500)

    @Test(arguments: [300, 1_990, 1_999, 2_000, 2_500])
    func bytesOfALongArrayAreMaskedAsOne(count: Int) throws {
        let document = Document(bytes: Array(row.prefix(count)))
        let bytes = try #require(Redactor(level: .masked).redact(dumping: document).value["bytes"]?.array)
        #expect(Set(bytes.map(\.jsonText)).count > 100)
        #expect((bytes.last == "…") == (count > 1_990))
        #expect(bytes.count <= count)
    }

    @Test(arguments: [1_700, 1_900, 1_970])
    func bytesThatStandLateInALargeValueAreMaskedAsOne(before: Int) throws {
        let document = Document(pages: Array(repeating: 1, count: before), bytes: row)
        let bytes = try #require(Redactor(level: .masked).redact(dumping: document).value["bytes"]?.array)
        #expect(bytes.last == "…" && bytes.count < 2_000 - before)
        #expect(Set(bytes.map(\.jsonText)).count > min(bytes.count / 2, 100))
    }

    @Test func unitsOfATextsViewAreMaskedAsOne() throws {
        let view = String(repeating: "o", count: 2_500).utf8
        let units = try #require(Redactor(level: .masked).redact(dumping: [view] as [Any]).value.array?.first?.array)
        #expect(Set(units.map(\.jsonText)).count > 100 && units.last == "…")
    }

    @Test func anArrayOfCIsAnArray() throws {
        let open = Redactor(level: .everything).redact(dumping: Document()).value
        #expect(open["name"] == [67, 111, 114, 114, 101, 99, 116, 0])
        let masked = try #require(Redactor(level: .masked).redact(dumping: Document()).value["name"]?.array)
        #expect(masked.count == 8 && masked != open["name"]?.array)
    }

    /// A row of scores by name, which shows itself as a tuple.
    private struct Scores: CustomReflectable, Sendable {
        var customMirror: Mirror {
            Mirror(self, children: [("Corvin", UInt8(41)), ("ada corvin", 6)].map { (label: $0.0, value: $0.1) }, displayStyle: .tuple)
        }
    }

    @Test func labelsThatAMirrorMakesAreMasked() {
        let text = Redactor(level: .masked).redact(dumping: Scores()).value.jsonText
        #expect(!text.lowercased().contains("corvin"))
    }
}
