import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindControl

private struct Item: Codable, Equatable, Sendable {
    var id: Int
    var title: String
}

private struct AppState: Codable, Equatable, Sendable {
    var items = [Item(id: 1, title: "tea"), Item(id: 2, title: "cake"), Item(id: 3, title: "milk")]
    var tags = ["hot", "sweet"]
    var password = "hunter2"
    var notes: [String: String] = ["ada": "likes tea", "bob": "likes cake"]
    var count = 0
    var hint: String?
    @Redacted var answer = "the cat's name"
}

/// A store without a recorder, and one that an app has.
private final class PlainStore: LiveStore {
    private(set) var state = AppState()
    private(set) var sites: [String] = []
    var storeRecorder: StoreRecorder<AppState>?

    func dispatch(remote action: Int) { state.count += action }
    func replaceState(_ state: AppState) { self.state = state }
    func replay(_ action: Int, of step: Step) {}
    func change(_ body: (inout AppState) -> Void) { body(&state) }

    func didReplaceState(site: CallSite) {
        sites.append(site.description)
        storeRecorder?.didReplace(with: state, site: site)
    }
}

extension StoreEdit {
    fileprivate init(_ operations: [JSONPatch.Operation], shown: JSONValue? = nil, site: String) {
        self.init(JSONPatch(operations), shown: shown, site: site)
    }
}

private enum Session: Codable, Equatable, Sendable {
    case signedOut
    case signedIn(user: String, token: String)
}

private final class SessionStore: LiveStore {
    private(set) var state: Session
    init(_ state: Session) { self.state = state }
    func dispatch(remote action: Int) {}
    func replaceState(_ state: Session) { self.state = state }
    func didReplaceState(site: CallSite) {}
    func replay(_ action: Int, of step: Step) {}
}

@Suite("Edits that know a value only by its placeholder", .timeLimit(.minutes(5)))
struct HiddenValueTests {
    private let form = RecordedForm(level: .secrets)

    private func edit(_ store: SessionStore, _ placeholders: StoreEdit.Placeholders) throws -> StoreEdit {
        let leader = try form.value(of: Session.signedIn(user: "ada", token: "tok-of-the-leader-1234")).value
        var edit = StoreEdit(from: try form.value(of: store.state).value, to: leader, site: "mirror")
        edit.placeholders = placeholders
        return edit
    }

    @Test func arePlaceholdersWhereTheAppHasNone() throws {
        let store = SessionStore(.signedOut)
        let outcome = try store.apply(try edit(store, .ownValueKept), form: form)
        guard case .signedIn("ada", let token) = store.state else { throw Failure("\(store.state)") }
        #expect(Placeholder(token) != nil)
        #expect(outcome.hidden.map(\.description) == ["/signedIn/token"])
    }

    @Test func areTheAppsOwnWhereItHasOne() throws {
        for placeholders in [StoreEdit.Placeholders.ownValueKept, .ownValueRequired] {
            let store = SessionStore(.signedIn(user: "bob", token: "tok-of-the-follower-99"))
            try store.apply(try edit(store, placeholders), form: form)
            #expect(store.state == .signedIn(user: "ada", token: "tok-of-the-follower-99"))
        }
    }

    @Test func areRefusedWhereTheAppHasToHaveOne() throws {
        let store = SessionStore(.signedOut)
        let edit = try edit(store, .ownValueRequired)
        #expect {
            try store.apply(edit, form: form)
        } throws: { error in
            (error as? StoreEditError)?.reason == .placeholder && "\(error)".hasPrefix("/signedIn/token: ")
        }
        #expect(store.state == .signedOut)
    }
}

@Suite("Edits of a running store", .timeLimit(.minutes(5)))
struct StoreEditTests {
    private let store = PlainStore()

    private func shown(_ form: RecordedForm) throws -> JSONValue { try form.value(of: store.state).value }

    /// What is shown, with a value put somewhere.
    private func edited(_ shown: JSONValue, _ path: String, _ value: JSONValue) throws -> JSONValue {
        var edited = shown
        try JSONPatch([.replace(JSONPointer(parsing: path), value)]).apply(to: &edited)
        return edited
    }

    @Test func secretsThatNobodySawStayAsTheyAre() throws {
        for level in RedactionLevel.allCases {
            let form = RecordedForm(level: level)
            let shown = try shown(form)
            let title = "biscuits \(level)"
            let edit = StoreEdit(from: shown, to: try edited(shown, "/items/1/title", .string(title)), site: "a test")
            try store.apply(edit, form: form)
            var expected = AppState()
            expected.items[1].title = title
            #expect(store.state == expected)
        }
        #expect(store.sites == ["a test", "a test", "a test"])
    }

    @Test func arrayThatIsGivenAsAWholeKeepsWhatIsHiddenInItsElements() throws {
        for level in [RedactionLevel.secrets, .masked] {
            let form = RecordedForm(level: level)
            let items = try #require(shown(form)["items"]?.array)
            let edit = StoreEdit([.replace(JSONPointer(tokens: ["items"]), .array(items.reversed()))], site: "a test")
            try store.apply(edit, form: form)
        }
        #expect(store.state == AppState())
        #expect(store.sites.count == 2)
    }

    @Test func manyElementsOfAnArrayChangeAtOnceAndTheRestOfThemStays() throws {
        let form = RecordedForm(level: .masked)
        let shown = try shown(form)
        var edited = shown
        for index in 0..<3 { edited = try self.edited(edited, "/items/\(index)/title", .string("x\(index)")) }
        edited = try self.edited(edited, "/tags/0", "y")
        try store.apply(StoreEdit(from: shown, to: edited, site: "a test"), form: form)
        var expected = AppState()
        for index in 0..<3 { expected.items[index].title = "x\(index)" }
        expected.tags[0] = "y"
        #expect(store.state == expected)
    }

    @Test("An edit of a member that the state lacks is refused, and an edit of one that was null is taken")
    func anEditOfAnUnknownMemberIsRefused() throws {
        let form = RecordedForm(level: .secrets)
        func refusal(_ path: String, _ value: JSONValue) throws -> StoreEditError? {
            let edit = StoreEdit([.add(try JSONPointer(parsing: path), value)], shown: try shown(form), site: "a test")
            do { try store.apply(edit, form: form) } catch { return error }
            return nil
        }
        let near = try #require(try refusal("/cuont", 5))
        #expect(near.description == "/cuont: the app's state has no such member; did you mean /count?")
        #expect(try refusal("/items/1/colour", "red")?.description == "/items/1/colour: the app's state has no such member")
        #expect(try refusal("/items/-", ["id": 9, "title": "jam", "price": 3])?.path.description == "/items/3/price")
        #expect(store.sites.isEmpty && store.state == AppState())
        #expect(try refusal("/notes/eve", "likes jam") == nil)
        #expect(try refusal("/hint", "sweet") == nil)
        #expect(store.state.hint == "sweet" && store.state.notes["eve"] == "likes jam")
        #expect(try refusal("/nothing", .null) == nil)  // which changes nothing
        #expect(store.sites.count == 2)
    }

    @Test(arguments: [RedactionLevel.secrets, .masked])
    func placeholderAsANewValueIsRefusedWithItsPath(level: RedactionLevel) throws {
        let form = RecordedForm(level: level)
        let shown = try shown(form)
        let secret = try #require(shown["password"])
        func refusal(_ patch: JSONPatch.Operation...) -> StoreEditError? {
            #expect(throws: StoreEditError.self) {
                try store.apply(StoreEdit(JSONPatch(patch), shown: shown, site: "a test"), form: form)
            }
        }
        let title = JSONPointer(tokens: ["items", "0", "title"])
        let replaced = refusal(.replace(title, secret))
        #expect(replaced?.reason == .placeholder)
        #expect(replaced?.path == title)
        let element = refusal(.add(JSONPointer(tokens: ["items", "-"]), ["id": 9, "title": secret]))
        #expect(element?.reason == .placeholder)
        #expect(element?.path.description == "/items/-/title")
        // A secret doesn't move to where it would be seen.
        #expect(refusal(.copy(from: JSONPointer(tokens: ["password"]), to: title))?.reason == .placeholder)
        #expect(refusal(.move(from: JSONPointer(tokens: ["answer"]), to: JSONPointer(tokens: ["notes", "x"])))?.reason == .placeholder)
        #expect(store.state == AppState())
        #expect(store.sites.isEmpty)
        // A value of one's own may come in the place of a secret, and what was shown may stay.
        try store.apply(StoreEdit([.replace(JSONPointer(tokens: ["password"]), "correct horse")], site: "a test"), form: form)
        try store.apply(
            StoreEdit([.replace(JSONPointer(tokens: ["answer"]), shown["answer"]!)], shown: shown, site: "a test"), form: form)
        #expect(store.state.password == "correct horse")
        #expect(store.state.answer == "the cat's name")
    }

    @Test func maskedKeyMeansTheAppsOwn() throws {
        let form = RecordedForm(level: .masked)
        let shown = try shown(form)
        let keys = try #require(shown["notes"]?.object?.keys)
        #expect(!keys.contains("ada") && !keys.contains("bob"))
        let ada = try #require(keys.first { form.pointer(JSONPointer(tokens: ["notes", "ada"])).tokens.last == $0 })
        let bob = try #require(keys.first { $0 != ada })
        // The app's key is behind a pseudonym: a member of that name would overwrite it unseen.
        let error = #expect(throws: StoreEditError.self) {
            let add = JSONPatch.Operation.add(JSONPointer(tokens: ["notes", "bob"]), "an overwritten note")
            try store.apply(StoreEdit([add], shown: shown, site: "a test"), form: form)
        }
        #expect(error?.reason == .hiddenKey && error?.path == JSONPointer(tokens: ["notes", "bob"]))
        #expect(store.state == AppState())
        let patch = JSONPatch([
            .replace(JSONPointer(tokens: ["notes", ada]), "x"), .remove(JSONPointer(tokens: ["notes", bob])),
            .add(JSONPointer(tokens: ["notes", "new"]), "y"),
        ])
        let outcome = try store.apply(StoreEdit(patch, shown: shown, site: "a test"), form: form)
        #expect(store.state.notes == ["ada": "x", "new": "y"])
        #expect(outcome.patch.operations.first?.pointer == JSONPointer(tokens: ["notes", ada]))
        // As a value, and as a key of something new, a pseudonym stays what the app can't take.
        let now = try self.shown(form)
        for value: JSONValue in [.string(ada), ["id": 9, "title": .string(ada)]] {
            let put = JSONPatch.Operation.replace(JSONPointer(tokens: ["items", "0"]), value)
            #expect(throws: StoreEditError.self) { try store.apply(StoreEdit([put], shown: now, site: "a test"), form: form) }
        }
    }

    @Test func pathThatIsNotThereIsRefused() throws {
        for (path, words) in [
            ("/items/7/title", "there is nothing in the state"), ("/item", "there is nothing in the state"),
            ("/count/x", "there is nothing in the state"),
        ] {
            let pointer = try JSONPointer(parsing: path)
            let error = #expect(throws: StoreEditError.self) { try store.apply(StoreEdit([.replace(pointer, 1)], site: "a test")) }
            #expect(error == StoreEditError(.notThere, at: pointer, words))
            #expect(error?.description == "\(path): \(words)")
        }
    }

    @Test func whatDoesNotDecodeIsRefusedWithItsCodingPath() throws {
        let operations: [(JSONPatch.Operation, String)] = [
            (.replace(JSONPointer(tokens: ["items", "2", "id"]), "three"), "/items/2/id: does not decode: "),
            (.remove(JSONPointer(tokens: ["items", "1", "title"])), "/items/1/title: does not decode: "),
            (.replace(JSONPointer(tokens: ["count"]), .number(.double(1.5))), "/count: does not decode: "),
        ]
        for (operation, words) in operations {
            let error = try #require(throws: StoreEditError.self) {
                try store.apply(StoreEdit([.replace(JSONPointer(tokens: ["password"]), "x"), operation], site: "a test"))
            }
            #expect(error.reason == .undecodable)
            #expect(error.description.hasPrefix(words), "\(error)")
        }
        #expect(store.state == AppState())
        #expect(store.sites.isEmpty)
    }

    @Test func editReachesTheElementThatWasEditedWhereverItIsNow() throws {
        let shown = try JSONValue(encoding: store.state)
        store.change { state in
            state.items.insert(Item(id: 4, title: "bread"), at: 0)
            state.items.swapAt(1, 3)  // bread, milk, cake, tea
            state.tags.insert("new", at: 0)
            state.count = 5
        }
        let items = JSONPointer(tokens: ["items"])
        let patch = JSONPatch([
            .remove(items.appending(1)),  // cake
            .replace(items.appending(0).appending("title"), "green tea"), .add(items.appending(1), ["id": 5, "title": "jam"]),
            .replace(JSONPointer(tokens: ["tags", "1"]), "sour"), .replace(JSONPointer(tokens: ["count"]), 7),
        ])
        let outcome = try store.apply(StoreEdit(patch, shown: shown, site: "a test"))
        #expect(store.state.items.map(\.title) == ["bread", "jam", "milk", "green tea"])
        #expect(store.state.tags == ["new", "hot", "sour"])
        #expect(store.state.count == 7)
        #expect(outcome.overruled == [JSONPointer(tokens: ["count"])])
        // What is gone can't be edited; to remove it once more is no mistake.
        #expect(throws: StoreEditError(.notThere, at: items.appending(1), "is not there any more")) {
            try store.apply(StoreEdit([.replace(items.appending(1), ["id": 2, "title": "x"])], shown: shown, site: "a test"))
        }
        try store.apply(StoreEdit([.remove(items.appending(1))], shown: shown, site: "a test"))
        #expect(store.state.items.count == 4)
    }

    @Test func whatTheAppHasAlreadyIsNotReplacedOnceMore() throws {
        let outcome = try store.apply(StoreEdit([.replace(JSONPointer(tokens: ["count"]), 0)], site: "a test"))
        #expect(outcome.patch.isEmpty)
        #expect(store.sites.isEmpty)
    }

    @Test func testOperationsAndMovesWithinAnArrayWork() throws {
        let form = RecordedForm(level: .masked)
        let items = JSONPointer(tokens: ["items"])
        try store.apply(
            StoreEdit(
                [.test(items.appending(0).appending("id"), 1), .move(from: items.appending(0), to: items.appending(2))], site: "a test"),
            form: form)
        #expect(store.state.items.map(\.title) == ["cake", "milk", "tea"])
        #expect(throws: StoreEditError.self) {
            try store.apply(StoreEdit([.remove(items.appending(0)), .test(items.appending(0).appending("id"), 2)], site: "a test"))
        }
        #expect(store.state.items.count == 3)
    }

    @Test func placeholderOfAnotherRecordingLeavesTheAppItsOwnValue() throws {
        var edit = StoreEdit(
            [
                .replace(JSONPointer(tokens: ["password"]), "[REDACTED 12345678]"), .replace(JSONPointer(tokens: ["count"]), 3),
                .add(JSONPointer(tokens: ["tags", "-"]), "[REDACTED 12345678]"),
            ], site: "replica ada")
        edit.placeholders = .ownValueKept
        try store.apply(edit, form: RecordedForm(level: .secrets))
        #expect(store.state.password == "hunter2")
        #expect(store.state.count == 3)
        #expect(store.state.tags.last == "[REDACTED 12345678]")
    }

    @Test func editIsRecordedOnceAsAChangeFromOutside() throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .secrets))
        store.storeRecorder = recorder.store(initialState: store.state)
        try store.apply(StoreEdit([.replace(JSONPointer(tokens: ["count"]), 8)], site: "hot-reload state.json"), form: RecordedForm())
        let step = store.storeRecorder?.willReduce(1, from: store.state)
        store.dispatch(remote: 1)
        if let step { store.storeRecorder?.didReduce(step, to: store.state) }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        #expect(timeline.steps == 0...2)
        let line = try #require(timeline.step(at: 1)?.line)
        #expect(line.type == ActionLine.external)
        #expect(line.site == "hot-reload state.json")
        #expect(try timeline.state(at: 1).get()["count"] == 8)
    }

    @Test func seededEditsOfAnyShapeGiveWhatCameBack() throws {
        var generator = SeededGenerator(seed: 16)
        for _ in 0..<300 {
            let shown = generator.value()
            let edited = generator.edited(shown)
            let edit = StoreEdit(from: shown, to: edited, site: "a test")
            let (state, _) = try edit.applied(to: shown, knowing: StateForms(nil))
            #expect(state == edited)
        }
    }
}
