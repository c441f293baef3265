import RewindValue
import Testing

/// RFC 8259 production by production: what each admits, and what is just beyond it.
@Suite(.timeLimit(.minutes(5))) struct JSONConformanceTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// The value's own text, or the byte offset of the fault.
        let outcome: Result<String, Fault>

        init(_ name: String, _ text: String, is expected: String) {
            (testDescription, bytes, outcome) = (name, Array(text.utf8), .success(expected))
        }

        init(_ name: String, _ text: String, failsAt offset: Int) { self.init(name, bytes: Array(text.utf8), failsAt: offset) }

        init(_ name: String, bytes: [UInt8], failsAt offset: Int) {
            (testDescription, self.bytes, outcome) = (name, bytes, .failure(Fault(offset: offset)))
        }
    }

    struct Fault: Error { let offset: Int }

    static let structures = [
        Sample("an empty array", "[]", is: "[]"), Sample("an empty array with space in it", "[ \t\r\n]", is: "[]"),
        Sample("an empty object", "{}", is: "{}"), Sample("an empty object with space in it", "{\n }", is: "{}"),
        Sample("space around everything", " [ 1 , { \"a\" : 2 } ] ", is: #"[1,{"a":2}]"#),
        Sample("a number alone", "42", is: "42"), Sample("a text alone", #""a""#, is: #""a""#), Sample("null alone", "null", is: "null"),
        Sample("true before a line feed", "true\n", is: "true"), Sample("false after a tab", "\tfalse", is: "false"),
        Sample("elements of every kind", #"[null,true,false,0,"",[],{}]"#, is: #"[null,true,false,0,"",[],{}]"#),
        Sample("arrays in arrays", "[[[[[]]]]]", is: "[[[[[]]]]]"),
        Sample("an empty key", #"{"":1}"#, is: #"{"":1}"#), Sample("a key with an escape", #"{"\u0061\n":1}"#, is: #"{"a\n":1}"#),
        Sample("keys that differ in case only", #"{"a":1,"A":2}"#, is: #"{"a":1,"A":2}"#),
        Sample("one key in two objects", #"[{"a":1},{"a":{"a":2}}]"#, is: #"[{"a":1},{"a":{"a":2}}]"#),

        Sample("nothing", "", failsAt: 0), Sample("space alone", " \n", failsAt: 2),
        Sample("an array that is not closed", "[1", failsAt: 2), Sample("an array that is open after a comma", "[1,", failsAt: 3),
        Sample("an array that is not opened", "1]", failsAt: 1), Sample("an array closed twice", "[]]", failsAt: 2),
        Sample("an array closed as an object", "[1}", failsAt: 2), Sample("a comma before the end", "[1,]", failsAt: 3),
        Sample("a comma before everything", "[,1]", failsAt: 1), Sample("two commas", "[1,,2]", failsAt: 3),
        Sample("no comma", "[1 2]", failsAt: 3), Sample("a colon for a comma", "[1:2]", failsAt: 2),
        Sample("a semicolon for a comma", "[1;2]", failsAt: 2), Sample("an object that is not closed", #"{"a":1"#, failsAt: 6),
        Sample("an object closed as an array", #"{"a":1]"#, failsAt: 6),
        Sample("an object with a comma before the end", #"{"a":1,}"#, failsAt: 7),
        Sample("a key without a value", #"{"a"}"#, failsAt: 4), Sample("a key without a colon", #"{"a" 1}"#, failsAt: 5),
        Sample("two colons", #"{"a"::1}"#, failsAt: 5), Sample("a comma for a colon", #"{"a",1}"#, failsAt: 4),
        Sample("a value without a key", "{:1}", failsAt: 1), Sample("a key without quotes", "{a:1}", failsAt: 1),
        Sample("a key in single quotes", "{'a':1}", failsAt: 1), Sample("a number as a key", "{1:1}", failsAt: 1),
        Sample("null as a key", "{null:1}", failsAt: 1), Sample("members without a comma", #"{"a":1 "b":2}"#, failsAt: 7),
        Sample("a key that is there twice", #"{"a":1,"a":1}"#, failsAt: 7),
        Sample("a key that is there twice, once escaped", #"{"a":1,"\u0061":2}"#, failsAt: 7),
        Sample("two values", "1 2", failsAt: 2), Sample("two objects", "{}{}", failsAt: 2),
        Sample("a comma after the value", "[],", failsAt: 2),
        Sample("a line comment", "[1] // one", failsAt: 4), Sample("a block comment", "[/**/1]", failsAt: 1),
        Sample("a comment with a hash", "# a\n1", failsAt: 0), Sample("a closing bracket alone", "]", failsAt: 0),
        Sample("a byte order mark", "\u{feff}[]", failsAt: 0), Sample("a no-break space", "[\u{a0}1]", failsAt: 1),
        Sample("a form feed", "[\u{c}1]", failsAt: 1), Sample("a vertical tab", "[1\u{b}]", failsAt: 2), Sample("a NUL", "1\0", failsAt: 1),
        Sample("UTF-16", bytes: [0x5b, 0x00, 0x5d, 0x00], failsAt: 1), Sample("a byte that is none of UTF-8's", bytes: [0xff], failsAt: 0),
    ]

    static let words = [
        Sample("null cut short", "nul", failsAt: 3), Sample("true in capitals", "TRUE", failsAt: 0), Sample("True", "True", failsAt: 0),
        Sample("false and more", "falsehood", failsAt: 5), Sample("nil", "nil", failsAt: 1), Sample("undefined", "undefined", failsAt: 0),
        Sample("NaN", "NaN", failsAt: 0), Sample("Infinity", "Infinity", failsAt: 0), Sample("minus Infinity", "-Infinity", failsAt: 1),
        Sample("inf", "[inf]", failsAt: 1), Sample("a word", "[hello]", failsAt: 1),
    ]

    static let numbers = [
        Sample("zero", "0", is: "0"), Sample("minus zero", "-0", is: "-0"), Sample("zero with a fraction", "0.0", is: "0"),
        Sample("a fraction", "123.456", is: "123.456"), Sample("an exponent", "1e2", is: "100"),
        Sample("an exponent with a capital and a sign", "1E+2", is: "100"), Sample("a negative exponent", "25e-2", is: "0.25"),
        Sample("an exponent with zeros before it", "1e0002", is: "100"), Sample("zero with an exponent", "0e+1", is: "0"),
        Sample("the largest Int64", "9223372036854775807", is: "9223372036854775807"),
        Sample("the smallest Int64", "-9223372036854775808", is: "-9223372036854775808"),
        Sample("the largest UInt64", "18446744073709551615", is: "18446744073709551615"),
        Sample("a number beyond Double", "1e400", is: "1e+400"), Sample("a number below Double", "-1e-400", is: "-1e-400"),
        Sample("more digits than Double has", "0.1000000000000000000000000000001", is: "1.000000000000000000000000000001e-1"),

        Sample("a plus sign", "+1", failsAt: 0), Sample("two minus signs", "--1", failsAt: 1),
        Sample("a minus sign alone", "[-]", failsAt: 2),
        Sample("a zero before a digit", "01", failsAt: 1), Sample("a zero before a digit, negative", "-012", failsAt: 2),
        Sample("two zeros", "00", failsAt: 1), Sample("a point at the beginning", ".5", failsAt: 0),
        Sample("a point at the end", "[1.]", failsAt: 3), Sample("a point before an exponent", "1.e1", failsAt: 2),
        Sample("a point after a minus sign", "-.5", failsAt: 1), Sample("two points", "1.2.3", failsAt: 3),
        Sample("an exponent without digits", "[1e]", failsAt: 3), Sample("an exponent with a sign alone", "1e+", failsAt: 3),
        Sample("two exponents", "1e1e1", failsAt: 3), Sample("an exponent with a fraction", "1e1.5", failsAt: 3),
        Sample("an exponent with two signs", "1e+-1", failsAt: 3), Sample("hexadecimal", "0x1F", failsAt: 1),
        Sample("an underscore", "1_000", failsAt: 1), Sample("a space in the middle", "1 000", failsAt: 2),
        Sample("a comma for a point", "1,5", failsAt: 1), Sample("a suffix", "1f", failsAt: 1),
        Sample("digits of another script", "\u{ff11}", failsAt: 0), Sample("an exponent of ten digits", "[1e1000000000]", failsAt: 1),
    ]

    static let texts = [
        Sample("an empty text", #""""#, is: #""""#), Sample("every short escape", #""\"\\\/\b\f\n\r\t""#, is: #""\"\\/\b\f\n\r\t""#),
        Sample("a letter as an escape", #""\u0041""#, is: #""A""#),
        Sample("hexadecimal digits of both cases", #""\u00e9\u00E9""#, is: #""éé""#),
        Sample("a surrogate pair", #""\ud83d\ude00""#, is: #""😀""#), Sample("the last scalar", #""\udbff\udfff""#, is: "\"\u{10ffff}\""),
        Sample("an escaped NUL", #""\u0000""#, is: #""\u0000""#), Sample("a non-character", "\"\u{ffff}\"", is: "\"\u{ffff}\""),
        Sample("an escaped non-character", #""\uFFFE""#, is: "\"\u{fffe}\""), Sample("DEL as it stands", "\"\u{7f}\"", is: #""\u007f""#),
        Sample("an escaped backslash before a u", #""\\u0041""#, is: #""\\u0041""#), Sample("a slash as it stands", #""/""#, is: #""/""#),
        Sample("line separators", "\"\u{2028}\u{2029}\"", is: #""\u2028\u2029""#),
        Sample("scalars of two to four bytes", "\"é€😀\"", is: "\"é€😀\""),
        Sample("a byte order mark in a text", "\"\u{feff}\"", is: "\"\u{feff}\""),

        Sample("no closing quote", #""abc"#, failsAt: 4), Sample("a quote alone", #"""#, failsAt: 1),
        Sample("single quotes", "'a'", failsAt: 0),
        Sample("a backslash at the end", #""\"#, failsAt: 2), Sample("an escaped closing quote", #""\""#, failsAt: 3),
        Sample("an escape that is none", #""\a""#, failsAt: 1), Sample("an escape in hexadecimal", #""\x41""#, failsAt: 1),
        Sample("an octal escape", #""\012""#, failsAt: 1), Sample("an escaped single quote", #""\'""#, failsAt: 1),
        Sample("an escaped line feed", "\"\\\n\"", failsAt: 1), Sample("three hexadecimal digits", #""\u12""#, failsAt: 5),
        Sample("a letter that is no digit", #""\u00zz""#, failsAt: 5), Sample("braces around the digits", #""\u{41}""#, failsAt: 3),
        Sample("a capital U", #""\U0041""#, failsAt: 1), Sample("the first half of a pair alone", #""a\ud800""#, failsAt: 2),
        Sample("the second half of a pair alone", #""\udc00""#, failsAt: 1),
        Sample("the halves the wrong way round", #""\ude00\ud83d""#, failsAt: 1),
        Sample("the first half twice", #""\ud83d\ud83d""#, failsAt: 1), Sample("a half and a letter", #""\ud83dx""#, failsAt: 1),
        Sample("a half and another escape", #""\ud83d\n""#, failsAt: 1), Sample("a half pair cut short", #""\ud83d\ude"#, failsAt: 11),
        Sample("a tab as it stands", "\"\t\"", failsAt: 1), Sample("a line feed as it stands", "\"a\nb\"", failsAt: 2),
        Sample("a NUL as it stands", "\"\0\"", failsAt: 1), Sample("an escape character", "\"\u{1b}[31m\"", failsAt: 1),
        Sample("a byte of no sequence", bytes: [0x22, 0x80, 0x22], failsAt: 1),
        Sample("a sequence cut short", bytes: [0x22, 0xe2, 0x82, 0x22], failsAt: 1),
        Sample("a sequence that is too long", bytes: [0x22, 0xc0, 0xaf, 0x22], failsAt: 1),
        Sample("an encoded surrogate", bytes: [0x22, 0x61, 0xed, 0xa0, 0x80, 0x22], failsAt: 2),
        Sample("a scalar beyond the last", bytes: [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], failsAt: 1),
        Sample("Latin-1", bytes: [0x22, 0x63, 0x61, 0x66, 0xe9, 0x22], failsAt: 4),
    ]

    @Test(arguments: structures + words + numbers + texts) func aTextIsReadAsTheStandardHasItOrRefusedAtItsFault(
        _ sample: Sample
    ) throws {
        switch sample.outcome {
        case .success(let expected):
            let value = try JSONValue(parsing: sample.bytes)
            #expect(value.jsonText == expected)
            #expect(try JSONValue(parsing: expected) == value)
        case .failure(let fault):
            let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: sample.bytes) }
            #expect(error?.offset == fault.offset, "\(error?.description ?? "")")
        }
    }

    @Test(arguments: structures + words + numbers + texts) func lineAndColumnCountFromTheFaultsOwnLine(_ sample: Sample) throws {
        guard case .failure(let fault) = sample.outcome, let alone = Self.error(sample.bytes) else { return }
        let line = Array("[1,\n 2,\n".utf8)
        guard let error = Self.error(line + sample.bytes), error.offset == fault.offset + line.count else { return }
        #expect(error.line == alone.line + 2)
        #expect(error.column == alone.column)
    }

    private static func error(_ bytes: [UInt8]) -> JSONParseError? {
        do throws(JSONParseError) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }
}
