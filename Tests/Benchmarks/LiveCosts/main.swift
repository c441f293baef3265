import Foundation
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore

// What an endpoint costs the app: open and idle, and with three clients that follow 10,000 steps a second.
//
//     REWIND_BENCHMARKS=1 swift run -c release LiveCosts
//
// Each figure is taken in turns with its counterpart, in one run: only the difference between the two means something.

struct Counter: Codable, Sendable {
    var count = 0
    var names = ["tea", "cake", "milk"]
}

enum CounterAction: Codable, Sendable { case add(Int) }

let folder = NSTemporaryDirectory() + "live-costs-\(ProcessInfo.processInfo.processIdentifier)"
defer { try? FileManager.default.removeItem(atPath: folder) }

/// An app that records, with an endpoint or without.
struct App {
    let recorder: Recorder
    let store: Store<Counter, CounterAction>
    let endpoint: LiveEndpoint

    init() {
        recorder = Recorder(.init(app: "Live", directory: folder, level: .secrets))
        let reducer = Reducer<Counter, CounterAction> { counter, action in
            if case .add(let number) = action { counter.count += number }
            return .none
        }
        store = Store(initialState: Counter(), reducer: reducer, middlewares: [recorder.middleware(initialState: Counter())])
        var configuration = LiveConfiguration()
        (configuration.isPrinted, configuration.isAnnounced) = (false, false)
        endpoint = LiveEndpoint(recorder, configuration)
    }

    func goLive() async throws -> LiveAddress {
        Task { [store, endpoint] in await store.serve(endpoint) }
        return try await endpoint.open()
    }
}

func middle(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }

// MARK: An idle endpoint

/// The median time of a dispatch at 5,000 a second, so that the recorder keeps up.
func dispatches(_ app: App) throws -> Int { try measure(steps: 5_000, rate: 5_000) { app.store.dispatch(.add($0)) }.median }

let plain = App()
let open = App()
_ = try await open.goLive()
var (without, with): ([Int], [Int]) = ([], [])
for _ in 0..<9 {
    without.append(try dispatches(plain))
    with.append(try dispatches(open))
}
let added = zip(with, without).map { $0 - $1 }
print(
    "| an endpoint that is open and idle | \(middle(without)) ns without, \(middle(with)) ns with, \(middle(added)) ns added (\(added.min() ?? 0) to \(added.max() ?? 0)) |"
)

// MARK: Three clients

let steps = 50_000
let followed = App()
let address = try await followed.goLive()
let alone = App()

/// The time of each dispatch at 10,000 a second.
func run(_ app: App) throws -> Costs { try measure(steps: steps, rate: 10_000) { app.store.dispatch(.add($0)) } }

let reference = try run(alone)
var clients: [LiveClient] = []
for number in 0..<3 {
    let client = LiveClient(address)
    try await client.connect()
    try await client.follow(into: "\(folder)/client-\(number)")
    clients.append(client)
}
let costs = try run(followed)
let end = ContinuousClock.now
for (number, client) in clients.enumerated() {
    /// Whether the client's directory has the last step.
    func isThere() throws -> Bool {
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/client-\(number)").filter {
            $0.hasSuffix("actions.ndjson")
        }
        guard let last = files.max(), let bytes = FileManager.default.contents(atPath: "\(folder)/client-\(number)/\(last)") else {
            return false
        }
        return String(decoding: bytes.suffix(400), as: UTF8.self).contains(#""step":\#(steps),"#)
    }
    while try !isThere() { try await Task.sleep(for: .milliseconds(5)) }
    print("| client \(number) has all \(steps) steps | \(ContinuousClock.now - end) after the last one |")
    await client.close()
}
print("| 10,000 steps a second alone | median \(reference.median) ns, p99 \(reference.p99) ns, \(reference.wall / 1_000_000) ms in all |")
print("| with three clients | median \(costs.median) ns, p99 \(costs.p99) ns, \(costs.wall / 1_000_000) ms in all |")
print("| told of something missing | \(followed.endpoint.counters.skips) times |")
await followed.endpoint.close()
await open.endpoint.close()
