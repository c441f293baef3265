import Foundation
import RewindRecorder

/// Actions that carry a list, as an app gets it from a server, dispatched as often as a screen is drawn.
struct LargeActions {
    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    /// A page of a catalogue.
    struct Catalogue: Codable, Sendable {
        var films: [Film] = []
    }

    struct Film: Codable, Sendable {
        var id: Int
        var title: String
        var overview: String
        var poster: URL
        var released: Date
        var rating: Double
        var genres: [String]
        var isSeen: Bool
    }

    enum Action: Codable, Sendable { case didReceive([Film]) }

    /// What is encoded: many short members, or few with pages of prose.
    enum Kind: String, CaseIterable {
        case list = "a list"
        case prose = "prose"

        private var sentences: Int { self == .list ? 1 : 40 }

        /// Films that take at least so many bytes as JSON.
        func films(bytes: Int) -> [Film] {
            var numbers = Numbers(seed: 5)
            let words = "the a river of night it was where she found old light and nobody remembers why he left town again".split(
                separator: " ")
            func sentence(_ count: Int) -> String {
                (0..<count).map { _ in String(words[numbers.next(below: words.count)]) }.joined(separator: " ").capitalized
            }
            var (films, size) = ([Film](), 0)
            while size < bytes {
                let id = films.count
                let film = Film(
                    id: id, title: sentence(3), overview: (0..<sentences).map { _ in sentence(12) + "." }.joined(separator: " "),
                    poster: URL(string: "https://images.example.org/w500/\(id).jpg")!,
                    released: Date(timeIntervalSinceReferenceDate: Double(id) * 86_400), rating: Double(numbers.next(below: 100)) / 10,
                    genres: ["Drama", "Comedy"], isSeen: id % 3 == 0)
                films.append(film)
                size += film.overview.utf8.count + film.title.utf8.count + 150
            }
            return films
        }
    }

    private static func reduce(_ state: Catalogue, _ action: Action) -> Catalogue {
        switch action {
        case .didReceive(let films): Catalogue(films: films)
        }
    }

    /// A row for each size: how long a dispatch takes at each level, and how long encoding the same action, in turns.
    func run() throws {
        let table = Table(
            "Actions that carry a list, 60 a second, median", "action", "bytes", "`JSONEncoder`", "`everything`", "`secrets`", "`masked`",
            "each : `JSONEncoder`", "secrets : everything", "masked : secrets", "sealed, masked : secrets")
        for (kind, bytes) in [
            (Kind.list, 40_000), (.list, 60_000), (.list, 67_000), (.list, 200_000), (.list, 850_000), (.list, 2_000_000),
            (.prose, 20_000), (.prose, 850_000),
        ] {
            let action = Action.didReceive(kind.films(bytes: bytes))
            let encoder = JSONEncoder()
            let size = try encoder.encode(action).count
            let recorders = [RedactionLevel.everything, .secrets, .masked].map { level in
                Recorder(app: "Benchmark", directory: bench.folder) { ($0.level, $0.earlier, $0.limits) = (level, .none, .none) }
            }
            var states = recorders.map { _ in Catalogue() }
            let stores = recorders.map { $0.store(initialState: Catalogue()) }
            for recorder in recorders { recorder.flush() }
            let ways = recorders.count + 1
            let costs = try measure(steps: ways * (size > 500_000 ? 12 : 60), rate: 60) { number in
                let way = number % ways
                if way == recorders.count {
                    _ = try encoder.encode(action)
                } else {
                    states[way] = stores[way].reduce(action, from: states[way], reducer: Self.reduce)
                }
            }
            let sealed = try recorders.map { recorder in
                recorder.finish()
                let recorded = Recorded(directory: recorder.directory ?? "", costs: costs)
                defer { recorded.remove() }
                return try recorded.seal().bytes
            }
            let medians = (0..<ways).map { way in stride(from: way, to: costs.steps.count, by: ways).map { costs.steps[$0] }.middle }
            func ratio(_ one: Int, _ other: Int) -> String { rounded(Double(one) / Double(other)) + " ×" }
            table.row(
                kind.rawValue, "\(size)", text(medians[3]), text(medians[0]), text(medians[1]), text(medians[2]),
                (0..<3).map { ratio(medians[$0], medians[3]) }.joined(separator: ", "), ratio(medians[1], medians[0]),
                ratio(medians[2], medians[1]),
                ratio(sealed[2], sealed[1]))
        }
    }
}
