// The part of Foundation that is a library of its own, without ICU and the network; where there is none, all of Foundation.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
