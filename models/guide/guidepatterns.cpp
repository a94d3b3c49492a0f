// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guidepatterns.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct Row {
    WishKind kind = WishKind::Unknown;
    const char *form = ""; //!< matched against the whole sentence
};

using enum WishKind;

// In the forms: {about}, {things} and {i} stand for the alternatives below.
constexpr const char *about =
    "(?:about|on|for|of|with|to|regarding|concerning|mentioning|called|named|that mentions?)";
constexpr const char *things = "(?:notes?|files?|documents?|docs?|texts?|chats?|conversations?|messages?|"
                               "papers?|things?|stuff|everything|"
                               "anything|something|folders?|pages?)";
constexpr const char *person = "(?:i|we)";

constexpr Row english[] = {
    // Earlier answers; before reminders, because of "remind me what I decided".
    {Decided, "(?:remind me |tell me |show me )?(?:about )?(?:what|which|how|when|where|who|whether)(?: "
              "\\w+)?(?: did| have| "
              "had)? {i} (?:already "
              ")?(?:decided?|chose|choose|chosen|pick(?:ed)?|answer(?:ed)?|settled?|agreed?|repl(?:y|ied)|"
              "select(?:ed)?|opt(?:ed)?)(?: \\b(?:on|upon|for))?(?: {about})?(?<rest> .+)?"},
    {Decided, "(?:show me |tell me |find |list )?(?:what(?:'s| is| was| were| are) )?(?:all "
              ")?(?:my|our|the)(?: earlier| last| "
              "previous)? (?:decisions?|answers?|choices?)(?: {about}(?<rest> .+))?"},
    {Decided, "did {i} (?:already |ever )?(?:decide|choose|pick|answer|settle|agree)(?: anything| "
              "something)?(?: {about})?"
              "(?<rest> .+)?"},

    {CancelAllReminders,
     "(?:cancel|delete|remove|drop|clear|forget|stop)(?: all| every)(?: of)?(?: my| the| our)? reminders?"
     "(?: {about}(?<rest> .+))?"},
    {CancelReminder,
     "(?:cancel|delete|remove|drop|clear|forget|stop|turn off|get rid of)(?: my| the| that| this| a| our)? "
     "reminders?(?: that says)?(?: {about})?(?<rest> .*)?"},
    {CancelReminder,
     "(?:cancel|delete|remove|drop|clear|forget|stop|turn off|get rid of)(?: my| the| that| this| our)?"
     "(?<rest> .+?) reminders?"},
    {CancelReminder, "(?:do not|don't|dont|stop|you need not|you don't need to|no need to) remind(?:ing)? me"
                     "(?: any ?more)?(?: {about})?(?<rest> .+)?"},
    {MoveReminder, "(?:move|reschedule|postpone|shift|change|push|delay|put off|snooze|set back)(?<rest> "
                   ".*\\breminders?\\b.*)"},
    {ListReminders, "(?:please )?(?:list|show|display|see|read|give me|check|view|open|tell me)(?: me)?(?: "
                    "all)?(?: of)?(?: my| the| "
                    "our)?(?: \\w+)? reminders?(?: (?:for|on|that|i|please|set).*)?"},
    {ListReminders,
     "(?:what|which|how many|any|are there any|do i have any|do i have|have i got any|have i set any)(?: of)?"
     "(?:'s| are| is)?(?: my| the| other)?(?: upcoming| open| pending)? reminders?\\b.*"},
    {ListReminders, "(?:my |all )?(?:my )?reminders"},
    {ListReminders, "what (?:will|would|are|do) you (?:going to )?remind(?:ing)? me (?:of|about)(?: .*)?"},

    {Remind, "remind me\\b[,:]?(?<rest>.*)"},
    {Remind, "(?:give|send) me a reminder\\b[,:]?(?<rest>.*)"},
    {Remind, "(?:set|add|create|make|schedule|put(?: in)?|i need|i want|i'd like|i would like)(?: up)?(?: "
             "me)?(?: a| an| "
             "another)?(?: new)? reminder\\b[,:]?(?<rest>.*)"},
    {Remind, "(?:a )?(?:new )?reminder\\b[,:]?(?<rest> .+)"},
    {Remind, "(?:don't|do not|dont|never)(?: let me)? forget(?<rest> .+)"},
    {Remind, "make sure (?:that )?i (?:don't|do not|dont|never) forget(?<rest> .+)"},
    {Remind, "(?:help me (?:to )?remember|i (?:have|need|must|want|ought|should)(?: to)? (?:remember|not "
             "forget)|i (?:mustn't|"
             "can't|cannot|must not|shouldn't) forget|remember)(?<rest> to .+)"},
    {Remind, "(?<rest>wake me(?: up)?\\b.*)"},
    {Remind, "(?:ping|nudge|alert|notify|poke|buzz) me\\b(?<rest>.*)"},
    {Remind, "(?:tell|let) me(?: know)?(?<rest> (?:in|at|tomorrow|tonight|on|every|next) .+? to .+)"},
    {Remind, "(?<rest>.+?)[,;.]? (?:and |so |can you |could you |please )*remind me(?: (?:of|about|to do) "
             "(?:it|that|this))?"},

    {Note, "(?:take|make|keep|add|write|save|store|create)(?: down)?(?: me)?(?: a| this| the| this as a| "
           "new)*(?: quick| short)? "
           "(?:notes?|memo)(?: that| of| about| saying| for me)?(?: down)?[:,]?(?<rest> .*)?"},
    {Note, "(?:note|memo) to (?:self|myself)[:,]?(?<rest> .+)"},
    {Note, "(?:note|remember|write down|jot down|write this down|record that|memori[sz]e|save|store|keep in "
           "mind)(?: down)?(?: the following| "
           "this| the fact| for me)?(?: that)?[:,]?(?<rest> .+)"},
    {Note, "(?:for the record|fyi|notice)[:,]?(?: that)?(?<rest> .+)"},

    {DaysUntil, "how (?:many (?:more )?(?:days|weeks|nights|sleeps|months)|long|far|much longer|much "
                "time)(?: is it| are there| do "
                "(?:i|we) have| away is| left| is left| are left| will it be| are)?(?: left)?(?: until| "
                "till| to| before| 'til| "
                "away from| from now to)?(?: it's| it is)?(?<rest> .+)"},
    {DaysUntil, "(?:days|time|countdown) (?:until|till|to|left until)(?<rest> .+)"},
    {TimeNow, "(?:do you (?:have|know)|tell me|what(?:'s| is)?|give me|show me)?(?: the)?(?: current| "
              "exact)?(?: local)? ?time(?: is "
              "it| it is|'s it)?(?: right)?(?: now| today| here)?"},
    {TimeNow, "how late is it(?: now)?|got the time|have you got the time|what o'clock is it"},
    {Today, "(?:do you know |tell me |give me |show me )?(?:what|which)?(?:'s| is|s)?(?: the| today's| "
            "todays)?(?: current)? ?"
            "(?:day|date|weekday|day of the week|week|calendar week|week number)(?: of the "
            "(?:week|month|year))?(?: is it| it is| is "
            "today| today is| have we| do we have| are we in)?(?: today| now| right now)?"},
    {Today, "(?:what(?:'s| is) )?today(?:'s (?:day|date|weekday))?|what is it today|what do we have today"},
    {DateOf, "(?:on )?(?:what|which) (?:date|day|weekday|day of the week)(?: of the week)?(?: is| will| was| "
             "does| falls?)?(?: it be)?"
             "(?: on)?(?<rest> .+?)(?: fall(?: on)?| be(?: on)?)?"},
    {DateOf, "(?:what(?:'s| is)) the (?:date|day|weekday)(?: on| of| for| in)?(?<rest> .+)"},
    {DateOf, "when(?:'s| is| will be)(?<rest> .+?)"},

    {Folders, "(?:how (?:do|can|could) i |where (?:do|can) i |i want to |can i "
              ")?(?:add|include|remove|choose|search in|index)(?: a| "
              "my| some| more| another| other)? (?:folders?|director(?:y|ies))(?: .*)?"},
    {Connect, "(?:how (?:do|can|could|should) i |how to |where (?:do|can) i |i want to |i'd like to |can i "
              "|let me |help me )?(?:to )?"
              "(?:connect|use|set ?up|add|configure|choose|switch "
              "to|change|install|get|enable|pick|select)(?: to)?(?: a| an| my| the| "
              "another| some| other| different| real| local| better| own)* (?:(?:language |ai |llm "
              ")?models?|llms?|providers?|ollama|"
              "llama\\.?cpp|lm ?studio|openai|chat ?gpt|anthropic|claude|open "
              "?router|deepseek|groq|mistral|api key|key|ai|server)"
              "(?: .*)?"},

    {Find, "(?:find|look for|look up|search for|search|locate|get|open|fetch|dig (?:out|up)|show|show "
           "me|give me|bring up|pull up|list|"
           "where are|where is|where's)(?: me)?(?: all| any| some)?(?: of)?(?: my| the| our| a)?(?: old| "
           "last| recent)? {things}(?: {i} "
           "(?:wrote|have|had|made|kept|took|saved))?(?: {about}(?<rest> .+))?"},
    {Find, "(?:search|look|check|go)(?: (?:in|through|into|all|my|the|our|and|over|,|{things}|added|old))* "
           "(?:for|about)(?<rest> .+)"},
    {Find, "(?:search|find|locate|look for|look up|dig (?:out|up)|where(?:'s| is| are))(?: for)?(?: "
           "me)?(?<rest> .+)"},
    {Find, "(?:where|when|what) (?:did|have|had|do) {i} (?:ever |already |once "
           ")?(?:write|written|mention(?:ed)?|noted?|say|said|put|"
           "saved?|talk(?:ed)?|keep|kept|stored?|have|know|collect(?:ed)?|got|discuss(?:ed)?|read)(?: "
           "down)?(?: something| "
           "anything)?(?: {about})?(?<rest> .+)"},
    {Find, "(?:do|did|have) {i} (?:ever |already "
           ")?(?:have|had|write|written|keep|note|noted|got|mention|mentioned|say|said)(?: "
           "down)?(?: any| some)?(?: {things})? {about}(?<rest> .+)"},
    {Find, "(?:is|are) there (?:any |some )?{things} {about}(?<rest> .+)"},
    {Find, "(?:any |my |the |all )*{things} {about}(?<rest> .+)"},

    {About, "(?:who|what) (?:are|r) (?:you|u)|what is (?:this|heed)|are you (?:an? "
            ")?(?:ai|bot|robot|human|real|(?:language )?model|llm|"
            "chat ?gpt|person)|tell me about yourself|what(?:'s| is) your name|introduce yourself|which "
            "(?:language )?model are you|"
            "what (?:language )?model (?:are you|is this)"},
    {Help, "help(?: me| please)?|/help|\\?+|what (?:can|do) (?:you|i) (?:do|say|ask|know|understand)(?: "
           "here| for me)?|how (?:does this|"
           "do you|does it|does heed) work|commands?|examples?|what now|(?:show me )?(?:some )?examples|how "
           "can you help(?: me)?|what "
           "are you able to do|what is possible|start"},
    {Hello, "(?:hi|hello|hey|hallo|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|hi "
            "there|hello there|hey there)"
            "(?:,? (?:heed|guide|there|you|everyone))?(?:,? how are you(?: doing)?(?: today)?)?|how are "
            "you(?: doing)?(?: today)?"},
    {Thanks,
     "(?:many |great,? |perfect,? |ok(?:ay)?,? |cool,? |no,? )*(?:thanks|thank you|thx|ty|cheers|much "
     "appreciated|well done|"
     "great|perfect|cool|nice|good job)(?: (?:a lot|so much|very much|you|again|guide|heed|for .*))*"},
    {Bye,
     "(?:bye|goodbye|bye bye|see you|see ya|good night|ciao|that's all|that is all|nothing)(?: .{0,20})?"},
};

constexpr NamedDay englishDays[] = {
    {"christmas", 12, 25},
    {"christmas day", 12, 25},
    {"xmas", 12, 25},
    {"christmas eve", 12, 24},
    {"boxing day", 12, 26},
    {"new year", 1, 1},
    {"new years", 1, 1},
    {"new year's", 1, 1},
    {"new year's day", 1, 1},
    {"new years day", 1, 1},
    {"new year's eve", 12, 31},
    {"new years eve", 12, 31},
    {"valentine's day", 2, 14},
    {"valentines day", 2, 14},
    {"halloween", 10, 31},
    {"the new year", 1, 1},
    {"the end of the year", 12, 31},
    {"leap day", 2, 29},
};

QList<WishPattern> compiled()
{
    QList<WishPattern> patterns;
    for (const Row &row : english) {
        QString form = QString::fromLatin1(row.form);
        form.replace(u"{about}"_s, QString::fromLatin1(about));
        form.replace(u"{things}"_s, QString::fromLatin1(things));
        form.replace(u"{i}"_s, QString::fromLatin1(person));
        patterns.append({row.kind, QRegularExpression(u"\\A(?:"_s + form + u")\\z"_s,
                                                      QRegularExpression::CaseInsensitiveOption |
                                                          QRegularExpression::DotMatchesEverythingOption)});
        Q_ASSERT_X(patterns.last().form.isValid(), "guide pattern", row.form);
    }
    return patterns;
}

} // namespace

const QList<WishPattern> &wishPatterns()
{
    static const QList<WishPattern> patterns = compiled();
    return patterns;
}

const QRegularExpression &politePrefix()
{
    static const QRegularExpression form(
        uR"(\A(?:(?:please|pls|hey|hi|hello|ok|okay|so|well|now|and|also|guide|heed|kindly)\b[,!.:]?\s+)"
        uR"(|(?:can|could|would|will) (?:you|u)(?: please| kindly)?\s+)"
        uR"(|i(?:'d| would)? (?:like|want|need) you to\s+|i was wondering (?:if|whether) you could\s+|do me a favou?r and\s+))"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form;
}

const QRegularExpression &politeSuffix()
{
    static const QRegularExpression form(
        uR"([\s,]*(?:\b(?:please|pls|thanks|thank you|for me|will you|would you|could you)|[.!?]+)\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form;
}

std::span<const NamedDay> namedDays()
{
    return englishDays;
}

} // namespace heed
