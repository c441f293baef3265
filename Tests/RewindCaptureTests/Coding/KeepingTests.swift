import RewindValue
import Synchronization
import Testing

@testable import RewindCapture

/// Decoding beside a running value keeps what no encoding has of it.
@Suite("What is not encoded stays", .timeLimit(.minutes(5))) struct KeepingTests {
    fileprivate struct Page: Codable, Equatable {
        var title = ""
        var scroll = 0.0
        private enum CodingKeys: CodingKey { case title }
    }

    private struct Row: Codable, Equatable, Identifiable {
        var id = 0
        var text = ""
        var token = Int.random(in: 0...Int.max)
        private enum CodingKeys: CodingKey { case id, text }
    }

    private enum Screen: Codable, Equatable {
        case none
        case page(Page, isNew: Bool)
        indirect case over(Screen)
    }

    /// A class of no interest to a recording.
    private final class Image: Sendable {}

    private struct Shop: Codable {
        var wishes = [1]
        var page = Page()
        var pages: [Page] = []
        var rows: [Row] = []
        var screen = Screen.none
        var named: [String: Page] = [:]
        var numbered: [Int: Page] = [:]
        var paired: [Page: Page] = [:]
        var last: Page?
        @Redacted var token = ""
        // Not encoded:
        var catalogue: [String] = []
        var image: Image?
        var format: (@Sendable (Int) -> String)?
        weak var parent: Image?
        let launch = Int.random(in: 0...Int.max)
        lazy var count = wishes.count

        private enum CodingKeys: String, CodingKey {
            case wishes = "wish_list"
            case page, pages, rows, screen, named, numbered, paired, last, token
        }
    }

    private func at(_ path: String) throws -> JSONPointer { try JSONPointer(parsing: path) }

    /// The state after a change of what is recorded of it.
    private func edited<State: Codable>(
        _ state: State, losses: Int = 0, _ patch: JSONPatch.Operation...
    ) throws -> State {
        let tree = try JSONValue(revealing: state)
        var other = tree
        try JSONPatch(patch).apply(to: &other)
        let keeping = FieldPreservation()
        let edited = try other.decode(State.self, preserving: state, encodedAs: tree, keeping)
        #expect(keeping.losses.count == losses, "\(keeping.losses)")
        if losses == 0 { #expect(try JSONValue(revealing: edited) == other) }
        return edited
    }

    @Test func oneEditOfOneListLeavesTheRestOfTheState() throws {
        let (image, parent) = (Image(), Image())
        var shop = Shop()
        shop.catalogue = ["a", "b"]
        (shop.image, shop.parent, shop.format) = (image, parent, { "\($0)!" })
        shop.token = "t"
        shop.page.scroll = 7
        #expect(shop.count == 1)
        var edited = try edited(shop, .add(at("/wish_list/1"), 2))
        #expect(edited.wishes == [1, 2] && edited.catalogue == ["a", "b"] && edited.page == shop.page && edited.token == "t")
        #expect(edited.image === image && edited.parent === parent && edited.format?(1) == "1!" && edited.launch == shop.launch)
        #expect(edited.count == 2)
    }

    @Test func propertiesOfNestedValuesStay() throws {
        var shop = Shop()
        shop.page = Page(title: "p", scroll: 1)
        shop.last = Page(title: "l", scroll: 2)
        shop.named["n"] = Page(title: "n", scroll: 3)
        shop.numbered = [1: Page(title: "1", scroll: 4), 2: Page(title: "2", scroll: 5)]
        shop.paired = [Page(title: "k"): Page(title: "v", scroll: 6), Page(title: "l"): Page(title: "v", scroll: 7)]
        shop.screen = .over(.page(Page(title: "s", scroll: 8), isNew: true))
        for path in ["/page/title", "/last/title", "/named/n/title", "/numbered/2/title", "/paired/1/title", "/paired/3/title"] {
            let edited = try edited(shop, .replace(JSONPointer(parsing: path), "e"))
            #expect(edited.page.scroll == 1 && edited.last?.scroll == 2 && edited.named["n"]?.scroll == 3)
            #expect(edited.numbered[1]?.scroll == 4 && edited.numbered[2]?.scroll == 5)
            #expect(edited.paired[Page(title: "k")]?.scroll == 6 && edited.paired[Page(title: "l")]?.scroll == 7)
            #expect(edited.screen == shop.screen)
        }
        let edited = try edited(shop, .replace(at("/screen/over/_0/page/_0/title"), "e"))
        #expect(edited.screen == .over(.page(Page(title: "e", scroll: 8), isNew: true)))
        let other = try self.edited(shop, .replace(at("/screen/over/_0"), ["none": [:]]), .remove(at("/last")))
        #expect(other.screen == .over(.none) && other.last == nil)
    }

    @Test func elementsKeepWhatIsTheirsWhereverTheyGo() throws {
        var shop = Shop()
        shop.rows = [Row(id: 1, text: "a"), Row(id: 2, text: "b"), Row(id: 3, text: "c")]
        let tokens = shop.rows.map(\.token)
        var edited = try edited(
            shop, .move(from: at("/rows/2"), to: at("/rows/0")), .replace(at("/rows/1/text"), "e"), .remove(at("/rows/2")),
            .add(at("/rows/1"), ["id": 9, "text": "n"]))
        #expect(edited.rows.map(\.id) == [3, 9, 1] && edited.rows[0].token == tokens[2] && edited.rows[2].token == tokens[0])
        shop.pages = [Page(title: "a", scroll: 1), Page(title: "b", scroll: 2), Page(title: "c", scroll: 3)]
        edited = try self.edited(shop, .remove(at("/pages/1")))
        #expect(edited.pages.map(\.scroll) == [1, 3])
        edited = try self.edited(shop, .move(from: at("/pages/2"), to: at("/pages/0")))
        #expect(edited.pages.map(\.scroll) == [3, 1, 2])
        edited = try self.edited(shop, .replace(at("/pages/1/title"), "e"))
        #expect(edited.pages.map(\.scroll) == [1, 2, 3])
        edited = try self.edited(shop, .add(at("/pages/1"), ["title": "n"]))
        #expect(edited.pages.map(\.scroll) == [1, 0, 2, 3])
    }

    @Test func whichElementItWasMayBeUncertain() throws {
        var shop = Shop()
        shop.pages = [Page(title: "a", scroll: 1), Page(title: "b", scroll: 2)]
        _ = try edited(shop, losses: 1, .replace(at("/pages"), [["title": "c"]]))
        shop.pages = [Page(title: "a"), Page(title: "b")]
        #expect(try edited(shop, .replace(at("/pages"), [["title": "c"]])).pages == [Page(title: "c")])
    }

    /// Rebuilds what it does not encode.
    private struct Indexed: Codable {
        var names: [String]
        private(set) var places: [String: Int]
        var cache: [Int] = []
        private enum CodingKeys: CodingKey { case names }
        init(_ names: [String]) {
            self.names = names
            places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        }
        init(from decoder: any Decoder) throws {
            self.init(try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .names))
        }
    }

    @Test func whatIsMadeFromWhatIsRecordedIsMadeAnew() throws {
        var state = Indexed(["a", "b"])
        state.cache = [1]
        let edited = try edited(state, .add(at("/names/0"), "c"))
        #expect(edited.places == ["c": 0, "a": 1, "b": 2] && edited.cache == [1])
    }

    /// Writes one thing as it is, one in another form, and one not at all.
    private struct ByHand: Codable {
        struct Price: Codable {
            var cents: Int
            var note = ""
        }
        var title = ""
        var price = Price(cents: 0)
        var list: [Price] = []
        var cache = [Int]()
        private enum CodingKeys: CodingKey { case title, price, list }
        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title = try container.decode(String.self, forKey: .title)
            price = Price(cents: Int(try container.decode(String.self, forKey: .price)) ?? 0)
            list = try container.decode([Int].self, forKey: .list).map { Price(cents: $0) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
            try container.encode("\(price.cents)", forKey: .price)
            try container.encode(list.map(\.cents), forKey: .list)
        }
    }

    @Test func whatIsWrittenInAnotherFormIsTakenOrRefused() throws {
        var state = ByHand()
        (state.price.cents, state.list, state.cache) = (5, [.init(cents: 1)], [1])
        var edited = try edited(state, .replace(at("/title"), "t"), .replace(at("/price"), "7"), .add(at("/list/1"), 2))
        #expect(edited.title == "t" && edited.price.cents == 7 && edited.list.map(\.cents) == [1, 2] && edited.cache == [1])
        state.list[0].note = "n"
        edited = try self.edited(state, .replace(at("/title"), "t"), .replace(at("/price"), "7"))
        #expect(edited.list[0].note == "n" && edited.price.cents == 7)
        _ = try self.edited(state, losses: 1, .add(at("/list/1"), 2))
    }

    private final class Model: Codable {
        var count = 0
        var name = ""
        var history: [Int] = []
        private enum CodingKeys: CodingKey { case count, name }
    }

    private struct Models: Codable {
        var one = Model()
        var other = Model()
    }

    @Test func anInstanceStaysOrIsRefused() throws {
        let models = Models()
        models.other.history = [1]
        let edited = try edited(models, .replace(at("/one/count"), 2))
        #expect(edited.other === models.other && edited.one !== models.one && edited.one.count == 2)
        models.one.history = [2]
        _ = try self.edited(models, losses: 1, .replace(at("/one/count"), 2))
    }

    @Test("Unchanged instances are not shared where the state before is needed again")
    func instancesAreNotSharedIfTheOldStateIsNeeded() throws {
        let models = Models()
        let tree = try JSONValue(encoding: models)
        let again = try tree.decode(Models.self, preserving: models, encodedAs: tree, FieldPreservation(sharesInstances: false))
        #expect(again.one !== models.one)
    }
}

extension KeepingTests.Page: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(title) }
}
