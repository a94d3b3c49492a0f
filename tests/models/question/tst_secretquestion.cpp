// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretquestion.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! Which questions are refused because they ask for a secret (book 2.5).
class TestSecretQuestion : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void refuses_data();
    void refuses();
    void allows_data();
    void allows();
    void optionsCount_data();
    void optionsCount();
    void staysQuickOnHugeText();
};

namespace {
// A row is named by the question itself.
void rows(std::initializer_list<const char *> questions)
{
    QTest::addColumn<QString>("question");
    for (const char *question : questions)
        QTest::newRow(question) << QString::fromUtf8(question);
}

QList<Option> optionsOf(const QStringList &labels)
{
    QList<Option> options;
    for (const QString &label : labels)
        options.append({label, {}});
    return options;
}
} // namespace

void TestSecretQuestion::refuses_data()
{
    rows({
        "What is your password?",
        "What's the password for the file server?",
        "Whats the wifi password?",
        "What is the passphrase for your backup?",
        "What's the passphrase for the SSH key on the NAS?",
        "Which passcode unlocks the tablet?",
        "What is your PIN?",
        "What's the PIN of the card?",
        "Please enter your PIN number.",
        "What is the one-time code you received?",
        "Please type the 6-digit code from your authenticator app.",
        "Can you read me the verification code?",
        "What code did you get — the 2FA code, I mean?",
        "Paste your API key",
        "Paste your API key here so that I can go on.",
        "Could you share the access token?",
        "What's your GitHub token?",
        "Please provide the secret key.",
        "Send me your private key, please.",
        "What are the contents of the private key?",
        "What is your seed phrase?",
        "Please write down the twelve words of your recovery phrase for me.",
        "What is your CVV?",
        "What's the CVC on the back?",
        "What is the card number?",
        "I need your credit card number to book the room.",
        "What are the last four digits of your card number?",
        "What is your SSN?",
        "What is your social security number?",
        "Please give me your login",
        "What are your credentials for the mail server?",
        "What are your login details?",
        "I need the username and password for the router.",
        "What is the email and password?",
        "Tell me the thing you log in with.",
        "What is the thing you log in with?",
        "What do you log in with?",
        "What do you type to unlock your phone?",
        "What is the word that unlocks your account?",
        "WHAT IS YOUR PASSWORD?",
        "What is your pass-word?",
        "What is your pass word?",
        "Please list your passwords.",
        "Please send the API keys.",
        "What is your api_key?",
        "What is your ApiKey?",
        "What is your p a s s w o r d?",
        "What is your p-a-s-s-w-o-r-d?",
        "What is your P.I.N. code?",
        "What is your pass\u200Bword?",
        "What is your pa\u00ADss\u2060word?",
        "What is your ｐａｓｓｗｏｒｄ?",
        "What is your p\u0430ssw\u043Erd?",
        "What is your passw0rd?",
        "What is your p@ssword?",
        "What is your p\u0336a\u0336s\u0336s\u0336word?",
        "Password?",
        "Your password, please.",
        "Password for the database:",
        "The API key?",
        "Your PIN?",
        "May I have your password?",
        "Can I get the access token?",
        "Do you have the password?",
        "Do you know what the password is?",
        "Can you tell me what the API key is?",
        "Would you mind sharing the private key?",
        "To continue, you need to enter your password.",
        "I found the server. What is its root password?",
        "For the wifi, what's the password?",
        "Which password should I use?",
        "What should the password be?",
        "What password do you want for the archive?",
        "What did you set the password to?",
        "Your password is required. What is it?",
        "Let me know your passcode.",
        "Kindly confirm your card number.",
        "I'm waiting for the one-time password.",
        "Should I log in, or will you give me the password?",
        "What user name and password do I use?",
        "Pls gimme ur pw",
        "What is the value of the API key?",
        "Remind me, what is the client secret?",
        "Copy the access key into the answer box, please.",
        "What's the recovery code?",
        "Could you paste the token here?",
        "What's the code we just texted you?",
        "How about your password?",
        "Paste the contents of your private key file.",
        "What does your API key look like?",
        "What is the pin?",
        "To sign you in I need your email and your password.",
        "What should I enter as the password?",
        "Please provide your card number, expiry date and CVV.",
        "And the password?",
        "Which password did you choose?",
        "Which of your passwords is it?",
        "Your password or PIN?",
    });
}

void TestSecretQuestion::refuses()
{
    QFETCH(QString, question);
    QVERIFY(asksForSecret(question, {}));
}

void TestSecretQuestion::allows_data()
{
    rows({
        "Which password manager do you use?",
        "Should the token limit be 4k or 8k?",
        "Which key signature?",
        "Which PIN connector do you have?",
        "Which pin should the LED use?",
        "Should I pin the version?",
        "Which version should I pin?",
        "Where is the API key stored?",
        "Where do you keep your passwords?",
        "Should I rotate the API key?",
        "Should I store the password in the keychain?",
        "When does the access token expire?",
        "How long should the password be?",
        "How should I handle the password field?",
        "Who knows the password?",
        "Should I add seed potatoes to the list?",
        "Which seed should the random generator use?",
        "Which seeds do you want to plant?",
        "What is the name of the API key?",
        "What is the path to the private key file?",
        "Which file contains the API key?",
        "Which account needs a new password?",
        "What should I do with the API key?",
        "What happens when the password expires?",
        "What kind of password do you want?",
        "What is the API key for?",
        "Is the password wrong?",
        "Do you have an API key for the weather service?",
        "Does the server need a password?",
        "Did you change the password?",
        "Would you like me to paste the API key into .env?",
        "Do you want me to reset the password?",
        "Can you tell me where the API key is stored?",
        "Please confirm that the password was changed.",
        "Can you reset the password yourself?",
        "What's the password policy?",
        "What password length do you want?",
        "The password is wrong. Should I try again later?",
        "I found two API keys in the settings. Should I delete the old one?",
        "Which card do you want to pay with?",
        "Which Trello card do you mean?",
        "Which postal code?",
        "What is the error code?",
        "Which country code?",
        "Which passport country do you mean?",
        "Which key opens the garden door?",
        "Which public key should I add to the server?",
        "Which email do you log in with?",
        "Which browser do you log in with?",
        "How do you log in?",
        "Do you sign in with Google?",
        "What is a secret you want kept from the party guest?",
        "Which primary key should the table have?",
        "How many tokens may the reply have?",
        "Which tokenizer do you use?",
        "Which login page do you mean?",
        "Which compass direction does the roof face?",
        "Which passage should I quote?",
        "Should it work without a password?",
        "What name should the API key have?",
        "Which bed should be planted first?",
        "Do you want the keynote or the notes?",
        "Should I send the password reset mail?",
        "Which credentials provider does the cluster use?",
        "Please paste your public SSH key.",
        "Which of the two API keys expired?",
        "Which authentication method: password or SSH key?",
        "Which token do you mean: the game token or the bus token?",
        "Do you want to use an API key or OAuth?",
        "Which topic do you want: passwords, backups or firewalls?",
        "Which pin on the map do you mean?",
        "Which secret santa gift do you want?",
        "Should the letter mention the card number?",
    });
}

void TestSecretQuestion::allows()
{
    QFETCH(QString, question);
    QVERIFY(!asksForSecret(question, {}));
}

void TestSecretQuestion::optionsCount_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("refused");
    QTest::newRow("an option that tells to enter the password")
        << u"How shall we go on?"_s << QStringList{u"Enter your password"_s, u"Stop"_s} << true;
    QTest::newRow("an option in which the person would paste the key")
        << u"How shall we go on?"_s << QStringList{u"I'll paste my API key"_s, u"Stop"_s} << true;
    QTest::newRow("ways to log in are a choice")
        << u"How do you want to log in?"_s << QStringList{u"Password"_s, u"SSH key"_s} << false;
    QTest::newRow("which of two keys is a choice")
        << u"Which API key should I use?"_s << QStringList{u"The test one"_s, u"The live one"_s} << false;
    QTest::newRow("which of two keys without options asks for it")
        << u"Which API key should I use?"_s << QStringList{} << true;
    QTest::newRow("what to do about it is a choice")
        << u"The password expired. What now?"_s << QStringList{u"Reset the password"_s, u"Keep it"_s}
        << false;
    QTest::newRow("password or key, with options, is a choice")
        << u"Password or SSH key?"_s << QStringList{u"Password"_s, u"SSH key"_s} << false;
    QTest::newRow("options do not excuse a plain request")
        << u"What is your password?"_s << QStringList{u"hunter2"_s, u"letmein"_s} << true;
}

void TestSecretQuestion::optionsCount()
{
    QFETCH(QString, question);
    QFETCH(QStringList, options);
    QFETCH(bool, refused);
    QCOMPARE(asksForSecret(question, optionsOf(options)), refused);
}

void TestSecretQuestion::staysQuickOnHugeText()
{
    // Would take minutes if the time grew faster than the text.
    QVERIFY(!asksForSecret(u"which p a s s "_s.repeated(80'000), {}));
    QVERIFY(!asksForSecret(QString(1'000'000, u'x'), {}));
    QVERIFY(asksForSecret(u"what is the password "_s.repeated(50'000), {}));
    QVERIFY(!asksForSecret(QString(QChar(0xD800)) + QChar(0xDC00) + QChar(0xDFFF) + QChar(0xD900), {}));
}

QTEST_APPLESS_MAIN(TestSecretQuestion)
#include "tst_secretquestion.moc"
