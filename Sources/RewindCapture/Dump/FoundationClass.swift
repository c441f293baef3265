import SmallFoundation

/// Foundation's classes whose objects are dumped as the values that they represent.
enum FoundationClass {
    #if canImport(FoundationEssentials)
        // The small Foundation has neither class, so a name has to tell.
        static func isNumber(_ type: Any.Type) -> Bool { TypeName.of(type) == "NSNumber" }

        static func isError(_ type: Any.Type) -> Bool { TypeName.of(type) == "NSError" }
    #else
        // An object is of a class below these, such as __NSCFNumber and __NSCFBoolean.
        static func isNumber(_ type: Any.Type) -> Bool { type is NSNumber.Type }

        static func isError(_ type: Any.Type) -> Bool { type is NSError.Type }
    #endif
}
