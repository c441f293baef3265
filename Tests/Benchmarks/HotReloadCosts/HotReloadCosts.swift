import Foundation
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore

// How long it takes until an edit of the file is in the store, and until a change of the store is in the file; and how much one change of a
// large state adds to a replica's file.

/// A state with one title that is edited in the file and changed by actions.
protocol Titled: Codable, Sendable {
    /// A state with that many parts.
    init(parts: Int)
    var title: String { get set }
}

/// A list of structs, as in every example.
struct ToDos: Titled {
    struct ToDo: Codable, Sendable {
        var id: Int
        var title: String
        var isDone = false
    }

    var items: [ToDo]

    init(parts: Int) {
        items = (0..<parts).map { ToDo(id: $0, title: "To-do number \($0), of the length that a title of a to-do has") }
    }

    var title: String {
        get { items[items.count / 2].title }
        set { items[items.count / 2].title = newValue }
    }
}

/// Films by number, with what a service says of each, and lists that name them: what an app of films has.
struct Films: Titled {
    struct Film: Codable, Sendable {
        enum Status: String, Codable { case planned, released }
        struct Genre: Codable, Sendable {
            var id: Int
            var name: String
        }
        var id: Int
        var title: String
        var overview: String
        var poster: URL?
        var released: Date?
        var rating: Double
        var votes: Int
        var status: Status
        var genres: [Genre]
        var runtime: Int?
        var language: String
        var isAdult = false
    }

    var films: [Int: Film]
    var popular: [Int]
    var seen: Set<Int>
    var selection: Int?

    init(parts: Int) {
        let films = (0..<parts).map { index in
            Film(
                id: index, title: "Film number \(index)",
                overview: String(repeating: "Somebody goes somewhere, meets somebody, and loses something. ", count: 4),
                poster: URL(string: "https://films.example/posters/\(index).jpg"),
                released: Date(timeIntervalSince1970: Double(index) * 86_400),
                rating: Double(index % 100) / 10, votes: index * 7, status: index % 9 == 0 ? .planned : .released,
                genres: [.init(id: index % 5, name: "Drama"), .init(id: 7, name: "Comedy")],
                runtime: index % 3 == 0 ? nil : 90 + index % 60, language: "en")
        }
        self.films = Dictionary(uniqueKeysWithValues: films.map { ($0.id, $0) })
        popular = Array(0..<parts)
        seen = Set((0..<parts).filter { $0 % 4 == 0 })
    }

    var title: String {
        get { films[films.count / 2]?.title ?? "" }
        set { films[films.count / 2]?.title = newValue }
    }
}

enum Rename: Codable, Sendable {
    case rename(String)
}

@main enum HotReloadCosts {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hot-reload-costs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for count in [1_000, 6_500] { try await edit(ToDos(parts: count), in: "\(folder)/to-dos-\(count)") }
        for count in [100, 1_000] { try await edit(Films(parts: count), in: "\(folder)/films-\(count)") }
        try await change(ToDos(parts: 50_000), in: "\(folder)/shared")
    }

    static func app<State: Titled>(_ state: State, in folder: String) -> (Store<State, Rename>, Recorder) {
        let recorder = Recorder(app: "HotReloadCosts", directory: folder, level: .secrets)
        let reducer = Reducer<State, Rename> { state, action in
            if case .rename(let title) = action { state.title = title }
            return .none
        }
        return (Store(initialState: state, reducer: reducer, middlewares: [recorder.middleware(initialState: state)]), recorder)
    }

    /// From the moment before an editor writes the file to the moment when a subscriber of the store sees the state, and back.
    static func edit<State: Titled>(_ state: State, in folder: String) async throws {
        let (store, recorder) = app(state, in: folder)
        let path = "\(folder)/state.json"
        let (events, begun) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task { for await event in store.hotReload(path, recorder) { begun.yield(event) } }
        for await event in events { if case .began = event { break } }
        var times: [Duration] = []
        for round in 0..<40 {
            let title = "edited in round \(round)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
                .replacingOccurrences(of: "\"title\": \"\(store.state.title)\"", with: "\"title\": \"\(title)\"")
            let (states, seen) = AsyncStream<ContinuousClock.Instant>.makeStream()
            let subscription = store.subscribe { state in
                if state.title == title { seen.yield(.now) }
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
        let shown = try await changes(of: store, path)
        task.cancel()
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        print("\(State.self), \(size / 1_000) KB in the file: edit to state \(words(times)); state to file \(words(shown))")
        recorder.finish()
    }

    /// From the moment before an action is dispatched to the moment when the file has what it made.
    static func changes<State: Titled>(of store: Store<State, Rename>, _ path: String) async throws -> [Duration] {
        var times: [Duration] = []
        for round in 0..<20 {
            try await Task.sleep(for: .milliseconds(600))  // what was planned is written
            let title = "round \(round) of the changes"
            let began = ContinuousClock.now
            store.dispatch(.rename(title))
            while try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(title.utf8)) == nil {
                try await Task.sleep(for: .milliseconds(1))
            }
            times.append(ContinuousClock.now - began)
        }
        return times
    }

    static func words(_ times: [Duration]) -> String {
        let times = times.sorted()
        return "median \(words(times[times.count / 2])), longest \(words(times[times.count - 1]))"
    }

    static func words(_ time: Duration) -> String { "\(Int(time / .milliseconds(1))) ms" }

    /// One change of a large state, in the file that other replicas read.
    static func change(_ state: ToDos, in folder: String) async throws {
        let (store, recorder) = app(state, in: folder)
        let path = "\(folder)/replicas/one.replica"
        let (events, told) = AsyncStream<ReplicationEvent>.makeStream()
        let task = Task {
            for await event in store.replicate(in: "\(folder)/replicas", recorder, as: "one") { told.yield(event) }
        }
        for await event in events { if case .began = event { break } }
        func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
        let before = try size()
        store.dispatch(.rename("another title"))
        while try size() == before { try await Task.sleep(for: .milliseconds(1)) }
        print("one changed title of a state of \(before) bytes: \(try size() - before) bytes in the replica's file")
        task.cancel()
        recorder.finish()
    }
}
