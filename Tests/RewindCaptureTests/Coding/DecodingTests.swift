import Foundation
import RewindCapture
import RewindValue
import Testing

@Suite(.timeLimit(.minutes(5))) struct DecodingTests {
    struct Everything: Codable, Equatable {
        var int: Int8 = -5
        var uint = UInt64.max
        var wide = Int128.min
        var wider = UInt128.max
        var float: Float = 0.1
        var double = -Double.infinity
        var decimal = Decimal(string: "-1234567890.12345678901234567890") ?? 0
        var text = "é\u{0}\u{1F600}"
        var date = Date(timeIntervalSinceReferenceDate: 0.1)
        var data = Data([1, 2, 3])
        var url = URL(string: "file:///a%20b")
        var optional: Int??
        var list: [Int?] = [1, nil]
        var byNumber = [3: "c", -1: "a"]
        var byDate = [Date(timeIntervalSinceReferenceDate: 1): [true]]
        var set: Set = [3, 2, 1]
        var shape = Shape.group([.circle(radius: 1.5), .point])
        var json: JSONValue = ["a": [1, nil, .number(.double(2.5))]]
        var uuid = UUID()
    }
    enum Shape: Codable, Equatable {
        case point, circle(radius: Double)
        indirect case group([Shape])
    }

    @Test func whatWasEncodedDecodesToTheSame() throws {
        let value = Everything()
        let encoded = try JSONValue(encoding: value)
        #expect(try encoded.decode(Everything.self) == value)
        #expect(try JSONValue(parsing: encoded.jsonText).decode() == value)
    }

    @Test func naNComesBack() throws {
        let values: [Double] = try JSONValue(encoding: [Double.nan, .infinity]).decode()
        #expect(values[0].isNaN && values[1] == .infinity)
        #expect(try JSONValue(encoding: Float.nan).decode(Float.self).isNaN)
        #expect(try JSONValue(encoding: Decimal.nan).decode(Decimal.self).isNaN)
    }

    @Test func superclassesDecodeFromWhereTheyWereEncoded() throws {
        let dog: Dog = try JSONValue(encoding: Dog(name: "Rex", tricks: ["sit"])).decode()
        #expect(dog.name == "Rex" && dog.tricks == ["sit"])
    }

    struct Target: Codable {
        struct Inner: Codable { var count: UInt8 }
        var inner: [Inner]
        var url: URL?
        var data: Data?
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let json: String
        let type: any (Decodable & SendableMetatype).Type
        init(_ name: String, _ json: String, _ type: any (Decodable & SendableMetatype).Type = Target.self) {
            testDescription = name
            self.json = json
            self.type = type
        }
    }

    static let failures = [
        Failure("a key that is missing", #"{}"#), Failure("null for a value", #"{"inner":null}"#),
        Failure("a text for an array", #"{"inner":"a"}"#),
        Failure("a text for a number", #"{"inner":[{"count":1},{"count":"x"}]}"#), Failure("a number for an object", #"{"inner":[5]}"#),
        Failure("bad Base64", #"{"inner":[],"data":"?"}"#), Failure("a bad URL", #"{"inner":[],"url":""}"#),
        Failure("an array for a struct", "[]"),
        Failure("a Boolean for a text", "true", String.self), Failure("a number for a Boolean", "1", Bool.self),
        Failure("an array that is too short", #"[1]"#, [Bool: Int].self), Failure("no case of an enum", #"{"square":{}}"#, Shape.self),
    ]

    @Test(arguments: failures) func errorsAreThoseOfFoundationsCoder(_ failure: Failure) throws {
        func kindAndPath(_ decode: () throws -> Any) -> String {
            do {
                return "decoded \(try decode())"
            } catch let error as DecodingError {
                let path = { (context: DecodingError.Context) in context.codingPath.map(\.stringValue).joined(separator: ".") }
                return switch error {
                case .typeMismatch(_, let context): "type mismatch at \(path(context))"
                case .valueNotFound(_, let context): "no value at \(path(context))"
                case .keyNotFound(let key, let context): "no key \(key.stringValue) at \(path(context))"
                case .dataCorrupted(let context): "corrupted at \(path(context))"
                @unknown default: "unknown"
                }
            } catch {
                return "\(error)"
            }
        }
        let foundation = kindAndPath { try JSONDecoder().decode(failure.type, from: Data(failure.json.utf8)) }
        let value = try JSONValue(parsing: failure.json)
        #expect(kindAndPath { try value.decode(failure.type) } == foundation)
        #expect(!foundation.hasPrefix("decoded"))
    }

    @Test func anErrorSaysWhatWasExpectedAndWhatWasFound() {
        #expect { try JSONValue.string("x").decode(Int.self) } throws: { error in
            "\(error)".contains("Expected to decode Int but found a string instead.")
        }
        // Foundation does not say where.
        #expect {
            try JSONValue(parsing: #"{"inner":[{"count":256}]}"#).decode(Target.self)
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.codingPath.map(\.stringValue) == ["inner", "Index 0", "count"]
                && context.debugDescription == "Parsed JSON number <256> does not fit in UInt8."
        }
    }
}
