import RewindCapture
import RewindFormat
import RewindValue
import Testing

private struct Hidden: Sendable {
    var value = 0
}

@Suite("The shape of a type", .timeLimit(.minutes(5)))
struct TypeShapeTests {
    struct Outer {
        var count: Int
        var name: String?
        var parts: [Part]
        var byName: [String: Choice]
        var me: Indirect
    }
    struct Part { var weight: Double }
    enum Choice { case none, some(Part), labelled(left: Int, right: Part) }
    indirect enum Indirect { case leaf, node(Indirect) }
    enum Progress: String { case open, inProgress = "in progress", done = "Done", late = "overdue" }

    private static let prefix = "RewindCaptureTests.TypeShapeTests."

    @Test func aStructHasFieldsInTheOrderOfTheSource() {
        let shape = TypeShape(of: Outer.self)
        #expect(shape?.kind == .struct)
        #expect(shape?.members.map(\.name) == ["count", "name", "parts", "byName", "me"])
        #expect(shape?.members.first?.type == "Swift.Int")
        #expect(shape?.members[2].type == "Swift.Array<\(Self.prefix)Part>")
    }

    @Test func anEnumHasCasesWithAndWithoutPayload() {
        let members = TypeShape(of: Choice.self)?.members ?? []
        #expect(Set(members.map(\.name)) == ["none", "some", "labelled"])
        #expect(members.first { $0.name == "none" }?.type == nil)
        #expect(members.first { $0.name == "some" }?.type == "\(Self.prefix)Part")
    }

    @Test func rawValuesAreThereWhereTheyAreNotTheNamesOfTheCases() throws {
        let shape = try #require(TypeShape(of: Progress.self))
        #expect(shape.json["values"] == ["inProgress": "in progress", "done": "Done", "late": "overdue"])
        #expect(TypeShape(json: shape.json) == shape)
        #expect(TypeShape(of: Choice.self)?.json["values"] == nil)
    }

    @Test func typesInsideContainersAreFoundAndEachOnce() {
        let names = TypeShape.shapes(of: [Outer.self, Part.self]).map(\.name)
        #expect(names.count == Set(names).count)
        #expect(Set(names) == Set(["Outer", "Part", "Choice", "Indirect"].map { Self.prefix + $0 }))
    }

    @Test func aPrivateTypeIsNamedAlikeInEveryProcess() { #expect(TypeShape.name(of: Hidden.self) == "RewindCaptureTests.Hidden") }

    @Test func otherTypesHaveNone() {
        final class Reference {}
        #expect(TypeShape(of: Reference.self) == nil)
        #expect(TypeShape(of: Int?.self) == nil)
        #expect(TypeShape.shapes(of: [Int.self, String.self]).isEmpty)
    }

    @Test func itComesBackFromJSON() throws {
        let shape = try #require(TypeShape(of: Choice.self))
        #expect(TypeShape(json: shape.json) == shape)
        #expect(TypeShape(json: ["kind": "actor"]) == nil)
    }
}
