import Foundation
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore

// How long it takes until an edit of the file is in the store, and how much one change of a large state adds to a replica's file.

struct ToDo: Codable, Sendable {
    var id: Int
    var title: String
    var isDone = false
}

struct ToDos: Codable, Sendable {
    var items: [ToDo]
}

enum ToDoAction: Codable, Sendable {
    case rename(Int, String)
}

@main enum HotReloadCosts {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hot-reload-costs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for count in [1_000, 3_000, 10_000] { try await edit(count, in: "\(folder)/\(count)") }
        try await change(50_000, in: "\(folder)/shared")
    }

    static func app(_ count: Int, in folder: String) -> (Store<ToDos, ToDoAction>, Recorder) {
        let state = ToDos(items: (0..<count).map { ToDo(id: $0, title: "To-do number \($0), of the length that a title of a to-do has") })
        let recorder = Recorder(.init(app: "HotReloadCosts", directory: folder, level: .secrets))
        let reducer = Reducer<ToDos, ToDoAction> { state, action in
            if case .rename(let index, let title) = action { state.items[index].title = title }
            return .none
        }
        return (Store(initialState: state, reducer: reducer, middlewares: [recorder.middleware(initialState: state)]), recorder)
    }

    /// From the moment before an editor writes the file to the moment when a subscriber of the store sees the state.
    static func edit(_ count: Int, in folder: String) async throws {
        let (store, recorder) = app(count, in: folder)
        let path = "\(folder)/state.json"
        let (events, begun) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task { try await store.hotReload(path, recorder) { begun.yield($0) } }
        for await event in events { if case .began = event { break } }
        var times: [Duration] = []
        for round in 0..<40 {
            var text = try String(contentsOfFile: path, encoding: .utf8)
            guard let line = text.range(of: "\"title\": \"To-do number \(count / 2)") else { continue }
            text.replaceSubrange(line, with: "\"title\": \"To-do number \(count / 2) (\(round))")
            text = text.replacingOccurrences(of: "(\(round)) (\(round - 1))", with: "(\(round))")
            let (states, seen) = AsyncStream<ContinuousClock.Instant>.makeStream()
            let subscription = store.subscribe { state in
                if state.items[count / 2].title.contains("(\(round))") { seen.yield(.now) }
            }
            let data = Data(text.utf8)
            let began = ContinuousClock.now
            try data.write(to: URL(fileURLWithPath: path), options: round % 2 == 0 ? .atomic : [])
            for await instant in states {
                times.append(instant - began)
                break
            }
            subscription.cancel()
            for await event in events { if case .edited = event { break } }
        }
        task.cancel()
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        times.sort()
        print(
            "edit to state, \(size / 1_000) KB in the file: median \(words(times[times.count / 2])), longest \(words(times[times.count - 1]))"
        )
        recorder.finish()
    }

    static func words(_ time: Duration) -> String { "\(time.components.attoseconds / 100_000_000_000_000 ) × 0.1 ms" }

    /// One change of a large state, in the file that other replicas read.
    static func change(_ count: Int, in folder: String) async throws {
        let (store, recorder) = app(count, in: folder)
        let path = "\(folder)/replicas/one.replica"
        let (events, told) = AsyncStream<ReplicationEvent>.makeStream()
        let task = Task { try await store.replicate(in: "\(folder)/replicas", recorder, as: "one") { told.yield($0) } }
        for await event in events { if case .began = event { break } }
        func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
        let before = try size()
        store.dispatch(.rename(count / 3, "another title"))
        while try size() == before { try await Task.sleep(for: .milliseconds(1)) }
        print("one changed title of a state of \(before) bytes: \(try size() - before) bytes in the replica's file")
        task.cancel()
        recorder.finish()
    }
}
