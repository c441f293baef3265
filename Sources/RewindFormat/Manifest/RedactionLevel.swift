/// How much of what an app holds is recorded.
public enum RedactionLevel: String, Sendable, Hashable, CaseIterable {
    /// Only the shape of everything: texts, and numbers of more than six digits, have pseudonyms, except what the app's types declare safe.
    ///
    /// In a pseudonym each letter becomes another letter of its case, each digit another digit, and everything else stays the same. Within
    /// one recording, equal values have equal pseudonyms. URLs, UUIDs and dates keep their form; the cases of enums, and names from the
    /// source, are recorded as they are. So the recording shows what changed when, and can be replayed, but does not show what was typed.
    case masked
    /// Everything except the secrets that `RedactionRules` find.
    case secrets
    /// Everything except what is marked `Redacted` in the app's types.
    ///
    /// For recordings that never leave the machine on which they were made.
    case everything

    /// What a build of the app records by default: ``secrets`` if it was built for debugging, ``masked`` otherwise.
    ///
    /// The build that counts is the caller's, not Rewind's.
    @_alwaysEmitIntoClient public static var ofThisBuild: RedactionLevel { ask(_isDebugAssertConfiguration) ? .secrets : .masked }

    // Called directly, `_isDebugAssertConfiguration` would be evaluated when Rewind is built, before this code is inlined into the caller.
    @_alwaysEmitIntoClient @inline(never) @_optimize(none) static func ask(_ isDebugBuild: () -> Bool) -> Bool { isDebugBuild() }
}

extension Manifest {
    /// How much of the app's data is in the recording; `nil` if that is not stated, as when the manifest is lost.
    package var recordedLevel: RedactionLevel? { level.flatMap(RedactionLevel.init(rawValue:)) }
}
