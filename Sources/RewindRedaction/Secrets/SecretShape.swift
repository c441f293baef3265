import RewindValue

/// A shape that only secrets have.
package enum SecretShape: String, Sendable, Hashable, CaseIterable {
    /// `eyJ….….…`
    case jwt
    /// `Bearer …`, as in an HTTP header.
    case bearer
    /// `Basic …` with Base64.
    case basic
    /// `AKIA…`
    case awsKey = "aws key"
    /// `ghp_…` and its relatives.
    case githubToken = "github token"
    /// `sk-…`, `sk_live_…`
    case secretKey = "secret key"
    /// Keys of other services, by their prefix: `AIza…`, `xoxb-…`, `glpat-…`, `npm_…`, `hf_…`, `whsec_…` and many more.
    case serviceKey = "service key"
    /// A private key in PEM or OpenSSH's wrapping.
    case privateKey = "private key"
    /// The number of a payment card: the first digits and the length of a known brand, and a valid check digit (Luhn, ISO/IEC 7812-1).
    case cardNumber = "card number"
    /// The number of a bank account with its country, length and valid check digits (ISO 13616).
    case iban
    /// The password in `scheme://user:password@host`; a user that looks like a token is removed too.
    case urlPassword = "url password"
    /// The value of a query item whose name is a secret's key, or a signature's.
    case urlQuery = "url query"
    /// In a text, the value next to a secret's key: `password=…`, `"token":"…"`, `API key: …`.
    case pair
}
