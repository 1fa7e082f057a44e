// The search that decides a deal: depth first through every state, each once, without recursion.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "moves.hpp"
#include "prune.hpp"
#include "state.hpp"
#include "visited.hpp"

namespace patience {

enum class Outcome : std::uint8_t { Winnable, Unwinnable, Undecided };
enum class Limit : std::uint8_t { None, States, Seconds, Memory, Interrupt };

struct Limits {
    std::uint64_t states = 0;   // 0 = no limit
    double seconds = 0;
    std::size_t memory = std::size_t{1} << 30;
};

struct Verdict {
    Outcome outcome = Outcome::Undecided;
    Limit limit = Limit::None;
    std::uint64_t states = 0;   // different states visited
    std::uint64_t steps = 0;    // actions carried out
    std::size_t bytes = 0;      // of the set of visited states
    std::vector<Action> line;   // the whole line of play of a winnable deal, turn by turn
};

class Search {
public:
    Search(const Table& table, unsigned prunings, int base);
    int loose_group() const { return pruner_.loose_group(); }

    // `stop` is asked about every 2^12 states with their number; yes ends the search.
    Verdict run(State& state, const Limits& limits, const std::function<bool(std::uint64_t)>& stop);

private:
    struct Frame {
        std::size_t mark;   // of the state's log before the action that led here
        std::size_t first;  // its actions in actions_
        std::size_t next;
        Action action;      // what led here
    };

    void settle(State& state) const;
    bool fresh(State& state);
    bool note_is_news(const State& state, std::uint64_t& note, bool fresh) const;
    void expand(State& state);
    void order(const State& state, std::size_t first);
    int worth(const State& state, const Action& action) const;
    void line_of(State& state, std::vector<Action>& line);

    const Table* table_;
    Pruner pruner_;
    Generator generator_;
    Visited visited_;
    bool full_ = false;
    bool circle_ = false;
    std::vector<Action> actions_;
    std::vector<int> worths_;
    std::vector<Frame> frames_;
};

}  // namespace patience
