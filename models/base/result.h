// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <variant>

namespace heed {

//! What went wrong, for three readers: the program (code), the person (text: translated, says what
//! happened and what to do) and the maintainer (detail: never shown, never a secret).
struct Error {
    enum class Code {
        Cancelled,
        BadInput,   //!< what was given cannot be taken; text says what would be
        NotFound,   //!< no such chat, question, key
        Conflict,   //!< already answered, reply being written, owned by another process
        Network,    //!< could not reach, or lost, a server
        Protocol,   //!< a server or file that does not speak as it should
        Storage,    //!< database: locked, full, damaged
        FromFuture, //!< written by a newer Heed: left untouched
        Refused,    //!< a rule says no
        Bug,
    };
    Code code = Code::Bug;
    QString text{};
    QString detail{};
};

//! Returned by functions that have nothing to return but may fail.
struct Done {
};

//! A value or an Error. Small on purpose: replace with std::expected on C++23.
template <typename T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state(std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::move(error))
    {
    }

    [[nodiscard]] explicit operator bool() const noexcept { return m_state.index() == 0; }
    [[nodiscard]] const T &operator*() const & { return *std::get_if<0>(&m_state); }
    [[nodiscard]] T &operator*() & { return *std::get_if<0>(&m_state); }
    [[nodiscard]] T operator*() && { return std::move(*std::get_if<0>(&m_state)); }
    [[nodiscard]] const T *operator->() const { return std::get_if<0>(&m_state); }
    [[nodiscard]] const Error &error() const { return *std::get_if<1>(&m_state); }

private:
    std::variant<T, Error> m_state;
};

} // namespace heed
