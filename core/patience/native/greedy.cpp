#include "greedy.hpp"

#include <algorithm>
#include <array>

namespace patience {

namespace {

enum Worth : int {
    kBase, kHome, kUncover, kReserve, kJoin, kFill, kDig, kReserveRoom, kWaste, kCell,
    kWasteRoom, kLastFill, kTurning, kRedealing, kNever,
};

using Rank = Greedy::Rank;

bool face_up_top(const State& state, int pile) {
    return !state.empty(pile) && (state.top(pile) & kDown) == 0;
}

// How well a base would be followed by the cards that lie open.
int company(const State& state, const Action& action) {
    const Table& table = state.table();
    const int place = state.size(action.source) - 1 - action.skip;
    const int card = state.cards(action.source)[place] & kFace;
    const int after = card / kRanks * kRanks + (card % kRanks + 1) % kRanks;
    int total = 0;
    for (int pile = 0; pile < table.pile_count(); ++pile) {
        if (pile == table.stock || pile == action.source || !face_up_top(state, pile)) {
            continue;
        }
        const int top = state.top(pile);
        total += (top % kRanks == card % kRanks ? 2 : 0) + (top == after ? 1 : 0);
    }
    return total;
}

// The cards of a pile that foundations take now.
Mask home_takes(const State& state, int source) {
    const Table& table = state.table();
    const int giver = table.pile(source).group;
    Mask mask = 0;
    for (const Group& group : table.groups) {
        if (group.kind == Kind::Foundation && (group.sources >> giver & 1U) != 0 &&
            holds(state, group.open)) {
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                mask |= takes_single(state, group, pile);
            }
        }
    }
    return mask;
}

// Whether a reserve's or the waste's top card fits on the card that the move uncovers.
int room(State& state, const Action& action) {
    const Group& column = state.table().group_of(action.source);
    const std::size_t mark = state.mark();
    state.move(action.source, action.target, action.count);
    const Mask mask = takes_single(state, column, action.source);
    state.undo(mark);
    constexpr std::array<std::pair<int, Kind>, 2> wanted{
        {{kReserveRoom, Kind::Reserve}, {kWasteRoom, Kind::Waste}}};
    for (const auto& [worth, kind] : wanted) {
        for (const Group& group : state.table().groups) {
            if (group.kind != kind || (column.sources >> group.index & 1U) == 0) {
                continue;
            }
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                if (face_up_top(state, pile) && (mask >> state.top(pile) & 1) != 0) {
                    return worth;
                }
            }
        }
    }
    return kNever;
}

Rank from_column(State& state, const Action& action, Kind target) {
    constexpr Rank never{kNever, 0};
    const int left = state.size(action.source) - action.count;
    const bool occupied = !state.empty(action.target);
    if (action.skip != 0 || (target != Kind::Tableau && target != Kind::Cell)) {
        return never;
    }
    if (left == 0) {
        return occupied && target == Kind::Tableau ? Rank{kJoin, 0} : never;
    }
    const Card bared = state.cards(action.source)[left - 1];
    if ((bared & kDown) != 0) {
        return target == Kind::Tableau ? Rank{kUncover, 0} : never;
    }
    if (!occupied && target == Kind::Tableau) {
        return never;
    }
    if ((home_takes(state, action.source) >> bared & 1) != 0) {
        return {kDig, 0};
    }
    return target == Kind::Tableau ? Rank{room(state, action), 0} : never;
}

Rank worth_of(State& state, const Action& action) {
    if (action.verb == Verb::Turn) {
        return {kTurning, 0};
    }
    if (action.verb == Verb::Redeal) {
        return {kRedealing, 0};
    }
    const Kind source = state.table().group_of(action.source).kind;
    const Kind target = state.table().group_of(action.target).kind;
    if (target == Kind::Foundation) {
        const BaseMode mode = state.table().base_mode;
        if (state.base() < 0 && (mode == BaseMode::Chosen || mode == BaseMode::FirstCard)) {
            return {kBase, -company(state, action)};
        }
        const int order = source == Kind::Reserve   ? 0
                          : source == Kind::Tableau ? 1
                          : source == Kind::Cell    ? 2
                                                    : 3;
        return {kHome, order};
    }
    if (source == Kind::Tableau) {
        return from_column(state, action, target);
    }
    const bool empty = state.empty(action.target);
    if (source == Kind::Reserve && target == Kind::Tableau) {
        return {empty ? kFill : kReserve, 0};
    }
    if (target != Kind::Tableau && target != Kind::Reserve) {
        return {kNever, 0};
    }
    if (source == Kind::Waste || source == Kind::Stock) {
        return empty ? Rank{kLastFill, source == Kind::Stock ? 1 : 0} : Rank{kWaste, 0};
    }
    return source == Kind::Cell && !empty ? Rank{kCell, 0} : Rank{kNever, 0};
}

// Whether another redeal gives the table of the last one also in what redeals decide.
bool repeats(const State& state) {
    const int cap = state.table().redeal_cap;
    return std::min(state.redeals() + 1, cap) == std::min(state.redeals(), cap);
}

}  // namespace

Greedy::Rank Greedy::worth(State& state, const Action& action) { return worth_of(state, action); }

int Greedy::choose(State& state, const std::vector<Action>& actions) {
    int best = -1;
    Rank lowest{kNever, 0};
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const Rank rank = worth_of(state, actions[i]);
        if (rank.first != kNever && (best < 0 || rank < lowest)) {
            best = static_cast<int>(i);
            lowest = rank;
        }
    }
    if (best < 0) {
        return -1;
    }
    const Verb verb = actions[static_cast<std::size_t>(best)].verb;
    if (verb == Verb::Redeal) {
        if (idle_ && repeats(state)) {
            return -1;
        }
        idle_ = true;
    } else if (verb != Verb::Turn) {
        idle_ = false;
    }
    return best;
}

}  // namespace patience
