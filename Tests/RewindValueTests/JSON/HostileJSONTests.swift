import Foundation
import RewindCapture
import RewindValue
import Testing

/// Texts that are made to hurt: each is read, or refused with a name for why, in memory that its own size bounds.
@Suite(.timeLimit(.minutes(5))) struct HostileJSONTests {
    @Test(arguments: ["[", #"{"a":"#, #"[{"a":["#]) func nestingOf100_000LevelsIsRefusedAtTheLimitNotOnTheStack(
        opening: String
    ) {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: String(repeating: opening, count: 100_000)) }
        #expect(error?.reason == .tooDeep(limit: 128))
        #expect(
            error?.description.hasSuffix("arrays and objects are nested deeper than the limit of 128") == true,
            "\(error?.description ?? "")")
    }

    @Test("A number beyond Double keeps its digits, and decoding a Double says that the number does not fit")
    func aNumberBeyondDoubleKeepsItsDigits() throws {
        let value = try JSONValue(parsing: "[1e400]")
        #expect(value.jsonText == "[1e+400]")
        #expect { try value.decode([Double].self) } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.debugDescription == "Parsed JSON number <1e+400> does not fit in Double."
        }
        #expect(try JSONValue(parsing: String(repeating: "9", count: 100_000)).jsonText.hasSuffix("e+99999"))
    }

    @Test func manyKeysAreReadAndOneThatIsThereTwiceIsFound() throws {
        var text = "{"
        for index in 0..<200_000 { text += "\"k\(index)\":0," }
        #expect(try JSONValue(parsing: text + "\"last\":0}").object?.count == 200_001)
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text + "\"k7\":0}") }
        #expect(error?.reason == .duplicateKey("k7"))
        #expect(error?.offset == text.utf8.count)
    }

    #if os(Linux)
        @Test func aTextOf24MiBTakesLittleMoreMemoryThanItself() async {
            // In a process of its own, whose peak is nobody else's.
            await #expect(processExitsWith: .success) {
                let size = 24 << 20
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: size)
                bytes[0] = UInt8(ascii: "\"")
                bytes[size - 1] = UInt8(ascii: "\"")
                let before = HostileJSONTests.peakMemory
                #expect((try? JSONValue(parsing: bytes))?.string?.utf8.count == size - 2)
                #expect(HostileJSONTests.peakMemory - before < size + size / 4)
                bytes[size - 1] = UInt8(ascii: "x")
                #expect { try JSONValue(parsing: bytes) } throws: { error in
                    (error as? JSONParseError)?.reason == .unexpectedEnd(expected: "the closing quote of a string")
                }
                #expect(HostileJSONTests.peakMemory - before < size + size / 4)
            }
        }

        @Test func aLongTextThatIsNoneAtItsEndTakesNoMemory() async {
            await #expect(processExitsWith: .success) {
                let bytes = Array("[".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 24 << 20) + Array("}".utf8)
                let before = HostileJSONTests.peakMemory
                #expect { try JSONValue(parsing: bytes) } throws: { error in (error as? JSONParseError)?.offset == bytes.count - 1 }
                #expect(HostileJSONTests.peakMemory - before < 1 << 20)
            }
        }

        private static var peakMemory: Int {
            var usage = rusage()
            getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss << 10
        }
    #endif
}
