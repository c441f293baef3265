import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport

/// A session of the desk app, recorded: answers come some time after what asked for them.
struct OrderSession {
    let name: String
    /// The bug that the app has, which the recorded order does not show.
    let bug: Desk.Bug?
    let timeline: Timeline
    let reducer: AppReducer

    private typealias DeskTape = Tape<Desk, Desk.Action>

    private static func app(_ bug: Desk.Bug?) -> PlantedApp<Desk, Desk.Action> {
        PlantedApp(name: "Desk", initial: Desk(), idle: { .turnPage(to: $0 % 5) }) { try $0.reduce($1, bug) }
    }

    private init(_ name: String, _ bug: Desk.Bug?, in folder: TemporaryFolder, _ script: (DeskTape) throws -> Void) throws {
        let recorder = Recorder(.init(app: "Desk", directory: folder.path(name), level: .everything))
        try script(try Tape(Self.app(bug), recorder, nil))
        recorder.finish()
        (self.name, self.bug, reducer) = (name, bug, AppReducer(Self.app(bug)))
        timeline = try Timeline(Recording(directory: recorder.directory.there()))
    }

    // MARK: Right apps

    /// A session in which nothing is wrong, in any order of the answers.
    static func right(seed: UInt64, in folder: TemporaryFolder) throws -> OrderSession {
        try OrderSession("right \(seed)", nil, in: folder) { tape in
            var user = DeskUser(seed: seed)
            try user.use(tape)
        }
    }

    // MARK: Bugs

    /// For each bug a session that ends well.
    static func wrong(_ bug: Desk.Bug, in folder: TemporaryFolder) throws -> OrderSession {
        try OrderSession(bug.rawValue, bug, in: folder) { tape in
            let post = tape.begin("post", by: try tape.send(.post(number: 1, text: "milk")))
            try tape.idle(2)
            try tape.answer(post, .didPost(number: 1, id: 7, text: "milk"))
            let other = tape.begin("post", by: try tape.send(.post(number: 2, text: "bread")))
            try tape.answer(other, .didPost(number: 2, id: 8, text: "bread"))
            switch bug {
            case .lostUpdate:
                let first = tape.begin("edit", by: try tape.send(.edit(id: 7, version: 1, text: "oat milk")))
                let second = tape.begin("edit", by: try tape.send(.edit(id: 7, version: 2, text: "soy milk")))
                try tape.idle(2)
                try tape.answer(first, .didEdit(id: 7, version: 1, text: "oat milk"))
                try tape.answer(second, .didEdit(id: 7, version: 2, text: "soy milk"))
            case .useAfterDelete:
                let edit = tape.begin("edit", by: try tape.send(.edit(id: 7, version: 1, text: "oat milk")))
                let delete = tape.begin("delete", by: try tape.send(.delete(7)))
                try tape.idle(1)
                try tape.answer(edit, .didEdit(id: 7, version: 1, text: "oat milk"))
                try tape.answer(delete, .didDelete(7))
            case .doubleDecrement:
                let take = try tape.send(.take(31))
                let (request, timer) = (tape.begin("take", by: take), tape.begin("timeout", by: take))
                try tape.idle(2)
                try tape.answer(request, .didTake(31))
                try tape.answer(timer, .timedOut(31))
            case .staleSelection:
                try tape.send(.select(7))
                let first = tape.begin("details", by: try tape.send(.loadDetails(7)))
                try tape.send(.select(8))
                let second = tape.begin("details", by: try tape.send(.loadDetails(8)))
                try tape.answer(first, .didLoadDetails(Desk.Details(note: 7, words: 1)))
                try tape.answer(second, .didLoadDetails(Desk.Details(note: 8, words: 2)))
            }
            try tape.idle(3)
        }
    }
}

/// Somebody who uses the desk app, and its server, by a seed.
private struct DeskUser {
    private var random: SeededGenerator
    /// What is under way, with the answers that are to come.
    private var open: [(effect: EffectInProgress, answer: Desk.Action)] = []
    private var number = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func use(_ tape: Tape<Desk, Desk.Action>) throws {
        while tape.steps < 36 {
            if !open.isEmpty, random.below(3) == 0 { try answer(tape) } else { try act(tape) }
        }
        while !open.isEmpty { try answer(tape) }
    }

    private mutating func answer(_ tape: Tape<Desk, Desk.Action>) throws {
        let next = open.remove(at: random.below(open.count))
        try tape.answer(next.effect, next.answer)
    }

    private mutating func start(
        _ name: EffectName, _ action: Desk.Action, _ answer: Desk.Action, _ tape: Tape<Desk, Desk.Action>
    ) throws {
        open.append((tape.begin(name, by: try tape.send(action)), answer))
    }

    private mutating func act(_ tape: Tape<Desk, Desk.Action>) throws {
        number += 1
        let note = tape.state.notes.randomElement(using: &random)
        switch random.below(10) {
        case 0:
            let query = ["te", "tea", "teapot"][random.below(3)]
            try tape.send(.setQuery(query))
            try start("search", .search, .didSearch(query: query, ["\(query) 1", "\(query) 2"]), tape)
        case 1, 2:
            try start(
                "post", .post(number: number, text: "note \(number)"), .didPost(number: number, id: 100 + number, text: "note \(number)"),
                tape)
        case 3, 4:
            guard let note else { return try tape.idle(1) }
            let (version, text) = (note.version + 1, "\(note.text)!")
            try start(
                "edit", .edit(id: note.id, version: version, text: text), .didEdit(id: note.id, version: version, text: text), tape)
        case 5: if let note { try start("delete", .delete(note.id), .didDelete(note.id), tape) } else { try tape.idle(1) }
        case 6:
            guard let note else { return try tape.idle(1) }
            try tape.send(.select(note.id))
            try start("details", .loadDetails(note.id), .didLoadDetails(Desk.Details(note: note.id, words: note.id % 10)), tape)
        case 7:
            let take = try tape.send(.take(number))
            open.append((tape.begin("take", by: take), .didTake(number)))
            open.append((tape.begin("timeout", by: take), .timedOut(number)))
        case 8: try start("profile", .loadProfile(number), .didLoadProfile(number, "Ada \(number)"), tape)
        default: try start("listen", .listen("radio"), .didHear("headline \(number)"), tape)
        }
    }
}
