import Foundation
import RewindCapture
import RewindRedaction
import RewindValue
import Testing

@Suite("What is not Encodable is dumped by label", .timeLimit(.minutes(5)))
struct DumpTests {
    enum Legacy { case signIn(user: String, password: String), load(Inner), tap(Int, at: Double), reset, both(pair: (Int, Int)) }
    enum Inner { case page(Int), none }
    struct Box { let anything: Any }
    class Base { var token = "hunter2" }
    final class Node: Base {
        var name = "root"
        var next: Node?
    }
    struct Hidden {
        @Redacted var closure: () -> Void = {}
        @Redacted var word = "hunter2"
        let size = 1
    }
    struct Talkative: CustomStringConvertible {
        var pin = 1234
        var description: String { "pin 1234" }
    }

    private static func dump(_ value: Any) -> String {
        RecordedForm().dump(of: value).value.jsonText.replacing(/REDACTED [0-9a-f]{8}/, with: "R")
    }

    @Test
    func everyKindOfValueBecomesJSONOfItsLabels() {
        #expect(Self.dump(Legacy.signIn(user: "ann", password: "hunter2")) == #"{"signIn":{"user":"ann","password":"[R]"}}"#)
        #expect(Self.dump(Legacy.load(.page(3))) == #"{"load":{"_0":{"page":{"_0":3}}}}"#)
        #expect(Self.dump(Legacy.tap(1, at: 0.5)) == #"{"tap":{"_0":1,"at":0.5}}"#)
        #expect(Self.dump(Legacy.reset) == #""reset""#)
        #expect(Self.dump(Legacy.both(pair: (1, 2))) == #"{"both":{"pair":{"_0":1,"_1":2}}}"#)
        #expect(
            Self.dump(Box(anything: [Box(anything: true), Box(anything: Int?.none as Any)]))
                == #"{"anything":[{"anything":true},{"anything":null}]}"#)
        #expect(Self.dump(["b": Inner.none, "a": .page(1)]) == #"{"a":{"page":{"_0":1}},"b":"none"}"#)
        #expect(Self.dump([2: Inner.none]) == #"[2,"none"]"#)
        #expect(Self.dump(Date(timeIntervalSinceReferenceDate: 5)) == "5")
        #expect(Self.dump(Talkative()) == #"{"pin":0}"#)
        #expect(Self.dump({ (_: Int) in }) == #""((Swift.Int) -> ())""#)
    }

    @Test
    func classesAreDumpedWithWhatTheyInheritAndACycleEnds() {
        let node = Node()
        node.next = node
        #expect(Self.dump(node) == #"{"token":"[R]","name":"root","next":"(the same DumpTests.Node again)"}"#)
    }

    @Test
    func whatIsMarkedRedactedIsHiddenUnderItsName() {
        let redactor = Redactor()
        let redacted = RecordedForm(redactor).dump(of: Hidden())
        #expect(!redacted.value.jsonText.contains("hunter2"))
        #expect(redacted.value["size"] == 1)
        #expect(redacted.pointers.map(\.description) == ["/closure", "/word"])
        #expect(redactor.counts == ["type Redacted": 2])
    }

    @Test
    func aDumpHasAnEndInEveryDirection() {
        indirect enum Chain { case link(Chain), end }
        var chain = Chain.end
        for _ in 0..<1_000 { chain = .link(chain) }
        #expect(Self.dump(chain).utf8.count < 1_000)
        let wide = RecordedForm().dump(of: (0..<10_000).map { Box(anything: $0) }).value
        #expect(wide.array?.last == "…" && (wide.array?.count ?? 0) <= 1_001)
        #expect(Self.dump(Box(anything: String(repeating: "long ", count: 10_000))).utf8.count < 4_200)
    }

    @Test
    func anActionThatIsDumpedIsNamedByItsCasesOrItsType() {
        let form = RecordedForm()
        func name(_ action: Any, _ prefixesTypeName: Bool = false) -> String {
            form.dump(ofAction: action, prefixesTypeName: prefixesTypeName).0.type
        }
        #expect(name(Legacy.load(.page(3))) == "load/page")
        #expect(name(Legacy.load(.page(3)), true) == "DumpTests.Legacy/load/page")
        #expect(name(Legacy.reset) == "reset")
        #expect(name(Talkative()) == "DumpTests.Talkative")
        #expect(name(Talkative(), true) == "DumpTests.Talkative")
    }

    @Test
    func errorsSpeakInTheirOwnWordsIfTheyHaveSomeElseByLabel() {
        enum Failure: Error { case refused(token: String), offline }
        struct Wordy: Error, CustomStringConvertible { var description: String { "no entry: password=hunter2" } }
        struct Careless: Encodable {
            var word = "hunter2"
            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "Can't encode this."))
            }
        }
        func text(_ error: any Error) -> String { RecordedForm().text(of: error).replacing(/REDACTED [0-9a-f]{8}/, with: "R") }
        #expect(text(Failure.refused(token: "hunter2")) == #"refused {"token":"[R]"}"#)
        #expect(text(Failure.offline) == "offline")
        #expect(text(Wordy()) == "no entry: password=[R]")
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Careless()) }
        do { _ = try JSONValue(encoding: Careless()) } catch { #expect(text(error) == "Can't encode this.") }
    }
}
