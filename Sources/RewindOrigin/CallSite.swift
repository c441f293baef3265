/// The place in the source that sent an action, such as `Home.swift:42`, or the name of a tool, such as `rewind connect`.
///
/// The text is made when it is read.
@frozen public struct CallSite: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    @usableFromInline enum Place: Sendable {
        case source(StaticString, UInt)
        case named(String)
    }

    @usableFromInline let place: Place

    /// A line of a source file: `#fileID` and `#line`, which the function that sends actions takes as default arguments.
    @inlinable public init(_ fileID: StaticString, _ line: UInt) { place = .source(fileID, line) }

    /// A place with a name of its own.
    package init(_ name: String) { place = .named(name) }

    /// A place with a name of its own.
    @inlinable public init(stringLiteral name: String) { place = .named(name) }

    /// The file's name without its module, and the line; or the name.
    ///
    /// Built from bytes, because a recorder reads it at each action.
    public var description: String {
        switch place {
        case .named(let name): name
        case .source(let fileID, let line):
            fileID.withUTF8Buffer { String(decoding: $0[(($0.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self) } + ":\(line)"
        }
    }

    /// Whether both have the same text.
    public static func == (left: CallSite, right: CallSite) -> Bool { left.description == right.description }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
