package import RewindReplay
import RewindValue

extension StateRule {
    /// What the rule says, in one line: `version 2: /cart/sum is renamed to /cart/total`.
    package var words: String {
        let words =
            switch change {
            case .rename(let old, let new): "\(Self.text(old)) is renamed to \(Self.text(new))"
            case .fill(let place, let value): "\(Self.text(place)) is \(ValueText.line(value, limit: 60).text) by default"
            case .remove(let place): "\(Self.text(place)) is removed"
            case .wrap(let place, let key?): "\(Self.text(place)) is wrapped as \(TerminalText.escaped(key))"
            case .wrap(let place, nil): "\(Self.text(place)) is wrapped in an array"
            }
        return "version \(version): \(words)"
    }

    private static func text(_ place: PointerPattern) -> String {
        place.tokens.isEmpty ? "the state" : TerminalText.escaped(place.description)
    }
}
