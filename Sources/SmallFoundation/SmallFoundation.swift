// The part of Foundation without ICU and the network, where it is a library of its own; elsewhere all of Foundation.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
