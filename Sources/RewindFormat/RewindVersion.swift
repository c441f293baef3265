/// The version of this package, in its one place: recordings name it as their recorder, and `rewind --version` prints it.
package enum RewindVersion {
    package static let number = "0.1.0"

    /// The version as recordings and the command line show it.
    package static let text = "rewind \(number)"
}
