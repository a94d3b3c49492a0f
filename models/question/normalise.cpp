// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/normalise.h"

#include "models/question/display.h"
#include "models/question/fold.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// Lists inside strings inside lists: deeper than models go, shallow enough for any stack.
constexpr int depthMax = 6;
// Far above the five that are taken; what is over it is only counted as "too many".
constexpr qsizetype itemsMax = 200;

constexpr std::array labelKeys{
    QLatin1StringView("label"),  QLatin1StringView("text"),   QLatin1StringView("title"),
    QLatin1StringView("name"),   QLatin1StringView("option"), QLatin1StringView("value"),
    QLatin1StringView("answer"), QLatin1StringView("choice"), QLatin1StringView("content"),
};
constexpr std::array descriptionKeys{
    QLatin1StringView("description"), QLatin1StringView("desc"),        QLatin1StringView("detail"),
    QLatin1StringView("details"),     QLatin1StringView("explanation"), QLatin1StringView("hint"),
};

//! One row a language: options that only say what every face adds by itself.
struct OtherWords {
    QLatin1StringView language;
    QStringList phrases; //!< folded, without punctuation
};

const QList<OtherWords> &otherWords()
{
    static const QList<OtherWords> table{
        {QLatin1StringView("en"),
         {u"other"_s,
          u"others"_s,
          u"other answer"_s,
          u"other option"_s,
          u"another"_s,
          u"another answer"_s,
          u"another option"_s,
          u"something else"_s,
          u"anything else"_s,
          u"somewhere else"_s,
          u"someone else"_s,
          u"none of these"_s,
          u"none of the above"_s,
          u"none of those"_s,
          u"none of them"_s,
          u"none of these options"_s,
          u"none of the options"_s,
          u"neither of these"_s,
          u"other please specify"_s,
          u"other please describe"_s,
          u"other please explain"_s,
          u"other specify"_s,
          u"other describe"_s,
          u"something else please specify"_s,
          u"something else please describe"_s,
          u"something different"_s,
          u"other write your own"_s,
          u"write your own"_s,
          u"write your own answer"_s,
          u"type your own"_s,
          u"type your own answer"_s,
          u"custom answer"_s,
          u"custom"_s,
          u"in my own words"_s,
          u"my own answer"_s,
          u"other type your answer"_s,
          u"let me type"_s,
          u"free text"_s,
          u"other free text"_s,
          u"something else type it"_s,
          u"other something else"_s,
          u"none of the above other"_s,
          u"other none of the above"_s}},
    };
    return table;
}

bool saysOther(const QString &label)
{
    QString key;
    for (const QChar c : foldText(label))
        key += c.isLetterOrNumber() ? c : QChar(u' ');
    key = key.simplified();
    for (const auto &row : otherWords()) {
        if (row.phrases.contains(key))
            return true;
    }
    return false;
}

QString scalarText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble())
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return {};
}

template <size_t N>
QString firstOf(const QJsonObject &object, const std::array<QLatin1StringView, N> &keys)
{
    for (const auto key : keys) {
        const QString text = scalarText(object.value(key));
        if (!displayLine(text).isEmpty())
            return text;
    }
    return {};
}

//! Collects options from whatever form the list has.
class OptionReader
{
public:
    QList<Option> options{};

    void read(const QJsonValue &value, int depth = 0)
    {
        if (depth > depthMax || options.size() > itemsMax)
            return;
        if (value.isArray())
            readArray(value.toArray(), depth);
        else if (value.isObject())
            readObject(value.toObject(), depth);
        else if (value.isString())
            readText(value.toString(), depth);
    }

private:
    void readArray(const QJsonArray &array, int depth)
    {
        // A list of one can only be a list that was wrapped once more; commas in it are left alone.
        if (array.size() == 1 && array.first().isString()) {
            const QString only = array.first().toString().trimmed();
            if (only.contains(u'\n') || only.startsWith(u'[') || only.startsWith(u'{')) {
                readText(only, depth + 1);
                return;
            }
        }
        for (const auto &item : array) {
            if (item.isArray())
                read(item, depth + 1);
            else if (item.isObject())
                readItem(item.toObject(), {}, depth);
            else
                add(scalarText(item), {});
        }
    }

    //! {label, description}, {"options": […]}, or an object whose values are the options.
    void readObject(const QJsonObject &object, int depth)
    {
        if (!firstOf(object, labelKeys).isEmpty() && object.contains(u"label"_s)) {
            readItem(object, {}, depth);
            return;
        }
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (it.value().isArray())
                read(it.value(), depth + 1);
            else if (it.value().isObject())
                readItem(it.value().toObject(), it.key(), depth);
            else
                add(scalarText(it.value()), {});
        }
    }

    void readItem(const QJsonObject &item, const QString &key, int depth)
    {
        QString label = firstOf(item, labelKeys);
        if (label.isEmpty())
            label = key;
        if (label.isEmpty() && item.size() == 1) {
            const QJsonValue only = item.begin().value();
            read(only.isString() ? QJsonValue(QJsonArray{only}) : only, depth + 1);
            return;
        }
        add(label, firstOf(item, descriptionKeys));
    }

    void readText(const QString &text, int depth)
    {
        // Only JSON can carry descriptions; every other form is a list of labels.
        const auto json = QJsonDocument::fromJson(text.trimmed().toUtf8());
        if (json.isArray())
            read(json.array(), depth + 1);
        else if (json.isObject())
            read(json.object(), depth + 1);
        else
            for (const QString &item : splitOptions(text))
                add(item, {});
    }

    void add(const QString &label, const QString &description)
    {
        if (options.size() > itemsMax)
            return;
        const QString shown = displayLine(label);
        if (!shown.isEmpty())
            options.append({shown, displayLine(description)});
    }
};

QList<Option> withoutRepeats(const QList<Option> &options)
{
    QList<Option> kept;
    QSet<QString> seen;
    for (const auto &option : options) {
        const QString key = labelKey(option.label);
        if (!seen.contains(key)) {
            seen.insert(key);
            kept.append(option);
        }
    }
    return kept;
}

Error reject(const QString &forModel)
{
    return {Error::Code::BadInput,
            QCoreApplication::translate("heed::normaliseAskCall",
                                        "The model asked in a form that cannot be shown. It was told what to "
                                        "change."),
            u"The question was not shown: "_s + forModel};
}

std::optional<Error> checkOptions(const QList<Option> &options)
{
    if (options.size() > optionsMax) {
        return reject(
            u"it has more than %1 options. Ask again with 2 to %1 options, or with none and let the "
            "user answer in their own words."_s.arg(optionsMax));
    }
    for (const auto &option : options) {
        if (codePointCount(option.label) > optionLabelLimit) {
            return reject(
                u"an option's label has more than %1 characters. Ask again with labels of at most %1 "
                "characters; a description may have up to %2."_s.arg(optionLabelLimit)
                    .arg(optionDescriptionLimit));
        }
        if (codePointCount(option.description) > optionDescriptionLimit) {
            return reject(
                u"an option's description has more than %1 characters. Ask again with descriptions of "
                "at most %1 characters."_s.arg(optionDescriptionLimit));
        }
    }
    return std::nullopt;
}

bool readAllowOther(const QJsonObject &arguments)
{
    QJsonValue value = arguments.value(u"allow_other"_s);
    if (value.isUndefined())
        value = arguments.value(u"allowOther"_s);
    if (value.isBool())
        return value.toBool();
    if (value.isDouble())
        return value.toDouble() != 0;
    const QString word = value.toString().trimmed().toLower();
    return word != u"false" && word != u"no" && word != u"0" && word != u"off";
}

} // namespace

Result<AskCall> normaliseAskCall(const QJsonObject &arguments)
{
    AskCall call;
    const QJsonValue question = arguments.value(u"question"_s);
    if (!question.isString())
        return reject(u"`question` is missing or is not a string. Ask again with `question` as one or two "
                      "sentences."_s);
    call.question = displayText(question.toString()).trimmed();
    if (call.question.isEmpty())
        return reject(u"`question` is empty. Ask again with `question` as one or two sentences."_s);
    if (codePointCount(call.question) > questionLimit) {
        return reject(
            u"`question` has more than %1 characters. Ask again in at most %1 characters, one or two "
            "sentences."_s.arg(questionLimit));
    }

    call.allowOther = readAllowOther(arguments);
    OptionReader reader;
    reader.read(arguments.value(u"options"_s));
    call.options = withoutRepeats(reader.options);
    if (call.allowOther)
        call.options.removeIf([](const Option &option) { return saysOther(option.label); });
    if (const auto error = checkOptions(call.options))
        return *error;
    if (call.options.size() < 2) {
        call.options.clear();
        call.allowOther = true;
    }
    return call;
}

} // namespace heed
