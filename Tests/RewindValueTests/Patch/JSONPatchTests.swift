import OrderedCollections
import RewindValue
import TestSupport
import Testing

@Suite("A patch changes a value by RFC 6902", .timeLimit(.minutes(5)))
struct JSONPatchTests {
    @Test(arguments: [
        (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar","baz":"qux"}"#),
        (#"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, #"{"foo":["bar","qux","baz"]}"#),
        (#"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#, #"{"foo":["bar",["abc","def"]]}"#),
        (#"{"foo":1}"#, #"[{"op":"add","path":"/foo","value":null}]"#, #"{"foo":null}"#),
        (#"{"foo":1}"#, #"[{"op":"add","path":"","value":[]}]"#, "[]"),
        (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
        (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
        (#"{"baz":"qux"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#, #"{"baz":"boo"}"#),
        (#"{"baz":"qux"}"#, #"[{"op":"replace","path":"","value":1}]"#, "1"),
        (
            #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
        ),
        (
            #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            #"{"foo":["all","cows","eat","grass"]}"#
        ),
        (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a/b","path":""}]"#, "1"),
        (#"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
        (#"{"a":[1]}"#, #"[{"op":"copy","from":"/a","path":"/a/0"}]"#, #"{"a":[[1],1]}"#),
        (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10},{"op":"remove","path":"/~1"}]"#, #"{"~1":10}"#),
        (#"{"baz":["a",2]}"#, #"[{"op":"test","path":"/baz/1","value":2,"comment":"ignored"}]"#, #"{"baz":["a",2]}"#),
    ])
    func theSixOperations(from: String, patch: String, to: String) throws {
        var value = try JSONValue(parsing: from)
        let parsed = try JSONPatch(json: JSONValue(parsing: patch))
        try parsed.apply(to: &value)
        #expect(value.jsonText == to)
        var bytes: [UInt8] = []
        parsed.write(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == parsed.json.jsonText)
        #expect(try JSONPatch(json: parsed.json) == parsed)
    }

    @Test(arguments: [
        (
            #"[{"op":"remove","path":"/list/3"}]"#,
            #"operation 0 (remove at "/list/3"): index 3 is beyond the array, which has 3 elements"#
        ),
        (
            #"[{"op":"add","path":"/new","value":1},{"op":"add","path":"/list/4","value":1}]"#,
            #"operation 1 (add at "/list/4"): index 4 is beyond the array, which has 3 elements"#
        ),
        (#"[{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]"#, #"operation 1 (remove at "/a"): no value exists there"#),
        (
            #"[{"op":"move","from":"/list/0","path":"/b"},{"op":"add","path":"/a/x","value":1}]"#,
            #"operation 1 (add at "/a/x"): the value to add to is neither object nor array"#
        ),
        (
            #"[{"op":"replace","path":"","value":{}},{"op":"replace","path":"/a","value":1}]"#,
            #"operation 1 (replace at "/a"): no value exists there"#
        ),
        (#"[{"op":"remove","path":""}]"#, #"operation 0 (remove at ""): the whole value can't be removed, only replaced"#),
        (#"[{"op":"add","path":"/list/01","value":1}]"#, #"operation 0 (add at "/list/01"): "01" is not an array index"#),
        (#"[{"op":"replace","path":"/list/-","value":1}]"#, #"operation 0 (replace at "/list/-"): "-" is not an array index"#),
        (
            #"[{"op":"add","path":"/a/b/c","value":1}]"#,
            #"operation 0 (add at "/a/b/c"): the path leads through a value that is neither an object nor an array"#
        ),
        (#"[{"op":"copy","from":"/z","path":"/a"}]"#, #"operation 0 (copy at "/a"): there is nothing to copy at "/z""#),
        (
            #"[{"op":"add","path":"/list/-","value":1},{"op":"move","from":"/list","path":"/list/0"}]"#,
            #"operation 1 (move at "/list/0"): a value can't be moved into itself"#
        ),
        (
            #"[{"op":"move","from":"/list/2","path":"/list/0"},{"op":"test","path":"/a","value":"secret"}]"#,
            #"operation 1 (test at "/a"): the value there is different"#
        ),
    ])
    func whatCantBeAppliedIsNamedAndNothingIsChanged(patch: String, message: String) throws {
        let before: JSONValue = ["a": 1, "list": [1, 2, 3], "z z": nil]
        var value = before
        let error = #expect(throws: JSONPatchError.self) { try JSONPatch(json: JSONValue(parsing: patch)).apply(to: &value) }
        #expect(error?.description == message)
        #expect(value.jsonText == before.jsonText)
    }

    @Test(arguments: [
        ("{}", "the patch: a patch is an array of operations"),
        ("[1]", #"operation 0: an operation is an object with a member "op", which is a text"#),
        (#"[{"op":"set","path":""}]"#, #"operation 0: no operation is called "set", only add, remove, replace, move, copy, test"#),
        (#"[{"op":"add","path":"/a"}]"#, #"operation 0 (add at "/a"): the operation needs a member "value""#),
        (#"[{"op":"remove"}]"#, #"operation 0 (remove): the operation needs a member "path", which is a text"#),
        (#"[{"op":"copy","path":"/a"}]"#, #"operation 0 (copy): the operation needs a member "from", which is a text"#),
        (
            #"[{"op":"remove","path":"a"}]"#,
            #"operation 0 (remove): "a" is not a path: a JSON Pointer begins with '/', as in /cart/items/0"#
        ),
    ])
    func whatIsNoPatchIsNamed(json: String, message: String) throws {
        let error = #expect(throws: JSONPatchError.self) { try JSONPatch(json: JSONValue(parsing: json)) }
        #expect(error?.description == message)
    }

    @Test
    func aFailingPatchTakesBackEveryChangeInAnyOrderOfChanges() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<1_000 {
            let before = JSONValue.array([random.value(), random.value()])
            var patch = TreeDiff(from: before, to: .array([random.edited(before), random.value()])).patch
            patch.operations.append(.remove(JSONPointer(tokens: ["nowhere"])))
            var value = before
            #expect(throws: JSONPatchError.self) { try patch.apply(to: &value) }
            #expect(value.jsonText == before.jsonText)
        }
    }

    @Test(arguments: ["/list/1/name", "/table/b/name"])
    func aValueOfOneOwnerIsChangedWhereItIsNotCopied(path: String) throws {
        var value: JSONValue = ["list": [["name": 1], ["name": 2]], "table": ["a": ["name": 1], "b": ["name": 2]]]
        func addresses() -> [UnsafeRawPointer?] {
            let list = value["list"]?.array?.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
            let table = value["table"]?.object?.members.values.elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
            return [list ?? nil, table ?? nil]
        }
        let patch = JSONPatch([.replace(try JSONPointer(parsing: path), 3), .test(try JSONPointer(parsing: path), 3)])
        try patch.apply(to: &value)
        let before = addresses()
        try patch.apply(to: &value)
        #expect(addresses() == before)
    }
}
