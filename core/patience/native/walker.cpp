#include "walker.hpp"

#include <algorithm>

#include "play.hpp"

namespace patience {

Walker::Walker(const Table& table, unsigned prunings, const Position& start, std::size_t memory)
    : table_(&table), pruner_(table, prunings, start), generator_(table), visited_(memory) {}

void Walker::settle(State& state) const {
    Action action;
    while (pruner_.safe_move(state, action)) {
        play(state, action);
    }
}

// ---------------------------------------------------------------- states seen before

// Whether a state that was here before, but with the stock turned further, is worth another visit.
bool Walker::note_is_news(const Way& way, std::uint64_t& word, bool fresh) {
    const std::uint64_t note = word & Visited::kNote;
    std::uint64_t now = note;
    news_ = {};
    if (pruner_.note() == TurnNote::Lap) {
        // One card a turn: whoever is less far through the stock can do all that the other can.
        const auto far = static_cast<std::uint64_t>(way.redeals * (way.talon + 1) + way.pointer + 1);
        if (note != 0 && note <= far) {
            return false;
        }
        if (note != 0) {
            const int before = static_cast<int>(note) - 1;
            news_ = {before / (way.talon + 1) - way.redeals, before % (way.talon + 1)};
        }
        now = far;
    } else if (pruner_.note() == TurnNote::Residue) {
        // The cards that further turns show depend on the remainder; after a redeal all are alike.
        const int turn = pruner_.turn();
        const int rest = way.pointer == way.talon ? 0 : way.pointer % turn;
        if (rest == 0) {
            return fresh;
        }
        const int bits = 15 / (turn - 1);
        const int shift = bits * (rest - 1);
        const std::uint64_t field = ((std::uint64_t{1} << bits) - 1) << shift;
        const std::uint64_t seen = (note & field) >> shift;
        const auto far = static_cast<std::uint64_t>(way.pointer / turn + 1);
        if (seen != 0 && seen <= far) {
            return false;
        }
        if (!fresh) {
            // After a redeal all are alike, and the last card comes to the top before it.
            news_ = {0, seen != 0 ? static_cast<int>(seen - 1) * turn + rest : way.talon};
        }
        now = (note & ~field) | far << shift;
    } else {
        return fresh;
    }
    word = (word & ~Visited::kNote) | now;
    return true;
}

// `way`: null where the key tells all.
bool Walker::visit(const Key& key, const Way* way) {
    const Visited::Found found = visited_.visit(key);
    if (found.note == nullptr) {
        full_ = true;
        return false;
    }
    if (way == nullptr) {
        news_ = {};
        return found.fresh;
    }
    return note_is_news(*way, *found.note, found.fresh);
}

Key Walker::key_of(const State& state) const {
    const bool exact = pruner_.note() == TurnNote::Exact || !pruner_.folds_turns(state);
    Key key = exact ? state.key() : state.key_but_turns();
    if (pruner_.spaces_are_free(state)) {
        key += state.equal_roots(pruner_.first_of_class());
    }
    return key;
}

bool Walker::fresh(const State& state) {
    const bool exact = pruner_.note() == TurnNote::Exact || !pruner_.folds_turns(state);
    const Way way{state.talon_size(), state.pointer(), state.redeals()};
    return visit(key_of(state), exact ? nullptr : &way);
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

void Walker::drop_needless(const State& state, std::vector<Action>& actions, std::size_t first) {
    const Mask safe = pruner_.safe_cards(state);
    const bool free = pruner_.spaces_are_free(state);
    if (safe == 0 && !free) {
        return;
    }
    const auto needless = [&](const Action& action) {
        if (action.source == table_->waste && action.verb == Verb::Move && action.count == 1) {
            // A safe card would go on from the tableau to its foundation at once.
            return (safe >> state.talon()[talon_place(state, action)] & 1) != 0 &&
                   table_->group_of(action.target).kind == Kind::Tableau &&
                   pruner_.founds_from(action.target) && pruner_.founds_from(action.source);
        }
        return free && pruner_.needless_space(state, action);
    };
    const auto begin = actions.begin() + static_cast<std::ptrdiff_t>(first);
    actions.erase(std::remove_if(begin, actions.end(), needless), actions.end());
}

void Walker::expand(State& state, std::vector<Action>& actions, std::vector<Key>& ahead,
                    bool news_only) {
    const std::size_t first = actions.size();
    const bool folds = pruner_.folds_turns(state);
    if (folds) {
        generator_.all_with_turns(state, news_only ? news_ : Stretch{}, actions);
    } else {
        generator_.all(state, actions);
    }
    drop_needless(state, actions, first);
    if (pruner_.loose_group() >= 0) {
        pruner_.add_freed(state, actions);
        circle_ = circle_ || pruner_.has_circle(state);
    }
    if (actions.size() - first > 1) {
        order(state, actions, first);
    }
    if (folds && pruner_.note() != TurnNote::Exact) {
        look_ahead(state, actions, first, ahead);
    } else {
        ahead.resize(actions.size());
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
