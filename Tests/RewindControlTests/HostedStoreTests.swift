import RewindCapture
import RewindOrigin
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindControl

/// An app's own store in a host.
@Suite("A store in a host", .timeLimit(.minutes(5)))
struct HostedStoreTests {
    private struct State: Codable {
        var count = 0
        var note = "of the app"
    }

    private enum Action: Codable, Sendable { case add(by: Int) }

    private final class OwnStore: ReplayableStore {
        private(set) var state = State()
        private(set) var steps: [Int] = []

        func replaceState(_ state: State) { self.state = state }

        func replay(_ action: Action, of step: Step) {
            steps.append(step.number)
            if case .add(let number) = action { state.count += number }
        }

        func didReplaceState(site: CallSite) {}
    }

    @Test func reducesAsInAReplay() throws {
        let store = OwnStore()
        var host = RewindHost()
        host.add(store: store, actions: .itself)
        func answer(_ request: String) throws -> JSONValue { try JSONValue(parsing: #require(host.answer(to: Array(request.utf8)))) }
        let lines = #"[{"step":7,"t":0,"type":"add","action":{"add":{"by":2}}},{"step":9,"t":1,"type":"add","action":{"add":{"by":3}}}]"#
        let first = try answer(
            #"{"jsonrpc":"2.0","id":1,"method":"host.reduce","params":{"store":"main","state":{"count":10,"note":"recorded"},"lines":\#(lines)}}"#
        )
        let patches = first["result"]?["steps"]?.array?.map { $0["patch"] }
        #expect(
            patches == [[["op": "replace", "path": "/count", "value": 12]], [["op": "replace", "path": "/count", "value": 15]]],
            "\(first.jsonText)")
        #expect(store.steps == [7, 9] && store.state.count == 15 && store.state.note == "recorded")
        let next = try answer(#"{"jsonrpc":"2.0","id":2,"method":"host.reduce","params":{"store":"main","lines":\#(lines)}}"#)
        #expect(next["result"]?["steps"]?.array?.count == 2 && store.state.count == 20)
    }
}
