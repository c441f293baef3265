import RewindFormat
import RewindReplay
import RewindValue
import Testing

@testable import RewindRendering

@Suite("The report of a crash", .timeLimit(.minutes(5)))
struct CrashReportTests {
    private static let app = Crash.Image(path: "Shop", base: 0x1000, count: 0x1000, buildID: "0123456789abcdef")

    private func crash(_ places: [[Crash.Place]]) -> Crash {
        var crash = Crash(
            signal: "SIGILL", address: 0x1010, thread: nil, isInRecorder: false, calls: places.indices.map { 0x1010 + UInt64($0) },
            images: [Self.app])
        for (index, places) in places.enumerated() { crash.backtrace[index].places = places }
        return crash
    }

    @Test func saysThatTheReportWasLostAndNotThatThereWasNone() {
        let lost = CrashReport(
            CrashQuestion.Row(Ending(.crashed), nil, losses: [Loss(.states, of: 2...2), .damage(.leftOut, to: Crash.entryName)]))
        #expect(lost.lines.map(\.text).last == "backtrace   lost: crash.json is damaged and left out")
        for loss in [Loss.damage(.damaged, to: "crash"), .damage(.missing, to: "images.json")] {
            let report = CrashReport(CrashQuestion.Row(Ending(.died), nil, losses: [loss]))
            #expect(report.lines.map(\.text).last == "backtrace   lost: \(loss.sentence)")
        }
        let nameless = CrashReport(CrashQuestion.Row(Ending(.crashed), crash([]), losses: [.damage(.missing, to: "images.json")]))
        #expect(nameless.lines.text.contains("lost        images.json is missing"))
        let none = CrashReport(CrashQuestion.Row(Ending(.crashed), nil, losses: [Loss(.states, of: 2...2)]))
        #expect(none.lines.map(\.text).last?.hasPrefix("backtrace   none was recorded") == true)
    }

    @Test("A crash report has its reason and a row for each function, inlined functions among them")
    func aCrashReportHasARowForEachFunction() {
        let row = CrashQuestion.Row(
            Ending(.crashed),
            crash([
                [
                    .init(function: "Swift runtime failure: Index out of range"),
                    .init(function: "Shop.Cart.first() -> Shop.Item", line: "Cart.swift:3"),
                    .init(function: "Shop.Cart.pay() -> ()", line: "Cart.swift:9"),
                ],
                [.init(function: "partial apply forwarder for closure #1 () -> () in Shop.Cart.pay() -> ()")], [],
            ]))
        #expect(
            CrashReport(row).lines.map(\.text) == [
                "ended       it crashed", "reason      Fatal error: Index out of range", "where       Cart.swift:3, Cart.first()", "",
                "0   Shop  Shop.Cart.first()  at Cart.swift:3",
                "0   Shop  Shop.Cart.pay()  at Cart.swift:9", "2   Shop  + 0x12", "",
                "The missing numbers are calls that the compiler put between the source's functions; 'rewind crash --json' has them.",
            ])
        #expect(row.json["reason"] == "Fatal error: Index out of range")
        let called = row.json["backtrace"]?.array?.first
        #expect(called?["function"] == "Shop.Cart.pay() -> ()" && called?["inlined"]?.array?.count == 2)
        #expect(row.json["backtrace"]?.array?.last?["function"] == nil)
    }

    @Test("The place of a crash is the app's innermost call, or what the reason says; of a signal that was sent, there is none")
    func aCrashHasAPlace() {
        let places: [[Crash.Place]] = [
            [.init(function: "Swift._assertionFailure() -> Swift.Never", line: "Assert.swift:1")],
            [.init(function: "RewindStore.Store.submit(A1) -> ()", line: "Store.swift:13")],
            [.init(function: "Shop.Cart.(pay in _0123)(Shop.Action) -> ()", line: "Cart.swift:9")],
        ]
        #expect(CrashReport(CrashQuestion.Row(Ending(.crashed), crash(places))).place == "Cart.swift:9, Cart.pay(_:)")
        var sent = crash(places)
        sent.isSent = true
        #expect(CrashReport(CrashQuestion.Row(Ending(.crashed), sent)).place == nil)
        var ending = Ending(.crashed)
        ending.crashReason = CrashReason("Fatal error: no tea", site: "Shop/Cart.swift:3")
        #expect(CrashReport(CrashQuestion.Row(ending, nil)).place == "Shop/Cart.swift:3")
        let sources = CrashReport(
            CrashQuestion.Row(ending, crash(places)), source: { SourceExcerpt(noneOf: $0, because: $0.module ?? "none") }
        ).sources
        #expect(sources.crash.map(\.text) == ["where it crashed  Cart.swift:9  Shop"] && sources.dispatch.isEmpty)
    }

    @Test func theAppsOwnCallsStandOutAndOthersBetweenThemAreOneRow() {
        let library = Crash.Image(path: "/usr/lib/libc.so.6", base: 0x9000, count: 0x1000, buildID: "")
        var crash = crash([
            [.init(function: "Swift._assertionFailure(_: Swift.StaticString) -> Swift.Never", line: "Assert.swift:1")],
            [.init(function: "Shop.Cart.(pay in _0123)(Shop.Action) -> ()", line: "Cart.swift:9")],
            [.init(function: "RewindStore.Store.reduce(B, actions: B.Type) -> ()", line: "Store.swift:39")],
            [.init(function: "generic specialization <Shop.State> of RewindStore.Store.submit(A1) -> ()", line: "Store.swift:13")],
            [.init(function: "closure #1 (RewindStore.Send<Shop.Action>) -> () in RewindStore.Effect.run", line: "Requests.swift:42")],
            [],
        ])
        crash.backtrace[5].image = library
        let row = CrashQuestion.Row(Ending(.crashed), crash)
        let report = CrashReport(row)
        #expect(
            report.backtrace.map(\.text) == [
                "    … 1 call of Swift", "1   Shop  Shop.Cart.pay(_:)  at Cart.swift:9", "    … 2 calls of RewindStore",
                "4   Shop  closure #1 in RewindStore.Effect.run  at Requests.swift:42", "    … 1 call of libc.so.6",
            ])
        #expect(report.lines.text.contains("--full shows them"))
        let whole = CrashReport(row, showsAll: true)
        #expect(whole.backtrace.count == 6 && !whole.lines.text.contains("--full"))
    }

    @Test("The app's own function is its innermost one, even if types of other modules are in the name")
    func theAppsOwnFunctionIsTheInnermost() {
        let closure = "closure #1 (Swift.Int) -> () in shop.fetch() -> ()"
        let local = "check #1 (Foundation.Data) -> () in shop.find() -> ()"
        let main = Crash.Place(function: "static shop.App.main() -> ()", line: "Shop.swift:1")
        let made = Crash.Place(function: "partial apply forwarder for " + closure)
        #expect(crash([[.init(function: closure, line: "Shop.swift:9")], [main]]).ownFunction == "shop.fetch()")
        #expect(crash([[.init(function: closure)], [main]]).ownFunction == "shop.fetch()")
        #expect(crash([[.init(function: local, line: "Shop.swift:9")], [main]]).ownFunction == "shop.find()")
        #expect(crash([[made], [.init(function: "Swift.Array.append(A) -> ()")], [main]]).ownFunction == "shop.App.main()")
        #expect(crash([[.init(function: "main")]]).ownFunction == nil)
    }

    @Test func callsThatRepeatAreOneRound() {
        func place(_ name: String, _ line: Int) -> [Crash.Place] {
            [.init(function: "Shop.\(name)(Swift.Int) -> ()", line: "Sum.swift:\(line)")]
        }
        let one = crash([place("trap", 1)] + Array(repeating: place("sum", 2), count: 500) + [place("main", 3)])
        let rows = CrashReport(CrashQuestion.Row(Ending(.crashed), one)).backtrace.map(\.text)
        #expect(rows.count == 4 && rows[2] == "    … the same call 499 times more; --full shows them", "\(rows)")
        #expect(rows[3].hasPrefix("501 "), "\(rows)")
        #expect(CrashReport(CrashQuestion.Row(Ending(.crashed), one), showsAll: true).backtrace.count == 502)
        let rounds = (0..<100).flatMap { _ in [place("odd", 2), place("even", 5), place("even", 6)] }
        let several = CrashReport(CrashQuestion.Row(Ending(.crashed), crash(rounds + [place("main", 3)]))).backtrace.map(\.text)
        #expect(several.count == 5 && several[3].contains("the same 3 calls 99 times more"), "\(several)")
        let few = crash(Array(repeating: place("sum", 2), count: 3))
        #expect(CrashReport(CrashQuestion.Row(Ending(.crashed), few)).backtrace.count == 3)
    }

    @Test func ofAStackThatOverflowedTheInnermostAndOutermostCallsAreShown() {
        let row = CrashQuestion.Row(
            Ending(.crashed), crash((0..<1_000).map { [.init(function: "Shop.sum(Swift.Int) -> ()", line: "Sum.swift:\($0)")] }))
        let rows = CrashReport(row).backtrace.map(\.text)
        #expect(rows.count == 251 && rows[200] == "    … 750 calls more; --full shows them" && rows[201].hasSuffix("Sum.swift:950"))
        #expect(CrashReport(row, showsAll: true).backtrace.count == 1_000 && row.json["backtrace"]?.array?.count == 1_000)
    }

    @Test func comesBackFromItsFileAsItWasWithTheWholeNameOfAThread() throws {
        var crash = crash([[.init(function: "f", line: "F.swift:1"), .init(function: "g")], []])
        crash.thread = "com.apple.root.default-qos"
        #expect(Crash(json: .object(crash.json)) == crash)
        for (name, whole) in [
            ("oot.default-qos", "com.apple.root.default-qos"), ("-initiated-qos", "-initiated-qos"),
            ("r-initiated-qos", "com.apple.root.user-initiated-qos"),
            ("-qos.overcommit", "com.apple.root.*-qos.overcommit"), ("main", "main"), ("fifteen-letters", "fifteen-letters"),
        ] {
            #expect(Crash(signal: "SIGILL", address: 0, thread: name, isInRecorder: false, calls: [], images: []).thread == whole)
        }
    }

    @Test func saysWhyThereAreOnlyOffsetsAndWhatToDo() {
        var gaps = SymbolGaps()
        #expect(gaps.sentences.isEmpty)
        gaps.images = [.init(Self.app, .absent)]
        #expect(
            gaps.sentences == [
                "Only offsets are shown for Shop: the files are not here. Name them, or their folder, with --symbols, or run this where they are."
            ])
        gaps.images = [.init(Self.app, .otherBuild("/bin/Shop"))]
        #expect(
            gaps.sentences == [
                "Only offsets are shown for Shop: /bin/Shop is another build. The one that crashed is 0123456789ab; name it with --symbols."
            ])
        gaps.images = [.init(Self.app, .stripped)]
        #expect(gaps.sentences == ["Only offsets are shown for some calls in Shop, which has no symbols for them."])
        gaps.lacksSymbolizer = true
        #expect(gaps.sentences.first?.contains("llvm-symbolizer is not installed") == true)
    }
}
