import Foundation
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindSystem
import RewindValue
import Synchronization

/// Makes the golden recording with the real recorder, and notes each state as the app had it: what readers of all times have to find.
final class GoldenRecording {
    private let recorder: Recorder
    private let shopRecorder: StoreRecorder<Shop>
    private let cartRecorder: StoreRecorder<Cart>
    private var shop = Shop()
    private var cart = Cart()
    private var steps = 0
    /// What each step has to be: its store, type and state.
    private(set) var expected: [JSONValue] = []

    init(in folder: String) {
        let ticks = Mutex(0)
        var configuration = Recorder.Configuration(app: "Golden", directory: folder)
        configuration.details = ["version": "1.0"]
        configuration.clock = RecordingClock(
            monotonic: {
                ticks.withLock {
                    $0 += 1_000_000; return $0
                }
            }, wall: { 1_795_000_000_000_000_000 })
        recorder = Recorder(configuration)
        shopRecorder = recorder.store(initialState: shop)
        cartRecorder = recorder.store("cart", initialState: cart)
    }

    /// Records everything, and returns the directory.
    func record() throws -> String {
        send(.add(.init(id: 1, name: "tea", price: 2.5)), site: "Shop.swift:7")
        send(.increment)
        send(.add(.init(id: 2, name: "caf\u{E9} \u{1F375} \"\u{1}\u{7F}", price: nil)), cause: 1)
        send(.moveLastToFront)
        shopRecorder.didSwallow(ShopAction.fail, cause: 4, site: "Guard.swift:1")
        send(.signIn(token: "hunter2"), secret: true)
        send(.measure(.max))
        send(.fail)
        replace { $0.note = "from outside" }
        send(.write(note: String(repeating: "A long note. ", count: 6_000)))
        send(.write(note: "short again"))
        send(.damage(Fragile(isBroken: true)), unknown: true)
        send(.damage(Fragile()))
        recorder.flush()
        // The recorder is held up at one state, so that the queue behind it fills and the last steps share a patch.
        Gate.keep()
        send(.close(Gate(isClosed: true)))
        guard Gate.arrived.wait(nanoseconds: 600_000_000_000) else { throw Refused() }
        for index in 0..<1_100 { send(.write(note: "note \(index)"), unknown: (1_023..<1_099).contains(index)) }
        Gate.open()
        recorder.flush()
        // Patches of more than 1 MiB end the segment.
        for index in 0..<8 { send(.write(note: String(repeating: "Page \(index). ", count: 9_000))) }
        recorder.flush()
        send(.write(note: "in the second segment"))
        send(.increment)
        recorder.finish()
        guard let directory = recorder.directory else { throw RecordingError(.notFound, "nothing was recorded") }
        return directory
    }

    private func send(_ action: ShopAction, cause: Cause? = nil, site: CallSite? = nil, secret: Bool = false, unknown: Bool = false) {
        shop = (try? shopRecorder.reduce(action, from: shop, cause: cause, site: site, reducer: reduce)) ?? shop
        note("main", unknown ? nil : try? JSONValue(encoding: shop))
    }

    private func send(_ action: CartAction) {
        cart = cartRecorder.reduce(action, from: cart, reducer: reduce)
        note("cart", try? JSONValue(encoding: cart))
    }

    private func replace(_ change: (inout Shop) -> Void) {
        change(&shop)
        shopRecorder.didReplace(with: shop)
        note("main", try? JSONValue(encoding: shop))
    }

    private func note(_ store: String, _ state: JSONValue?) {
        steps += 1
        var object: JSONObject = ["step": .number(JSONNumber(steps)), "store": .string(store)]
        object["state"] = state
        expected.append(.object(object))
    }
}
