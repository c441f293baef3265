import RewindFormat
import RewindValue
import TestSupport
import Testing

@testable import RewindCapture

/// Lines that are passed by are those that the walk over their members would leave as they are.
@Suite("Clean lines") struct CleanLineTests {
    private let redactor = Redactor(listsFindings: true)

    private func passes(_ line: String) -> Bool {
        var filter = CleanLineFilter(redactor)
        return Array(line.utf8).withUnsafeBytes { filter?.passes($0) } == true
    }

    private func line(_ value: JSONValue) -> String { #"{"step":1,"t":5,"type":"home/edit","action":\#(value.jsonText)}"# }
    private func patch(_ pointer: JSONPointer, _ value: JSONValue) -> String {
        #"{"step":1,"took":7,"patch":\#(JSONPatch([.replace(pointer, value)]).json.jsonText)}"#
    }

    @Test(arguments: [
        #"{"step":1,"t":5,"type":"home/edit","action":{"edit":{"title":"milk","id":7}},"cause":0,"site":"Home.swift:42"}"#,
        #"{"step":0,"keyframe":{"todos":[{"id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","title":"milk"}],"count":3}}"#,
        #"{"step":2,"took":812,"patch":[{"op":"replace","path":"/todos/3/isDone","value":true},{"op":"remove","path":"/todos/4"}]}"#,
    ])
    func ordinaryLinesPass(line: String) { #expect(passes(line)) }

    @Test(arguments: [
        #"{"step":1,"t":5,"type":"a","action":{"password":"x"}}"#,
        #"{"step":1,"t":5,"type":"a","action":{"text":"a\u002db"}}"#,
        #"{"step":2,"took":8,"patch":[{"op":"replace","path":"/user/password","value":"x"}]}"#,
        #"{"step":2,"took":8,"patch":[{"op":"replace","path":"/user/~0password","value":"x"}]}"#,
        #"{"step":2,"took":8,"patch":[{"op":"move","from":"/password/0","path":"/a/1"}]}"#,
        #"{"step":2,"took":8,"patch":[{"op":"replace","path":"/a","value":{"token":"x"}}]}"#,
        #"{"step":1,"t":5,"type":"a","action":1,"redacted":["/a"]}"#,
        #"{"step":1,"t":5,"type":"a","error":"password is swordfish"}"#,
        #"{"step":1,"t":5,"type":"a","action":1,"later":"password is swordfish"}"#,
        #"{"step":1,"failed":"password is swordfish"}"#,
        #"{"log":{"step":1,"t":2,"message":"password is swordfish"}}"#,
        #"{"step":1,"t":5,"type":"a","action":"a9F2k8Lx0Q7zP4w1Vb6T"}"#,
        #"{"step":1,"t":5,"type":"a","action":{"x":1}"#,
        "password=swordfish",
    ])
    func whatHasToBeLookedAtDoesNotPass(line: String) { #expect(!passes(line)) }

    @Test func whatPassesTheWalkLeavesAsItIs() throws {
        var forge = SecretForge(seed: 11)
        var passed = 0
        for round in 0..<4_000 {
            let secret = round % 2 == 0 ? forge.next() : FurtherSecrets.next(&forge)
            let (key, value): (String, JSONValue) =
                switch secret.content {
                case .keyed(let key, let value): (key, .string(value))
                case .keyedNumber(let key, let value): (key, .number(.int(value)))
                case .text(let text): ("title", .string(text))
                case .number(let number): ("count", .number(.int(number)))
                }
            let object = JSONValue.object(["id": 7, key: .object(["value": value])])
            if passes(line(object)) {
                passed += 1
                #expect(redactor.redact(object).value == object)
            }
            let pointer = JSONPointer(tokens: ["a", key, "3"])
            if passes(patch(pointer, value)) {
                passed += 1
                let (clean, _) = redactor.covering(JSONPatch([.replace(pointer, value)]))
                #expect(clean == JSONPatch([.replace(pointer, value)]))
            }
        }
        for innocent in Innocent.all(seed: 11) {
            let object = JSONValue.object([innocent.key ?? "title": .string(innocent.value)])
            if passes(line(object)) {
                passed += 1
                #expect(redactor.redact(object).value == object)
            }
        }
        #expect(passed > 300)
    }

    @Test func whereRulesAskForPlacesOrTextsAreMaskedNothingPasses() {
        var rules = RedactionRules.default
        rules.add("places") { _, _ in .undecided }
        #expect(CleanLineFilter.isThere(Redactor(rules: rules)) == false)
        #expect(CleanLineFilter.isThere(Redactor(level: .masked)) == false)
        #expect(CleanLineFilter.isThere(Redactor()) == true)
    }
}

extension CleanLineFilter {
    fileprivate static func isThere(_ redactor: Redactor) -> Bool {
        switch CleanLineFilter(redactor) {
        case .some: true
        case .none: false
        }
    }
}
