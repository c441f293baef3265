import RewindValue
import Testing

/// The examples of RFC 6902, appendix A, one by one.
@Suite(.timeLimit(.minutes(5))) struct RFC6902Tests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: String
        let patch: String
        /// What becomes of the document, or why nothing does.
        let result: Result<String, Refusal>

        init(_ name: String, _ document: String, _ patch: String, gives result: String) {
            (testDescription, self.document, self.patch) = (name, document, patch)
            self.result = .success(result)
        }

        init(_ name: String, _ document: String, _ patch: String, fails message: String) {
            (testDescription, self.document, self.patch) = (name, document, patch)
            result = .failure(Refusal(message: message))
        }
    }

    struct Refusal: Error { let message: String }

    static let examples = [
        Example(
            "4.6 numbers are equal if their values are", #"{"a":[0,{"b":-0.0},0.0]}"#,
            #"[{"op":"test","path":"/a","value":[-0.0,{"b":0},-0]},{"op":"replace","path":"/a","value":1}]"#, gives: #"{"a":1}"#),
        Example(
            "A.1 adding an object member", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
            gives: #"{"foo":"bar","baz":"qux"}"#),
        Example(
            "A.2 adding an array element", #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            gives: #"{"foo":["bar","qux","baz"]}"#),
        Example(
            "A.3 removing an object member", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, gives: #"{"foo":"bar"}"#),
        Example(
            "A.4 removing an array element", #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
            gives: #"{"foo":["bar","baz"]}"#),
        Example(
            "A.5 replacing a value", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            gives: #"{"baz":"boo","foo":"bar"}"#),
        Example(
            "A.6 moving a value", #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            gives: #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#),
        Example(
            "A.7 moving an array element", #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            gives: #"{"foo":["all","cows","eat","grass"]}"#),
        Example(
            "A.8 testing a value: success", #"{"baz":"qux","foo":["a",2,"c"]}"#,
            #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
            gives: #"{"baz":"qux","foo":["a",2,"c"]}"#),
        Example(
            "A.9 testing a value: error", #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#,
            fails: #"operation 0 (test at "/baz"): the value there is different"#),
        Example(
            "A.10 adding a nested member object", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            gives: #"{"foo":"bar","child":{"grandchild":{}}}"#),
        Example(
            "A.11 ignoring unrecognized elements", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            gives: #"{"foo":"bar","baz":"qux"}"#),
        Example(
            "A.12 adding to a nonexistent target", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#,
            fails: #"operation 0 (add at "/baz/bat"): no value exists there"#),
        Example(
            "A.13 invalid JSON patch document", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#,
            fails: #"line 1, column 42 (byte 41): the key "op" appears twice in one object"#),
        Example(
            "A.14 escape ordering", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, gives: #"{"/":9,"~1":10}"#),
        Example(
            "A.15 comparing strings and numbers", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#,
            fails: #"operation 0 (test at "/~01"): the value there is different"#),
        Example(
            "A.16 adding an array value", #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            gives: #"{"foo":["bar",["abc","def"]]}"#),
    ]

    @Test(arguments: examples) func anExampleOfTheStandardGivesWhatTheStandardSays(_ example: Example) throws {
        var document = try JSONValue(parsing: example.document)
        func apply() throws { try JSONPatch(json: JSONValue(parsing: example.patch)).apply(to: &document) }
        switch example.result {
        case .success(let expected):
            try apply()
            #expect(document.jsonText == expected)
        case .failure(let refusal):
            let error = #expect(throws: (any Error).self) { try apply() }
            #expect(error.map { "\($0)" } == refusal.message)
            #expect(document.jsonText == example.document)
        }
    }

    @Test(arguments: examples) func theDiffMakesTheSameDocumentInItsOwnWay(_ example: Example) throws {
        guard case .success(let expected) = example.result else { return }
        let old = try JSONValue(parsing: example.document)
        let new = try JSONValue(parsing: expected)
        var document = old
        try TreeDiff(from: old, to: new).patch.apply(to: &document)
        #expect(document == new)
    }
}
