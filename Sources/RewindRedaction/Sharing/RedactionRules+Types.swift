extension RedactionRules {
    /// Declares that a type says nothing about the person who uses the app, as ``RecordedAsIs`` does for your own types:
    /// `addRecordable(Locale.self)`.
    package mutating func addRecordable(_ type: Any.Type) { recordableTypes.insert(ObjectIdentifier(type)) }
}
