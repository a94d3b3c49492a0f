<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>heed::ChatCommand</name>
    <message numerus="yes">
        <source>%n question(s) of other programs wait for you. To see them, run: heed questions pending</source>
        <translation>
            <numerusform>%n question of other programs waits for you. To see it, run: heed questions pending</numerusform>
            <numerusform>%n questions of other programs wait for you. To see them, run: heed questions pending</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::ChatView</name>
    <message numerus="yes">
        <source>%n column(s)</source>
        <comment>table</comment>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <comment>code</comment>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::Conversation</name>
    <message numerus="yes">
        <source>Reply finished, %n word(s)</source>
        <translation>
            <numerusform>Reply finished, %n word</numerusform>
            <numerusform>Reply finished, %n words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::FactModel</name>
    <message numerus="yes">
        <source>A fact has at most %n character(s): shorten it.</source>
        <translation>
            <numerusform>A fact has at most %n character: shorten it.</numerusform>
            <numerusform>A fact has at most %n characters: shorten it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::Guide</name>
    <message numerus="yes">
        <source>%n found here</source>
        <translation>
            <numerusform>%n found here</numerusform>
            <numerusform>%n found here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found; these are the first. Name another one by its title:</source>
        <translation>
            <numerusform>%n found; this is the first. Name another one by its title:</numerusform>
            <numerusform>%n found; these are the first. Name another one by its title:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %n more; name it more exactly to see them.</source>
        <translation>
            <numerusform>There is %n more; name it more exactly to see it.</numerusform>
            <numerusform>There are %n more; name it more exactly to see them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>- … and %n more</source>
        <translation>
            <numerusform>- … and %n more</numerusform>
            <numerusform>- … and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) fit your words.</source>
        <translation>
            <numerusform>%n reminder fits your words.</numerusform>
            <numerusform>%n reminders fit your words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) set:</source>
        <translation>
            <numerusform>%n reminder set:</numerusform>
            <numerusform>%n reminders set:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 was %n day(s) ago.</source>
        <translation>
            <numerusform>%1 was %n day ago.</numerusform>
            <numerusform>%1 was %n days ago.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days, until %1.</source>
        <translation>
            <numerusform>%n day, until %1.</numerusform>
            <numerusform>%n days, until %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::HttpTurn</name>
    <message numerus="yes">
        <source>The provider asks to wait %n minute(s).</source>
        <translation>
            <numerusform>The provider asks to wait %n minute.</numerusform>
            <numerusform>The provider asks to wait %n minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The provider takes no more requests for the moment; trying again in %n second(s).</source>
        <translation>
            <numerusform>The provider takes no more requests for the moment; trying again in %n second.</numerusform>
            <numerusform>The provider takes no more requests for the moment; trying again in %n seconds.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The provider did not answer; trying again in %n second(s).</source>
        <translation>
            <numerusform>The provider did not answer; trying again in %n second.</numerusform>
            <numerusform>The provider did not answer; trying again in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::JsonTerminal</name>
    <message numerus="yes">
        <source>The line is longer than %n bytes.</source>
        <translation>
            <numerusform>The line is longer than %n byte.</numerusform>
            <numerusform>The line is longer than %n bytes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::ProviderProbe</name>
    <message numerus="yes">
        <source>%1 answers and has %n model(s).</source>
        <translation>
            <numerusform>%1 answers and has %n model.</numerusform>
            <numerusform>%1 answers and has %n models.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::QuestionsCommand</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::RemindTool</name>
    <message numerus="yes">
        <source>%n reminder(s)</source>
        <translation>
            <numerusform>%n reminder</numerusform>
            <numerusform>%n reminders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::SearchTool</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::ServerOffer</name>
    <message numerus="yes">
        <source>%1 at %2 with %n model(s)</source>
        <comment>a program, its address</comment>
        <translation>
            <numerusform>%1 at %2 with %n model</numerusform>
            <numerusform>%1 at %2 with %n models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::TerminalQuestion</name>
    <message numerus="yes">
        <source>There are only %n choice(s).</source>
        <translation>
            <numerusform>There is only %n choice.</numerusform>
            <numerusform>There are only %n choices.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::WaitingModel</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heed::settledtext</name>
    <message numerus="yes">
        <source>The model asks, %1 of %2: %3 %n choices.</source>
        <translation>
            <numerusform>The model asks, %1 of %2: %3 %n choice.</numerusform>
            <numerusform>The model asks, %1 of %2: %3 %n choices.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model asks: %1 %n choices.</source>
        <translation>
            <numerusform>The model asks: %1 %n choice.</numerusform>
            <numerusform>The model asks: %1 %n choices.</numerusform>
        </translation>
    </message>
</context>
</TS>
