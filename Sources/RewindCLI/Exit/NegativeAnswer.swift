/// A result that is a no, with the words for it.
struct NegativeAnswer: Error, CustomStringConvertible {
    let description: String
}
