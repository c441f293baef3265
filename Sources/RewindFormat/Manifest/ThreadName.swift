/// The names of threads; Linux keeps only the last 15 bytes of a name that Dispatch gives: `oot.default-qos`.
enum ThreadName {
    /// The name that Dispatch gave a thread of its pool, if a text is the end of one; any other name as it is.
    static func whole(_ name: String) -> String {
        guard name.utf8.count == kept else { return name }
        let labels = qualities.flatMap { ["com.apple.root.\($0)-qos", "com.apple.root.\($0)-qos.overcommit"] } + [manager]
        let meant = labels.filter { $0.hasSuffix(name) }
        // The end of one that may take more threads than there are processors is the same for all qualities.
        return meant.count > 1 ? "com.apple.root.*\(name)" : meant.first ?? name
    }

    /// Bytes that Linux keeps of a thread's name.
    private static let kept = 15
    private static let qualities = ["maintenance", "background", "utility", "default", "user-initiated", "user-interactive"]
    private static let manager = "com.apple.libdispatch-manager"
}
