/// Call sites in the stack traces that JavaScript stores in `Error.stack`.
enum CallSite {
    /// The site of the first call, such as `src/cart/actions.js:12:5`; `nil` if none is named.
    ///
    /// Chrome writes `    at dispatch (webpack:///./src/cart/actions.js?:12:5)`.
    /// Firefox and Safari write `dispatch@http://localhost/main.js:12:5`.
    static func first(in stack: String) -> String? { stack.split(whereSeparator: \.isNewline).lazy.compactMap(place).first }

    private static func place(in line: Substring) -> String? {
        var text = line.drop(while: \.isWhitespace)
        if text.hasPrefix("at ") {
            text = text.dropFirst(3)
            if text.last == ")", let open = text.lastIndex(of: "(") { text = text[text.index(after: open)...].dropLast() }
        } else if let at = text.lastIndex(of: "@") {
            text = text[text.index(after: at)...]
        } else {
            return nil
        }
        // A site ends in its line and column.
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.suffix(2).allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }) else { return nil }
        var file = text.dropLast(parts[parts.count - 2].count + parts[parts.count - 1].count + 2)
        if let query = file.firstIndex(of: "?") { file = file[..<query] }
        for prefix in ["webpack-internal:///", "webpack:///", "./"] where file.hasPrefix(prefix) { file = file.dropFirst(prefix.count) }
        return file.isEmpty ? nil : "\(file):\(parts[parts.count - 2]):\(parts[parts.count - 1])"
    }
}
