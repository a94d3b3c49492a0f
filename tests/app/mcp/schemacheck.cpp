// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/mcp/schemacheck.h"

#include <QJsonArray>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

bool hasType(const QJsonValue &value, const QString &type)
{
    if (type == "object"_L1)
        return value.isObject();
    if (type == "array"_L1)
        return value.isArray();
    if (type == "string"_L1)
        return value.isString();
    if (type == "boolean"_L1)
        return value.isBool();
    if (type == "number"_L1)
        return value.isDouble();
    return type == "integer"_L1 && value.isDouble() && std::trunc(value.toDouble()) == value.toDouble();
}

QString misfitOfObject(const QJsonObject &object, const QJsonObject &schema, const QString &where)
{
    const QJsonObject properties = schema[u"properties"_s].toObject();
    const auto required = schema[u"required"_s].toArray();
    for (const auto &name : required) {
        if (!object.contains(name.toString()))
            return where + u'.' + name.toString() + u" is missing"_s;
    }
    for (auto it = object.begin(); it != object.end(); ++it) {
        const bool known = properties.contains(it.key());
        if (!known && schema[u"additionalProperties"_s] == QJsonValue(false))
            return where + u'.' + it.key() + u" is not in the schema"_s;
        const QString wrong =
            known ? misfit(*it, properties[it.key()].toObject(), where + u'.' + it.key()) : QString();
        if (!wrong.isEmpty())
            return wrong;
    }
    return {};
}

} // namespace

QString misfit(const QJsonValue &value, const QJsonObject &schema, const QString &where)
{
    const QString type = schema[u"type"_s].toString();
    if (!hasType(value, type))
        return where + u" is no "_s + type;
    if (schema.contains(u"enum"_s) && !schema[u"enum"_s].toArray().contains(value))
        return where + u" has none of the values"_s;
    if (value.isObject())
        return misfitOfObject(value.toObject(), schema, where);
    const auto items = value.toArray();
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (const QString wrong =
                misfit(items.at(i), schema[u"items"_s].toObject(), u"%1[%2]"_s.arg(where).arg(i));
            !wrong.isEmpty())
            return wrong;
    }
    return {};
}

} // namespace heed::test
