import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

@Suite("From a value to its origin, with the app's reducer", .timeLimit(.minutes(5)))
struct ProvenWhyTests {
    private let folder = TemporaryFolder()

    private func links(
        _ place: JSONPointer, from state: JSONValue, _ write: (RecordingBuilder) throws -> Void,
        by function: @escaping FunctionReducer.Function
    ) throws -> [WhyLink] {
        let builder = try RecordingBuilder(in: folder, state: state)
        try write(builder)
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        var origins = ProvenOrigins(in: timeline, by: FunctionReducer(function))
        let links = try WhyQuestion(place).answered(in: timeline, by: &origins).links
        #expect(origins.failure == nil)
        return links
    }

    @Test("What the reducer copies is why, and what is only equal is not")
    func saysBecauseOfWhatIsCopied() throws {
        let links = try links("/name", from: ["name": "", "other": "Ada Lovelace"]) { builder in
            try builder.step(1, "rename", #"[{"op":"replace","path":"/name","value":"Ada Lovelace"}]"#) {
                $0.action = ["rename": ["to": "Ada Lovelace"]]
            }
        } by: { (action, state) throws(FunctionReducer.Ending) in
            if let name = action.at("/rename/to") { state.set("/name", name) }
        }
        let copied = links.first { $0.proof?.dependency.kind == .copied }
        #expect(copied?.kind == .action && copied?.place == "/rename/to" && copied?.how == .because)
        #expect(!links.contains { $0.how == .equal && $0.depth == 2 })
        #expect(copied?.line.text.hasPrefix("    because of the action's /rename/to: with ") == true)
        let rest = links.filter { $0.end == .independent }
        #expect(rest.count == 1 && rest[0].sources.contains(.state(.root)))
        #expect(links.last?.end != .independent && links.contains { $0.end == .dispatched })
    }

    @Test("A value that is copied from the state is followed there, and what it does not depend on is said once")
    func followsWhatIsCopiedFromTheState() throws {
        let links = try links("/user", from: ["draft": "", "user": "", "theme": "dark mode"]) { builder in
            try builder.step(1, "type", #"[{"op":"replace","path":"/draft","value":"Grace Hopper"}]"#) {
                $0.action = ["type": ["text": "Grace Hopper"]]
            }
            try builder.step(2, "submit", #"[{"op":"replace","path":"/user","value":"Grace Hopper"}]"#) { $0.action = ["submit": [:]] }
        } by: { (action, state) throws(FunctionReducer.Ending) in
            if let text = action.at("/type/text") { state.set("/draft", text) }
            if action["submit"] != nil, let draft = state["draft"] { state.set("/user", draft) }
        }
        #expect(links.filter { $0.kind == .wrote }.map { $0.step?.number } == ["2", "1"])
        #expect(links.contains { $0.kind == .state && $0.place == "/draft" && $0.how == .because && $0.at == 1 })
        #expect(links.filter { $0.end == .independent }.count == 1)
    }

    @Test("The many parts of a sum are one link, and none of them is followed")
    func foldsASum() throws {
        let items = (1...9).map { price -> JSONValue in ["price": .number(JSONNumber(price))] }
        let links = try links("/total", from: ["items": .array(items), "total": 0]) { builder in
            try builder.step(1, "sum", #"[{"op":"replace","path":"/total","value":45}]"#) { $0.action = ["sum": [:]] }
        } by: { (action, state) throws(FunctionReducer.Ending) in
            if action["sum"] == nil { return }
            let sum = (state["items"]?.array ?? []).reduce(0) { $0 + ($1["price"]?.int ?? 0) }
            state.set("/total", .number(JSONNumber(sum)))
        }
        let prices = links.filter { $0.proof?.fold != nil }
        let price = try #require(prices.first)
        #expect(prices.count == 1 && price.proof?.fold?.count == 9 && price.proof?.dependency.kind == .computed)
        #expect(price.line.text.hasPrefix("    because of each of 9 values at "))
        #expect(!links.contains { $0.kind == .wrote && $0.depth > 1 })
    }

    @Test("Where today's reducer comes to another value, the links are equalities, and one says why")
    func provesNothingOfAnotherReducer() throws {
        let links = try links("/name", from: ["name": ""]) { builder in
            try builder.step(1, "rename", #"[{"op":"replace","path":"/name","value":"Ada Lovelace"}]"#) {
                $0.action = ["rename": ["to": "Ada Lovelace"]]
            }
        } by: { (action, state) throws(FunctionReducer.Ending) in
            if action["rename"] != nil { state.set("/name", "someone else") }
        }
        #expect(links.contains { $0.kind == .action && $0.how == .equal } && !links.contains { $0.how == .because })
        #expect(links.first { $0.end == .unproven }?.remark?.contains("today's reducer comes to") == true)
    }
}
