/// The state and the actions that everything is measured on: a to-do app's, in three sizes.
struct AppState: Codable, Sendable {
    var session = Session()
    var screens = ["list"]
    var todos: [Todo]
    var filter = Filter.all
    var counters: [String: Int] = ["actions": 0]

    struct Session: Codable, Sendable {
        var user = "ada"
        var startedAt = 1_700_000_000.0
    }

    struct Todo: Codable, Sendable, Identifiable {
        var id: Int
        var title: String
        var done: Bool
        var tags: [String]
        var updatedAt: Double
    }

    enum Filter: String, Codable, Sendable { case all, open, done }
}

/// The sizes, by the to-dos in the first state.
enum Size: String, CaseIterable {
    case S, M, L

    var todos: Int {
        switch self {
        case .S: 10
        case .M: 700
        case .L: 70_000
        }
    }
}

enum AppAction: Codable, Sendable {
    case toggle(id: Int)
    case edit(id: Int, title: String)
    case append(id: Int, title: String)
    case delete(id: Int)
    case setFilter(AppState.Filter)
    case markAll(every: Int, offset: Int)
}

func reduce(_ state: AppState, _ action: AppAction) -> AppState {
    var state = state
    change(&state, action)
    return state
}

func change(_ state: inout AppState, _ action: AppAction) {
    state.counters["actions", default: 0] += 1
    switch action {
    case .toggle(let id):
        if let place = state.todos.firstIndex(where: { $0.id == id }) { state.todos[place].done.toggle() }
    case .edit(let id, let title):
        if let place = state.todos.firstIndex(where: { $0.id == id }) { state.todos[place].title = title }
    case .append(let id, let title):
        state.todos.append(.init(id: id, title: title, done: false, tags: [], updatedAt: 1))
    case .delete(let id): state.todos.removeAll { $0.id == id }
    case .setFilter(let filter): state.filter = filter
    case .markAll(let every, let offset):
        for place in stride(from: offset, to: state.todos.count, by: every) { state.todos[place].done.toggle() }
    }
}

/// A small generator of numbers, the same in every run.
struct Numbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}

extension AppState {
    init(_ size: Size) {
        var numbers = Numbers(seed: 7)
        todos = (0..<size.todos).map { id in
            let title = String((0..<(20 + numbers.next(below: 41))).map { _ in "abcdefghij klmnopqrst"[numbers.next(below: 21)] })
            let tags = (0..<numbers.next(below: 4)).map { "tag\($0)" }
            let updatedAt = Double(numbers.next(below: 1_000_000))
            return Todo(id: id, title: title, done: numbers.next(below: 2) == 0, tags: tags, updatedAt: updatedAt)
        }
    }
}

extension String {
    fileprivate subscript(place: Int) -> Character { self[index(startIndex, offsetBy: place)] }
}

/// The mix: 50 % toggle, 20 % edit, 10 % append, 5 % delete, 10 % filter, 5 % one in a hundred at once.
///
/// It knows the to-dos that are there, so that the state stays as large as its size says, however many steps there are.
struct Mix {
    private var numbers = Numbers(seed: 11)
    private let limit: Int
    private var nextID: Int
    private var ids: [Int]

    init(_ size: Size) {
        ids = Array(0..<size.todos)
        nextID = size.todos
        limit = size.todos * 3 / 2
    }

    /// So many actions, the same in every run.
    static func actions(_ size: Size, _ count: Int) -> [AppAction] {
        var mix = Mix(size)
        return (0..<count).map { _ in mix.action() }
    }

    mutating func action() -> AppAction {
        let dice = numbers.next(below: 100)
        let place = numbers.next(below: ids.count)
        switch dice {
        case ..<50: return .toggle(id: ids[place])
        case ..<70: return .edit(id: ids[place], title: "a title that was edited, number \(dice)")
        case ..<80 where ids.count < limit:
            ids.append(nextID)
            nextID += 1
            return .append(id: nextID - 1, title: "one more thing to do, number \(dice)")
        case ..<85 where ids.count > 1:
            ids.swapAt(place, ids.count - 1)
            return .delete(id: ids.removeLast())
        case ..<95: return .setFilter([.all, .open, .done][dice % 3])
        default: return .markAll(every: 100, offset: numbers.next(below: 100))
        }
    }
}
