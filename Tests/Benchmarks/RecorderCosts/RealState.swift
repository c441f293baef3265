import Foundation

/// A state with the fields that nearly every app has: optional structs, enums with and without payloads, one-case enums, dates.
///
/// Such fields have bits that mean nothing, and some have no bits at all. Two equal values may differ in those.
struct RealState: StateKind {
    static let title = "a real app's state, of 25 fields"

    enum Language: String, Codable, Sendable { case english }
    struct Address: Codable, Sendable {
        var isDefault = true
        var street = "1 Main Street"
        var floor: Int8?
    }
    struct User: Codable, Sendable {
        var isAdmin = true
        var name = "Ada"
        var address: Address? = Address()
        var age: UInt8 = 36
    }
    enum Loading: Codable, Sendable {
        case idle
        case loading(since: Date, retries: UInt8)
        case failed(code: Int16, reason: String)
    }
    enum Route: Codable, Sendable {
        case home
        case item(Int)
        case profile(User?)
    }

    var items: [Item]
    var counter = 0
    var isOnline = true
    var language = Language.english
    var user: User? = User()
    var guest: User?
    var loading = Loading.idle
    var saving = Loading.idle
    var route = Route.home
    var sheet: Route?
    var alert: String?
    var query = ""
    var filter: Language?
    var isEditing = false
    var rating = 4.5
    var ratio: Float?
    var refreshed: Date?
    var expires = Date(timeIntervalSince1970: 1_800_000_000)
    var selected: Set<Int> = []
    var names = ["a": 1]
    var badge: UInt8?
    var version: (UInt8, UInt16) = (1, 2)
    var address: Address?
    var isSignedIn = true
    var page: Int?

    enum CodingKeys: CodingKey {
        case items, counter, isOnline, language, user, guest, loading, saving, route, sheet, alert, query, filter, isEditing, rating, ratio,
            refreshed, expires, selected, names, badge, address, isSignedIn, page
    }

    init(count: Int) { items = (0..<count).map { Item($0) } }

    mutating func edit(_ number: Int) { items[number * 7919 % items.count].isDone.toggle() }

    /// What apps do between the edits.
    mutating func changeOther(_ number: Int) {
        counter = number
        switch number % 6 {
        case 0:
            var next = user
            next?.isAdmin.toggle()
            user = next
        case 1: loading = .loading(since: expires, retries: UInt8(number % 250))
        case 2: loading = .failed(code: 404, reason: "not found")
        case 3: route = route.isHome ? .profile(user) : .home
        case 4: sheet = sheet == nil ? .item(number) : nil
        default: badge = badge == nil ? 1 : nil
        }
    }

    mutating func insert(_ number: Int) {
        if number > 0 { items.remove(at: items.count / 2) }
        items.insert(Item(1_000_000 + number), at: items.count / 2)
    }
}

extension RealState.Route {
    var isHome: Bool { if case .home = self { true } else { false } }
}
