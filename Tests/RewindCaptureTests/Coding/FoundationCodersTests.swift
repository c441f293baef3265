import Foundation
import RewindCapture
import RewindValue
import TestSupport
import Testing

/// What our coders do with any value is what Foundation's do with it by default, but for what these lose.
@Suite(.timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600))) struct FoundationCodersTests {
    struct Species: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: @Sendable (_ seeds: Range<UInt64>) throws -> Void

        /// - Parameter sorting: brings what a type keeps without order into one.
        init<T: ZooAnimal>(_ type: T.Type, sorting: @escaping @Sendable (JSONValue) -> JSONValue = { $0 }) {
            testDescription = "\(type)"
            check = { seeds in
                for seed in seeds {
                    var random = SeededGenerator(seed: seed)
                    try FoundationCodersTests.check(T(random: &random), "\(type), seed \(seed)", sorting: sorting)
                }
            }
        }
    }

    static let zoo: [Species] = [
        Species(Ark.self) { value in
            guard case .object(var object) = value else { return value }
            object["colours"] = object["colours"]?.sortedElements
            object["byColour"] = object["byColour"]?.sortedPairs
            return .object(object)
        },
        Species(Padded.self), Species([Todo].self), Species(Shape.self), Species([Shape].self), Species([Double].self),
        Species([Float?].self), Species([String: String].self), Species([String: [Todo]?].self), Species([Int: Padded].self),
        Species([Colour: [Int]].self, sorting: \.sortedPairs), Species([Double: Shape?].self, sorting: \.sortedPairs),
        Species([URL: Data].self, sorting: \.sortedPairs), Species([Date: Int].self, sorting: \.sortedPairs),
        Species([Bool: Decimal].self, sorting: \.sortedPairs), Species(Set<String>.self, sorting: \.sortedElements),
        Species(Set<Padded>.self, sorting: \.sortedElements), Species(Pair<Int??, [Bool??]>.self), Species(Pair<Date, [Date]>.self),
        Species([Decimal].self), Species(Data.self), Species(URL?.self), Species(Kennel.self), Species([Kennel].self),
        Species([AnyThing].self),
        Species(Listing<Padded>.self), Species([Listing<AnyThing>].self), Species(Chameleon.self), Species([Chameleon].self),
        Species(Careless.self), Species(Oddities.self), Species(Session.self), Species([[[Int]]].self), Species([UInt8].self),
    ]

    @Test(arguments: zoo) func randomValuesEncodeAndDecodeAsWithFoundationsCoders(_ species: Species) throws {
        try species.check(0..<(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 60 : 2_000))
    }

    private static func check<T: Codable>(_ value: T, _ comment: String, sorting: (JSONValue) -> JSONValue) throws {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

        let data = try encoder.encode(value)
        let ours = try JSONValue(encoding: value)
        let theirs = try JSONValue(parsing: [UInt8](data))
        if sorting(ours.untagged) != sorting(theirs) { Issue.record("\(comment)\n\(ours.untagged.jsonText)\n\(theirs.jsonText)") }

        // Decoded by theirs and by ours, from the text as well, and written again by ours.
        let decodedByTheirs = Result { try JSONValue(encoding: decoder.decode(T.self, from: data)).jsonText }
        let decodedByOurs = Result { try JSONValue(encoding: ours.decode(T.self)).jsonText }
        let decodedFromText = Result { try JSONValue(encoding: JSONValue(parsing: ours.jsonText).decode(T.self)).jsonText }
        switch (decodedByTheirs, decodedByOurs, decodedFromText) {
        case (.success(let theirs), .success(let ours), .success(let fromText)):
            if ours != theirs || fromText != theirs { Issue.record("\(comment)\n\(theirs)\n\(ours)\n\(fromText)") }
        case (.failure, .failure, .failure): break
        default: Issue.record("\(comment)\n\(decodedByTheirs)\n\(decodedByOurs)\n\(decodedFromText)")
        }
    }

    struct Extremes: Codable, Equatable {
        var int8 = [Int8.min, .max]
        var int16 = [Int16.min, .max]
        var int32 = [Int32.min, .max]
        var int64 = [Int64.min, .max, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1]
        var int = [Int.min, .max]
        var uint8 = [UInt8.min, .max]
        var uint16 = [UInt16.min, .max]
        var uint32 = [UInt32.min, .max]
        var uint64 = [UInt64.min, .max, 1 << 63]
        var uint = [UInt.min, .max]
        var float = [Float.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -0.0, .pi, 16_777_216]
        var double = [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -0.0, .pi, 1e22, 0x1p64]
        var date = [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0.001)]
        var byInt = [Int.min: Int.max, Int.max: Int.min]
        var data = [Data(), Data([0]), Data(0...255)]
        var url = [URL(string: "a"), URL(string: "https://é.example/ü?q=a%20b#c"), URL(string: "data:,x")]
    }

    @Test func extremesAreTheSameInBothBothWays() throws {
        let value = Extremes()
        let data = try JSONEncoder().encode(value)
        let theirs = try #require(JSONValue(parsing: [UInt8](data)).object)
        for (key, ours) in try #require(JSONValue(encoding: value).object) { #expect(theirs[key] == ours, "\(key)") }
        #expect(try JSONValue(parsing: [UInt8](data)).decode() == value)
        #expect(try JSONDecoder().decode(Extremes.self, from: Data(JSONValue(encoding: value).jsonText.utf8)) == value)
    }

    @Test(arguments: [
        (0x1p53, "9007199254740992"), (0x1p63, "9223372036854775808"), (-0x1p63, "-9223372036854775808"),
    ]) func aWholeDoubleIsWrittenToItsLastDigitAndReadTheSameByBoth(value: Double, text: String) throws {
        let ours = try JSONValue(encoding: [value])
        #expect(ours.jsonText == "[\(text)]")
        #expect(try JSONDecoder().decode([Double].self, from: Data(ours.jsonText.utf8)) == [value])
        #expect(try ours.decode([Double].self) == [value])
        #expect(try JSONValue(parsing: [UInt8](JSONEncoder().encode([value]))).decode([Double].self) == [value])
    }

    @Test(arguments: [
        "0", "-0.5", "0.1", "99999999999999999999999999999999999999", "-0.00000000000000000000000000000000000001", "1e127", "1e-127",
        "12345678901234567890.123456789012345678",
    ]) func aDecimalKeepsEveryDigit(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        let encoded = try JSONValue(encoding: [decimal])
        #expect(try encoded.decode([Decimal].self) == [decimal])
        #expect(try JSONValue(parsing: encoded.jsonText).decode([Decimal].self) == [decimal])
    }

    @Test(arguments: [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")]) func whatJSONHasNoNumberForIsTagged(
        value: Double, tag: String
    ) throws {
        struct Holder: Codable {
            var double: Double
            var float: Float
            var byDouble: [Double: Double]
            var date: Date
        }
        let holder = Holder(double: value, float: Float(value), byDouble: [value: value], date: Date(timeIntervalSinceReferenceDate: value))
        let tagged = "{\"$float\":\"\(tag)\"}"
        let encoded = try JSONValue(encoding: holder)
        #expect(
            encoded.jsonText == "{\"double\":\(tagged),\"float\":\(tagged),\"byDouble\":[\(tagged),\(tagged)],\"date\":\(tagged)}")
        let decoded: Holder = try JSONValue(parsing: encoded.jsonText).decode()
        #expect(try JSONValue(encoding: decoded) == encoded)
    }

    @Test func dictionariesAndSetsAreSortedWhateverOrderTheyHaveInMemory() throws {
        var random = SeededGenerator(seed: 5)
        let keys = (0..<200).map { _ in "\(random.below(10_000))é" }
        let first = Dictionary(keys.map { ($0, 1) }) { first, _ in first }
        var second: [String: Int] = Dictionary(minimumCapacity: 5_000)
        for key in keys.reversed() { second[key] = 1 }
        #expect(try JSONValue(encoding: first).jsonText == JSONValue(encoding: second).jsonText)
        let sorted = Set(keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(try JSONValue(encoding: first).object.map { Array($0.keys) } == sorted)
        #expect(try JSONValue(encoding: Set(keys)) == .array(sorted.map(JSONValue.string)))
    }

    @Test func keysThatEncodeAlikeAreSortedByTheirValues() throws {
        for seed in 0..<50 {
            var random = SeededGenerator(seed: UInt64(seed))
            var dictionary: [Double: Int] = [1: 0, -1: 7]
            for value in [5, 3, 4, 1].shuffled(using: &random) { dictionary[.nan] = value }
            let nan = #"{"$float":"nan"}"#
            #expect(try JSONValue(encoding: dictionary).jsonText == "[-1,7,1,0,\(nan),1,\(nan),3,\(nan),4,\(nan),5]")
        }
    }
}

extension JSONValue {
    /// As a coder writes it that is told to write NaN and the infinities as texts.
    fileprivate var untagged: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.untagged))
        case .object(let object):
            if object.count == 1, let tag = object["$float"] { return tag }
            return .object(JSONObject(object.map { ($0.key, $0.value.untagged) }))
        default: return self
        }
    }

    /// A text that is the same for equal values, whatever order members have.
    private var sortKey: String {
        switch self {
        case .array(let elements): "[\(elements.map(\.sortKey).joined(separator: ","))]"
        case .object(let object): "{\(object.map { "\($0.key):\($0.value.sortKey)" }.sorted().joined(separator: ","))}"
        default: jsonText
        }
    }

    fileprivate var sortedElements: JSONValue { .array((array ?? []).sorted { $0.sortKey < $1.sortKey }) }

    fileprivate var sortedPairs: JSONValue {
        let elements = array ?? []
        let pairs = stride(from: 0, to: elements.count - 1, by: 2).map { JSONValue.array([elements[$0], elements[$0 + 1]]) }
        return JSONValue.array(pairs).sortedElements
    }
}
