// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"
#include "models/base/result.h"
#include "models/question/question.h"

#include <QByteArray>
#include <optional>
#include <variant>

namespace heed {

// What a companion says over /api/voice (book 4.2): one JSON object a text frame, its kind in "type".

//! The form of audio frames, both ways: binary frames of raw samples, little-endian, no header. A client cuts
//! them as it likes up to the frame limit; 20 ms (640 bytes) is usual.
namespace voiceaudio {
constexpr int samplesPerSecond = 16'000;
constexpr int bitsPerSample = 16; //!< signed
constexpr int channels = 1;
} // namespace voiceaudio

constexpr quint64 voiceFrameLimit = quint64(1) << 20; //!< bytes of a frame and of a message (book 4.3)

struct VoiceStart {
    std::optional<ChatId> session{}; //!< none: a new chat
};
struct VoiceMessage {
    QString text{};
};
struct VoiceAnswer {
    QuestionId question{};
    Answer answer{};
};
struct VoiceStop {
};
using VoiceControl = std::variant<VoiceStart, VoiceMessage, VoiceAnswer, VoiceStop>;

//! What could not be done, as the companion is told.
struct VoiceRefusal {
    QString control{}; //!< "start", "answer", …; empty when that could not be read
    QString code{};
    QString message{};
};

[[nodiscard]] std::variant<VoiceControl, VoiceRefusal> readVoiceControl(const QByteArray &text);
//! For a binary frame: turns with sound are not served yet.
[[nodiscard]] VoiceRefusal audioRefusal(const QString &control);

} // namespace heed
