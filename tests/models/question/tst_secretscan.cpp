// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretscan.h"

#include <QHash>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! What of an answer is held back, and what passes (book 2.5). The credentials here are made up.
class TestSecretScan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void holdsBack_data();
    void holdsBack();
    void passes_data();
    void passes();
    void findsTheBeginningInADraft_data();
    void findsTheBeginningInADraft();
    void numbersEqualValuesEqually();
    void leavesNothingFound();
    void takesTimeWithLengthOnly_data();
    void takesTimeWithLengthOnly();
};

namespace {

HeldBack replaced(const QString &text, ScanMode mode = ScanMode::Complete)
{
    QHash<QString, int> numbers;
    return replaceSecrets(
        text,
        [&numbers](const QString &value) {
            const auto known = numbers.constFind(value);
            return known == numbers.constEnd() ? *numbers.insert(value, int(numbers.size()) + 1) : *known;
        },
        mode);
}

// Put together here, so that no scanner of sources takes the made-up ones for real.
QString key(const char *prefix, const char *body)
{
    return QString::fromLatin1(prefix) + QString::fromLatin1(body);
}

constexpr const char *body36 = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

} // namespace

void TestSecretScan::holdsBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("safe");
    const auto row = [](const char *name, const QString &text, const char *safe) {
        QTest::newRow(name) << text << QString::fromUtf8(safe);
    };
    row("OpenAI key", u"It is "_s + key("sk-", "T3BlbkFJa8d7f6g5h4j3k2l1") + u"."_s, "It is [secret 1].");
    row("OpenAI project key", key("sk-proj-", "a8d7f6_g5h4-j3k2l1m0n9"), "[secret 1]");
    row("Anthropic key", key("sk-ant-", "api03-a8d7f6g5h4j3k2l1"), "[secret 1]");
    row("OpenRouter key", key("sk-or-", "v1-a8d7f6g5h4j3k2l1"), "[secret 1]");
    row("GitHub token in prose", u"use "_s + key("ghp_", body36) + u" please"_s, "use [secret 1] please");
    row("GitHub fine-grained token", key("github_pat_", "11ABCDEFG0a1B2c3D4_e5F6g7H8"), "[secret 1]");
    row("GitHub app token", key("ghs_", body36), "[secret 1]");
    row("GitLab token", key("glpat-", "a1B2c3D4e5F6g7H8i9J0"), "[secret 1]");
    row("Slack token", key("xoxb-", "123456789012-abcdefGHIJKL"), "[secret 1]");
    row("AWS key id", key("AKIA", "IOSFODNN7EXAMPLQ"), "[secret 1]");
    row("AWS session key id", key("ASIA", "IOSFODNN7EXAMPLQ"), "[secret 1]");
    row("AWS secret, assigned",
        u"aws_secret_access_key = "_s + key("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYzzzzzzzKEY"),
        "aws_secret_access_key = [secret 1]");
    row("AWS secret, bare", key("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYQXBMPLZKEY"), "[secret 1]");
    row("Google key", key("AIza", "SyA1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q"), "[secret 1]");
    row("Stripe live key", key("sk_live_", "a1B2c3D4e5F6g7H8i9J0k1L2"), "[secret 1]");
    row("Hugging Face token", key("hf_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7"), "[secret 1]");
    row("npm token", key("npm_", body36), "[secret 1]");
    row("PyPI token", key("pypi-Ag", "EIcHlwaS5vcmcCJDU2YTNmYjc4LTg4YTEtNDhhMC1h"), "[secret 1]");
    row("SendGrid key", key("SG.", "a1B2c3D4e5F6g7H8i9J0k1.L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2g"),
        "[secret 1]");
    row("Groq key", key("gsk_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"), "[secret 1]");
    row("Twilio key", key("SK", "0123456789abcdef0123456789abcdef"), "[secret 1]");
    row("Telegram bot token", key("123456789:", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawx"), "[secret 1]");
    row("Telegram bot token in a URL part", key("bot123456789:", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawx"),
        "bot[secret 1]");
    row("age key", key("AGE-SECRET-KEY-1", "QQPQ8R7S6T5U4V3W2X0Y9Z8A7B6C5D4E3F2G1H0J"), "[secret 1]");
    row("connection string", u"Server=db;User Id=sa;Password=Tr0ub4dor;Encrypt=yes"_s,
        "Server=db;User Id=sa;Password=[secret 1];Encrypt=yes");
    row("Azure storage key",
        u"AccountName=x;AccountKey="_s +
            key("a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "s9T0u1V2w3X4y5Z6a7B8==") + u";EndpointSuffix=core"_s,
        "AccountName=x;AccountKey=[secret 1];EndpointSuffix=core");
    row("PEM private key",
        u"Here:\n-----BEGIN RSA "_s + u"PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc+/=\n-----END RSA "_s +
            u"PRIVATE KEY-----\nthanks"_s,
        "Here:\n[secret 1]\nthanks");
    row("OpenSSH private key in one line",
        u"-----BEGIN OPENSSH "_s + u"PRIVATE KEY----- b3BlbnNzaC1r -----END OPENSSH "_s +
            u"PRIVATE KEY-----"_s,
        "[secret 1]");
    row("PEM without an end",
        u"-----BEGIN "_s + u"PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n\nThat is all I have."_s,
        "[secret 1]\n\nThat is all I have.");
    row("JWT", u"token "_s + key("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.", "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"),
        "token [secret 1]");
    row("bearer header", u"Authorization: Bearer "_s + key("abc123def456", "ghi789jkl"),
        "Authorization: Bearer [secret 1]");
    row("password in a URL", u"postgres://bob:s3cr3t@db.example.com/x"_s,
        "postgres://bob:[secret 1]@db.example.com/x");
    row("password with @ in a URL", u"https://bob:p@ss@example.com"_s, "https://bob:[secret 1]@example.com");
    row("password assigned", u"password = hunter2"_s, "password = [secret 1]");
    row("password with colon", u"Password: swordfish"_s, "Password: [secret 1]");
    row("password in a sentence", u"my password is hunter2, thanks"_s, "my password is [secret 1], thanks");
    row("plain-word password", u"The password is swordfish."_s, "The password is [secret 1].");
    row("quoted password with spaces", u"password: \"correct horse\""_s, "password: \"[secret 1]\"");
    row("typographic quotes", u"password is “correct horse”"_s, "password is “[secret 1]”");
    row("JSON member", u"{\"password\": \"hunter2\", \"x\": 1}"_s,
        "{\"password\": \"[secret 1]\", \"x\": 1}");
    row("short pwd", u"pwd=x9"_s, "pwd=[secret 1]");
    row("variable with prefix", u"DB_PASSWORD=abcdef"_s, "DB_PASSWORD=[secret 1]");
    row("camel case variable", u"dbPassword = 'abcdef'"_s, "dbPassword = '[secret 1]'");
    row("command line flag", u"mysql --password hunter2 -h db"_s, "mysql --password [secret 1] -h db");
    row("passphrase in words", u"The passphrase is correct horse battery staple"_s,
        "The passphrase is [secret 1]");
    row("recovery phrase",
        u"seed phrase: legal winner thank year wave sausage worth useful legal winner thank yellow"_s,
        "seed phrase: [secret 1]");
    row("token assigned", u"token=abc123def"_s, "token=[secret 1]");
    row("api key with colon", u"API key: 9f8e7d6c-xyz"_s, "API key: [secret 1]");
    row("secret with colon", u"secret: s3cr3tvalue"_s, "secret: [secret 1]");
    row("bold label", u"**Password:** hunter2"_s, "**Password:** [secret 1]");
    row("PIN", u"PIN: 4821"_s, "PIN: [secret 1]");
    row("pin in a sentence", u"the pin is 4821."_s, "the pin is [secret 1].");
    row("value on the next line", u"Password:\nhunter2"_s, "Password:\n[secret 1]");
    row("two at once", u"user bob password hunter2x1 is old; password: hunter3 and token: abc123xyz"_s,
        "user bob password hunter2x1 is old; password: [secret 1] and token: [secret 2]");
    row("Visa", u"4111 1111 1111 1111"_s, "[secret 1]");
    row("Visa without spaces, in prose", u"Take 4111111111111111 until 12/27"_s,
        "Take [secret 1] until 12/27");
    row("card before other digits", u"4111 1111 1111 1111 12/27"_s, "[secret 1] 12/27");
    row("Mastercard with dashes", u"5555-5555-5555-4444"_s, "[secret 1]");
    row("American Express", u"3782 822463 10005"_s, "[secret 1]");
    row("card in Arabic digits", u"٤١١١ ١١١١ ١١١١ ١١١١"_s, "[secret 1]");
    row("long random token", u"it is "_s + key("q8Zr2LwX0vB7nK4t", "Y1mD6sHc9PjG3fAe") + u" ok"_s,
        "it is [secret 1] ok");
    row("long random base64url", key("q8Zr2LwX0vB7nK4tY1-mD6sHc9Pj", "G3fAeU5oIx_7w"), "[secret 1]");
    row("long random lower case", key("k3j9x0q2m7v5b1n8", "z4w6c2p9r0t7y3h1"), "[secret 1]");
}

void TestSecretScan::holdsBack()
{
    QFETCH(QString, text);
    QFETCH(QString, safe);
    QCOMPARE(replaced(text).text, safe);
    QVERIFY(findSecrets(replaced(text).text).isEmpty());
}

void TestSecretScan::passes_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {
             "Only this year's invoices",
             "550e8400-e29b-41d4-a716-446655440000",
             "{550E8400-E29B-41D4-A716-446655440000}",
             "commit 3f2a9bc",
             "da39a3ee5e6b4b0d3255bfef95601890afd80709",
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
             "image@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
             "ghcr.io/acme/app-server:v1.24.3-alpine3.18",
             "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/"
             "SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
             "IMG_20231203_123456789_HDR.jpg",
             "/media/ann/Documents/2024/Steuererklaerung_2023_final_v2.pdf",
             "C:\\Users\\Ann\\AppData\\Local\\Temp\\tmp1A2B3C4D.txt",
             "src/models/question/Normalise2AskCallTest3Data.cpp",
             "https://docs.example.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit",
             "http://localhost:8080/health",
             "https://ann@example.com/",
             "ann.smith+list@example.com",
             "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
             "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
             "AbstractSingletonProxyFactoryBean2",
             "QAbstractItemModelTester and setContextMenuPolicy",
             "the_quick_brown_fox_jumps_over_the_lazy_dog_2024",
             "qwen2.5-coder-7b-instruct-q4_k_m.gguf",
             "python3.11-slim-bookworm",
             "2024-12-03T14:02:11.123Z",
             "1699999999999",
             "+49 170 1234567",
             "+1 (555) 010-9999",
             "978-3-16-148410-0",
             "9783161484100",
             "DE89 3704 0044 0532 0130 00",
             "4111 1111 1111 1112",
             "order 1234567890123456",
             "v1.2.3-rc.4+build.5678",
             "The password is wrong.",
             "The password is stored in the keychain",
             "My password is too short",
             "The password is expired",
             "password: please reset it first",
             "Reset the password, then tell me",
             "password = ${DB_PASSWORD}",
             "password = os.environ['DB_PASSWORD']",
             "password = getpass()",
             "password: ********",
             "password == other",
             "password=<your password>",
             "Which password manager? Bitwarden",
             "token limit: 8k",
             "max_tokens=4096",
             "The token is expired",
             "tokens: 123456789",
             "secret: add butter",
             "The secret is out",
             "pass: yes",
             "pin the version: 1.2.3",
             "PIN header: 40 pins",
             "The passphrase is too short for the server to accept it",
             "key: value",
             "# Heading\n\n- **bold** item\n- `code` item",
             "[secret 1]",
             "password = [secret 1]",
             "password: \"[secret 12]\"",
             "my password is [secret 1], thanks",
             "https://bob:[secret 1]@example.com",
             "sk-learn-compatible-estimators",
             "scikit-learn and npm_config_registry and hf_hub_download",
             "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJl3dIeudNqd0DPMRD6OIh65tjkxFNOtGcWI2tzRTm5n ann@host",
             "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
             "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
             "The line -----BEGIN PRIVATE KEY----- starts it",
             "192.168.178.24 and fe80::1ff:fe23:4567:890a",
             "00:1A:2B:3C:4D:5E",
             "ISO 8601, RFC 7519, DIN 476",
             "3.14159265358979323846",
             "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
             "ΑΒΓΔΕ αβγδε 漢字かな交じり文 русский текст",
             "Ja, bitte lösch das.",
         })
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestSecretScan::passes()
{
    QFETCH(QString, text);
    QCOMPARE(findSecrets(text), QList<SecretSpan>());
}

void TestSecretScan::findsTheBeginningInADraft_data()
{
    QTest::addColumn<QString>("draft");
    QTest::addColumn<QString>("safe");
    QTest::newRow("a GitHub token") << key("my ghp_", "a1") << u"my [secret 1]"_s;
    QTest::newRow("an Anthropic key") << key("sk-ant-", "a") << u"[secret 1]"_s;
    QTest::newRow("an AWS key id") << key("AKIA", "IOS7") << u"[secret 1]"_s;
    QTest::newRow("a private key") << u"-----BEGIN RSA "_s + u"PRIVATE KEY-----\nMII"_s << u"[secret 1]"_s;
    QTest::newRow("a private key's first line") << u"-----BEGIN RSA PRI"_s << u"[secret 1]"_s;
    QTest::newRow("a JWT") << u"eyJhbGciOiJIUzI1"_s << u"[secret 1]"_s;
    QTest::newRow("a password in a URL") << u"https://bob:s3c"_s << u"https://bob:[secret 1]"_s;
    QTest::newRow("a password") << u"password = h"_s << u"password = [secret 1]"_s;
    QTest::newRow("a quoted password") << u"password = \"correct hor"_s << u"password = \"[secret 1]"_s;
}

void TestSecretScan::findsTheBeginningInADraft()
{
    QFETCH(QString, draft);
    QFETCH(QString, safe);
    QCOMPARE(replaced(draft, ScanMode::Draft).text, safe);
}

void TestSecretScan::numbersEqualValuesEqually()
{
    const auto held = replaced(u"password = hunter2, later password = hunter3, again password: hunter2"_s);
    QCOMPARE(held.text, u"password = [secret 1], later password = [secret 2], again password: [secret 1]"_s);
    QCOMPARE(held.markers, QStringList({u"[secret 1]"_s, u"[secret 2]"_s, u"[secret 1]"_s}));
    const auto none = replaced(u"nothing here"_s);
    QCOMPARE(none.text, u"nothing here"_s);
    QVERIFY(none.markers.isEmpty());
}

void TestSecretScan::leavesNothingFound()
{
    const QStringList pieces{u"password"_s,
                             u" = "_s,
                             u": "_s,
                             u" is "_s,
                             u"hunter2"_s,
                             u"\""_s,
                             u"'"_s,
                             u"\n"_s,
                             u"passphrase"_s,
                             u"correct horse battery "_s,
                             u"[secret 1]"_s,
                             u"[secret "_s,
                             u"]"_s,
                             u"https://"_s,
                             u"bob:"_s,
                             u"@host"_s,
                             u"4111 1111 1111 1111"_s,
                             u"-"_s,
                             u" "_s,
                             u"-----BEGIN "_s + u"PRIVATE KEY-----"_s,
                             u"-----END "_s + u"PRIVATE KEY-----"_s,
                             key("ghp_", body36),
                             u"eyJhbGciOiJI"_s,
                             u"."_s,
                             u"token="_s,
                             u"a1b2c3"_s,
                             u"--"_s,
                             QString(QChar(0xD83D)),
                             QString(QChar(0xDE00)),
                             u"=="_s,
                             u"pin "_s,
                             u"4821"_s};
    QRandomGenerator random(11);
    for (int round = 0; round < 3000; ++round) {
        QString text;
        for (int i = random.bounded(14); i >= 0; --i)
            text += pieces[random.bounded(int(pieces.size()))];
        for (const ScanMode mode : {ScanMode::Complete, ScanMode::Draft}) {
            qsizetype before = 0;
            for (const auto &span : findSecrets(text, mode)) {
                QVERIFY2(span.at >= before && span.length > 0 && span.at + span.length <= text.size(),
                         qPrintable(text));
                before = span.at + span.length;
            }
            const auto held = replaced(text, mode);
            QVERIFY2(findSecrets(held.text, mode).isEmpty(), qPrintable(text + u"\n-> "_s + held.text));
        }
    }
}

void TestSecretScan::takesTimeWithLengthOnly_data()
{
    QTest::addColumn<QString>("piece");
    for (const char *piece : {"a", "1", " ", "password=$a(", "password", "password: \"", "://",
                              "://a:", "eyJ", "-----BEGIN ", "-----BEGIN RSA PRIVATE KEY-----", "4 ", "sk-",
                              "a.b:", "A1b2", "passphrase is a b c d ", "token token:", "[secret 1]", "x/y+"})
        QTest::newRow(piece) << QString::fromLatin1(piece);
}

void TestSecretScan::takesTimeWithLengthOnly()
{
    // Each would run into the test's time limit if the time grew with the square of the length.
    QFETCH(QString, piece);
    const QString text = piece.repeated(1'000'000 / piece.size());
    const auto spans = findSecrets(text, ScanMode::Draft);
    QVERIFY(spans.isEmpty() || spans.last().at + spans.last().length <= text.size());
}

QTEST_APPLESS_MAIN(TestSecretScan)
#include "tst_secretscan.moc"
