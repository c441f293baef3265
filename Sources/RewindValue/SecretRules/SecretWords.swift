/// The words that make a key secret: the rules of ``RedactionRules/default``, by where they are from.
///
/// They are written in normal form (``KeyText``), the words of a phrase divided by blanks. Adding one is adding it to a row, with a key that shows
/// it among the row's samples.
struct SecretWords: Sendable {
    /// Where the words were found.
    let source: String
    let reach: Reach
    let words: [String]
    /// Keys that the row makes secret.
    let samples: [String]

    /// How a word may stand in a key.
    enum Reach: Sendable {
        /// Also at the end of a longer run of letters, whatever that begins with: `dbpassword`.
        case end
        /// As a word, or where the run of letters divides into words that are known: `userpin`, but not `spinner`.
        case word
        /// As the last word only, or before one of ``WordLists/carriers``: `userPin` and `pinCode`, but not `pinColor`.
        case last
        /// As the last word, alone or behind one of ``WordLists/owners``: `smtpPass`, but not `boardingPass`. ``WordLists/typing`` changes nothing:
        /// `setPass`, `passFieldChanged`.
        case owned
        /// Anywhere: words of scripts that do not divide words.
        case anywhere
    }

    private init(_ source: String, _ reach: Reach, _ words: String, samples: [String]) {
        self.source = source
        self.reach = reach
        self.words = words.split(separator: ",").map { $0.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ") }
        self.samples = samples
    }

    static let table: [SecretWords] = [
        SecretWords(
            "what operating systems and frameworks call credentials", .end,
            """
            password, passwd, passwrd, passphrase, passcode, passkey, secret, token, authorization, cookie, credential, mnemonic, api key, access key,
            private key, secret key, signing key, encryption key, decryption key, master key, session key, connection string, session id, sessid,
            shared access key, account key, license key, licence key, storage key, deploy key, app key, application key, service key, host key, ssh key,
            auth key, signing secret, client secret, key material, service account key, keystore, www authenticate, proxy authenticate, auth header
            """,
            samples: [
                "dbpassword", "X-API-Keys", "masterKey", "connectionString", "WWW-Authenticate", "PHPSESSID", "session-id", "pass_word",
                "PassPhrase",
            ]),
        SecretWords(
            "abbreviations of them", .word,
            "pwd, jwt, csrf, xsrf, bearer, creds, cred, psk, hmac, oauth token, pw, pwhash, pgp key, wep key, wpa key, otp, totp secret, tfa code, mfa code",
            samples: ["MYSQL_PWD", "csrftoken", "userJWTs", "wifiPsk", "otpCode", "user_pw"]),
        SecretWords(
            "words with another meaning beside it", .owned, "pass, sid",
            samples: ["pass", "smtpPass", "connect.sid", "db_pass", "setPass", "passFieldChanged", "typedPass"]),
        SecretWords(
            "words with another meaning before another word", .last, "pin, auth", samples: ["userPIN", "pinCode", "basicAuth", "auth"]),
        SecretWords(
            "payment and banking forms", .word,
            """
            cvv, cvc, cvv2, csc, iban, card number, account number, credit card, debit card, security code, card verification, routing number, sort code,
            bank account, card pan, primary account number, card no, account no, card num, account num, cc number, cc num
            """,
            samples: ["cardNumber", "card_numbers", "CVC2", "creditCard", "securityCode", "bankAccountNumber", "routing-number"]),
        SecretWords(
            "keys of services, ciphers and products", .word,
            """
            stripe key, openai key, anthropic key, google key, maps key, firebase key, aws key, azure key, gcp key, github key, gitlab key, slack key, twilio key,
            sendgrid key, mailgun key, mailchimp key, mapbox key, algolia key, datadog key, sentry key, segment key, mixpanel key, amplitude key, paypal key,
            square key, shopify key, cloudflare key, heroku key, telegram key, discord key, facebook key, twitter key, dropbox key, pusher key, postmark key,
            aes key, des key, rsa key, dsa key, ec key, ecdsa key, ed25519 key, hmac key, gpg key, tls key, ssl key, priv key, pvt key, symmetric key, shared key,
            preshared key, pre shared key, wrapping key, data key, root key, vault key, unlock key, wifi key, wlan key, network key, security key, product key,
            serial key, activation key, admin key, write key, read write key, subscription key, rest key, merchant key, secure key, device key, install key, team key,
            secret id, client key, consumer key, bot key, hash key secret, cipher key, crypto key, crypt key
            """,
            samples: ["stripeKey", "aes_key", "privKey", "wlanKey", "preSharedKey", "productKey", "OPENAI_KEY"]),
        SecretWords(
            "codes of doors and locks", .word,
            "door code, gate code, alarm code, entry code, garage code, lock code, safe code, building code secret, vault code, keypad code, disarm code, pass key, puk, puk code",
            samples: ["doorCode", "alarm_code", "gateCode"]),
        SecretWords(
            "identity papers", .word,
            """
            ssn, social security number, social security, passport number, passport no, driver license number, drivers license number, driving license number,
            driver licence number, driving licence number, licence number, license number, tax id, taxpayer id, tax number, tax identification number, national id,
            national identity number, identity card number, id card number, national insurance number, insurance number, maiden name, sin number, personnummer, personnumer, aadhaar, aadhaar number, cpf, cnpj, curp, pesel, bsn, nino, dni,
            codice fiscale, steuer id, steuernummer, steuerid, sozialversicherungsnummer, nhs number, medicare number, health insurance number, pan number, ssn last four,
            military id, voter id, green card number, visa number, alien number, medical record number, patient id
            """,
            samples: ["ssn", "passportNumber", "socialSecurityNumber", "tax_id", "driverLicenseNumber"]),
        SecretWords(
            "second factors and recovery", .word,
            """
            seed phrase, recovery phrase, recovery code, recovery key, backup code, backup phrase, secret phrase, verification code, confirmation code,
            one time code, one time password, one time pin, authentication code, authorization code, auth code, login code, sms code, access code, unlock code,
            security answer, secret answer, security question answer, magic link, reset code, activation code, two factor code, seed words, recovery words,
            wallet seed, otp seed, backup key, device code, user code, pairing code, code verifier, sign in code
            """,
            samples: ["recoveryCode", "verificationCode", "SEED_PHRASE", "oneTimeCode", "backup-codes", "securityAnswer"]),
        SecretWords(
            "sign-in forms in languages of Latin script", .end,
            """
            passwort, kennwort, losungswort, geheimnis, geheimzahl, zugangsdaten, kontonummer, kartennummer, kreditkartennummer, sicherheitscode,
            zugangscode, sozialversicherungsnummer, reisepassnummer, contrasena, contrasenia, clave secreta, clave privada, clave de acceso,
            tarjeta de credito, numero de tarjeta, codigo de seguridad, codigo de verificacion, numero de cuenta, secreto, mot de passe, motdepasse,
            code secret, cle secrete, cle privee, numero de carte, numero de compte, code de securite, code de verification, carte de credit, senha, segredo,
            palavra passe, palavra chave, cartao de credito, numero do cartao, numero da conta, codigo de verificacao, codigo de seguranca, chave privada, chave secreta,
            parola chiave, parola dordine, parola d ordine, codice segreto, codice di sicurezza, codice di verifica, chiave privata, chiave segreta, numero di carta,
            carta di credito, segreto, wachtwoord, toegangscode, rekeningnummer, kaartnummer, geheime sleutel, verificatiecode, haslo, tajny klucz, klucz prywatny,
            numer karty, numer konta, kod weryfikacyjny, sifre, parola, gizli anahtar, kart numarasi, hesap numarasi, dogrulama kodu, guvenlik kodu, losenord,
            adgangskode, passord, kodeord, salasana, heslo, jelszo, lozinka, zaporka, geslo, mat khau, matkhau, ma xac nhan, kata sandi, katasandi, kata laluan,
            parole de acces, slaptazodis, parool, wachtwoorden, contrasenya, pasahitza, cyfrinair, focal faire, lykilord
            """,
            samples: [
                "Passwort", "benutzerKennwort", "contraseña", "motDePasse", "senhaAtual", "wachtwoord", "nieuwWachtwoord", "hasło", "şifre",
                "tarjetaDeCredito",
                "código_de_seguridad", "lösenord", "mật khẩu", "parola d'ordine", "numéroDeCarte",
            ]),
        SecretWords(
            "short words of those languages", .last, "clave, geheim, mdp, schlussel, schluessel, segreta, tajne, klucz, anahtar",
            samples: ["clave", "Schlüssel", "mdp", "geheim"]),
        SecretWords(
            "sign-in forms in other scripts", .anywhere,
            """
            пароль, пароли, секрет, токен, ключ доступа, номер карты, номер счета, код подтверждения, лозинка, парола, таємниця, κωδικος, κωδικό, μυστικο,
            密码, 密碼, 口令, 验证码, 驗證碼, 密钥, 密鑰, 令牌, 私钥, 私鑰, 银行卡号, 信用卡, 身份证号, パスワード, 暗証番号, 秘密鍵, 合言葉, 認証コード, 確認コード, トークン,
            暗号鍵, カード番号, 口座番号, 비밀번호, 암호, 인증번호, 인증코드, 비밀키, 토큰, 카드번호, 계좌번호, كلمة المرور, كلمة السر, كلمه المرور, رمز التحقق, رمز المرور,
            الرقم السري, رمز عبور, گذرواژه, पासवर्ड, कूटशब्द, गुप्त, टोकन, सत्यापन कोड, סיסמה, סיסמא, סוד, รหัสผ่าน, รหัสลับ, পাসওয়ার্ড, கடவுச்சொல், పాస్‌వర్డ్, გასაღები, գաղտնաբառ, پاس ورڈ
            """,
            samples: ["пароль", "новый_пароль", "密码", "用户密码", "パスワード", "비밀번호", "كلمة المرور", "पासवर्ड", "סיסמה", "รหัสผ่าน", "κωδικός"]),
    ]

    /// Every word and phrase.
    static let all: [String] = table.flatMap({ $0.words })
}

/// Words that say something else together with a secret's.
package enum WordLists {
    /// Behind a secret's word: what of it is meant is no secret.
    static let harmlessHeads = set(
        """
        count counts counter total totals length len size limit limits max maximum min minimum type types kind status state states url uri link href page \
        help expiry expires expire expired expiration expiring ttl lifetime lifespan policy policies rule rules requirement requirements strength score age date \
        time timestamp at on in issued created updated until version format label title placeholder name names prompt message error errors \
        button icon image color colour style visible hidden visibility enabled disabled required valid invalid validity validation validator verified \
        attempts attempt retries tries failures manager service provider providers repository factory generator encoder decoder parser handler helper delegate \
        protocol endpoint scope scopes issuer audience algorithm alg country currency network brand index position offset range usage used budget quota rate \
        rates price cost fee mode method methods flow step source consent banner notice preferences settings config interval frequency \
        symbol decimals supply per second santa level levels region rotation category description location latitude longitude lat lon lng map board recipe dough \
        accepted supported support available availability expected family class classes prefix language scheme realm required layout \
        duration seconds minutes days hours ordering order sort width height padding margin offset distance zoom pinned ref stats statistics \
        economy economics economist holder issue history_count present exists missing empty  \
        lange anzahl typ art stufe longueur tipo nombre longitud tamano comprimento tamanho lunghezza lengte dlugosc uzunluk heading caption footnote
        """)

    /// Before a secret's word: a question about it, or a number of them.
    static let harmlessBefores = set(
        "is has needs need requires require supports allows allow num number count max min total prompt completion input output reasoning cached remaining unused estimated show shows hide hides nft design syntax lexer ast "
    )

    /// Before `token`: what such a token stands for is a place in a list or a task, and nobody's right.
    static let harmlessTokens = set("page paging pagination cancellation next continuation sync")

    /// Keys below which there is something about each field of a form, by the field's name: what is wrong with a password is none.
    static let aboutFields = set("errors problems warnings hints placeholders labels titles attempts retries counts lengths permissions")

    /// Words of ``SecretWords``, as against an app's own.
    static let secret = Set(SecretWords.all)

    /// Members of an object below a secret's key that say something of the secret, where they are a name from the source or a small number:
    /// `password: {text, validation, attempts}`.
    static let aboutSecret = set(
        """
        type kind status state phase mode strength validity validation error problem method algorithm visibility attempts attempt retries tries count \
        length minimum maximum min max score step
        """)

    /// Behind a word that is secret only at the end of a key: the key still says the same.
    static let carriers = set(
        "code codes number numbers no value values text string input entry digits hash data info header headers new old current key field token tokens secret pad"
    )

    /// Before a word that is secret only behind these.
    static let owners = set(
        """
        user usr db database sql mysql pg psql postgres postgresql mongo redis smtp imap pop mail email ftp sftp ssh admin root login my new old current \
        confirm confirmation repeat retype wifi wlan proxy account key master app auth http https ldap server host router vpn system sys web site api \
        client keystore truststore cert certificate connect php j asp net session owner sudo su remote
        """)

    /// With which a key's run of letters is divided into words, beside all the others.
    static let fillers = set(
        """
        user users usr db database old new my our your the current confirm confirmation repeat session device push login logon signin signup sign log in app \
        application web site server host client service admin root main default temp tmp test prod dev stage staging live local remote wifi wlan smtp imap mail email \
        ftp ssh git github gitlab aws gcp azure google apple facebook twitter slack stripe paypal bank credit debit card visa account acct auth oauth api http https \
        access refresh id bot bearer csrf xsrf jwt request response verification verify security secure secret private public master encrypted encryption hashed \
        hash salt plain raw text string str value val data info field input form param header set get save update change changed reset create delete add remove \
        enter entered last first next prev previous backup recovery one time two factor mfa otp sms phone mobile pin code codes key keys number no num file path name \
        store cache keychain vault env var config shared signing signed storage deploy license bot webhook channel room team org project machine node cluster \
        redis mongo mysql postgres pg sql ldap proxy vpn router iot social tax national passport driver drivers identity wallet seed phrase word words map drop of for and to by with from x
        """)

    /// Members that are a secret's below one of ``above``.
    package static let membersBelow = set("code codes answer verifier otp digits seed nonce assertion")

    /// Members that say nothing by themselves, and are read together with the key above: `card: {number}`.
    static let joinedMembers = set("number numbers no code codes phrase")

    /// Words of keys that say that something is typed, or where: `setCode`, `codeFieldChanged`.
    static let typing = set(
        """
        set update updated change changed did edit edited enter entered submit submitted type typed input put save saved replace replaced text field value \
        new draft on
        """)

    /// Keys that divide a thing from what is known of it: `card: {form: {number}}`.
    static let holders = set(
        "form forms input inputs details detail info data field fields draft entry state value values edit editing new current")

    /// What a key and its member have in common with a secret by chance.
    static let harmlessJoined = set("user device")

    /// Words of keys that name a sign-in by a code.
    static let above = set("oauth oauth2 sso mfa tfa totp otp webauthn passkey authenticate verify signin login")
    static let abovePhrases = ["sign in", "log in", "two factor", "verify code", "confirm code", "magic link"]

    /// The private parts of a JSON Web Key (RFC 7518).
    package static let keyMembers = set("d p q dp dq qi oth k")

    /// Members that name a field: beside them, ``fieldValues`` are what is in the field.
    package static let fieldNames = Set(["_0", "name", "field", "fieldName", "key", "keyPath", "path", "id", "identifier", "label"])

    /// Words of a key below which something is said of a field that is named there, and not what is in it: `setError(.password, .tooShort)`.
    static let aboutNamedField = set(
        "error errors failed failure invalid valid validate validated validation problem strength status state focus focused touched hint rule requirement"
    )

    /// Members that hold what is in a field that another member names.
    package static let fieldValues = Set(["_1", "value", "fieldValue", "newValue", "text", "to", "input", "content"])

    /// Whether a member may hold what is in a field; most keys are longer than any of these.
    package static func mayBeFieldValue(_ key: String) -> Bool { key.utf8.count <= 10 && fieldValues.contains(key) }

    private static func set(_ words: String) -> Set<String> { Set(words.split(whereSeparator: { $0.isWhitespace }).map(String.init)) }
}
