// What the rules ask of a state: conditions, turns, chains, runs, what a pile takes.
#include <algorithm>

#include "moves.hpp"

namespace patience {

namespace {

bool no_spaces(const State& state) {
    int piles = 0;
    int cards = 0;
    bool spaces = false;
    for (const Group& group : state.table().groups) {
        if (group.kind == Kind::Tableau) {
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                ++piles;
                cards += state.size(pile);
                spaces = spaces || state.empty(pile);
            }
        }
    }
    return !spaces || cards < piles;
}

bool reserve_empty(const State& state) {
    for (const Group& group : state.table().groups) {
        if (group.kind == Kind::Reserve) {
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                if (!state.empty(pile)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool pile_empty(const State& state, int pile) { return pile < 0 || state.empty(pile); }

// The cards that fit on a pile that has some.
Mask follow_mask(const State& state, const Group& group, int pile) {
    const PileRule& rule = state.table().pile(pile);
    const int size = state.size(pile);
    if (rule.follow < 0 || (size >= group.limit && group.limit != kNoLimit)) {
        return 0;
    }
    int number = rule.follow;
    if (group.fixed_direction && size > 1 && pile != state.table().stock) {
        const Card* cards = state.cards(pile);
        const Mask up = state.table().follow(rule.follow_up, state.base(), cards[0]);
        number = (up >> (cards[1] & kFace) & 1) != 0 ? rule.follow_up : rule.follow_down;
    }
    return state.table().follow(number, state.base(), state.top(pile));
}

}  // namespace

bool holds(const State& state, const Test& test) {
    const Table& table = state.table();
    switch (test.when) {
        case When::Always:
            return true;
        case When::NoSpaces:
            return no_spaces(state);
        case When::WasteEmpty:
            return pile_empty(state, table.waste);
        case When::StockEmpty:
            return pile_empty(state, table.stock);
        case When::ReserveEmpty:
            return reserve_empty(state);
        case When::Redealt:
            return state.redeals() >= test.number;
    }
    return false;
}

bool choosing(const State& state) {
    return state.base() < 0 && state.table().base_mode == BaseMode::Chosen;
}

int turn_size(const State& state) {
    const Table& table = state.table();
    if (table.stock < 0 || table.turn_piles.empty() || state.empty(table.stock) ||
        !holds(state, table.turn_when)) {
        return 0;
    }
    const int piles = static_cast<int>(table.turn_piles.size());
    const auto last = table.turn_counts.size() - 1;
    int count = table.turn_counts[std::min(static_cast<std::size_t>(state.redeals()), last)];
    count = std::min(table.turn_each ? count * piles : count, state.size(table.stock));
    for (int place = 0; place < piles && place < count; ++place) {
        const int pile = table.turn_piles[static_cast<std::size_t>(place)];
        const int limit = table.group_of(pile).limit;
        const int added = (count - place + piles - 1) / piles;
        if (limit != kNoLimit && state.size(pile) + added > limit) {
            return 0;
        }
    }
    return count;
}

bool may_redeal(const State& state) {
    const Table& table = state.table();
    return table.waste >= 0 && table.stock >= 0 && !table.turn_piles.empty() &&
           state.empty(table.stock) && !state.empty(table.waste) &&
           (table.redeals == kUnlimited || state.redeals() < table.redeals);
}

SpaceSource space_source(const State& state, const Group& group) {
    const Table& table = state.table();
    for (const Link& link : group.space) {
        if (link.group == kAny) {
            return {kAny, -1};
        }
        if (link.group >= kUnturned) {
            const bool feeds = !state.empty(table.stock) && pile_empty(state, table.waste);
            if (feeds && !(link.group == kUnturned && state.turned())) {
                return {link.group, -1};
            }
            continue;
        }
        const Group& source = table.groups[static_cast<std::size_t>(link.group)];
        int best = -1;
        for (int pile = source.first; pile < source.first + source.size; ++pile) {
            if (available(state, source, pile) && (best < 0 || state.size(pile) > state.size(best))) {
                best = pile;
            }
        }
        if (best >= 0) {
            return {link.group, link.fuller ? best : -1};
        }
    }
    return {-1, -1};
}

int fill_source(const State& state, const Group& group) {
    const Table& table = state.table();
    for (const Link& link : group.refill) {
        if (link.group >= kUnturned) {
            if (!state.empty(table.stock) && !(link.group == kUnturned && state.turned())) {
                return table.stock;
            }
            continue;
        }
        const Group& source = table.groups[static_cast<std::size_t>(link.group)];
        int best = -1;
        for (int pile = source.first; pile < source.first + source.size; ++pile) {
            if (!state.empty(pile) &&
                (best < 0 || (link.fuller && state.size(pile) > state.size(best)))) {
                best = pile;
            }
        }
        if (best >= 0) {
            return best;
        }
    }
    return -1;
}

Mask takes_single(const State& state, const Group& group, int pile) {
    const Mask fits = state.empty(pile)
                          ? state.table().pile(pile).start[static_cast<std::size_t>(state.base() + 1)]
                          : follow_mask(state, group, pile);
    return fits & group.accepts;
}

int run_length(const State& state, const Group& group, int pile) {
    const int size = state.size(pile);
    if (size == 0 || (state.top(pile) & kDown) != 0) {
        return 0;
    }
    if (group.run < 0) {
        return 1;
    }
    if (state.is_loose(pile)) {
        return state.loose_run(pile);
    }
    const Card* cards = state.cards(pile);
    int place = size - 1;
    while (place > 0) {
        const Card below = cards[place - 1];
        if ((below & kDown) != 0 ||
            (state.table().follow(group.run, state.base(), below) >> cards[place] & 1) == 0) {
            break;
        }
        --place;
    }
    return size - place;
}

}  // namespace patience
