import RewindValue

/// The places of the values in a JSON text, found without reading the values; the text may be broken.
struct JSONPlaces {
    private let bytes: [UInt8]
    private var position = 0
    private var containers: [Container] = []

    private enum Container {
        /// An object, and the key whose value is next; `nil` while a key is.
        case object(String?)
        case array(Int)
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Line and column, from one, of the value at a path, or of the last existing value on the way.
    static func place(of path: JSONPointer, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var places = JSONPlaces(bytes)
        var best = (depth: -1, offset: 0)
        while let (found, offset) = places.next() {
            if found.tokens.count > best.depth, found.isPrefix(of: path) { best = (found.tokens.count, offset) }
            if best.depth == path.tokens.count { break }
        }
        return lineAndColumn(of: best.offset, in: bytes)
    }

    /// The path of the value that a byte belongs to.
    static func path(at offset: Int, in bytes: [UInt8]) -> JSONPointer {
        var places = JSONPlaces(bytes)
        while places.next(before: offset) != nil {}
        return places.path
    }

    private static func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes[..<min(offset, bytes.count)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, offset - lineStart + 1)
    }

    private var path: JSONPointer {
        JSONPointer(
            tokens: containers.compactMap { container in
                switch container {
                case .object(let key): key
                case .array(let index): String(index)
                }
            })
    }

    /// The next value's path and offset; `nil` at the end, or if no value begins before an offset.
    private mutating func next(before end: Int = .max) -> (path: JSONPointer, offset: Int)? {
        while position < min(bytes.count, end) {
            let start = position
            position += 1
            switch bytes[start] {
            case UInt8(ascii: "{"):
                let path = path
                containers.append(.object(nil))
                return (path, start)
            case UInt8(ascii: "["):
                let path = path
                containers.append(.array(0))
                return (path, start)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = containers.popLast()
            case UInt8(ascii: ","):
                switch containers.popLast() {
                case .object: containers.append(.object(nil))
                case .array(let index): containers.append(.array(index + 1))
                case nil: break
                }
            case UInt8(ascii: "\""):
                passString()
                guard case .object(nil) = containers.last else { return (path, start) }
                let text = try? JSONValue(parsing: bytes[start..<position])
                containers[containers.count - 1] = .object(text?.string ?? "")
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"): break
            default:
                while position < bytes.count, !",]} \t\n\r".utf8.contains(bytes[position]) { position += 1 }
                return (path, start)
            }
        }
        return nil
    }

    private mutating func passString() {
        while position < bytes.count {
            position += 1
            if bytes[position - 1] == UInt8(ascii: "\"") { return }
            if bytes[position - 1] == UInt8(ascii: "\\") { position = min(position + 1, bytes.count) }
        }
    }
}
