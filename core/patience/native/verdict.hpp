// What a search is allowed, and what it answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "types.hpp"

namespace patience {

enum class Outcome : std::uint8_t { Winnable, Unwinnable, Undecided };
enum class Limit : std::uint8_t { None, States, Seconds, Memory, Interrupt };

struct Limits {
    std::uint64_t states = 0;  // 0 = no limit
    double seconds = 0;        // 0 = no limit
    std::size_t memory = std::size_t{1} << 30;
};

struct Verdict {
    Outcome outcome = Outcome::Undecided;
    Limit limit = Limit::None;
    std::uint64_t states = 0;  // different states visited
    std::uint64_t steps = 0;   // actions carried out
    std::size_t bytes = 0;     // of the states kept
    bool circle = false;       // "unwinnable" is not proved: a run came near to closing a circle
    std::vector<Action> line;  // the whole line of play of a winnable deal, turn by turn
};

// Asked now and then with the number of states so far; yes ends the search.
using Stop = std::function<bool(std::uint64_t)>;

// Watches the limits of a search that may go through several stages.
class Watch {
public:
    Watch(const Limits& limits, const Stop& stop)
        : limits_(limits), stop_(stop), start_(Clock::now()) {}

    // `states`: of this stage; `steps`: of this stage, for a look at the clock every so many.
    Limit check(std::uint64_t states, std::uint64_t steps) {
        states_ = before_ + states;
        if (limits_.states != 0 && states_ >= limits_.states) {
            return Limit::States;
        }
        if (steps < next_) {
            return Limit::None;
        }
        next_ = steps + kEvery;
        if (limits_.seconds > 0 &&
            std::chrono::duration<double>(Clock::now() - start_).count() > limits_.seconds) {
            return Limit::Seconds;
        }
        return stop_(states_) ? Limit::Interrupt : Limit::None;
    }
    // A search begins, or goes on, beside others that have visited so many states.
    void begin(std::uint64_t others, std::uint64_t steps) {
        before_ = others;
        next_ = steps + kEvery;
    }
    const Limits& limits() const { return limits_; }
    // Of all stages, as of the last check.
    std::uint64_t states() const { return states_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t kEvery = std::uint64_t{1} << 11;

    Limits limits_;
    const Stop& stop_;
    Clock::time_point start_;
    std::uint64_t before_ = 0;
    std::uint64_t states_ = 0;
    std::uint64_t next_ = kEvery;
};

}  // namespace patience
