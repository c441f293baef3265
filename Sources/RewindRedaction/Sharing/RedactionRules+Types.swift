extension RedactionRules {
    /// Declares a type to say nothing of the person who uses the app, as ``RecordedAsIs`` does for one of your own: `addRecordable(Locale.self)`.
    public mutating func addRecordable(_ type: Any.Type) { recordableTypes.insert(ObjectIdentifier(type)) }
}
