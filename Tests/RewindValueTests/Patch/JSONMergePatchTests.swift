import RewindValue
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONMergePatchTests {
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, #"null"#, #"null"#),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]) func rfc7386AppendixA(original: String, patch: String, result: String) throws {
        var value = try JSONValue(parsing: original)
        let merge = JSONMergePatch(try JSONValue(parsing: patch))
        merge.apply(to: &value)
        #expect(value.jsonText == result)
        merge.apply(to: &value)
        #expect(value.jsonText == result, "once more changes nothing")
    }

    @Test func aMemberKeepsItsPlaceAndWhatThePatchDoesNotName() {
        var value: JSONValue = ["title": "Goodbye!", "author": ["given": "John", "family": "Doe"], "tags": ["example"], "content": "This"]
        JSONMergePatch(["author": ["family": nil], "phone": "+01", "title": "Hello!", "tags": ["sample"]]).apply(to: &value)
        #expect(
            value.jsonText
                == #"{"title":"Hello!","author":{"given":"John"},"tags":["sample"],"content":"This","phone":"+01"}"#)
    }
}
