/// This library's own version, which recordings name as their recorder.
public enum RewindVersion {
    /// The version number.
    public static let number = "0.1.0"

    /// The version as recordings and the command line show it.
    public static let text = "rewind \(number)"
}
