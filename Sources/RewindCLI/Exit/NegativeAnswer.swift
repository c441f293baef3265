/// A negative result, with its message.
struct NegativeAnswer: Error, CustomStringConvertible {
    let description: String
}
