import Foundation
import RewindCapture
import RewindValue
import Testing

@Suite(.timeLimit(.minutes(5))) struct EncodingTests {
    struct Empty: Codable {}
    struct Numbers: Codable {
        var small = Int8.min
        var large = UInt64.max
        var float: Float = 0.1
        var double = 0.1
        var whole = 3.0
        var huge = 1e300
        var zero = -0.0
    }
    enum Shape: Codable {
        case point
        case circle(radius: Double)
        case pair(Int, String)
        indirect case group([Shape], Shape?)
    }
    struct Holder<Value: Codable & Sendable>: Codable, Sendable { var value: Value }

    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: any Encodable & Sendable
        init(_ name: String, _ value: any Encodable & Sendable) {
            testDescription = name
            self.value = value
        }
    }

    static let samples = [
        Sample("an empty struct", Empty()), Sample("numbers", Numbers()), Sample("Boolean and text", ["a": true, "é\n": false]),
        Sample("enums", [Shape.point, .circle(radius: 2), .pair(1, "x"), .group([.point], nil)] as [Shape]),
        Sample("optionals", [Holder<Int??>(value: 1), Holder(value: .some(nil)), Holder(value: nil)]), Sample("nothing at all", Int?.none),
        Sample("a date", Date(timeIntervalSinceReferenceDate: 12.5)), Sample("data", Data([0, 255, 62])),
        Sample("a URL", URL(string: "http://a.b/c?d=e")),
        Sample("a date encoded by itself", Forwarding(Date(timeIntervalSinceReferenceDate: 1))),
        Sample("data encoded by itself", Forwarding(Data([1, 2]))), Sample("a decimal", Decimal(string: "12345678901234567890.5")),
        Sample("a decimal encoded by itself", Forwarding(Decimal(5))), Sample("wrapped leaves", [Holder(value: Data([1]))]),
        Sample("a dictionary with number keys", [1: "a", -2: "b"]),
        Sample("a dictionary with other keys", [true: Date(timeIntervalSinceReferenceDate: 0)]),
        Sample("a superclass in its own container", SubclassSample()), Sample("a value of a few kinds", Nested()),
        Sample("a UUID", UUID()), Sample("a range", [1..<3]), Sample("a contiguous array", [1, 2, 3] as ContiguousArray),
        Sample("a component", DateComponents(year: 2020)), Sample("a locale", Locale(identifier: "de_DE")),
        Sample("a child that encodes nothing", ["a": Silent()]),
        Sample("a value in JSON", ["a": [nil, 1, .number(.double(-0.5))] as JSONValue]),
    ]

    /// Hands its encoder to another value.
    struct Forwarding<Value: Encodable & Sendable>: Encodable, Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    struct Silent: Encodable, Sendable { func encode(to encoder: any Encoder) {} }

    struct SubclassSample: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Dog(name: "Rex", tricks: ["sit"]), forKey: Key(stringValue: "dog"))
            try container.encode(Cat(name: "Tom"), forKey: Key(stringValue: "cat"))
        }
    }

    struct Nested: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
            try list.encodeNil()
            try list.encode("a")
            try list.encode(contentsOf: [1, 2])
            var object = list.nestedContainer(keyedBy: Key.self)
            try object.encode(list.count, forKey: Key(stringValue: "count"))
            try 5.encode(to: list.superEncoder())
            try "base".encode(to: container.superEncoder())
            var again = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "object"))
            try again.encode(1, forKey: Key(stringValue: "one"))
            var more = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "object"))
            try more.encode(2, forKey: Key(stringValue: "two"))
        }
    }

    @Test(arguments: samples) func valuesEncodeAsWithFoundationsCoder(_ sample: Sample) throws {
        let foundation = try JSONValue(parsing: [UInt8](JSONEncoder().encode(sample.value)))
        #expect(try JSONValue(encoding: sample.value) == foundation)
    }

    static let texts: [(any Encodable & Sendable, String)] = [
        (Double.nan, #"{"$float":"nan"}"#), (-Float.infinity, #"{"$float":"-inf"}"#), ([Double.infinity], #"[{"$float":"inf"}]"#),
        (Int128.max, "1.70141183460469231731687303715884105727e+38"), ([UInt128(1)], "[1]"), (Decimal.nan, #"{"$float":"nan"}"#),
        (Set([10, 9, 1]), "[1,10,9]"), (["b": 1, "a": 2, "é": 3, "e": 4], #"{"a":2,"b":1,"e":4,"é":3}"#),
        ([Date(timeIntervalSinceReferenceDate: 2): "b", Date(timeIntervalSinceReferenceDate: 1): "a"], #"[1,"a",2,"b"]"#),
        (Set([["b": 1], ["a": 1]]), #"[{"a":1},{"b":1}]"#),
    ]

    @Test func whatTheDefaultLosesIsKeptAndWhatHasNoOrderIsSorted() throws {
        for (value, text) in Self.texts {
            let encoded = try JSONValue(encoding: value).jsonText
            #expect(encoded == text)
        }
    }

    @Test func aValueThatEncodesNothingIsAnError() {
        #expect { try JSONValue(encoding: Silent()) } throws: { error in
            "\(error)".contains("Silent encoded nothing; its encode(to:) must write a value.")
        }
    }

    @Test func anErrorNamesThePlace() {
        struct Broken: Encodable {
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(0, .init(codingPath: encoder.codingPath, debugDescription: "broken"))
            }
        }
        #expect { try JSONValue(encoding: ["list": [[Broken()]]]) } throws: { error in
            guard case EncodingError.invalidValue(_, let context) = error else { return false }
            return context.codingPath.map(\.stringValue) == ["list", "Index 0", "Index 0"]
        }
    }

    @Test func containersOfTwoKindsInOneValueAreAnErrorNotATrap() {
        struct TwoKinds: Encodable {
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var object = encoder.container(keyedBy: Key.self)
                try object.encode(2, forKey: Key(stringValue: "a"))
            }
        }
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var single = encoder.singleValueContainer()
                try single.encode(1)
                try single.encode(2)
            }
        }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: TwoKinds()) }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: [Twice()]) }
        #expect(throws: EncodingError.self) { try changes(from: [Twice()], to: [Twice(), Twice()]) }
    }

    @Test func nestingIsBoundedAndWhatIsWithinTheBoundCanBeRead() throws {
        struct Chain: Codable {
            var next: [Chain]
            init(length: Int) { next = length == 0 ? [] : [Chain(length: length - 1)] }
        }
        let value = try JSONValue(encoding: Chain(length: 59))
        #expect(try JSONValue(parsing: value.jsonText) == value)
        let chain: Chain = try value.decode()
        #expect(try JSONValue(encoding: chain) == value)
        #expect(throws: NestingLimitExceeded.self) { try JSONValue(encoding: Chain(length: 100)) }
    }
}
