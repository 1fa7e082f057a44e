#include "moves.hpp"

#include <algorithm>
#include <utility>

#include "play.hpp"

namespace patience {

namespace {

// The first pile of a group that holds the same cards as this one.
int first_equal(const State& state, const Group& group, int pile) {
    int other = group.first;
    while (other < pile && !state.same_cards(other, 0, pile)) {
        ++other;
    }
    return other;
}

bool all_up(const State& state, int pile) {
    const Card* cards = state.cards(pile);
    return std::none_of(cards, cards + state.size(pile),
                        [](Card card) { return (card & kDown) != 0; });
}

}  // namespace

// ---------------------------------------------------------------- targets

Generator::Generator(const Table& table) {
    waste_bit_ = table.waste < 0 ? 0 : 1U << table.pile(table.waste).group;
    for (const int pile : table.turn_piles) {
        turns_lay_out_ = turns_lay_out_ || pile != table.waste;
    }
    for (const Group& group : table.groups) {
        for (const Link& link : group.space) {
            stock_in_chains_ = stock_in_chains_ || link.group == kStock || link.group == kUnturned;
            waste_in_chains_ = waste_in_chains_ ||
                               (link.group < kUnturned && (waste_bit_ >> link.group & 1) != 0);
        }
    }
}

void Generator::add_target(const Target& target) { targets_[target_count_++] = target; }

void Generator::find_group_targets(const State& state, const Group& group, std::uint32_t sources) {
    const Table& table = state.table();
    const bool alike = group.size > 1 && state.alike_now(group);
    const bool merge = alike && !table.by_results;
    const std::uint32_t own = sources & 1U << group.index;
    std::uint64_t doubled = 0;  // piles of which one equal pile is a target as well
    const auto row = static_cast<std::size_t>(state.base() + 1);
    bool spaces = false;
    for (int pile = group.first; pile < group.first + group.size; ++pile) {
        if (!state.empty(pile)) {
            Target target{0, sources, -1, static_cast<std::uint8_t>(pile), &group};
            if (merge && table.packs > 1) {
                const int equal = first_equal(state, group, pile);
                if (equal < pile) {
                    // It stands for the pile, but cannot take what it gives itself.
                    if (own == 0 || (doubled >> equal & 1) != 0) {
                        continue;
                    }
                    doubled |= std::uint64_t{1} << equal;
                    target.sources = own;
                    target.only = static_cast<std::int8_t>(equal);
                }
            }
            target.mask = takes_single(state, group, pile);
            if (target.mask != 0) {
                add_target(target);
            }
            continue;
        }
        if (alike && spaces) {
            continue;
        }
        spaces = true;
        const Mask mask = table.pile(pile).start[row] & group.accepts;
        if (mask == 0) {
            continue;
        }
        Target target{mask, sources, -1, static_cast<std::uint8_t>(pile), &group};
        if (!group.space.empty()) {
            const SpaceSource from = space_source(state, group);
            if (from.source == kStock || from.source == kUnturned || from.source < 0) {
                continue;
            }
            if (from.source != kAny) {
                target.sources &= 1U << from.source;
            }
            target.only = static_cast<std::int8_t>(from.only);
        }
        if (target.sources != 0) {
            add_target(target);
        }
    }
}

void Generator::find_targets(const State& state, std::uint32_t allowed) {
    target_count_ = 0;
    for (const Group& group : state.table().groups) {
        const std::uint32_t sources = group.sources & allowed;
        if (sources != 0 && (group.open.when == When::Always || holds(state, group.open))) {
            find_group_targets(state, group, sources);
        }
    }
}

// What all targets want together, for a quick look at a source.
void Generator::sum_up(const State& state) {
    wanted_ = 0;
    unit_wanted_ = 0;
    parts_wanted_ = false;
    for (std::size_t i = 0; i < target_count_; ++i) {
        const Target& target = targets_[i];
        wanted_ |= target.mask;
        if (target.group->units) {
            unit_wanted_ |= target.mask;
            parts_wanted_ = parts_wanted_ || !state.is_loose(target.pile) || state.empty(target.pile);
        }
    }
}

// While the base is to be chosen: what the lock leaves of the targets.
void Generator::restrict_choice(const State& state) {
    const Table& table = state.table();
    const std::size_t count = std::exchange(target_count_, 0);
    for (std::size_t i = 0; i < count; ++i) {
        Target target = targets_[i];
        const bool founds = target.group->kind == Kind::Foundation;
        if (table.lock == Lock::None) {
            target.sources &= founds ? 1U << table.base_group : ~0U;
        } else if (!founds && !(table.lock == Lock::Packing && target.group->kind == Kind::Tableau)) {
            continue;
        }
        add_target(target);
    }
}

// ---------------------------------------------------------------- sources

void Generator::add_lift(const Card* cards, int size, int count) {
    const Card lowest = cards[size - count] & kFace;
    lifts_[lift_count_++] = {lowest, static_cast<std::uint8_t>(count)};
    lift_mask_ |= bit(lowest);
}

// The units that a pile can give, the smallest first.
void Generator::find_lifts(const State& state, const Group& group, int pile) {
    const int size = state.size(pile);
    const Card* cards = state.cards(pile);
    lift_count_ = 0;
    lift_mask_ = 0;
    switch (group.unit) {
        case Unit::Top:
            add_lift(cards, size, 1);
            break;
        case Unit::Sequence: {
            const int run = run_length(state, group, pile);
            for (int count = state.is_loose(pile) && !parts_wanted_ ? run : 1; count <= run; ++count) {
                add_lift(cards, size, count);
            }
            break;
        }
        case Unit::Group:
            for (int count = 1; count <= size && (cards[size - count] & kDown) == 0; ++count) {
                add_lift(cards, size, count);
            }
            break;
        case Unit::TopOrPile:
            add_lift(cards, size, 1);
            if (size > 1 && (unit_wanted_ >> (cards[0] & kFace) & 1) != 0 && all_up(state, pile)) {
                add_lift(cards, size, size);
            }
            break;
        case Unit::Pile:
            if ((unit_wanted_ >> (cards[0] & kFace) & 1) != 0 && all_up(state, pile)) {
                add_lift(cards, size, size);
            }
            break;
        case Unit::Run:
            add_lift(cards, size, run_length(state, group, pile));
            break;
        case Unit::Nothing:
            break;
    }
}

void Generator::units(const State& state, const Group& group, int pile, const Target& target,
                      std::vector<Action>& out) const {
    const int size = state.size(pile);
    const int room = target.group->limit - state.size(target.pile);
    const bool whole = target.group == &group && state.is_loose(pile) && !state.empty(target.pile);
    for (std::size_t i = whole ? lift_count_ - 1 : 0; i < lift_count_; ++i) {
        const Lift& lift = lifts_[i];
        if ((target.mask >> lift.lowest & 1) == 0 || lift.count > room) {
            continue;
        }
        // What would only swap two interchangeable piles is no move.
        if (target.group == &group && (lift.count == size || state.table().packs > 1) &&
            state.same_cards(pile, lift.count, target.pile) && state.alike_now(group)) {
            continue;
        }
        out.push_back(move_of(pile, target.pile, lift.count));
    }
}

void Generator::from_pile(const State& state, const Group& group, int pile,
                          std::vector<Action>& out) {
    const Card top = state.top(pile);
    lift_mask_ = 0;
    if (unit_wanted_ != 0) {
        find_lifts(state, group, pile);
    }
    if ((wanted_ >> top & 1) == 0 && (lift_mask_ & unit_wanted_) == 0) {
        return;
    }
    const std::uint32_t mine = 1U << group.index;
    for (std::size_t i = 0; i < target_count_; ++i) {
        const Target& target = targets_[i];
        const Mask offered = target.group->units ? lift_mask_ : bit(top);
        if ((target.mask & offered) == 0 || (target.sources & mine) == 0 || target.pile == pile ||
            (target.only >= 0 && target.only != pile)) {
            continue;
        }
        if (target.group->units) {
            units(state, group, pile, target, out);
        } else {
            out.push_back(move_of(pile, target.pile, 1));
        }
    }
}

void Generator::buried(const State& state, const Group& group, int pile, std::vector<Action>& out) {
    const int size = state.size(pile);
    const Card* cards = state.cards(pile);
    const std::uint32_t mine = 1U << group.index;
    const bool ends = group.available == Available::BothEnds;
    for (int place = ends ? std::min(0, size - 2) : size - 2; place >= 0; --place) {
        if ((cards[place] & kDown) != 0) {
            continue;
        }
        for (std::size_t i = 0; i < target_count_; ++i) {
            const Target& target = targets_[i];
            if ((target.sources & mine) != 0 && (target.mask >> cards[place] & 1) != 0 &&
                target.pile != pile && (target.only < 0 || target.only == pile)) {
                out.push_back(move_of(pile, target.pile, 1, size - 1 - place));
            }
        }
    }
}

void Generator::from_group(const State& state, const Group& group, std::vector<Action>& out) {
    const bool merge = state.table().packs > 1 && !state.table().by_results && group.size > 1 &&
                       state.alike_now(group);
    const bool keeps_base =
        group.kind == Kind::Foundation && group.worry_back == WorryBack::NotBase;
    for (int pile = group.first; pile < group.first + group.size; ++pile) {
        if (state.empty(pile) || (keeps_base && state.size(pile) == 1)) {
            continue;
        }
        if (merge && first_equal(state, group, pile) < pile) {
            continue;
        }
        if (available(state, group, pile)) {
            from_pile(state, group, pile, out);
        }
        if (group.available == Available::All || group.available == Available::BothEnds) {
            buried(state, group, pile, out);
        }
    }
}

void Generator::stock_moves(const State& state, std::vector<Action>& out) {
    const Table& table = state.table();
    if (table.stock < 0 || state.empty(table.stock)) {
        return;
    }
    const Card card = state.top(table.stock);
    for (const Group& group : table.groups) {
        const bool fed = std::any_of(group.space.begin(), group.space.end(), [](const Link& link) {
            return link.group == kStock || link.group == kUnturned;
        });
        if (!fed) {
            continue;
        }
        const int source = space_source(state, group).source;
        if (source != kStock && source != kUnturned) {
            continue;
        }
        for (int pile = group.first; pile < group.first + group.size; ++pile) {
            if (!state.empty(pile)) {
                continue;
            }
            const Mask start = table.pile(pile).start[static_cast<std::size_t>(state.base() + 1)];
            if ((start & group.accepts & bit(card)) != 0) {
                out.push_back(move_of(table.stock, pile, 1));
                if (state.alike_now(group)) {
                    break;
                }
            }
        }
    }
}

// With several packs an automatic fill may replace a lone card at once by its double; then playing
// the double from where it lay is the same move. The first of the two stays.
void Generator::drop_filled_alike(const State& state, std::vector<Action>& out, std::size_t first) {
    for (std::size_t i = first; i < out.size(); ++i) {
        const Action action = out[i];
        const Group& group = state.table().group_of(action.source);
        if (group.refill.empty() || state.size(action.source) != 1) {
            continue;
        }
        const int source = fill_source(state, group);
        if (source < 0 || (state.top(source) & kFace) != state.top(action.source)) {
            continue;
        }
        const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
        const auto other = std::find_if(begin, out.end(), [&](const Action& one) {
            return one.source == source && one.target == action.target;
        });
        if (other != out.end()) {
            const auto here = out.begin() + static_cast<std::ptrdiff_t>(i);
            out.erase(std::max(other, here));
            i -= other < here ? 1 : 0;
        }
    }
}

void Generator::moves(State& state, std::vector<Action>& out, bool skip_waste) {
    const Table& table = state.table();
    const std::size_t first = out.size();
    const bool open_choice = choosing(state);
    std::uint32_t allowed = ~0U;
    if (open_choice && table.lock != Lock::None) {
        allowed = 1U << table.base_group;
    }
    find_targets(state, allowed);
    if (open_choice) {
        restrict_choice(state);
    }
    if (target_count_ == 0) {
        return;
    }
    sum_up(state);
    for (const Group& group : table.groups) {
        if ((allowed >> group.index & 1) == 0 || group.kind == Kind::Stock ||
            (skip_waste && group.kind == Kind::Waste) ||
            (group.kind == Kind::Foundation && group.worry_back == WorryBack::Never)) {
            continue;
        }
        from_group(state, group, out);
    }
    // (With the stock's last card gone, to fill a space, piles may become alike.)
    const bool last = table.packs > 1 && table.talon_refills && table.stock >= 0 &&
                      state.size(table.stock) == 1;
    if (table.by_results || last) {
        drop_equal_results(state, out, first);
    } else if (table.packs > 1 && table.refills) {
        drop_filled_alike(state, out, first);
    }
}

// One action for each distinct result, and none that changes nothing.
void Generator::drop_equal_results(State& state, std::vector<Action>& out, std::size_t first) {
    std::vector<Key> seen{state.key()};
    const auto known = [&](const Action& action) {
        const std::size_t mark = state.mark();
        play(state, action);
        const Key key = state.key();
        state.undo(mark);
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            return true;
        }
        seen.push_back(key);
        return false;
    };
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first);
    out.erase(std::remove_if(begin, out.end(), known), out.end());
}

void Generator::all(State& state, std::vector<Action>& out) {
    const std::size_t first = out.size();
    moves(state, out, false);
    const Table& table = state.table();
    if (choosing(state) && table.lock != Lock::None) {
        return;
    }
    const std::size_t moved = out.size();
    stock_moves(state, out);
    // A turn may do the same as the next card's going to a space; and with the last card gone piles
    // may become alike.
    const bool doubles = out.size() > moved && (turns_lay_out_ || state.table().talon_refills ||
                                                state.size(table.stock) == 1);
    if (const int count = turn_size(state); count > 0) {
        out.push_back({Verb::Turn, static_cast<std::uint8_t>(table.stock), 0,
                       static_cast<std::uint8_t>(count), 0, 0, 0, 0, 0});
    }
    if (may_redeal(state)) {
        out.push_back({Verb::Redeal, static_cast<std::uint8_t>(table.waste), 0,
                       static_cast<std::uint8_t>(state.size(table.waste)), 0, 0, 0, 0, 0});
    }
    if (doubles) {
        drop_equal_results(state, out, first);
    }
}

}  // namespace patience
