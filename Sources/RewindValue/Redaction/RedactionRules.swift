/// What counts as a secret: the words of keys, and the shapes of texts.
public struct RedactionRules: Sendable, Hashable {
    /// Words that mark a key as secret, in lower case; several words that have to follow each other are divided by a blank.
    ///
    /// A key is divided into words at capitals, digits and everything that is no letter, so `card number` matches `cardNumber`, `CARD_NUMBER` and
    /// `X-Card-Numbers`, and `pin` matches neither `pinned` nor `spinner`.
    public var keys: [String]

    /// Shapes that give a secret away wherever it stands.
    public var shapes: Set<SecretShape>

    /// Rules of the given keys and shapes.
    public init(keys: [String], shapes: Set<SecretShape> = Set(SecretShape.allCases)) {
        self.keys = keys
        self.shapes = shapes
    }

    /// Passwords, tokens, keys, cookies, card and account numbers; every known shape.
    public static let `default` = RedactionRules(keys: [
        "password", "passwd", "passphrase", "passcode", "pin", "secret", "token", "authorization", "bearer", "cookie", "credential", "jwt",
        "otp",
        "cvv", "cvc", "ssn", "iban", "api key", "access key", "private key", "secret key", "card number", "security code", "session id",
        "credit card",
        // Written as one word these can't be divided.
        "access token", "refresh token", "auth token", "id token", "csrf token", "client secret",
    ])
}

/// A shape that only secrets have.
public enum SecretShape: String, Sendable, Hashable, CaseIterable {
    /// `eyJ….….…`
    case jwt
    /// `Bearer …`, as in an HTTP header.
    case bearer
    /// `Basic …` with at least 16 characters of Base64.
    case basic
    /// `AKIA…`
    case awsKey = "aws key"
    /// `ghp_…` and its relatives.
    case githubToken = "github token"
    /// `sk-…`, `sk_live_…`
    case secretKey = "secret key"
    /// A private key in PEM.
    case privateKey = "private key"
    /// The password in `scheme://user:password@host`.
    case urlPassword = "url password"
    /// The value of a query item whose name is a secret's key.
    case urlQuery = "url query"
}
