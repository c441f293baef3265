import Foundation
import RewindFormat
import RewindRedaction
import Testing

@testable import RewindCapture
@testable import RewindRedaction
@testable import RewindValue

/// What of a value is masked, and what the app's types declare safe.
@Suite(.timeLimit(.minutes(5))) struct MaskedValueTests {
    private enum Kind: String, Codable { case work, home }
    private enum Step: Codable { case open(file: String), close, chosen(Kind) }
    private struct Options: OptionSet, Codable { let rawValue: Int }
    private struct Genre: Codable, RecordedAsIs { var name: String }
    private struct Foreign: Codable { var name: String }

    private struct App: Codable {
        var name = "Ada Lovelace"
        var kind = Kind.work
        var step = Step.open(file: "letter.txt")
        var options = Options(rawValue: 1 << 24)
        var count = 123_456
        var phone = 491_701_234_567
        var isOn = true
        var none: String?
        var empty = ""
        @Recordable var title = "Settings"
        @Recordable var maybe: String? = "Perhaps"
        @Redacted var answer = "rosebud"
        var genre = Genre(name: "Drama")
        var foreign = Foreign(name: "Foreign")
        var byName = ["ada": 1, "bob": 2]
        var byKind = [1234567: "x"]
        var theme = ["colour": "#ff8800", "font": "Serif"]
        var pins = ["pin": 4711]
        var id = UUID()
        var page = URL(string: "https://example.com/ada")
        var born = Date(timeIntervalSinceReferenceDate: -123_456_789.5)
        var photo = Data("Ada".utf8)
    }

    private func masked(_ change: (inout RedactionRules) -> Void = { _ in }, _ value: some Encodable = App()) throws -> JSONValue {
        var rules = RedactionRules.default
        change(&rules)
        return try RecordedForm(rules: rules, level: .masked).value(of: value).value
    }

    @Test func textsAndLongNumbersAreMaskedWhatStandsInTheSourceIsNot() throws {
        let value = try masked()
        for key in ["name", "id", "photo"] {
            let (text, open) = (value[key]?.string, try JSONValue(encoding: App())[key]?.string)
            #expect(text != open && text?.utf8.count == open?.utf8.count, "\(key)")
        }
        #expect(value["kind"] == "work" && value["isOn"] == true && value["count"] == 123_456 && value["empty"] == "")
        #expect(value["phone"] != .number(JSONNumber(491_701_234_567)) && value["phone"]?.int.map { String($0).count } == 12)
        #expect(value["options"] == .number(JSONNumber(1 << 24)))
        #expect(value["step"]?["open"]?["file"]?.string?.count == 10 && value["step"]?["open"]?["file"] != "letter.txt")
        #expect(value["answer"]?.string.map(Placeholder.isWhole) == true)
        #expect(value["byName"]?["ada"] == nil && value["byName"]?.object?.count == 2 && value["pins"]?.object?.map(\.value) == [0])
        // It decodes as what it was, and again to the same.
        let app: App = try value.decode()
        #expect(app.kind == .work && app.options == App().options && app.none == nil && app.page != nil && app.photo.count == 3)
        #expect(try JSONValue(encoding: app) == value)
    }

    @Test func whatTheAppDeclaresSafeIsRecordedButForSecrets() throws {
        let value = try masked()
        #expect(value["title"] == "Settings" && value["maybe"] == "Perhaps" && value["genre"] == ["name": "Drama"])
        #expect(value["foreign"] != ["name": "Foreign"])
        for type in [Foreign.self, String.self] as [Any.Type] {
            #expect(try masked { $0.addRecordable(type) }["foreign"] == ["name": "Foreign"])
            var (rules, bytes) = (RedactionRules.default, [UInt8]())
            rules.addRecordable(type)
            #expect(StateBytes(RecordedForm(rules: rules, level: .masked)).appendKeyframe(of: Foreign(name: "Foreign"), to: &bytes))
            #expect(bytes == Array(#"{"name":"Foreign"}"#.utf8))
        }
        var app = App()
        app.genre.name = "Bearer abcdefghijkl"
        let secret = try masked({ _ in }, app)["genre"]?["name"]?.string
        #expect(secret?.hasPrefix("Bearer [REDACTED ") == true)
    }

    @Test("Values and dictionary keys at places that the app declares safe are recorded unmasked")
    func placesThatTheAppDeclaresSafeAreNotMasked() throws {
        let value = try masked { $0.recordable = ["/theme", "/byName/ada", "/foreign/*"] }
        #expect(value["theme"] == ["colour": "#ff8800", "font": "Serif"])
        #expect(value["byName"]?["ada"] == 1 && value["byName"]?["bob"] == nil)
        #expect(value["foreign"] == ["name": "Foreign"])
        #expect(value["name"] != "Ada Lovelace")
    }

    @Test("A masked action has the name of its case, and one that names itself has a pseudonym")
    func aMaskedActionIsNamedByCaseOrPseudonym() throws {
        struct Named: Codable, ActionNaming { var actionName = "open Ada" }
        struct Safe: Codable, ActionNaming, RecordedAsIs { var actionName = "open Ada" }
        let form = RecordedForm(level: .masked)
        #expect(try form.action(Step.open(file: "x")).0.type == "open")
        #expect(try form.action(Named()).0.type != "open Ada")
        #expect(try form.action(Safe()).0.type == "open Ada")
        let bytes = ActionBytes(form)
        if bytes.encode(Named()) { #expect(String(decoding: bytes.type, as: UTF8.self) == (try form.action(Named()).0.type)) }
        #expect(bytes.encode(Step.open(file: "letter")))
        #expect(String(decoding: bytes.value, as: UTF8.self) == (try form.action(Step.open(file: "letter")).0.value.jsonText))
    }

    /// What an app composes at run time.
    private static let composed: [RecordedPlace] = [
        .actionType, .site, .store, .mediaType, .appText, .standardError, .data, .value(.root),
    ]

    @Test(arguments: composed + [.sourceName, .words]) func everyPlaceMasksWhatAnAppComposes(place: RecordedPlace) {
        let redactor = Redactor(level: .masked)
        let text = redactor.redact("the mark 'Ada wrote 12345678' was added", at: place)
        #expect(
            Self.composed.contains(place)
                ? !text.contains("Ada") && !text.contains("12345678") : text == "the mark 'Ada wrote 12345678' was added")
        #expect(Redactor(level: .everything).redact("password=hunter2", at: place) == "password=hunter2")
        for redactor in [Redactor(), redactor] where place != .sourceName {
            #expect(!redactor.redact("ghp_abcdefghijklmnopqrst0123", at: place).contains("ghp_abcdefghijklmnopqrst0123"))
        }
    }

    /// `~` stands for the app's own words.
    @Test(
        arguments: [
            ("image/svg+xml", .mediaType), ("text/plain; name=~", .mediaType),
            ("Home+Rows.swift:42", .site), ("Shop/Home.swift:42", .site), ("~/Home.swift:42", .site), ("a/~/Home.swift:42", .site),
            ("checkout", .sourceName), ("Shop/Cart.swift:12: Fatal error: Index out of range\n~", .standardError),
            ("Shop/Cart.swift:12: Fatal error: ~: Fatal error: ~", .standardError),
            ("Fatal error: ~", .standardError), ("~: Fatal error: gone", .standardError),
        ] as [(String, RecordedPlace)])
    func namesThatStandInTheSourceStayAndWhereACrashWas(text: String, place: RecordedPlace) {
        let said = text.replacing("~", with: "Ada's letter")
        let masked = Redactor(level: .masked).redact(said, at: place)
        #expect(!masked.contains("Ada") && (masked == said) == !text.contains("~"))
        guard place == .standardError else { return }
        let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
        #expect(masked.hasPrefix(parts[0]), "\(masked)")
        if !parts[0].isEmpty, !parts[1].contains("~") { #expect(masked.hasSuffix(parts[1]), "\(masked)") }
        #expect(masked.contains("Fatal error: "))
    }

    @Test func everythingMeansEverythingButWhatIsRedacted() throws {
        let value = try RecordedForm(level: .everything).value(of: App()).value
        #expect(value["pins"] == ["pin": 4711] && value["name"] == "Ada Lovelace" && value["answer"] != "rosebud")
    }

    // MARK: The system's types, which decode only from what they write

    private struct Trip: Codable {
        var days = Date(timeIntervalSinceReferenceDate: 700_000_000)..<Date(timeIntervalSinceReferenceDate: 700_600_000)
        var names = "anna"..."zoe"
        var numbers = 10_000_000...99_000_000
        var small = 3..<9
        var open: PartialRangeFrom<Double> = 48.858_370_1...
        var zone = TimeZone(identifier: "Europe/Vienna")
        var interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 700_000_000), duration: 86_400)
        var locale = Locale(identifier: "de_AT")
        var parts = DateComponents(timeZone: TimeZone(identifier: "Asia/Tokyo"), year: 2024, month: 2, day: 29)
        var name = PersonNameComponents(givenName: "Ada", familyName: "Lovelace")
        var price = Decimal(string: "1234567.89")
        var pause = Duration.seconds(86_400)
        var places = IndexSet([1, 2, 3, 700])
        var path = IndexPath(indexes: [1, 2, 30])
        var length = Measurement(value: 12.5, unit: UnitLength.kilometers)
        var link = URLComponents(string: "https://example.com/ada?x=1")
        var pages = [
            "https://ada.example.com/%C3%BC?q=%20a", "http://[2001:db8::1]:8080/x", "https://xn--bcher-kva.example/",
            "mailto:ada@example.com",
        ].compactMap { URL(string: $0) }
    }

    @Test func decodesAndStaysWhatItIsThen() throws {
        for _ in 0..<50 {
            let form = RecordedForm(level: .masked)
            let masked = try form.value(of: Trip()).value
            let trip: Trip = try masked.decode()
            let again: Trip = try JSONValue(encoding: trip).decode()
            #expect(try JSONValue(encoding: again) == JSONValue(encoding: trip))
            #expect(!masked.jsonText.contains("anna") && !masked.jsonText.contains("Vienna") && !masked.jsonText.contains("Tokyo"))
            #expect(zip(trip.pages, Trip().pages).allSatisfy { $0 != $1 } && trip.pages.count == 4)
            #expect(try JSONValue(encoding: trip.pages) == masked["pages"])
            var bytes: [UInt8] = []
            if StateBytes(form).appendKeyframe(of: Trip(), to: &bytes) { #expect(try JSONValue(parsing: bytes) == masked) }
            #expect(trip.days.lowerBound < trip.days.upperBound && trip.small == 3..<9 && trip.parts.day == 29)
        }
        #expect(throws: DecodingError.self) { try JSONValue.array(["a", 2]).decode(Range<Int>.self) }
        #expect(throws: DecodingError.self) { try JSONValue.array([1]).decode(ClosedRange<Int>.self) }
    }

    @Test func aDurationIsNoCardNumber() throws {
        let durations =
            (1...3_000).map { Duration.milliseconds($0) } + (1...3_000).map { Duration.nanoseconds($0 * 1_234_567) }
            + (1...3_000).map { Duration.seconds($0) } + (1...3_000).map { Duration.seconds($0) / 7 }
        let form = RecordedForm(level: .secrets)
        #expect(try form.value(of: durations).value == JSONValue(encoding: durations))
        // As Foundation writes them, and as one becomes another.
        #expect(try JSONValue(parsing: Array(JSONEncoder().encode(durations))) == JSONValue(encoding: durations))
        let bytes = StateBytes(form)
        for (old, new) in zip(durations, durations.dropFirst()) {
            var state = try JSONValue(encoding: ["left": old])
            try bytes.changes(from: ["left": old], to: ["left": new]).0.apply(to: &state)
            #expect(try state == JSONValue(encoding: ["left": new]))
        }
        for cards in [[4_111_111_111_111_111], [7, 4_111_111_111_111_111]] {
            #expect(try form.value(of: cards).value == .array(cards.map { $0 == 7 ? 7 : 0 }))
        }
    }
}
