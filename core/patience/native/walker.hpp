// What every search does with a state: settle it, tell whether it is new, list what to try next.
#pragma once

#include <vector>

#include "moves.hpp"
#include "prune.hpp"
#include "state.hpp"
#include "visited.hpp"

namespace patience {

// Where the waste card that an action plays lies in the talon.
int talon_place(const State& state, const Action& action);

class Walker {
public:
    Walker(const Table& table, unsigned prunings, const Position& start, std::size_t memory);

    const Table& table() const { return *table_; }
    const Pruner& pruner() const { return pruner_; }
    Visited& visited() { return visited_; }
    bool full() const { return full_; }      // the set of visited states has no more room
    bool circle() const { return circle_; }  // a run came near to closing a circle

    // Plays the moves that no line can regret.
    void settle(State& state) const;
    // Notes a settled state; whether it was not there before (or only further through the stock).
    bool fresh(const State& state);
    // Whether the state after an action is known without playing it; then also whether it is new.
    enum class Foresight { Unknown, Known, New };
    Foresight foresee(const State& state, const Action& action, const Key& ahead);
    // Appends the actions to try in a settled state, the most promising first. With `news_only`,
    // for the state that was last found to be new: without those tried when it came before, further
    // through the stock. `ahead`, as long as `actions`: the key of the state after each, Key{} where
    // that takes playing it.
    void expand(State& state, std::vector<Action>& actions, std::vector<Key>& ahead,
                bool news_only = false);
    // Plays a path of actions from the start, settling after each, as the line of plain actions.
    void play_out(State& state, const std::vector<Action>& path, std::vector<Action>& line) const;

private:
    // How far a state is through the stock.
    struct Way {
        int talon;
        int pointer;
        int redeals;
    };
    bool note_is_news(const Way& way, std::uint64_t& word, bool fresh);
    bool visit(const Key& key, const Way* way);
    Key key_of(const State& state) const;
    Card taken(const State& state, const Action& action) const;
    bool leaves_quietly(const State& state, const Action& action, Mask safe) const;
    bool goes_up_quietly(const State& state, const Action& action, Mask& safe) const;
    bool replaced_quietly(const State& state, const Action& action, Mask safe) const;
    bool can_foresee(const State& state, const Action& action) const;
    Key foreseen(const State& state, const Action& action, const Key& here) const;
    void look_ahead(const State& state, const std::vector<Action>& actions, std::size_t first,
                    std::vector<Key>& ahead) const;
    void drop_needless(const State& state, std::vector<Action>& actions, std::size_t first);
    void order(const State& state, std::vector<Action>& actions, std::size_t first);
    int worth(const State& state, const Action& action) const;
    void emit(State& state, const Action& action, std::vector<Action>& line) const;

    const Table* table_;
    Pruner pruner_;
    Generator generator_;
    Visited visited_;
    bool full_ = false;
    bool circle_ = false;
    Stretch news_;  // of the state last found to be new, or to come less far through the stock
    std::vector<int> worths_;
};

}  // namespace patience
