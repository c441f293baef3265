import RewindRedaction
import RewindValue

/// How the texts and numbers at a place are masked while it is encoded.
struct Masking {
    /// Not retained: the redactor owns it, and is owned by the log at the root of the path or by the caller.
    private let policy: Unmanaged<MaskingPolicy>
    private(set) var mode = Mode.masked
    /// Which case the value is, where its name stays; never freed.
    private var source: Unmanaged<SourceCase>?
    /// Whether no place below can be declared safe.
    private var closesPlaces = false

    enum Mode {
        /// Texts and long numbers get pseudonyms.
        case masked
        /// Likewise, except for what appears in the source code of an enum without payloads.
        case named
        /// Likewise, except for the number of a single option.
        case options
        /// Likewise, and short numbers are 0: a key above is a secret's.
        case covered
        /// Everything is recorded as the app declared it to be, except for the shapes of secrets.
        case asIs
    }

    init(_ policy: MaskingPolicy) { self.policy = .passUnretained(policy) }

    private var own: MaskingPolicy { policy._withUnsafeGuaranteedRef { $0 } }

    /// Whether masking depends on the place of a value.
    var asksForPlaces: Bool { policy._withUnsafeGuaranteedRef { $0.asksForPlaces } }

    /// Whether one value may be recorded in several ways, depending on its surroundings.
    var changesWithPlace: Bool { mode != .masked || closesPlaces || asksForPlaces }

    /// The masking inside a value of a type; `nil` if it is the same as outside.
    @inline(__always)
    func inside<T>(_ plan: SourceTraits, _ value: T) -> Masking? {
        if mode == .asIs || mode == .covered { return nil }
        if plan.isRecordedAsIs || policy._withUnsafeGuaranteedRef({ $0.types.contains(plan.id) }) { return with(.asIs) }
        if let source = plan.cases?.find(value) {
            var masking = with(.named)
            masking.source = source
            return masking
        }
        if plan.isOptionSet { return with(.options) }
        return (mode == .named || mode == .options) && !plan.isLeaf ? with(.masked) : nil
    }

    private func with(_ mode: Mode) -> Masking {
        var masking = self
        masking.mode = mode
        return masking
    }

    /// The recorded form of an entry's key, and the masking below it.
    ///
    /// The rules see a key that is recorded as it is once everything is encoded, and cover, and count, what is below it. What a key with a
    /// pseudonym covers is covered here, since the key is unknown later.
    ///
    /// - Parameters:
    ///   - isSafe: whether the app declares the type of the key safe.
    ///   - name: the recorded form of the key, if that appears in the source code.
    func entry(_ key: String, isNumber: Bool, isSafe: Bool, name: String?, of path: CodingPath) -> (written: String, below: Masking) {
        let entry = (isNumber ? nil : path.log?.entry(key, by: own)) ?? own.entry(key, isNumber: isNumber)
        let isNamed = asksForPlaces && !closesPlaces && own.names(path, key)
        let isOpen = isAsIs(path) || mode != .covered && (isSafe || isNamed)
        var (written, isHidden) = (entry.written, entry.isHidden)
        if let name {
            (written, isHidden) = (name, true)
        } else if isOpen, !(asksForPlaces && own.covers(path)) {
            written = own.recorded(key)
            isHidden = !written.isIdentical(to: key)
        }
        return (written, isHidden && entry.isSecret ? with(.covered) : self)
    }

    /// What is masked in the keys of a dictionary that encodes as an array: they are declared safe with the whole dictionary only.
    func keys(of path: CodingPath) -> Masking {
        var masking = isAsIs(path) ? with(.asIs) : self
        masking.closesPlaces = true
        return masking
    }

    /// What of a text is recorded.
    func written(_ text: String, at path: @autoclosure () -> CodingPath) -> String {
        if isCovered(.string(text), at: path()) { return own.masker.masked(text) }
        if isAsIs(path()) { return recorded(text, at: path()) }
        return name(for: text) ?? own.masker.masked(text)
    }

    /// What of a text that is declared safe is recorded.
    private func recorded(_ text: String, at path: @autoclosure () -> CodingPath) -> String {
        let clean = own.recorded(text)
        // The cleaned text is no longer the one that the app's own rules have to see.
        if !own.ownRules.isEmpty, !clean.isIdentical(to: text), own.decides(.string(text), at: path()) == .secret {
            return own.masker.masked(text)
        }
        return clean
    }

    /// What of a number is recorded.
    func written(_ number: JSONNumber, at path: @autoclosure () -> CodingPath) -> JSONNumber {
        if isCovered(.number(number), at: path()) { return .int(0) }
        if isAsIs(path()) || standsInSource(number) { return own.recorded(number) }
        return own.masker.masked(number)
    }

    /// The recorded form of bytes: all of them, or as many others.
    ///
    /// - Parameter values: the values that the rules check.
    func written(_ bytes: [UInt8], as values: @autoclosure () -> [JSONValue], at path: @autoclosure () -> CodingPath) -> [UInt8] {
        guard mode != .covered, isAsIs(path()) else { return own.masker.masked(bytes) }
        guard asksForPlaces else { return bytes }
        let place = path()
        return values().contains { own.covers($0, at: place) } ? own.masker.masked(bytes) : bytes
    }

    /// What of elements is recorded, if they are bytes; `nil` if they are not.
    func written<Element>(bytes elements: UnsafeBufferPointer<Element>, at path: @autoclosure () -> CodingPath) -> JSONValue? {
        guard Self.areBytes(Element.self) else { return nil }
        func value(_ byte: UInt8) -> JSONValue {
            .number(Element.self == Int8.self ? JSONNumber(Int8(bitPattern: byte)) : JSONNumber(byte))
        }
        let bytes = Array(UnsafeRawBufferPointer(elements))
        return .array(written(bytes, as: bytes.map(value), at: path().index(0)).map(value))
    }

    /// Whether the elements of an array are bytes, which are masked together.
    static func areBytes<T>(_ type: T.Type) -> Bool { type == UInt8.self || type == Int8.self }

    /// What of any JSON is recorded.
    func written(_ value: JSONValue, at path: @autoclosure () -> CodingPath) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .string(let text): .string(written(text, at: path()))
        case .number(let number): .number(written(number, at: path()))
        case .array(let values):
            .array(values.enumerated().map { index, value in written(value, at: path().index(index)) })
        case .object(let object): value.taggedFloat != nil ? value : .object(written(object, at: path()))
        }
    }

    private func written(_ object: JSONObject, at path: CodingPath) -> JSONObject {
        JSONObject(
            object.map { key, value in
                let place = path.entry(key)
                return (place.writtenKey, (place.masking ?? self).written(value, at: place))
            }
        )
        .sorted(unlessKeysAreThoseOf: object)
    }

    /// The recorded form of a text that an enum without payloads writes.
    private func name(for text: String) -> String? { mode == .named ? source?._withUnsafeGuaranteedRef { $0.written(text) } : nil }

    private func standsInSource(_ number: JSONNumber) -> Bool {
        switch (mode, number) {
        case (.named, _): source?._withUnsafeGuaranteedRef { $0.has(number) } == true
        case (.options, .int(let bits)): bits.nonzeroBitCount == 1
        case (.options, .uint(let bits)): bits.nonzeroBitCount == 1
        default: false
        }
    }

    @inline(__always)
    func isAsIs(_ path: @autoclosure () -> CodingPath) -> Bool {
        mode == .asIs || asksForPlaces && mode != .covered && !closesPlaces && own.isAsIs(path())
    }

    /// Whether a rule by place, or one of the app's own, covers a text or number.
    @inline(__always)
    private func isCovered(_ value: @autoclosure () -> JSONValue, at path: @autoclosure () -> CodingPath) -> Bool {
        mode == .covered || asksForPlaces && own.covers(value(), at: path())
    }

    /// Masks a text in place right after it was written, between the quotes of a JSON string without escapes; `false` if that is not
    /// possible.
    @inline(__always)
    func maskInPlace(_ text: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        if mode == .asIs || mode == .named || asksForPlaces { return false }
        policy._withUnsafeGuaranteedRef { $0.masker.mask(text) }
        return true
    }

    /// Whether an integer is recorded as it is.
    @inline(__always)
    func leaves(_ magnitude: UInt64) -> Bool { mode != .covered && !Masker.isLong(magnitude) }
}

extension MaskingPolicy {
    /// Whether a place is declared safe.
    func isAsIs(_ path: CodingPath) -> Bool { follow(path) == nil }

    /// Whether a place below a path is declared safe, by a pattern that has its key by name.
    func names(_ path: CodingPath, _ key: String) -> Bool { follow(path).map { places.names($0, key) } ?? false }

    /// The states of the patterns for places declared safe; `nil` if one has matched on the way.
    private func follow(_ path: CodingPath) -> [Int]? {
        var found = places.start
        var isAsIs = places.rule(found) != nil
        func follow(_ token: String?) {
            if isAsIs { return }
            found = places.next(found, token)
            isAsIs = places.rule(found) != nil
        }
        path.forEachStep { step in
            switch step {
            case .key(let key): follow(key.stringValue)
            case .entry(let key, _): follow(key)
            case .index, .element: follow(nil)
            case .inside: break
            }
        }
        return isAsIs ? nil : found
    }

    /// The verdict of the app's own rules on a text or number.
    func decides(_ value: JSONValue, at path: CodingPath) -> RedactionVerdict {
        let pointer = JSONPointer(tokens: ownKeys(of: path).tokens.map { $0.flatMap { PointerPattern.isWild($0) ? nil : $0 } ?? "*" })
        for rule in ownRules {
            let verdict = rule.decide(pointer, value)
            if verdict != .undecided { return verdict }
        }
        return .undecided
    }

    /// Whether one of the app's own rules calls a text or number secret, or a rule by place covers it.
    ///
    /// Used below a key that gets a pseudonym. Elsewhere the rules are applied, and counted, once everything is encoded.
    func covers(_ value: JSONValue, at path: CodingPath) -> Bool {
        if !ownRules.isEmpty, ownKeys(of: path).areHidden {
            switch decides(value, at: path) {
            case .secret: return true
            case .harmless: return false
            case .undecided: break
            }
        }
        return covers(path)
    }

    /// Whether a rule by place covers a place below a key that gets a pseudonym.
    func covers(_ path: CodingPath) -> Bool {
        var found = covered.start
        if found.isEmpty { return false }
        let keys = ownKeys(of: path)
        for token in keys.areHidden ? keys.tokens : [] {
            found = covered.next(found, token)
            if covered.rule(found) != nil { return true }
        }
        return false
    }

    /// The app's own keys on the way, each `nil` for an index, and whether any of them is recorded as another.
    private func ownKeys(of path: CodingPath) -> (tokens: [String?], areHidden: Bool) {
        var tokens: [String?] = []
        var areHidden = false
        path.forEachStep { step in
            switch step {
            case .key(let key): tokens.append(key.stringValue)
            case .entry(let key, let written):
                tokens.append(key)
                if !written.isIdentical(to: key) { areHidden = true }
            case .index, .element: tokens.append(nil)
            case .inside: break
            }
        }
        return (tokens, areHidden)
    }
}

extension Redactor {
    /// The masking where nothing else is specified; `nil` without masking.
    var masking: Masking? { redaction.maskingPolicy.map { Masking($0) } }
}
