// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Tool calls and think tags in a model's text: however the text is cut, the same parts are found; a reply
// that was cut off runs nothing of what was open.
#include "app/provider/markupreader.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

struct Part {
    MarkupItem::Kind kind{};
    QString text{}; //!< of a call: everything it says
    friend bool operator==(const Part &, const Part &) = default;
};

void append(QList<Part> &parts, const QList<MarkupItem> &items)
{
    for (const MarkupItem &item : items) {
        QString text = item.text;
        if (item.kind == MarkupItem::Kind::Call) {
            const MarkupCall &call = item.call;
            text = QStringList{call.id, call.name, call.arguments, call.problem}.join(u'\x1f');
            if (call.parameters)
                text += QString::fromUtf8(QJsonDocument(*call.parameters).toJson());
        }
        const bool goesOn = !parts.isEmpty() && parts.last().kind == item.kind &&
                            (item.kind == MarkupItem::Kind::Text || item.kind == MarkupItem::Kind::Thinking);
        if (goesOn)
            parts.last().text += text;
        else
            parts.append({item.kind, text});
    }
}

bool hasCall(const QList<MarkupItem> &items)
{
    return std::any_of(items.begin(), items.end(),
                       [](const MarkupItem &item) { return item.kind == MarkupItem::Kind::Call; });
}

QList<Part> read(const QString &text, qsizetype piece, bool whole)
{
    MarkupReader reader({u"ask_user"_s, u"search"_s, u"now"_s, u"write_note"_s});
    QList<Part> parts;
    for (qsizetype at = 0; at < text.size(); at += piece)
        append(parts, reader.feed(text.mid(at, piece)));
    const QList<MarkupItem> last = reader.end(whole);
    HEED_HOLDS(whole || !hasCall(last));
    append(parts, last);
    return parts;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = fuzz::textOf(data, size);
    for (const bool whole : {true, false}) {
        const QList<Part> once = read(text, std::max<qsizetype>(1, text.size()), whole);
        HEED_HOLDS(read(text, 1, whole) == once);
        HEED_HOLDS(read(text, fuzz::pieceOf(data, size), whole) == once);
        qsizetype shown = 0;
        for (const Part &part : once)
            shown += part.kind == MarkupItem::Kind::Call ? 0 : part.text.size();
        HEED_HOLDS(shown <= text.size());
    }
    return 0;
}
