// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretquestionwords.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! Words separated by white space, for tables that are read rather than typed.
QSet<QString> words(const QString &list)
{
    const auto split = list.simplified().split(u' ');
    return {split.begin(), split.end()};
}

//! Phrases separated by commas.
QStringList phrases(const QString &list)
{
    QStringList trimmed;
    for (const QString &phrase : list.simplified().split(u',', Qt::SkipEmptyParts))
        trimmed.append(phrase.trimmed());
    return trimmed;
}

QStringList englishSecrets()
{
    return phrases(uR"(
        pass word, pass phrase, pass code, pass key, pass wd, pwd, pw, psw, passw,
        api key, api token, api secret, access token, access key, auth token, authentication token,
        authorization token, bearer token, refresh token, session token, security token, bot token, oauth token,
        personal access token, github token, gitlab token, slack token, login token, jwt, secret key, secret token,
        private key, client secret, app secret, application secret, shared secret, webhook secret,
        secret access key, encryption key, decryption key, signing key, master key, wallet key, deploy key,
        service account key, ssh key, gpg key, pgp key, account key, root key, secret code, secret word,
        secret phrase, secret pin,
        seed phrase, seed word, recovery phrase, recovery word, recovery key, recovery code, recovery seed,
        backup code, backup phrase, mnemonic phrase, mnemonic seed, wallet seed, wallet phrase, mnemonic,
        secret recovery phrase, twelve word phrase, 12 word phrase, 24 word phrase, 12 words, 24 words,
        one time code, one time password, one time pin, one time pass code, one time token, onetime code, otp,
        totp, totp code, 2fa code, 2fa token, mfa code, mfa token, two factor code, twofactor code,
        two factor authentication code, second factor code, verification code, security code, authentication code,
        authenticator code, auth code, login code, log in code, sign in code, signin code, sms code, text code,
        unlock code, access code, door code, entry code, alarm code, gate code, safe combination, 6 digit code,
        six digit code, 4 digit code, four digit code, 4 digit pin, pin code, pin number,
        cvv, cvc, cvv2, cvc2, card verification value, card verification code, card verification number,
        card number, credit card detail, credit card info, credit card information, credit card data,
        debit card detail, debit card info, debit card information, card detail, card information, cc number,
        social security number, social security no, social security digit, social insurance number, ssn,
        national insurance number,
        credential, cred, login detail, login info, login information, login data, log in detail, log in info,
        log in information, log in data, sign in detail, sign in info, signin detail, signin info,
        account login, username and password, user name and password, bank login, banking login)"_s);
}

QStringList englishDescriptions()
{
    return phrases(uR"(
        you log in with, you login with, you log on with, you logon with, you sign in with, you signin with,
        you sign on with, you log into * with, you log in to * with, you sign into * with, you sign in to * with,
        you authenticate with, you unlock * with, you use to log in, you use to login, you use to log on,
        you use to log into, you use to sign in, you use to sign into, you use to get into, you use to unlock,
        you use to authenticate, you use when you log in, you use when logging in, you use for logging in,
        you use for log in, you use for login, you type to log in, you type to unlock, you type to sign in,
        you type when you log in, you type when logging in, you enter to log in, you enter to unlock,
        you enter to sign in, you enter when you log in, you enter when logging in,
        used to log in, that unlocks your, that logs you in, that gets you in, that lets you in,
        unlocks your account, unlocks your phone, unlocks your wallet, unlocks your vault, opens your account,
        protects your account, last four of your social, digits of your social, number on your card,
        number on the card, numbers on the back of, digits on the back of, number on the back of,
        number on the front of, code on the back of, code we sent, code we just sent, code we texted, code we just texted, code we just emailed, code you were texted, code we emailed,
        code you received, code you just received, code you got, code you were sent, code that was sent,
        code i sent, code from your authenticator, code from the authenticator, code in your authenticator,
        code from the sms, code from the text, code in the sms, code in the text message, code from your phone,
        code from your app, code your authenticator)"_s);
}

// NOLINTNEXTLINE(readability-function-size): a table, as long as there are rows
SecretQuestionWords english()
{
    SecretQuestionWords en;
    en.language = QLatin1StringView("en");
    en.spellings = {
        {u"what's"_s, u"what is"_s},
        {u"whats"_s, u"what is"_s},
        {u"wat"_s, u"what"_s},
        {u"what're"_s, u"what are"_s},
        {u"which's"_s, u"which is"_s},
        {u"where's"_s, u"where is"_s},
        {u"wheres"_s, u"where is"_s},
        {u"how's"_s, u"how is"_s},
        {u"i'll"_s, u"i will"_s},
        {u"i'd"_s, u"i would"_s},
        {u"i'm"_s, u"i am"_s},
        {u"we'll"_s, u"we will"_s},
        {u"you'll"_s, u"you will"_s},
        {u"we'd"_s, u"we would"_s},
        {u"let's"_s, u"let us"_s},
        {u"don't"_s, u"do not"_s},
        {u"doesn't"_s, u"does not"_s},
        {u"isn't"_s, u"is not"_s},
        {u"u"_s, u"you"_s},
        {u"ur"_s, u"your"_s},
        {u"yr"_s, u"your"_s},
        {u"pls"_s, u"please"_s},
        {u"plz"_s, u"please"_s},
        {u"gimme"_s, u"give me"_s},
        {u"lemme"_s, u"let me"_s},
        {u"passwd"_s, u"password"_s},
        {u"used"_s, u"use"_s},
        {u"wanna"_s, u"want to"_s},
        {u"cuz"_s, u"because"_s},
    };
    en.pluralEndings = {u"s"_s, u"es"_s, u"'s"_s, u"s'"_s};
    en.secrets = englishSecrets();
    en.ambiguous = {
        {u"pin"_s,
         words(
             u"your bank card sim phone atm debit credit unlock security door alarm voicemail digit account "
             "current secret parental screen lock device bluetooth pairing my"_s),
         words(u"gpio led arduino raspberry connector header board chip microcontroller esp32 pinout solder "
               u"sensor "
               "wire servo motor relay breadboard bowling sewing brooch hair rolling map pinterest tab tweet "
               "message version dependency badge lapel commit post"_s),
         true, true},
        {u"token"_s, words(u"your"_s),
         words(u"limit count context budget window per output max maximum nft crypto"_s), false, true},
        {u"key"_s, words(u"aws stripe openai anthropic github google azure twilio licence wallet"_s),
         words(u"signature piano keyboard house car office door cabinet music song scale map column primary "
               u"foreign "
               "sort json"_s),
         false, false},
        {u"login"_s, words(u"your"_s), {}, false, true},
        {u"secret"_s, words(u"aws oauth hmac totp jwt signing"_s), {}, false, false},
        {u"credit card"_s, words(u"your"_s), words(u"use pay paying company brand statement bill"_s), false,
         true},
    };
    en.descriptions = englishDescriptions();
    en.compoundHeads =
        words(u"manager managers management policy policies length lengths field fields reset resets "
              "resetting strength hash hashes hashing generator generators generation prompt prompts "
              "protection protected rule rules requirement requirements box column form page pages "
              "rotation expiry expiration limit limits format formats storage store vault file files "
              "connector connectors header signature signatures name names label type types scheme "
              "dialog screen database list entry entries input variable variables setting settings "
              "support feature flow method methods option options provider providers handling change "
              "changes leak leaks breach check checks checker checking validation validator window "
              "budget count counts usage bucket buckets permission permissions scope scopes system "
              "lifetime button authentication auth based encrypted encryption recovery sharing "
              "module library plugin app apps tool widget component function endpoint table model "
              "class layout size pair pairs id ids owner owners holder company companies issuer "
              "algorithm cracking cracker book free less safe location path attempts history "
              "ring chain tab style standard standards diagram assignment map mapping"_s);
    en.contentWords = words(u"content contents text"_s);
    en.harmlessBefore = words(u"public no without forgotten forgot"_s);
    en.polite =
        words(u"please ok okay so and or but now then also just first hi hello hey great thanks well kindly "
              "next finally alright right sorry sure perfect good again if possible go ahead simply"_s);
    en.clauseOpeners =
        words(u"what which where when why how who whose should shall can could would will is are do "
              "does did may please tell give send paste enter type share provide have has"_s);
    en.yesNoOpeners =
        words(u"should shall do does did is are was were has have had will would can could may might must "
              "am need"_s);
    en.possession = phrases(
        u"do you have, do you know, do you remember, do you recall, have you got, do you still have"_s);
    en.definite = words(u"the your this that my"_s);
    en.determiners = words(u"the your my our his her their a an this that these those any some its no"_s);
    en.openWords = words(u"what which whichever whatever"_s);
    en.choiceWords = words(u"which"_s);
    en.openPhrases = {u"how about"_s};
    en.partitives = words(u"of"_s);
    en.placeWords = words(u"where when why how who whom whose whether"_s);
    en.auxiliaries =
        words(u"is are was were be do does did should shall would will can could may might has have had "
              "about must am"_s);
    en.vagueHeads =
        words(u"one ones of value values text content contents characters character digits digit letters "
              "letter string part half rest copy word words phrase thing exact full actual number numbers "
              "last first four three code line current correct right new old new other same secret"_s);
    en.otherHeads =
        words(u"name names path paths file files folder folders directory location place purpose length "
              "format type kind sort email mail e-mail user username account accounts variable "
              "variables scope scopes permission permissions size limit date expiry owner service "
              "provider site website page url link host server servers algorithm reason difference label "
              "title setting settings policy status state strength minimum maximum rule rules "
              "requirement requirements way docs documentation message error problem issue step "
              "steps cost price color colour manager tool app program project environment region "
              "expiration lifetime age role device machine computer bank company person vault keychain "
              "store editor column table field version instructions list history log access "
              "help advice idea plan browser button sso "
              "tutorial guide explanation reminder script note function"_s);
    en.otherMatters =
        phrases(uR"(do with, do about, do if, do when, i do, we do, to do, happens, happen, mean, means,
        kind of, kinds of, type of, types of, sort of, wrong with, difference, call the, name the, call this,
        to call, changed, uses the, use the, uses this, uses your, needs the, needs a, need a, stores the,
        contains the, holds the, has the, have a, store the, keep the, keep your, save the, put the, look for,
        think about, think of, know about, prevents, protects, caused, causes, goes with, does the, did the, do the, does this, does an, does a)"_s);
    en.linkWords =
        words(u"for of to in from with behind about on that which containing holding where needing using "
              "has have had contains contain holds hold stores store needs need uses use goes go keeps "
              "requires require protects belongs does is are should"_s);
    en.purposeEnds = words(u"for about"_s);
    en.joinWords = words(u"and or plus"_s);
    en.alternatives = words(u"or"_s);
    en.requestVerbs =
        words(u"give giving tell telling send sending share sharing paste pasting enter entering type "
              "typing provide providing supply supplying input write writing post posting drop "
              "put show showing reveal revealing disclose disclosing confirm confirming verify "
              "verifying fill hand spell read submit submitting copy message dm pass insert state specify "
              "specifying list mention add attach upload email text say forward remind present report "
              "let repeat key"_s);
    en.requestLeads =
        phrases(u"can you, could you, would you, will you, would you mind, can you please, could you please, "
                "would you please, will you please, you please, may you, you need to, you have to, "
                "you must, you should, you can, you could, need you to, want you to, like you to, "
                "ask you to, have you, able to, mind, you will need to, "
                "you will have to, feel free to, be so kind as to, be so kind to, to continue, "
                "to proceed, i can not go on until you, once you, until you, if you, unless you, "
                "willing to, you to, me to have you, you also, you just, you quickly, please"_s);
    en.needs = phrases(
        u"i need, i require, i will need, i would need, i would like, i want, i still need, i also need, "
        "i only need, i just need, we need, we require, i must have, i am missing, i lack, i am "
        "waiting for, i am looking for, i will require, can i have, could i have, may i have, "
        "can i get, could i get, may i get, may i know, can i know, could i know, can i see, could i "
        "see, may i see, might i have, may i ask for, can i ask for, could i ask for, may i ask "
        "you for, ask you for, let me have, let me know, let me see, need from you, "
        "please have, needed is, required is, missing is, can we have, could we have, mind if i have"_s);
    en.needContinuations = words(u"know have get see receive ask be"_s);
    en.infinitive = u"to"_s;
    en.ownership = words(u"your you my mine his her their our"_s);
    en.selfOffers =
        phrases(u"should i, shall i, should we, shall we, do you want me to, would you like me to, can i, "
                "could i, may i, do i, do we, will i, must i, would you rather i, want me to"_s);
    en.pleas = words(u"please"_s);
    en.needed = phrases(u"is needed, are needed, is required, are required, needed, required"_s);
    en.ownOffers = phrases(u"i will, i can, let me, i would like to, i want to"_s);
    return en;
}

} // namespace

const QList<SecretQuestionWords> &secretQuestionWords()
{
    static const QList<SecretQuestionWords> table{english()};
    return table;
}

} // namespace heed
