import RewindValue

extension Expression {
    func value(in document: StepDocument) throws(Failure) -> JSONValue { try Self.value(of: root, in: document) }

    /// - Parameter piped: The input of a pipe: paths begin there, while words keep their meaning.
    private static func value(of node: Node, in document: StepDocument, from piped: JSONValue? = nil) throws(Failure) -> JSONValue {
        switch node {
        case .path(let path):
            if path.word == nil, let piped { return try piped.value(at: path.components[...]) }
            return try document.value(at: path)
        case .literal(let value): return value
        case .compare(let comparison, let left, let right):
            return .bool(comparison.holds(try value(of: left, in: document, from: piped), try value(of: right, in: document, from: piped)))
        case .arithmetic(let operation, let left, let right):
            return try operation.value(of: value(of: left, in: document, from: piped), value(of: right, in: document, from: piped))
        case .and(let left, let right):
            if try !value(of: left, in: document, from: piped).isTrue { return false }
            return .bool(try value(of: right, in: document, from: piped).isTrue)
        case .or(let left, let right):
            if try value(of: left, in: document, from: piped).isTrue { return true }
            return .bool(try value(of: right, in: document, from: piped).isTrue)
        case .call(let function, let node, let argument):
            return try function.value(of: try value(of: node, in: document, from: piped), with: argument ?? .null)
        case .pipe(let first, let second):
            return try value(of: second, in: document, from: try value(of: first, in: document, from: piped))
        case .each(let loop, let whole, let body):
            let elements = try value(of: whole, in: document, from: piped).elements
            if loop == .map {
                var values: [JSONValue] = []
                for element in elements { values.append(try value(of: body, in: document, from: element)) }
                return .array(values)
            }
            for element in elements where try value(of: body, in: document, from: element).isTrue == (loop == .any) {
                return .bool(loop == .any)
            }
            return .bool(loop == .all)
        }
    }
}

extension Expression.Comparison {
    fileprivate func holds(_ left: JSONValue, _ right: JSONValue) -> Bool {
        let order = left.jqOrder(to: right)
        return switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
    }
}

extension Expression.Arithmetic {
    fileprivate func value(of left: JSONValue, _ right: JSONValue) throws(Expression.Failure) -> JSONValue {
        switch (self, left, right) {
        case (.plus, .null, let value), (.plus, let value, .null): return value
        case (_, .number(let left), .number(let right)):
            if let sum = sum(of: left, right) { return .number(sum) }
        case (.plus, .string(let left), .string(let right)): return .string(left + right)
        case (.plus, .array(let left), .array(let right)): return .array(left + right)
        case (.plus, .object(let left), .object(let right)):
            return .object(JSONObject(left.map { ($0.key, $0.value) } + right.map { ($0.key, $0.value) }))
        case (.minus, .array(let left), .array(let right)):
            if left.isEmpty || right.isEmpty { return .array(left) }
            let taken = right.sorted { $0.jqOrder(to: $1) < 0 }
            return .array(left.filter { !taken.hasInOrder($0) })
        default: break
        }
        let words = self == .plus ? "\(left.kind) and \(right.kind) can't be added" : "\(right.kind) can't be subtracted from \(left.kind)"
        throw Expression.Failure(words)
    }

    /// The exact result for integers that fit, as jq's for others; `nil` if it is no number.
    private func sum(of left: JSONNumber, _ right: JSONNumber) -> JSONNumber? {
        if case .int(let left) = left, case .int(let right) = right {
            let (sum, isTooLarge) = self == .plus ? left.addingReportingOverflow(right) : left.subtractingReportingOverflow(right)
            if !isTooLarge { return .int(sum) }
        }
        return JSONNumber(self == .plus ? left.doubleValue + right.doubleValue : left.doubleValue - right.doubleValue)
    }
}

extension Expression.Function {
    fileprivate func value(of value: JSONValue, with argument: JSONValue) throws(Expression.Failure) -> JSONValue {
        switch (self, value, argument) {
        case (.not, _, _): return .bool(!value.isTrue)
        case (.type, _, _): return .string(value.typeName)
        case (.length, .null, _): return 0
        case (.length, .string(let text), _): return .number(JSONNumber(text.unicodeScalars.count))
        case (.length, .array(let elements), _): return .number(JSONNumber(elements.count))
        case (.length, .object(let object), _): return .number(JSONNumber(object.count))
        case (.length, .number(let number), _): return JSONNumber(number.doubleValue.magnitude).map(JSONValue.number) ?? value
        case (.sort, .array(let elements), _): return .array(elements.sorted { $0.jqOrder(to: $1) < 0 })
        case (.unique, .array(let elements), _):
            var distinct: [JSONValue] = []
            for element in elements.sorted(by: { $0.jqOrder(to: $1) < 0 }) where distinct.last?.jqOrder(to: element) != 0 {
                distinct.append(element)
            }
            return .array(distinct)
        case (.has, .object(let object), .string(let key)): return .bool(object[key] != nil)
        case (.has, .null, _): return false
        // As in jq, which cuts off a fraction.
        case (.has, .array(let elements), .number(let index)):
            return .bool(index.doubleValue > -1 && index.doubleValue < Double(elements.count))
        // By bytes, as in jq: for Swift, "e" is not a prefix of a decomposed "é", and two spellings of it are equal.
        case (.startswith, .string(let text), .string(let part)): return .bool(text.utf8.starts(with: part.utf8))
        case (.endswith, .string(let text), .string(let part)): return .bool(text.utf8.reversed().starts(with: part.utf8.reversed()))
        case (.contains, .string(let text), .string(let part)): return .bool(text.hasBytes(of: part))
        default: throw Expression.Failure("\(value.kind) has no \(hasArgument ? "\(rawValue)(\(argument.jsonText))" : rawValue)")
        }
    }
}

extension JSONValue {
    /// Whether jq counts it as true: everything except `false` and `null`.
    var isTrue: Bool {
        switch self {
        case .null, .bool(false): false
        default: true
        }
    }

    /// The elements of an array, or the values of an object, as jq's `.[]`.
    fileprivate var elements: [JSONValue] {
        get throws(Expression.Failure) {
            switch self {
            case .array(let elements): return elements
            case .object(let object): return object.map { $0.value }
            default: throw Expression.Failure("\(kind) has no elements")
            }
        }
    }

    /// Negative, zero or positive if this comes before, is equal to or comes after another value in jq's order.
    func jqOrder(to other: JSONValue) -> Int {
        func sign<T: Comparable>(_ left: T, _ right: T) -> Int { left < right ? -1 : left > right ? 1 : 0 }
        switch (self, other) {
        case (.number(.int(let left)), .number(.int(let right))): return sign(left, right)
        case (.number(.uint(let left)), .number(.uint(let right))): return sign(left, right)
        case (.number(let left), .number(let right)): return left.order(to: right)
        // jq compares by code points, as UTF-8 is ordered; Swift's own order regards two spellings of one letter as equal.
        case (.string(let left), .string(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : self == other ? 0 : 1
        case (.array(let left), .array(let right)):
            for (left, right) in zip(left, right) {
                let order = left.jqOrder(to: right)
                if order != 0 { return order }
            }
            return sign(left.count, right.count)
        case (.object(let left), .object(let right)):
            if left == right { return 0 }
            let keys = [left, right].map { $0.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
            let order = JSONValue.array(keys[0].map(JSONValue.string)).jqOrder(to: .array(keys[1].map(JSONValue.string)))
            if order != 0 { return order }
            return JSONValue.array(keys[0].map { left[$0] ?? .null }).jqOrder(to: .array(keys[0].map { right[$0] ?? .null }))
        default: return sign(rank, other.rank)
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool(let value): value ? 2 : 1
        case .number: 3
        case .string: 4
        case .array: 5
        case .object: 6
        }
    }
}

extension [JSONValue] {
    /// Whether a value is among these, which are in jq's order.
    fileprivate func hasInOrder(_ value: JSONValue) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].jqOrder(to: value) < 0 { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].jqOrder(to: value) == 0
    }
}

extension String {
    /// Whether the bytes of another text occur in this one; the standard library has that search in another module.
    fileprivate func hasBytes(of part: String) -> Bool {
        part.isEmpty || utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
    }
}
