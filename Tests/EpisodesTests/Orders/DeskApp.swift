/// An app with several effects in flight: a search, notes that are saved, a stock, a profile and news.
///
/// It is right in every order of the answers, unless it is given a bug.
struct Desk: Codable, Equatable, Sendable {
    /// A bug that shows only if answers come in another order.
    enum Bug: String, CaseIterable, Sendable {
        /// The answer to an older edit overwrites a newer text.
        case lostUpdate
        /// The answer to an edit needs the note, which may have been deleted.
        case useAfterDelete
        /// A thing is taken by the answer, and once more if the time had run out before.
        case doubleDecrement
        /// The details of a note are shown although another one has been selected.
        case staleSelection
    }

    struct Note: Codable, Equatable, Sendable, Identifiable {
        var id: Int
        var text: String
        /// The number of the newest edit.
        var version = 0
        var isSaved = true
    }

    struct Details: Codable, Equatable, Sendable {
        var note: Int
        var words: Int
    }

    struct Stock: Codable, Equatable, Sendable {
        var left = 20
        /// The requests whose answers are awaited.
        var pending: [Int] = []
        /// The requests that took something, in the order in which that became known.
        var taken: [Int] = []
    }

    var query = ""
    var results: [String] = []
    var notes: [Note] = []
    /// The numbers of the posts whose answers are awaited.
    var posting: [Int] = []
    var selected: Int?
    var details: Details?
    var stock = Stock()
    var profile = ""
    /// The number of the newest request for the profile.
    var profileRequest = 0
    /// In the order of arrival.
    var news: [String] = []
    var page = 0

    enum Action: Codable, Sendable {
        case turnPage(to: Int)
        case setQuery(String), search, didSearch(query: String, [String])
        case post(number: Int, text: String), didPost(number: Int, id: Int, text: String)
        case edit(id: Int, version: Int, text: String), didEdit(id: Int, version: Int, text: String)
        case delete(Int), didDelete(Int)
        case select(Int), loadDetails(Int), didLoadDetails(Details)
        case take(Int), didTake(Int), timedOut(Int)
        case loadProfile(Int), didLoadProfile(Int, String)
        case listen(String), didHear(String)
    }

    mutating func reduce(_ action: Action, _ bug: Bug? = nil) throws(WouldCrash) {
        switch action {
        case .turnPage(let number): page = number
        case .setQuery(let text): (query, results) = (text, [])
        case .didSearch(let asked, let found): if asked == query { results = found }
        case .loadProfile(let number): profileRequest = number
        case .didLoadProfile(let number, let name): if number == profileRequest { profile = name }
        case .didHear(let text): news.append(text)
        case .search, .listen, .loadDetails: break
        case .select(let id): if selected != id { (selected, details) = (id, nil) }
        case .didLoadDetails(let loaded): if loaded.note == selected || bug == .staleSelection { details = loaded }
        case .take, .didTake, .timedOut: changeStock(action, bug)
        default: try changeNotes(action, bug)
        }
    }

    private mutating func changeStock(_ action: Action, _ bug: Bug?) {
        switch action {
        case .take(let number): if !stock.pending.contains(number) { stock.pending.append(number) }
        case .didTake(let number), .timedOut(let number):
            var isAwaited = stock.pending.contains(number)
            stock.pending.removeAll { $0 == number }
            if bug == .doubleDecrement, case .didTake = action { isAwaited = true }
            guard isAwaited else { return }
            stock.left -= 1
            if !stock.taken.contains(number) { stock.taken.append(number) }
        default: break
        }
    }

    private mutating func changeNotes(_ action: Action, _ bug: Bug?) throws(WouldCrash) {
        switch action {
        case .post(let number, _): if !posting.contains(number) { posting.append(number) }
        case .didPost(let number, let id, let text):
            guard posting.contains(number) else { return }
            posting.removeAll { $0 == number }
            notes.append(Note(id: id, text: text))
        case .edit(let id, let version, let text):
            guard let index = notes.firstIndex(where: { $0.id == id }) else { return }
            notes[index].version = version
            if bug != .lostUpdate { notes[index].text = text }
            notes[index].isSaved = false
        case .didEdit(let id, let version, let text):
            guard let index = notes.firstIndex(where: { $0.id == id }) else {
                if bug == .useAfterDelete { throw WouldCrash() }
                return
            }
            guard bug == .lostUpdate || notes[index].version == version else { return }
            notes[index].text = text
            notes[index].isSaved = true
        case .didDelete(let id):
            notes.removeAll { $0.id == id }
            if selected == id { (selected, details) = (nil, nil) }
        default: break
        }
    }
}
