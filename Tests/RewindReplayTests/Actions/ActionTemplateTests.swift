import RewindFormat
import RewindReplay
import RewindValue
import Testing

@Suite("An action made of the app's types", .timeLimit(.minutes(5)))
struct ActionTemplateTests {
    private var manifest: Manifest {
        var manifest = Manifest(recorder: "test", started: 0)
        manifest.stores = [Manifest.StoreInfo(name: "main", state: "Shop.State")]
        manifest.stores[0].action = "Shop.Action"
        manifest.types = [
            "Shop.Action": ["kind": "enum", "cases": ["cart": "Shop.CartAction", "launch": nil, "open": "Shop.Screen"]],
            "Shop.CartAction": [
                "kind": "enum",
                "cases": ["add": "Shop.Item", "rename": "(id: Swift.Int, Swift.Optional<Swift.String>, by: Shop.Screen)", "clear": nil],
            ],
            "Shop.Item": ["kind": "struct", "fields": ["id": "Swift.Int", "tags": "Swift.Array<Swift.String>", "next": "Shop.Item"]],
            "Shop.Screen": ["kind": "enum", "cases": ["details": "Swift.Int", "home": nil]],
        ]
        return manifest
    }

    @Test(arguments: [
        ("launch", #"{"launch":{}}"#), ("cart/clear", #"{"cart":{"_0":{"clear":{}}}}"#),
        ("cart/rename", #"{"cart":{"_0":{"rename":{"id":0,"_1":null,"by":{"home":{}}}}}}"#), ("open/home", #"{"open":{"_0":{"home":{}}}}"#),
        ("open", nil), ("cart", nil), ("cart/pay", nil), ("nothing", nil), ("launch/more", nil),
    ])
    func isWrittenAsSwiftEncodesItsEnums(type: String, expected: String?) {
        #expect(ActionTemplate.all(forType: type, in: manifest).first?.action.jsonText == expected)
    }

    @Test func endsWhereATypeIsAPartOfItself() {
        let action = ActionTemplate.all(forType: "cart/add", in: manifest).first?.action
        #expect(action?["cart"]?["_0"]?["add"]?["_0"]?["next"]?["tags"] == [])
    }

    @Test func itsTypesAreThePathsOfTheCases() {
        #expect(
            Set(ActionTemplate.types(in: manifest)) == [
                "cart/add", "cart/rename", "cart/clear", "launch", "open/details", "open/home",
            ])
    }
}
