package import RewindValue

/// A value nests deeper than readers follow.
package struct TooDeep: Error, CustomStringConvertible {
    /// What is wrong, for the line that replaces the value's.
    package var description: String { "the value nests more than \(JSONValue.recordedDepth) levels deep" }
}

extension JSONValue {
    /// How deep a recorded value may nest; the line around it adds a few levels, and readers follow ``FormatLimits/depth``.
    package static let recordedDepth = 120

    /// Throws if the value nests too deep to be recorded below this many levels.
    package func checkNesting(below levels: Int = 0) throws(TooDeep) {
        switch self {
        case .array(let elements):
            if levels >= Self.recordedDepth { throw TooDeep() }
            for element in elements { try element.checkNesting(below: levels + 1) }
        case .object(let object):
            if levels >= Self.recordedDepth { throw TooDeep() }
            for (_, value) in object { try value.checkNesting(below: levels + 1) }
        case .null, .bool, .number, .string: break
        }
    }
}

extension JSONPatch {
    /// Throws if a value that it puts somewhere nests too deep there.
    package func checkNesting() throws(TooDeep) {
        for operation in operations {
            switch operation {
            case .add(let pointer, let value), .replace(let pointer, let value), .test(let pointer, let value):
                try value.checkNesting(below: pointer.tokens.count)
            case .remove, .move, .copy: break
            }
        }
    }
}
