import RewindFormat
import RewindValue
import Testing

@testable import RewindReplay

/// What is no difference between a recorded state and one of today's reducer, by the shapes of types.
@Suite("Members that are new", .timeLimit(.minutes(5)))
struct StateToleranceTests {
    /// The types of a recording.
    private static let recorded: JSONObject = [
        "App.State": [
            "kind": "struct",
            "fields": [
                "cart": "App.Cart", "byName": "Swift.Dictionary<Swift.String, App.Item>", "screen": "Swift.Optional<App.Screen>",
                "page": "App.Page<Swift.Int>", "_name": "App.Wrapped", "tree": "App.Tree",
            ],
        ],
        "App.Cart": ["kind": "struct", "fields": ["items": "Swift.Array<App.Item>"]],
        "App.Item": ["kind": "struct", "fields": ["price": "Swift.Int", "stars": "Swift.Int"]],
        "App.Item.(CodingKeys in _1A2B)": ["kind": "enum", "cases": ["star_count": nil]],
        "App.Screen": ["kind": "enum", "cases": ["item": "App.Item", "search": "(text: Swift.String, item: App.Item)", "home": nil]],
        "App.Page<Swift.Int>": ["kind": "struct", "fields": ["number": "Swift.Int"]],
        "App.Tree": ["kind": "struct", "fields": ["root": "App.Node"]],
    ]

    /// The places that differ, and the members that are new, where a state lacks the second value at a place.
    private func compare(
        _ recorded: JSONValue, _ reached: JSONValue, ignoring ignored: [PointerPattern] = [], hidesTexts: Bool = false
    ) -> (places: [String], new: [String]) {
        var tolerance = StateTolerance(ignoring: ignored, recorded: StateTypes(shapes: Self.recorded, state: "App.State"))
        let difference = StateDifference(from: recorded, to: reached, hidesTexts: hidesTexts, allowing: &tolerance)
        return (difference?.places.map(\.pointer.description) ?? [], tolerance.newMembers.map(\.description))
    }

    @Test(
        arguments: [
            (["cart": ["items": []]], ["cart": ["items": [], "total": 1]], "/cart/total"),
            (["cart": ["items": [["price": 1]]]], ["cart": ["items": [["price": 1, "seen": true]]]], "/cart/items/*/seen"),
            (["byName": ["tea": ["price": 1]]], ["byName": ["tea": ["price": 1, "seen": true]]], "/byName/tea/seen"),
            (["screen": ["item": ["_0": ["price": 1]]]], ["screen": ["item": ["_0": ["price": 1, "seen": 1]]]], "/screen/item/_0/seen"),
            (
                ["screen": ["search": ["text": "", "item": ["price": 1]]]],
                ["screen": ["search": ["text": "", "item": ["price": 1, "seen": 1]]]],
                "/screen/search/item/seen"
            ),
            (["page": ["number": 1]], ["page": ["number": 1, "size": 9]], "/page/size"),
            (["cart": ["items": []]], ["cart": ["items": []], "more": 1], "/more"),
        ] as [(JSONValue, JSONValue, String)])
    func aMemberOfAnyStructMayBeNew(recorded: JSONValue, reached: JSONValue, member: String) {
        let found = compare(recorded, reached)
        #expect(found.places.isEmpty && found.new == [member])
    }

    @Test(
        arguments: [
            // A key of a dictionary, a case, and a field that the type had.
            (["byName": [:]], ["byName": ["tea": ["price": 1]]], "/byName/tea"),
            (["screen": ["home": [:]]], ["screen": ["home": [:], "item": ["_0": [:]]]], "/screen/item"),
            (["cart": ["items": [["price": 1]]]], ["cart": ["items": [["price": 1, "star_count": 1]]]], "/cart/items/0/star_count"),
            ([:], ["name": "Ada"], "/name"),
            // A type that is not described, and one that encodes itself under other names.
            (["tree": ["root": ["a": 1]]], ["tree": ["root": ["a": 1, "b": 2]]], "/tree/root/b"),
            (["cart": ["items": [["cost": 1]]]], ["cart": ["items": [["cost": 1, "seen": 1]]]], "/cart/items/0/seen"),
            // A value that differs, beside a member that is new.
            (["page": ["number": 1]], ["page": ["number": 2, "size": 9]], "/page/number"),
        ] as [(JSONValue, JSONValue, String)])
    func whatElseDiffersIsADifference(recorded: JSONValue, reached: JSONValue, place: String) {
        #expect(compare(recorded, reached).places == [place])
    }

    @Test func aNewMemberHidesNoDifferenceOfAMaskedRecording() {
        let found = compare(["cart": ["items": []]], ["cart": ["items": [], "total": 1]], hidesTexts: true)
        #expect(found.places.isEmpty && found.new == ["/cart/total"])
    }

    @Test func arraysAreComparedByTheirElements() {
        let one: JSONValue = ["price": 1]
        let new: JSONValue = ["price": 1, "seen": true]
        #expect(compare(["cart": ["items": [one]]], ["cart": ["items": [new, new]]]).places == ["/cart/items/1"])
        #expect(compare(["cart": ["items": [one, one]]], ["cart": ["items": [["price": 2], new, new]]]).places == ["/cart/items"])
    }

    @Test(
        arguments: [
            (["/cart/items/*/price"], []), (["/cart/items/7/price"], []), (["/cart"], []), (["/page"], ["/cart/items/0/price"]),
            (["/cart/items/*/price/cents"], ["/cart/items/0/price"]),
        ] as [([PointerPattern], [String])])
    func aPlaceIsLeftOutWithAllThatIsInIt(ignored: [PointerPattern], places: [String]) {
        #expect(compare(["cart": ["items": [["price": 1]]]], ["cart": ["items": [["price": 2]]]], ignoring: ignored).places == places)
        #expect(compare(["cart": ["items": [["price": 1]]]], ["cart": ["items": [[:]]]], ignoring: ignored).places == places)
    }
}
