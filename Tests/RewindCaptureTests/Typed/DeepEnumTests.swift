import RewindFormat
import RewindRedaction
import RewindValue
import Synchronization
import Testing

@testable import RewindCapture

/// What a comparison costs grows with the depth of a value, and not with its square.
@Suite("Deep enums", .timeLimit(.minutes(5))) struct DeepEnumTests {
    /// A value that counts how often its kind is encoded.
    private struct Leaf: Encodable, Sendable {
        var number: Int
        static let encodings = Mutex(0)

        func encode(to encoder: any Encoder) throws {
            Leaf.encodings.withLock { $0 += 1 }
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
    }

    private indirect enum Screen: Encodable, Sendable {
        case leaf(Leaf)
        case push(String, Screen?)
        case under(Screen, Int)

        static func nested(_ depth: Int, _ number: Int) -> Screen {
            if depth == 0 { return .leaf(Leaf(number: number)) }
            let inner = nested(depth - 1, number)
            return depth % 3 == 0 ? .under(inner, depth + number) : .push("screen \(depth)", inner)
        }
    }

    private struct State: Encodable, Sendable {
        var screen: Screen
    }

    @Test func whatIsAtTheBottomIsEncodedAsOftenWhateverStandsAboveIt() throws {
        let form = RecordedForm(level: .secrets)
        func encodings(_ depth: Int) throws -> Int {
            let (old, new) = (State(screen: .nested(depth, 1)), State(screen: .nested(depth, 2)))
            let before = Leaf.encodings.withLock { $0 }
            let patch = try form.changes(from: old, to: new).0
            let count = Leaf.encodings.withLock { $0 } - before
            var value = try JSONValue(encoding: old)
            try patch.apply(to: &value)
            #expect(value == (try JSONValue(encoding: new)))
            return count
        }
        #expect(try encodings(40) == encodings(4))
    }

    private enum Field: Encodable, Sendable { case password, city }

    private indirect enum Form: Encodable, Sendable {
        case set(Field?, String)
        case named(String, String)
        case inside(Form)
    }

    private struct Forms: Encodable, Sendable {
        var form: Form
    }

    @Test func theNameOfASecretFieldStaysBesideItsTextWhereOnlyThatChanged() throws {
        let form = RecordedForm(level: .secrets)
        func patch(_ make: (String) -> Form) throws -> String {
            try form.changes(from: Forms(form: .inside(make("a"))), to: Forms(form: .inside(make("correct horse")))).0.json.jsonText
        }
        #expect(try !patch { .set(.password, $0) }.contains("horse"))
        #expect(try !patch { .named("password", $0) }.contains("horse"))
        #expect(try patch { .set(.city, $0) }.contains("horse"))
        #expect(try patch { .set(nil, $0) }.contains("horse"))
        #expect(try patch { .named("city", $0) }.contains("horse"))
    }
}
