// What every search does with a state: settle it, tell whether it is new, list what to try next.
#pragma once

#include <vector>

#include "moves.hpp"
#include "prune.hpp"
#include "state.hpp"
#include "visited.hpp"

namespace patience {

class Walker {
public:
    Walker(const Table& table, unsigned prunings, int base, std::size_t memory);

    const Table& table() const { return *table_; }
    const Pruner& pruner() const { return pruner_; }
    Visited& visited() { return visited_; }
    bool full() const { return full_; }      // the set of visited states has no more room
    bool circle() const { return circle_; }  // a run came near to closing a circle

    // Plays the moves that no line can regret.
    void settle(State& state) const;
    // Notes a settled state; whether it was not there before (or only further through the stock).
    bool fresh(const State& state);
    // Appends the actions to try in a settled state, the most promising first.
    void expand(State& state, std::vector<Action>& actions);
    // Plays a path of actions from the start, settling after each, as the line of plain actions.
    void play_out(State& state, const std::vector<Action>& path, std::vector<Action>& line) const;

private:
    bool note_is_news(const State& state, std::uint64_t& word, bool fresh) const;
    void order(const State& state, std::vector<Action>& actions, std::size_t first);
    int worth(const State& state, const Action& action) const;
    void emit(State& state, const Action& action, std::vector<Action>& line) const;

    const Table* table_;
    Pruner pruner_;
    Generator generator_;
    Visited visited_;
    bool full_ = false;
    bool circle_ = false;
    std::vector<int> worths_;
};

}  // namespace patience
