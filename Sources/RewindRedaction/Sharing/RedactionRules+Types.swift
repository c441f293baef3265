extension RedactionRules {
    /// Declares that a type says nothing about the person who uses the app, as `RecordedAsIs` does for your own types:
    /// `addRecordable(Locale.self)`.
    ///
    /// At `RedactionLevel.masked`, its values are recorded as they are, except what the other rules find by key, place and shape.
    public mutating func addRecordable(_ type: Any.Type) { recordableTypes.insert(ObjectIdentifier(type)) }
}
