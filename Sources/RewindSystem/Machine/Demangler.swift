import CLibrary

/// The Swift runtime's demangler.
package enum Demangler {
    /// A Swift symbol's name; any other name as it is.
    package static func name(_ symbol: String) -> String {
        guard symbol.hasPrefix("$s") || symbol.hasPrefix("_$s") || symbol.hasPrefix("_T") else { return symbol }
        guard let text = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
        defer { free(text) }
        return String(cString: text)
    }

    /// `swift_demangle` of the runtime: allocates the text that it returns.
    @_silgen_name("swift_demangle")
    private static func demangle(
        _ name: UnsafePointer<CChar>?, _ count: Int, _ output: UnsafeMutablePointer<CChar>?, _ outputCount: UnsafeMutablePointer<Int>?,
        _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
}
