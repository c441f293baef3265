/// A condition that sets a value: jq accepts it, but it is never meant.
package struct ConditionSlip: Error, Sendable, Equatable, CustomStringConvertible {
    /// The condition.
    package let text: String

    /// The condition, and what is wrong with it.
    package var description: String { "'\(text)' is no condition: '=' sets a value: compare with '=='" }

    /// Looks for an assignment in the text of a condition, outside of strings and comments.
    ///
    /// - Throws: The slip.
    package static func check(_ text: String) throws(ConditionSlip) {
        var (isString, isComment) = (false, false)
        var before = UInt8(ascii: " ")
        let bytes = Array(text.utf8)
        for (place, byte) in bytes.enumerated() {
            let isEscaped = isString && before == UInt8(ascii: "\\")
            switch byte {
            case UInt8(ascii: "\n"): isComment = false
            case _ where isComment || isEscaped: break
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "#"): isComment = !isString
            case UInt8(ascii: "=") where !isString:
                let next = place + 1 < bytes.count ? bytes[place + 1] : 0
                if next != byte, !"=!<>|+-*/%".utf8.contains(before) { throw ConditionSlip(text: text) }
            default: break
            }
            // Two backslashes escape nothing.
            before = isEscaped && byte == UInt8(ascii: "\\") ? 0 : byte
        }
    }
}
