#include "walker.hpp"

#include <algorithm>

#include "play.hpp"

namespace patience {

Walker::Walker(const Table& table, unsigned prunings, int base, std::size_t memory)
    : table_(&table), pruner_(table, prunings, base), visited_(memory) {}

void Walker::settle(State& state) const {
    Action action;
    while (pruner_.safe_move(state, action)) {
        play(state, action);
    }
}

// ---------------------------------------------------------------- states seen before

// Whether a state that was here before, but with the stock turned further, is worth another visit.
bool Walker::note_is_news(const State& state, std::uint64_t& word, bool fresh) const {
    const std::uint64_t note = word & Visited::kNote;
    std::uint64_t now = note;
    if (pruner_.note() == TurnNote::Lap) {
        // One card a turn: whoever is less far through the stock can do all that the other can.
        const auto way = static_cast<std::uint64_t>(state.redeals() * (state.talon_size() + 1) +
                                                    state.pointer() + 1);
        if (note != 0 && note <= way) {
            return false;
        }
        now = way;
    } else if (pruner_.note() == TurnNote::Residue) {
        // The cards that further turns show depend on the remainder; after a redeal all are alike.
        const int turn = pruner_.turn();
        const int rest = state.pointer() == state.talon_size() ? 0 : state.pointer() % turn;
        if (rest == 0) {
            return fresh;
        }
        const int bits = 15 / (turn - 1);
        const int shift = bits * (rest - 1);
        const std::uint64_t field = ((std::uint64_t{1} << bits) - 1) << shift;
        const std::uint64_t seen = (note & field) >> shift;
        const auto way = static_cast<std::uint64_t>(state.pointer() / turn + 1);
        if (seen != 0 && seen <= way) {
            return false;
        }
        now = (note & ~field) | way << shift;
    } else {
        return fresh;
    }
    word = (word & ~Visited::kNote) | now;
    return true;
}

bool Walker::fresh(const State& state) {
    const bool exact = pruner_.note() == TurnNote::Exact || !pruner_.folds_turns(state);
    Key key = exact ? state.key() : state.key_but_turns();
    if (pruner_.spaces_are_free(state)) {
        key += state.equal_roots();
    }
    const Visited::Found found = visited_.visit(key);
    if (found.note == nullptr) {
        full_ = true;
        return false;
    }
    return exact ? found.fresh : note_is_news(state, *found.note, found.fresh);
}

// ---------------------------------------------------------------- actions

int Walker::worth(const State& state, const Action& action) const {
    if (action.verb != Verb::Move) {
        return -50;
    }
    const Kind from = table_->group_of(action.source).kind;
    const Kind to = table_->group_of(action.target).kind;
    int worth = 0;
    if (to == Kind::Foundation) {
        worth += 100;
    }
    if (from == Kind::Foundation) {
        worth -= 100;
    }
    if (from == Kind::Reserve) {
        worth += 40;
    }
    if (from == Kind::Tableau) {
        const int left = state.size(action.source) - action.count;
        if (left == 0) {
            worth += 20;
        } else if ((state.cards(action.source)[left - 1] & kDown) != 0) {
            worth += 30;
        } else {
            worth -= 10;
        }
    }
    if (state.empty(action.target) && to != Kind::Foundation) {
        worth -= 30;
    }
    if (to == Kind::Cell) {
        worth -= 20;
    }
    worth -= action.turns;
    return worth;
}

// The most promising actions first; those of equal worth in the order they came.
void Walker::order(const State& state, std::vector<Action>& all, std::size_t first) {
    const std::size_t count = all.size() - first;
    Action* actions = &all[first];
    worths_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Action action = actions[i];
        const int mine = worth(state, action);
        std::size_t at = i;
        for (; at > 0 && worths_[at - 1] < mine; --at) {
            worths_[at] = worths_[at - 1];
            actions[at] = actions[at - 1];
        }
        worths_[at] = mine;
        actions[at] = action;
    }
}

void Walker::expand(State& state, std::vector<Action>& actions) {
    const std::size_t first = actions.size();
    if (pruner_.folds_turns(state)) {
        generator_.moves(state, actions, true);
        generator_.talon_moves(state, actions);
    } else {
        generator_.all(state, actions);
    }
    if (pruner_.loose_group() >= 0) {
        if (pruner_.spaces_are_free(state)) {
            const auto begin = actions.begin() + static_cast<std::ptrdiff_t>(first);
            actions.erase(std::remove_if(begin, actions.end(),
                                          [&](const Action& action) {
                                              return pruner_.needless_space(state, action);
                                          }),
                           actions.end());
        }
        pruner_.add_freed(state, actions);
        circle_ = circle_ || pruner_.has_circle(state);
    }
    if (actions.size() - first > 1) {
        order(state, actions, first);
    }
}

// ---------------------------------------------------------------- the line of play

void Walker::emit(State& state, const Action& action, std::vector<Action>& line) const {
    if (action.via > 0) {
        line.push_back(move_of(action.source, action.via - 1, action.skip));
        line.push_back(move_of(action.source, action.target, 1));
    } else {
        line.push_back(action);
    }
    play(state, action);
}

void Walker::play_out(State& state, const std::vector<Action>& path,
                      std::vector<Action>& line) const {
    const auto settled = [&] {
        Action action;
        while (pruner_.safe_move(state, action)) {
            emit(state, action, line);
        }
    };
    settled();
    for (Action action : path) {
        for (; action.turns > 0; --action.turns) {
            const int count = turn_size(state);
            line.push_back({count > 0 ? Verb::Turn : Verb::Redeal, 0, 0,
                            static_cast<std::uint8_t>(count), 0, 0, 0, 0, 0});
            turn_or_redeal(state);
        }
        emit(state, action, line);
        settled();
    }
}

}  // namespace patience
