import RewindFormat
import RewindSystem
import TestSupport
import Testing

@testable import RewindRendering

@Suite("Names of functions", .timeLimit(.minutes(5)))
struct FunctionNameTests {
    @Test(arguments: [
        ("main", "main"),
        ("Swift._assertionFailure(_: Swift.StaticString, file: Swift.StaticString) -> Swift.Never", "Swift._assertionFailure(_:file:)"),
        ("Core.State.(exchange in _2E02CD7158DA140893D1C589D0EB4C6B)(Core.Action) -> ()", "Core.State.exchange(_:)"),
        (
            "closure #1 @Sendable (inout A, B) -> X.Effect<B> in static X.Reducer.combine(Swift.Array<X<A, B>>) -> X",
            "closure #1 in X.Reducer.combine(_:)"
        ),
        ("closure #2 () -> () in X.Store.enqueue(X.Core<A, B>.Work) -> ()", "closure #2 in X.Store.enqueue(_:)"),
        ("(extension in Core):X.Reducer< where A == Core.State>.comments.getter : X.Reducer<A>", "X.Reducer.comments.getter"),
        ("(1) await resume partial function for X.load(id: Swift.Int) async -> ()", "X.load(id:)"),
        ("X.run(_: (Swift.Int) -> Swift.String, then: (Y, Z)) -> ()", "X.run(_:then:)"),
        ("X.stop() -> ()", "X.stop()"),
        (
            "generic not re-abstracted specialization <X.State, Swift.Array<X.Action>> of closure #1 @Sendable (inout A) -> () in X.Store.init(state: A)",
            "closure #1 in X.Store.init(state:)"
        ),
        (
            "generic specialization <serialized, Swift.Int> of function signature specialization <Arg[0] = Dead> of X.go(_: A) -> ()",
            "X.go(_:)"
        ),
        (
            "function signature specialization <Arg[0] = [Closure Propagated : f, Argument Types : [Swift.Int]> of X.go(_: A) -> ()",
            "X.go(_:)"
        ),
        ("check #1 (_: Swift.Int) -> Swift.Bool in X.find(_: Swift.String) -> Swift.Int", "check(_:) in X.find(_:)"),
        ("go() -> Local #1 in X.find() -> () in Local #1 in X.find() -> ()", "go() in Local in X.find()"),
        ("closure #1 () -> () in default argument 0 of X.go(_: () -> ())", "closure #1 in default argument 0 of X.go(_:)"),
        ("@objc X.Cart.tapped(Swift.Int) -> ()", "X.Cart.tapped(_:)"),
        ("static X.Version.< infix<A>(X.Version, A) -> Swift.Bool", "X.Version.<(_:_:)"),
        ("X.Cart.subscript.getter : <A>(row: A, Swift.Int) -> A", "X.Cart.subscript(row:_:).getter"),
        ("X.Cart.subscript.getter : X.Cart", "X.Cart.subscript.getter"),
        ("closure #1 in Store.send(_:with:)", "closure #1 in Store.send(_:with:)"),
        ("qsort_r.cold", "qsort_r.cold"), ("-[Cart payFor:]", "-[Cart payFor:]"), ("operator new(unsigned)", "operator new(unsigned)"),
        ("std::sort<int*>(int*, int*)", "std::sort<int*>(int*, int*)"), ("X.", "X."), ("(", ""), ("<", ""),
    ])
    func areAsPeopleWriteThem(name: String, expected: String) {
        #expect(FunctionName(name).short == expected)
    }

    /// Symbols of a program that has a function of each kind, with its function and module.
    private static let symbols = {
        let text = (try? Repository.fixture("function-names.tsv")).map { String(decoding: $0, as: UTF8.self) }
        return (text ?? "").split(separator: "\n").map { $0.split(separator: "\t").map { String($0) } }
    }()

    @Test func belongToASourceFunctionAndToAModuleThatMayBeLowerCase() {
        #expect(Self.symbols.count >= 300)
        for symbol in Self.symbols {
            let name = FunctionName(Demangler.name(symbol[0]))
            #expect(name.enclosing == symbol[1], "\(symbol[0])")
            #expect(name.module == symbol[2], "\(symbol[0])")
            #expect(name.isOfApp == (symbol[2] != "Swift") && !name.isMadeByCompiler, "\(symbol[0])")
        }
    }

    @Test func ofNoFunctionInTheSourceAreTheCompilersOwn() {
        for name in [
            "reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())",
            "partial apply forwarder for closure #1 () -> () in Shop.Cart.pay() -> ()",
            "merged protocol witness for static Swift.Equatable.== infix(A, A) -> Swift.Bool in conformance Shop.Cart : Swift.Equatable in X",
            "dispatch thunk of Shop.Cart.pay() -> ()", "outlined copy of Shop.Cart", "destroy value witness for Shop.Cart",
            "type metadata accessor for Shop.Cart",
        ] {
            #expect(FunctionName(name).isMadeByCompiler, "\(name)")
        }
        #expect(!FunctionName("Shop.thunk() -> ()").isMadeByCompiler)
    }

    @Test func nameTheAppsModulesAlsoInTypes() {
        let name = FunctionName("closure #1 (shop.State, A1.Element) -> Builtin.Word in RewindStore.Effect.run(_: Any...) -> Shop.Item")
        #expect(name.modules == ["Shop", "shop"] && !name.isOfApp && name.module == "RewindStore")
        #expect(FunctionName("(extension in Shop):Swift.Array.chunk(by: Swift.Int) -> ()").modules == ["Shop"])
        #expect(FunctionName("closure #2 () -> () in shop").enclosing == "closure #2 in shop")
        #expect(FunctionName("closure #2 () -> () in shop").isOfApp && !FunctionName("swift_retain").isOfApp)
        // A global variable's has no module.
        #expect(FunctionName("one-time initialization function for shared").isOfApp)
    }

    @Test func mayBeDamaged() {
        var generator = SeededGenerator(seed: 51)
        for symbol in Self.symbols {
            var name = Array(Demangler.name(symbol[0]))
            for count in stride(from: 0, to: name.count, by: 9) {
                _ = (FunctionName(String(name[..<count])), FunctionName(String(name[count...])))
            }
            for _ in 0..<5 {
                name[generator.below(name.count)] = "()<>[]{}.,:#@`-=\u{301} ".randomElement(using: &generator) ?? " "
                _ = FunctionName(String(name))
            }
        }
        for part in ["(", "<", ".", "a.", " in ", "a of ", "`", "#1 ", "(extension in "] {
            _ = FunctionName("Shop.f" + String(repeating: part, count: 10_000))
        }
    }
}
