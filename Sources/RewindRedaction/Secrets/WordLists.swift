/// Words that change the meaning of a secret's word next to them.
package enum WordLists {
    /// After a secret's word: names an aspect of it that is not secret.
    static let heads = set(
        """
        count counts length len size limit min max minimum maximum type kind status state url uri link page help expiry expires expire expired expiration ttl lifetime \
        policy rules rule requirements strength age date time timestamp at on in issued updated version format label title placeholder name names prompt message error \
        errors icon color style visible enabled required valid verified attempts failures manager service provider generator endpoint scope issuer algorithm country \
        currency network brand index position range usage used budget rate price mode method step source consent banner preferences interval symbol decimals per second \
        level levels location latitude longitude map accepted language prefix region refresh santa agent garden sauce weapon dough recipe
        """)

    /// Before a secret's word: a question about it, or a number of them.
    static let befores = set(
        "is has needs requires supports allow num number count max min total prompt completion input output cached remaining show hide forgot"
    )

    /// Before `token`: such a token marks a place in a list or a task, and grants no access.
    static let harmlessTokens = set("page paging pagination cancellation next continuation sync")

    /// After a word that is secret only at the end of a key: these do not change the meaning.
    static let carriers = set(
        "code codes number numbers no value values text string input entry digits hash data info header headers new old current key field token secret pad confirm repeat"
    )

    /// Words before a word that is secret only after one of them.
    static let owners = set(
        """
        user db database sql mysql pg postgres mongo redis smtp imap mail email ftp ssh admin root login my new old current confirm repeat wifi wlan proxy account key \
        master app auth http ldap server host router vpn web site api client keystore cert connect php session
        """)

    /// Words that are read together with the key above: `card: {number}`.
    static let parts = set("number numbers no code codes phrase answer verifier")

    /// Words of keys that name typing and where it happens: `setCode`, `codeFieldChanged`, `form`.
    static let typing = set(
        """
        set update updated change changed did edit edited editing enter entered submit submitted type typed input inputs put save replace text field fields value values \
        new draft on form forms details detail info data entry state current
        """)

    /// Keys whose value has something about each field of a form, by the field's name: what is wrong with a password is not secret.
    static let aboutFields = set("errors problems warnings hints placeholders labels titles attempts retries counts lengths permissions")

    /// Members below a secret's key that describe the secret, if they are a name from the source or a small number:
    /// `password: {text, validation, attempts}`.
    static let aboutSecret = set(
        "type kind status state phase mode strength validity validation error problem method algorithm visibility attempts retries count length minimum maximum score step"
    )

    /// Words of a key whose value describes a field that is named there, and is not its contents: `setError(.password, .tooShort)`.
    static let aboutNamedField = set(
        "error errors failed failure invalid valid validate validated validation problem strength status state focused touched hint rule")

    /// Members that name a field: next to them, ``fieldValues`` hold its contents.
    package static let fieldNames = Set(fieldNameWords.map { "\($0)" })
    static let fieldNameWords: [StaticString] = ["_0", "name", "field", "fieldName", "key", "keyPath", "path", "id", "identifier", "label"]

    /// Members that hold the contents of a field that another member names.
    package static let fieldValues = Set(fieldValueWords.map { "\($0)" })
    static let fieldValueWords: [StaticString] = ["_1", "value", "fieldValue", "newValue", "text", "to", "input", "content"]

    private static func set(_ words: String) -> Set<String> { Set(words.split(whereSeparator: { $0.isWhitespace }).map(String.init)) }
}
