import RewindCapture

/// The name of an effect in a recording: a literal of the source, or the cases of an enum's value.
///
/// ```swift
/// storeRecorder.effect("comments/save") { … }
/// storeRecorder.effect(EffectName(of: effect)) { … }   // Effect.comments(.save(draft)) is comments/save
/// ```
///
/// Names are readable at every level of redaction, so nothing of what a value holds is part of one.
public struct EffectName: Sendable, ExpressibleByStringLiteral {
    enum Form: Sendable {
        case literal(StaticString)
        /// A path of cases, or a type's name.
        case path(String)
        /// What an action calls itself.
        case own(String)
    }

    let form: Form

    /// A name that is a literal in the source.
    public init(stringLiteral name: StaticString) { form = .literal(name) }

    /// The name of a value, as an action of this value has it: its path of cases, or the name of its type.
    ///
    /// The value is not encoded. An `ActionNaming` value has the name that it gives itself, which masking replaces.
    public init(of value: Any) {
        form = if let named = value as? any ActionNaming { .own(named.actionName) } else { .path(CasePath.of(value)) }
    }

    /// The name as it is recorded.
    func text(in form: RecordedForm) -> String {
        switch self.form {
        case .literal(let name): form.text("\(name)", at: .sourceName)
        case .path(let path): form.text(path, at: .sourceName)
        case .own(let name): form.text(name, at: .appText)
        }
    }
}
