#include "play.hpp"

#include "moves.hpp"

namespace patience {

namespace {

// Turns up the pile's top card if it has become available.
void expose(State& state, int pile) {
    if (state.is_talon(pile) || state.empty(pile) || (state.top(pile) & kDown) == 0) {
        return;
    }
    if (state.table().group_of(pile).available != Available::Alone || state.size(pile) == 1) {
        state.turn_up(pile);
    }
}

void fill(State& state, int source, int target) {
    if (source == state.table().stock) {
        state.draw(target);
        return;
    }
    if ((state.top(source) & kDown) != 0) {
        state.turn_up(source);
    }
    state.move(source, target, 1);
    expose(state, source);
}

void refill(State& state) {
    // A fill may empty a pile of a group that fills itself in turn, so again until nothing changes.
    for (bool changed = true; changed;) {
        changed = false;
        for (const Group& group : state.table().groups) {
            if (group.refill.empty()) {
                continue;
            }
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                if (!state.empty(pile)) {
                    continue;
                }
                const int source = fill_source(state, group);
                if (source < 0) {
                    break;
                }
                fill(state, source, pile);
                changed = true;
            }
        }
    }
}

void keep_house(State& state) {
    const Table& table = state.table();
    if (table.refills && !(choosing(state) && table.lock != Lock::None)) {
        refill(state);
    }
}

// Whether an action may have led to a fill; a quick look, for most do not.
bool may_fill(const State& state, const Action& action, int base_before) {
    const Table& table = state.table();
    if (action.verb != Verb::Move || state.base() != base_before || state.empty(action.source) ||
        (action.turns > 0 && table.talon_refills)) {
        return true;
    }
    const Kind to = table.group_of(action.target).kind;
    return to != Kind::Foundation && to != Kind::Tableau;
}

void make_move(State& state, const Action& action) {
    const Table& table = state.table();
    if (action.source == table.stock) {
        state.draw(action.target);
    } else if (action.via > 0) {
        state.move(action.source, action.via - 1, action.skip);
        state.move(action.source, action.target, 1);
    } else if (action.skip > 0) {
        state.take(action.source, state.size(action.source) - 1 - action.skip, action.target);
    } else {
        state.move(action.source, action.target, action.count);
    }
    const bool opens = table.base_mode == BaseMode::Chosen || table.base_mode == BaseMode::FirstCard;
    if (opens && state.base() < 0 && table.group_of(action.target).kind == Kind::Foundation) {
        const Card* cards = state.cards(action.target);
        const Card lowest = cards[state.size(action.target) - action.count];
        state.set_base((lowest & kFace) % kRanks);
    }
    expose(state, action.source);
}

void make_turn(State& state, int count) {
    const Table& table = state.table();
    if (table.turn_piles.size() == 1 && table.turn_piles[0] == table.waste) {
        state.set_pointer(state.pointer() + count);
    } else {
        for (int place = 0; place < count; ++place) {
            state.draw(table.turn_piles[static_cast<std::size_t>(place) % table.turn_piles.size()]);
        }
    }
    if (table.marks_turns) {
        state.set_turned();
    }
}

}  // namespace

bool turn_or_redeal(State& state) {
    if (const int count = turn_size(state); count > 0) {
        make_turn(state, count);
    } else if (may_redeal(state)) {
        state.set_pointer(0);
        state.count_redeal();
    } else {
        return false;
    }
    keep_house(state);
    return true;
}

void refuse_open_fills(const State& state) {
    const Table& table = state.table();
    if (choosing(state) && table.lock != Lock::None) {
        return;
    }
    for (const Group& group : table.groups) {
        for (int pile = group.first; pile < group.first + group.size && !group.refill.empty(); ++pile) {
            if (state.empty(pile) && fill_source(state, group) >= 0) {
                throw InputError("a space is empty that fills itself at once");
            }
        }
    }
}

void play(State& state, const Action& action) {
    const int base = state.base();
    if (action.turns > 0) {
        state.jump(action.pointer, action.redeals);
    }
    switch (action.verb) {
        case Verb::Move:
            make_move(state, action);
            break;
        case Verb::Turn:
            make_turn(state, action.count);
            break;
        case Verb::Redeal:
            state.set_pointer(0);
            state.count_redeal();
            break;
    }
    if (may_fill(state, action, base)) {
        keep_house(state);
    }
}

}  // namespace patience
