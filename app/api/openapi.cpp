// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/openapi.h"

#include "app/api/httpmessage.h"
#include "app/api/routes.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString latin(const char *text)
{
    return QString::fromLatin1(text);
}

// In English as they are in the source: programs are made from this.
QString phrase(int status)
{
    return status == 101 ? u"Switching Protocols"_s : QString::fromLatin1(reasonPhrase(status));
}

QJsonObject errorContent()
{
    return {{u"application/json"_s,
             QJsonObject{{u"schema"_s, QJsonObject{{u"$ref"_s, u"#/components/schemas/Error"_s}}}}}};
}

QJsonObject successResponse(const Route &route, int status)
{
    QJsonObject response{{u"description"_s, phrase(status)}};
    if (status == 204 || status == 101)
        return response;
    const QString type =
        route.operation == Operation::WatchReply ? u"text/event-stream"_s : u"application/json"_s;
    const QString kind = route.operation == Operation::WatchReply ? u"string"_s : u"object"_s;
    response[u"content"_s] = QJsonObject{{type, QJsonObject{{u"schema"_s, QJsonObject{{u"type"_s, kind}}}}}};
    return response;
}

QJsonObject responses(const Route &route)
{
    QJsonObject all;
    for (const int status : route.success)
        all[QString::number(status)] = successResponse(route, status);
    // What the walls, the limits and a full disk may say to any call (book 4.3).
    for (const int status : QList{400, 401, 403, 408, 413, 417, 421, 431, 503} + route.errors)
        all[QString::number(status)] =
            QJsonObject{{u"description"_s, phrase(status)}, {u"content"_s, errorContent()}};
    return all;
}

QJsonArray parameters(const Route &route)
{
    QJsonArray all;
    if (QByteArray(route.path).contains("{sid}"))
        all.append(QJsonObject{{u"name"_s, u"sid"_s},
                               {u"in"_s, u"path"_s},
                               {u"required"_s, true},
                               {u"schema"_s, QJsonObject{{u"type"_s, u"integer"_s}}}});
    for (const RouteField &field : route.query)
        all.append(QJsonObject{{u"name"_s, latin(field.name)},
                               {u"in"_s, u"query"_s},
                               {u"required"_s, field.required},
                               {u"description"_s, latin(field.about)},
                               {u"schema"_s, QJsonObject{{u"type"_s, latin(field.type)}}}});
    return all;
}

QJsonObject requestBody(const Route &route)
{
    QJsonObject properties;
    QJsonArray required;
    for (const RouteField &field : route.body) {
        properties[latin(field.name)] =
            QJsonObject{{u"type"_s, latin(field.type)}, {u"description"_s, latin(field.about)}};
        if (field.required)
            required.append(latin(field.name));
    }
    QJsonObject schema{{u"type"_s, u"object"_s}, {u"properties"_s, properties}};
    if (!required.isEmpty())
        schema[u"required"_s] = required;
    return {{u"required"_s, !required.isEmpty()},
            {u"content"_s, QJsonObject{{u"application/json"_s, QJsonObject{{u"schema"_s, schema}}}}}};
}

QJsonObject describe(const Route &route)
{
    QJsonObject operation{{u"operationId"_s, latin(route.name)},
                          {u"summary"_s, latin(route.summary)},
                          {u"parameters"_s, parameters(route)},
                          {u"responses"_s, responses(route)}};
    if (!route.body.isEmpty())
        operation[u"requestBody"_s] = requestBody(route);
    return operation;
}

QJsonObject components()
{
    const QJsonObject text{{u"type"_s, u"string"_s}};
    const QJsonObject error{{u"type"_s, u"object"_s},
                            {u"properties"_s, QJsonObject{{u"code"_s, text}, {u"message"_s, text}}},
                            {u"required"_s, QJsonArray{u"code"_s, u"message"_s}}};
    const QJsonObject whole{{u"type"_s, u"object"_s},
                            {u"properties"_s, QJsonObject{{u"error"_s, error}}},
                            {u"required"_s, QJsonArray{u"error"_s}}};
    return {{u"schemas"_s, QJsonObject{{u"Error"_s, whole}}},
            {u"securitySchemes"_s,
             QJsonObject{{u"token"_s, QJsonObject{{u"type"_s, u"http"_s}, {u"scheme"_s, u"bearer"_s}}}}}};
}

} // namespace

QJsonObject openApiDescription()
{
    QJsonObject paths;
    for (const Route &route : routes()) {
        QJsonObject path = paths[latin(route.path)].toObject();
        path[latin(route.method).toLower()] = describe(route);
        paths[latin(route.path)] = path;
    }
    return {{u"openapi"_s, u"3.0.3"_s},
            {u"info"_s, QJsonObject{{u"title"_s, u"Heed"_s}, {u"version"_s, latin(HEED_VERSION)}}},
            {u"security"_s, QJsonArray{QJsonObject{{u"token"_s, QJsonArray()}}}},
            {u"paths"_s, paths},
            {u"components"_s, components()}};
}

} // namespace heed
