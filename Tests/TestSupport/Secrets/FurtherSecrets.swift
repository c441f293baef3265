/// Secrets as apps and their logs have them, written down by example: what ``SecretForge`` makes by its rules is not all there is.
package enum FurtherSecrets {
    package static func next(_ forge: inout SecretForge) -> PlantedSecret {
        let word = forge.characters(SecretForge.alphanumeric, 18)
        switch forge.random.below(4) {
        case 0...1:
            let key = forge.pick(keys)
            return PlantedSecret("further: key", .keyed(key: key, value: word), core: word)
        case 2:
            let text = forge.pick(texts).replacing("%", with: word)
            return PlantedSecret("further: text", .text(text), core: word)
        default:
            let (head, alphabet, count) = forge.pick(shapes)
            let core = forge.characters(alphabet, count)
            return PlantedSecret("further: shape", .text(forge.pick(["", "got ", "see: ", "("]) + head + core), core: core)
        }
    }

    private static let keys = [
        "userpassword", "passwordConfirmation", "newPasswordAgain", "loginPwd", "rootpw", "adminPass", "mailPassword", "dbPasswd",
        "encryptedPassword", "hashedPassword",
        "passwordHash", "password_digest", "masterPassword", "vaultPassphrase", "unlockPin", "cardPin", "atmPIN", "sim_pin", "parentalPin",
        "apiSecret", "appSecret",
        "consumerSecret", "sharedSecret", "jwtSecret", "hmacSecret", "webhookSigningSecret", "cookieSecret", "sessionSecret", "oauthToken",
        "deviceToken", "pushToken",
        "fcmToken", "apnsToken", "idToken", "access_token", "refresh-token", "bearerToken", "resetToken", "inviteToken",
        "verification_token", "csrf_token", "xsrfToken",
        "personalAccessToken", "botToken", "slackToken", "githubToken", "stripeKey", "stripeSecretKey", "googleApiKey", "mapsAPIKey",
        "firebaseApiKey", "openaiKey", "awsSecret",
        "aws_access_key_id", "azureStorageKey", "sendgridKey", "encryptionKey", "aesKey", "rsaPrivateKey", "sshPrivateKey", "pgpPrivateKey",
        "walletPrivateKey", "privKey",
        "secretAccessKey", "signingKey", "licenseKey", "productKey", "activationKey", "serialKey", "seedPhrase", "recoveryPhrase",
        "mnemonicPhrase", "backupCodes", "recoveryKey",
        "otp", "totpSecret", "smsCode", "mfaCode", "twoFactorCode", "verificationCode", "authCode", "loginCode", "oneTimePassword",
        "securityAnswer", "secretQuestionAnswer",
        "mothersMaidenName", "ssn", "socialSecurity", "sin_number", "passportNo", "passport_number", "drivingLicenceNumber", "taxId",
        "nationalInsuranceNumber", "personnummer",
        "creditCardNumber", "ccNumber", "cc_num", "pan", "cardCvv", "cvc_code", "cardSecurityCode", "bankAccountNumber", "accountNo",
        "routingNumber", "sortCode", "iban", "bic_iban",
        "connectionString", "dbUrlWithPassword", "databasePassword", "dsnSecret", "smtpPassword", "ftpPass", "wifiPassword", "wlanKey",
        "wpaPassphrase", "preSharedKey", "psk",
        "Authorization", "Proxy-Authorization", "X-Auth-Token", "X-Api-Key", "Cookie", "Set-Cookie", "X-Session-Token", "sessionid",
        "session_key", "JSESSIONID", "sid",
        "authCookie", "rememberMeToken", "credentials", "userCredentials", "loginCredentials", "keystorePassword", "certPassword",
        "p12Password", "keychainSecret", "passcode",
        "screenLockPasscode", "doorCode", "alarmCode", "gateCode", "entryCode", "Passwort", "neuesPasswort", "Benutzerkennwort",
        "contraseñaNueva", "motDePasseActuel", "senhaNova",
        "nuovaPassword", "wachtwoordHerhalen", "nytLösenord", "пароль_админа", "新密码", "新しいパスワード", "비밀번호확인", "şifreTekrar",
        "Pass_Phrase", "api.key", "secret-key-base", "SECRET_KEY_BASE", "RAILS_MASTER_KEY",
        "DJANGO_SECRET_KEY", "NEXTAUTH_SECRET",
        "VAULT_TOKEN", "HEROKU_API_KEY", "TWILIO_AUTH_TOKEN", "SLACK_BOT_TOKEN", "SENTRY_AUTH_TOKEN", "GPG_PASSPHRASE",
        "ANSIBLE_VAULT_PASSWORD", "PGPASSWORD",
    ]

    private static let texts = [
        "user=ann;pwd=%", "Password: %", "password is %", "my password is %", "token=% expires=3600", "Authorization: Bearer %",
        "authorization: Basic %", "Set-Cookie: sid=%; Path=/",
        "Cookie: session=%", "X-Api-Key: %", "curl -H 'X-Auth-Token: %' https://example.org", "curl -u ann:% https://example.org",
        "mysql -u root -p% main", "--password=% --host db",
        "--token % --verbose", "export SECRET_KEY=%", "API_KEY='%'", "apiKey -> %", "secret => %", "client_secret：%", "pass phrase: %",
        "access key = %", "private key: %",
        "postgres://ann:%@db/main", "redis://:%@cache:6379", "amqp://guest:%@mq/", "mongodb+srv://u:%@c.example.net/db",
        "https://%@github.com/a/b.git", "sftp://ann:%@files/",
        "https://example.org/login?password=%", "https://example.org/cb#access_token=%&state=1", "https://example.org/?api_key=%",
        "/reset?token=%", "myapp://auth?id_token=%",
        #"{"password":"%"}"#, #"{"auth":{"token":"%","type":"x"}}"#, #"{\"secret\":\"%\"}"#, #"<password>%</password>"#,
        #"<add key="Password" value="%"/>"#, "password: \"%\"",
        "secret:\n  %", "token\t%", "Login(user: \"ann\", password: \"%\")", "Optional(token: %)", "[\"token\": \"%\"]",
        "SELECT * FROM u WHERE password='%'", "PASSWORD % was rejected",
        "machine example.org login ann password %", "//registry.example.org/:_authToken=%", "credentials: ann/%", "sshpass -p % ssh host",
        "Your temporary password is %", "Passwort: %",
        "contraseña: %", "mot de passe : %", "senha=%", "пароль: %", "密码：%", "パスワード：%", "비밀번호: %", "recovery code: %", "backup code - %",
        "session id: %", "AccountKey=%;",
    ]

    private static let shapes: [(String, [Character], Int)] = [
        ("ghp_", SecretForge.alphanumeric, 36), ("github_pat_11", SecretForge.alphanumeric, 80), ("glpat-", SecretForge.base64url, 20),
        ("sk_live_", SecretForge.alphanumeric, 99),
        ("pk_live_51", SecretForge.alphanumeric, 90), ("sk-ant-api03-", SecretForge.base64url, 95), ("sk-or-v1-", SecretForge.hex, 64),
        ("AIzaSy", SecretForge.base64url, 33),
        ("xoxb-1234567890-", SecretForge.alphanumeric, 24), ("https://hooks.slack.com/services/T1/B2/", SecretForge.alphanumeric, 24),
        ("eyJhbGciOiJSUzI1NiJ9.eyJ", SecretForge.base64url, 80),
        ("npm_", SecretForge.alphanumeric, 36), ("hf_", SecretForge.alphanumeric, 34), ("AKIA", SecretForge.upper + Array("234567"), 16),
        ("SG.abcdefghijklmnopqrst12.", SecretForge.base64url, 43),
        ("dop_v1_", SecretForge.hex, 64), ("shpat_", SecretForge.hex, 32),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\n", SecretForge.base64, 70), ("Bearer ", SecretForge.base64url, 40),
        ("vault: hvs.", SecretForge.base64url, 90), ("ATATT3xFfGF0", SecretForge.base64url, 180), ("glsa_", SecretForge.alphanumeric, 41),
        ("lin_api_", SecretForge.alphanumeric, 40),
        ("key-", SecretForge.hex, 32), ("PMAK-", SecretForge.hex, 59), ("rk_live_", SecretForge.alphanumeric, 24),
        ("whsec_", SecretForge.base64, 32), ("ya29.A0", SecretForge.base64url, 120),
        ("1//0", SecretForge.base64url, 90), ("GOCSPX-", SecretForge.base64url, 28), ("sq0atp-", SecretForge.base64url, 22),
        ("EAACEdEose0cBA", SecretForge.alphanumeric, 120),
        ("figd_", SecretForge.base64url, 40), ("pypi-AgEIcHlwaS5vcmc", SecretForge.base64url, 120),
        ("dckr_pat_", SecretForge.base64url, 27), ("r8_", SecretForge.alphanumeric, 37),
        ("sbp_", SecretForge.hex, 40), ("tskey-api-k", SecretForge.alphanumeric, 30), ("ops_eyJ", SecretForge.base64, 260),
        ("sntrys_eyJ", SecretForge.base64, 120),
    ]
}
