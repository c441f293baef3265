import Foundation
import RewindCapture
import RewindControl
import RewindFormat
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindLive

/// What hot reload of a masked app writes beside its recording.
@Suite("The error file of a masked app") struct MaskedErrorFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Who is signed in, as many apps keep it: beside the state.
    static let user = Mutex("Ada Corvin")

    struct Cart: Codable, Equatable, Sendable {
        var items = ["Corvin's hat": 1]
        var limit = 3

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            items = try container.decode([String: Int].self, forKey: .items)
            limit = try container.decode(Int.self, forKey: .limit)
            if limit > 10 {
                throw DecodingError.dataCorruptedError(
                    forKey: .limit, in: container, debugDescription: "\(MaskedErrorFileTests.user.withLock { $0 }) may have 10 at most")
            }
        }
    }

    private static let reducer = Reducer<Cart, Int> { state, action in
        state.limit = action
        return .none
    }

    @Test(arguments: ["\"limit\": 12", "\"limit\": 4, \"corvine\": 3"]) func whatTheErrorFileSays(edit: String) async throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("recordings"), level: .masked))
        let store = Store(initialState: Cart(), reducer: Self.reducer, middlewares: [recorder.middleware(initialState: Cart())])
        let path = folder.path("state.json")
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task {
            defer { continuation.finish() }
            try await store.hotReload(path, recorder) { continuation.yield($0) }
        }
        var iterator = events.makeAsyncIterator()
        guard case .began? = await iterator.next() else { return try await task.value }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("Corvin"))
        try Data(text.replacingOccurrences(of: "\"limit\": 3", with: edit).utf8).write(to: URL(fileURLWithPath: path))
        _ = await iterator.next()
        for name in folder.contents {
            guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("Corvin"), "LEAK \(name) has \(text.prefix(400))")
        }
        task.cancel()
        _ = try? await task.value
        recorder.finish()
    }
}
