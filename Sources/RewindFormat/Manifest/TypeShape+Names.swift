/// The full names of types, taken apart.
extension TypeShape {
    /// The name of a generic type, and those of its arguments; `nil` for another type.
    package static func generic(_ name: String) -> (base: String, arguments: [String])? {
        guard name.hasSuffix(">"), let open = name.firstIndex(of: "<") else { return nil }
        return (String(name[..<open]), parts(name[name.index(after: open)...].dropLast()).map { String($0) })
    }

    /// The parts between commas, except commas inside brackets.
    package static func parts(_ text: Substring) -> [Substring] {
        var (parts, start, depth): ([Substring], Substring.Index, Int) = ([], text.startIndex, 0)
        for index in text.indices {
            switch text[index] {
            case "<", "(", "[": depth += 1
            case ">" where index == text.startIndex || text[text.index(before: index)] != "-": depth -= 1
            case ")", "]": depth -= 1
            case "," where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        parts.append(text[start...])
        return parts.map { $0.first == " " ? $0.dropFirst() : $0 }
    }
}
