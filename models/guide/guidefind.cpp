// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Finding and showing: chats, notes, files, earlier answers.
#include "models/guide/guidetalk.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::guide {

namespace {

constexpr qsizetype mostOptions = 5;
constexpr qsizetype mostAnswers = 5;
constexpr qsizetype mostShown = 3000; // characters of a found text

struct GuideFindText {
    Q_DECLARE_TR_FUNCTIONS(heed::Guide)
};

struct Hit {
    QString id{};
    QString kind{};
    QString title{};
    QString folder{};
    QString snippet{};
    QDateTime at{};
    QString question{};
    QString answer{};
};

QString kindName(const QString &kind)
{
    if (kind == u"note")
        return GuideFindText::tr("note");
    if (kind == u"file")
        return GuideFindText::tr("file");
    if (kind == u"answer")
        return GuideFindText::tr("your answer");
    return GuideFindText::tr("chat");
}

//! A message that is itself an order to the guide is no find: it only names the words.
bool isOrder(const Hit &hit, const QDateTime &now)
{
    if (hit.kind != u"message")
        return false;
    const WishKind kind = understood(hit.snippet, now).kind;
    return kind == WishKind::Find || kind == WishKind::Decided;
}

QList<Hit> hitsOf(const GuideCall &search, const QDateTime &now)
{
    QList<Hit> hits;
    const QJsonArray results = search.json()[u"results"_s].toArray();
    for (const QJsonValue &value : results) {
        const QJsonObject result = value.toObject();
        const Hit hit{.id = result[u"id"_s].toString(),
                      .kind = result[u"kind"_s].toString(),
                      .title = result[u"title"_s].toString().simplified(),
                      .folder = result[u"folder"_s].toString(),
                      .snippet = result[u"snippet"_s].toString().simplified(),
                      .at = QDateTime::fromString(result[u"date"_s].toString(), Qt::ISODate),
                      .question = result[u"question"_s].toString(),
                      .answer = result[u"answer"_s].toString()};
        const auto isSame = [&hit](const Hit &other) { return other.id == hit.id; };
        // What was answered in a chat is not shown beside the chat itself.
        const bool known = search.call.arguments[u"kind"_s].toString() != u"answer" &&
                           std::any_of(hits.cbegin(), hits.cend(), isSame);
        if (!isOrder(hit, now) && !known)
            hits.append(hit);
    }
    return hits;
}

QString placeOf(const Hit &hit)
{
    if (hit.kind == u"note")
        return GuideFindText::tr("Notes");
    return hit.kind == u"file" ? QDir::toNativeSeparators(hit.folder) : GuideFindText::tr("Chats");
}

QString cut(const QString &text, qsizetype longest)
{
    return text.size() <= longest ? text : text.left(longest - 1).trimmed() + u'…';
}

QStringList places(const QList<Hit> &hits)
{
    QStringList all;
    for (const Hit &hit : hits)
        all += placeOf(hit);
    all.removeDuplicates();
    return all;
}

//! Titles that differ, at most 80 characters.
QStringList labels(const QList<Hit> &hits)
{
    QStringList labels;
    for (const Hit &hit : hits) {
        const QString title = hit.title.isEmpty() ? cut(hit.snippet, 60) : cut(hit.title, 60);
        QString label = title.isEmpty() ? GuideFindText::tr("Untitled") : title;
        const QString plain = label;
        for (int n = 2; labels.contains(label, Qt::CaseInsensitive); ++n)
            label = plain + u" (%1)"_s.arg(n);
        labels += label;
    }
    return labels;
}

QString describe(const Hit &hit)
{
    const QString place = hit.kind == u"file" ? placeOf(hit) : kindName(hit.kind);
    const QString head = u"%1, %2"_s.arg(cut(place, 80), GuideTalk::shortTime(hit.at));
    return cut(hit.snippet.isEmpty() ? head : head + u": "_s + hit.snippet, 200);
}

QString searchedWhere(const GuideCall &search)
{
    QStringList names;
    const QJsonArray folders = search.json()[u"searched"_s].toObject()[u"folders"_s].toArray();
    for (const QJsonValue &folder : folders)
        names += QDir::toNativeSeparators(folder.toString());
    return names.isEmpty() ? GuideFindText::tr("your chats and notes (no folders have been added)")
                           : GuideFindText::tr("your chats, your notes and %1").arg(names.join(u", "));
}

void tellProblems(GuideTalk &talk, const GuideCall &search)
{
    const QJsonArray problems = search.json()[u"problems"_s].toArray();
    for (const QJsonValue &problem : problems)
        talk.say(problem.toString());
}

void tellNothing(GuideTalk &talk, const GuideCall &search, const QString &subject)
{
    talk.say(
        GuideFindText::tr("I found nothing about “%1”. I searched %2.").arg(subject, searchedWhere(search)));
    tellProblems(talk, search);
    talk.say(
        GuideFindText::tr("To search a folder of yours too, add it in the settings (with “heed config” it is "
                          "search.folders)."));
}

QString quoted(const QString &text)
{
    QStringList lines = text.trimmed().split(u'\n');
    for (QString &line : lines)
        line.prepend(u"> "_s);
    return lines.join(u'\n');
}

void show(GuideTalk &talk, const GuideCall &read, const QList<Hit> &hits)
{
    if (!read.ok) {
        talk.say(GuideFindText::tr(
            "It was found, but it cannot be read any more. It may have been moved or deleted."));
        return;
    }
    const QJsonObject item = read.json();
    const QString id = item[u"id"_s].toString();
    const auto hit = std::find_if(hits.cbegin(), hits.cend(), [&id](const Hit &one) { return one.id == id; });
    const QString title = item[u"title"_s].toString();
    QString where;
    if (hit != hits.cend())
        where =
            hit->kind == u"file"
                ? GuideFindText::tr("%1, changed on %2")
                      .arg(QDir::toNativeSeparators(id.mid(5)), GuideTalk::shownDay(hit->at.date()))
                : GuideFindText::tr("%1 of %2").arg(kindName(hit->kind), GuideTalk::shownDay(hit->at.date()));
    talk.say(GuideFindText::tr("Here is “%1” (%2):")
                 .arg(title.isEmpty() ? GuideFindText::tr("Untitled") : title, where));
    const QString text = item[u"text"_s].toString();
    const bool isPart = text.size() > mostShown || item.contains(u"next_offset"_s);
    talk.say(quoted((item[u"offset"_s].toInteger() > 0 ? u"…"_s : QString()) + cut(text, mostShown)));
    if (isPart)
        talk.say(GuideFindText::tr("This is a part of it."));
}

void openHit(GuideTalk &talk, const Hit &hit, const QString &subject)
{
    if (!talk.can(u"read"_s)) {
        talk.say(GuideFindText::tr("I found “%1”:").arg(hit.title));
        talk.say(quoted(hit.snippet));
        return;
    }
    talk.call(u"read"_s, {{u"id"_s, hit.id}, {u"near"_s, subject.left(200)}});
}

//! Those that are left after the person has named a folder, when that was asked.
std::optional<QList<Hit>> inChosenPlace(GuideTalk &talk, const QList<Hit> &hits)
{
    const QStringList all = places(hits);
    if (hits.size() <= mostOptions || all.size() < 2 || all.size() > mostOptions)
        return hits;
    const GuideAsked asked = talk.asked(u"place"_s);
    if (asked.times == 0) {
        QList<Option> options;
        for (const QString &place : all) {
            const auto count = std::count_if(hits.cbegin(), hits.cend(),
                                             [&](const Hit &hit) { return placeOf(hit) == place; });
            options.append({.label = cut(place, 80),
                            .description = GuideFindText::tr("%n found here", nullptr, int(count))});
        }
        return talk.ask(u"place"_s,
                        GuideFindText::tr("Several places have something about it. Which folder?"), options)
                   ? std::nullopt
                   : std::optional(hits);
    }
    if (!asked.isAnswered())
        return hits;
    QStringList names;
    for (const QString &place : all)
        names += cut(place, 80);
    const int index = chosenIndex(asked.answer, names);
    if (index < 0)
        return hits;
    QList<Hit> left = hits;
    left.removeIf([&](const Hit &hit) { return placeOf(hit) != all.at(index); });
    return left;
}

void listHits(GuideTalk &talk, const QList<Hit> &hits)
{
    QStringList lines;
    const QStringList names = labels(hits);
    for (qsizetype i = 0; i < hits.size(); ++i)
        lines += u"- %1 (%2)"_s.arg(names.at(i), describe(hits.at(i)));
    talk.say(lines.join(u'\n'));
}

void chooseHit(GuideTalk &talk, const QList<Hit> &hits, const QString &subject)
{
    const GuideAsked place = talk.asked(u"place"_s);
    const GuideAsked asked = talk.asked(u"which"_s);
    const QString undone = GuideFindText::tr("I have opened nothing", "after “so” or “All right,”");
    if (place.times > 0 && (!place.isAnswered() || isCalledOff(place.answer)) &&
        place.outcome != Outcome::AskedBack) {
        tellNoAnswer(talk, place, undone);
        return;
    }
    const QStringList names = labels(hits);
    if (asked.isAnswered() && !isCalledOff(asked.answer)) {
        const int index = chosenIndex(asked.answer, names);
        if (index >= 0) {
            openHit(talk, hits.at(index), subject);
            return;
        }
        talk.say(GuideFindText::tr("I cannot tell which of them “%1” means.").arg(cut(asked.answer, 80)));
    } else if (asked.times > 0 && asked.outcome != Outcome::AskedBack) {
        tellNoAnswer(talk, asked, undone);
        listHits(talk, hits);
        return;
    }
    QList<Option> options;
    for (qsizetype i = 0; i < std::min(mostOptions, hits.size()); ++i)
        options.append({.label = names.at(i), .description = describe(hits.at(i))});
    if (hits.size() > mostOptions && asked.times == 0)
        talk.say(GuideFindText::tr("%n found; these are the first. Name another one by its title:", nullptr,
                                   int(hits.size())));
    if (asked.outcome == Outcome::AskedBack)
        talk.say(GuideFindText::tr(
            "The options show where each was found, when it was written, and the words around yours."));
    const QString question = asked.times == 0 ? GuideFindText::tr("Which one do you mean?")
                                              : GuideFindText::tr("Which of these shall I show?");
    if (asked.times > 1 || !talk.ask(u"which"_s, question, options)) {
        talk.say(GuideFindText::tr("This is what I found:"));
        listHits(talk, hits);
    }
}

//! What to look for: from the sentence or from an answer. Nothing: asked, or told why not.
std::optional<QString> subjectOf(GuideTalk &talk, const GuideWish &wish, const QString &question)
{
    if (!wish.subject.isEmpty())
        return wish.subject.left(200);
    const GuideAsked asked = talk.asked(u"what"_s);
    if (asked.isAnswered() && !isCalledOff(asked.answer))
        return asked.answer.left(200);
    if (asked.times > 0 && asked.outcome != Outcome::AskedBack) {
        tellNoAnswer(talk, asked, GuideFindText::tr("I have searched nothing", "after “so” or “All right,”"));
        return {};
    }
    if (asked.times > 1 ||
        !talk.ask(u"what"_s, asked.times == 0 ? question : GuideFindText::tr("Which words shall I look for?"),
                  {}))
        talk.say(
            GuideFindText::tr("Please say what it is about, for example: “Find my notes about the roof”."));
    return {};
}

//! Search words without the small ones, which would only make the query miss.
QString keyWords(const QString &subject)
{
    static const QStringList small{u"the"_s,    u"a"_s,   u"an"_s,  u"my"_s,   u"our"_s,  u"about"_s,
                                   u"of"_s,     u"for"_s, u"in"_s,  u"on"_s,   u"to"_s,   u"and"_s,
                                   u"with"_s,   u"is"_s,  u"was"_s, u"that"_s, u"this"_s, u"it"_s,
                                   u"should"_s, u"do"_s,  u"be"_s,  u"at"_s,   u"some"_s, u"any"_s};
    QStringList words;
    const QStringList all = subject.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : all) {
        if (!small.contains(word.toLower()))
            words += word;
    }
    return words.isEmpty() ? subject : words.join(u' ');
}

const GuideCall *searched(GuideTalk &talk, const QString &subject, const QString &kind)
{
    if (const GuideCall *search = talk.last(u"search"_s)) {
        if (search->ok)
            return search;
        talk.say(GuideFindText::tr("The search did not work. Please try again, or with fewer words."));
        return nullptr;
    }
    if (!talk.can(u"search"_s)) {
        talk.say(GuideFindText::tr("I cannot search here. Please use the window or the terminal."));
        return nullptr;
    }
    QJsonObject arguments{{u"query"_s, keyWords(subject)}, {u"limit"_s, 20}};
    if (!kind.isEmpty())
        arguments.insert(u"kind"_s, kind);
    talk.call(u"search"_s, arguments);
    return nullptr;
}

} // namespace

void find(GuideTalk &talk, const GuideWish &wish)
{
    const auto subject = subjectOf(talk, wish, GuideFindText::tr("What should I look for?"));
    if (!subject)
        return;
    const GuideCall *search = searched(talk, *subject, {});
    if (!search)
        return;
    const QList<Hit> hits = hitsOf(*search, talk.now());
    if (const GuideCall *read = talk.last(u"read"_s)) {
        show(talk, *read, hits);
        tellProblems(talk, *search);
        return;
    }
    if (hits.isEmpty()) {
        tellNothing(talk, *search, *subject);
        return;
    }
    if (hits.size() == 1) {
        openHit(talk, hits.first(), keyWords(*subject));
        return;
    }
    const auto left = inChosenPlace(talk, hits);
    if (!left)
        return;
    if (left->size() == 1)
        openHit(talk, left->first(), keyWords(*subject));
    else
        chooseHit(talk, *left, keyWords(*subject));
}

void showDecided(GuideTalk &talk, const GuideWish &wish)
{
    const auto subject = subjectOf(talk, wish, GuideFindText::tr("What was the decision about?"));
    if (!subject)
        return;
    const GuideCall *search = searched(talk, *subject, u"answer"_s);
    if (!search)
        return;
    const QList<Hit> hits = hitsOf(*search, talk.now());
    if (hits.isEmpty()) {
        talk.say(
            GuideFindText::tr("I found no answer of yours about “%1”. I look through what you answered to "
                              "questions, in all chats. Try "
                              "“find my notes about %1” for everything else.")
                .arg(*subject));
        return;
    }
    QStringList blocks;
    for (const Hit &hit : hits.first(std::min(mostAnswers, hits.size()))) {
        blocks += hit.question.isEmpty()
                      ? GuideFindText::tr("On %1: %2").arg(GuideTalk::shownDay(hit.at.date()), hit.snippet)
                      : GuideFindText::tr("On %1 you were asked “%2”, and you answered: %3")
                            .arg(GuideTalk::shownDay(hit.at.date()), hit.question.simplified(),
                                 hit.answer.simplified());
    }
    talk.say(blocks.join(u"\n\n"_s));
    if (hits.size() > mostAnswers)
        talk.say(GuideFindText::tr("There are %n more; name it more exactly to see them.", nullptr,
                                   int(hits.size() - mostAnswers)));
}

} // namespace heed::guide
