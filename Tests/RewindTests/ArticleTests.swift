import Rewind
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the articles tell an app to write, beside what `AppTests` does: this target sees of the package what an app sees.
@Suite("An app that follows the articles", .timeLimit(.minutes(5)))
struct ArticleTests {
    let folder = FileManager.default.temporaryDirectory.path + "/rewind-articles-\(UInt64.random(in: 0 ... .max))"

    @Test func recordsWithHooksAndReadsItsRecording() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let recorder = Recorder(app: "Shop", directory: folder, level: .secrets) { configuration in
            var filter = RecordingFilter()
            filter.except = ["keyboard/*", "debug"]
            filter.samples = [("player/tick", every: 100)]
            configuration.filter = filter
            configuration.capture = .everyStep
            configuration.durability = .process
            configuration.limits = RecordingLimits(steps: 10_000, bytes: 20 << 20)
            configuration.earlier = .none
            configuration.pictures.draw = { .text("a screen") }
            configuration.pictures.everySteps = 100
            configuration.redaction.recordable = ["/cart/*"]
            configuration.redaction.pointers = ["/card"]
        }
        let storeRecorder = recorder.store("shop", initialState: ShopState())
        var state = ShopState()
        let recorded = storeRecorder.recording(shopReducer)
        recorded(&state, .add("tea", price: 3))
        let step = storeRecorder.willReduce(ShopAction.clear, from: state)
        step.withCause { shopReducer(&state, .clear) }
        storeRecorder.didReduce(step, to: state)
        let failing = storeRecorder.willReduce(ShopAction.clear, from: state)
        storeRecorder.didFail(failing, error: CancellationError(), leaving: state)
        storeRecorder.didReplace(with: ShopState(cart: ["milk"], total: 2), site: "a binding")
        recorder.mark("checkout")
        recorder.log("payment was declined", level: .warning, metadata: ["attempt": 2])
        recorder.attachPicture(.png([1, 2, 3]))
        recorder.attach("note", Array("a text".utf8), type: "text/plain")
        recorder.set(metadata: ["plan": "free"])
        recorder.pause()
        recorder.resume()
        recorder.flush()
        storeRecorder.end()
        recorder.finish()

        let recording = try Recording(directory: #require(recorder.directory))
        #expect(recording.counts.steps == 4 && recording.counts.dropped == 0 && recording.losses.all.isEmpty)
        let timeline = try Timeline(recording)
        #expect(timeline.steps == 0...4)
        let last = try #require(try timeline.step(at: 4))
        #expect(last.type == "@@EXTERNAL" && last.store == "shop" && last.action == nil && last.site == "a binding")
        guard case .known(let value) = try timeline.state(at: 4, store: "shop") else { throw CancellationError() }
        #expect(value["total"]?.int == 2 && value["cart"]?.array?.first?.string == "milk")
        do throws(RecordingError) {
            _ = try timeline.state(at: 9)
            Issue.record("there is a step 9")
        } catch {
            #expect(error.code == .noSuchStep)
        }
    }

    @Test func describesAStoreOfALibraryAndMakesAHost() {
        var shown = ShopState()
        let adapter = StoreAdapter<ShopState, ShopAction>(
            state: { shown }, replace: { shown = $0 },
            reduce: { state, action in
                var state = state
                shopReducer(&state, action)
                return state
            }, dispatch: { shopReducer(&shown, $0) })
        adapter.dispatch(remote: .add("tea", price: 3))
        #expect(adapter.state.cart == ["tea"])
        var host = RewindHost()
        host.add(from: ShopState(), actions: .itself) { (state: inout ShopState, action: ShopAction) in shopReducer(&state, action) }
        host.add("adapted", store: adapter, actions: .itself)
    }
}
