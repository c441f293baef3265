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
        ("X.", "X."), ("(", ""), ("<", ""),
    ])
    func areAsPeopleWriteThem(name: String, expected: String) {
        #expect(FunctionName.short(name) == expected)
    }
}
