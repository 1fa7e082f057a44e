#include "prune.hpp"

#include <algorithm>

namespace patience {

namespace {

bool draws_talon(const Link& link, const Table& table) {
    return link.group >= kUnturned || (table.waste >= 0 && link.group == table.pile(table.waste).group);
}

// Whether anything in the rules reads how the cards are shared between stock and waste.
bool reads_turns(const Table& table) {
    const auto reads = [](const Test& test) {
        return test.when == When::WasteEmpty || test.when == When::StockEmpty ||
               test.when == When::Redealt;
    };
    for (const Group& group : table.groups) {
        if (reads(group.open) || group.alike == Alike::StockEmpty) {
            return true;
        }
        // A chain that goes on from the waste to another place asks whether the waste is empty.
        bool waste = false;
        for (const Link& link : group.space) {
            if (waste && link.group < kUnturned) {
                return true;
            }
            if (waste && link.group == kAny) {
                return true;
            }
            waste = waste || draws_talon(link, table);
        }
    }
    return false;
}

}  // namespace

Pruner::Pruner(const Table& table, unsigned asked, int base) : table_(&table), active_(asked) {
    study_turns();
    study_foundations();
    study_runs(base);
}

// ---------------------------------------------------------------- turns

void Pruner::study_turns() {
    const Table& table = *table_;
    for (const Group& group : table.groups) {
        for (const Link& link : group.refill) {
            talon_refills_ = talon_refills_ || draws_talon(link, table);
        }
    }
    const bool plain = table.closed_talon && table.stock >= 0 && table.waste >= 0 &&
                       table.turn_piles.size() == 1 && table.turn_piles[0] == table.waste &&
                       table.turn_when.when == When::Always &&
                       table.group_of(table.waste).limit == kNoLimit &&
                       table.group_of(table.waste).size == 1 &&
                       table.group_of(table.waste).available == Available::Top &&
                       table.goal < 0 && !table.marks_turns &&
                       !reads_turns(table);
    if (!plain) {
        active_ &= ~kTurnsAsOne;
    }
    if ((active_ & kTurnsAsOne) == 0) {
        return;
    }
    turn_ = table.turn_counts[0];
    if (table.turn_counts.size() > 1) {
        return;
    }
    if (table.redeals == kUnlimited) {
        const int bits = turn_ > 1 ? 15 / (turn_ - 1) : 0;
        if (turn_ == 1) {
            note_ = TurnNote::None;
        } else if (bits > 0 && table.cards / turn_ + 1 < 1 << bits) {
            note_ = TurnNote::Residue;
        }
    } else if (turn_ == 1 && (table.redeals + 1) * (table.cards + 1) < 0xffff) {
        note_ = TurnNote::Lap;
    }
}

bool Pruner::refill_may_draw_talon(const State& state) const {
    if (!talon_refills_) {
        return false;
    }
    for (const Group& group : table_->groups) {
        for (const Link& link : group.refill) {
            if (draws_talon(link, *table_)) {
                return true;
            }
            const Group& source = table_->groups[static_cast<std::size_t>(link.group)];
            bool filled = false;
            for (int pile = source.first; pile < source.first + source.size; ++pile) {
                filled = filled || !state.empty(pile);
            }
            if (filled) {
                break;
            }
        }
    }
    return false;
}

bool Pruner::folds_turns(const State& state) const {
    return (active_ & kTurnsAsOne) != 0 && !choosing(state) && !refill_may_draw_talon(state);
}

// ---------------------------------------------------------------- safe cards

void Pruner::study_foundations() {
    for (const Group& group : table_->groups) {
        if (group.kind == Kind::Foundation) {
            if (foundations_ != nullptr || group.alike != Alike::Always ||
                group.open.when != When::Always) {
                active_ &= ~kSafeCards;
            }
            foundations_ = &group;
        } else if (group.open.when == When::NoSpaces) {
            active_ &= ~kSafeCards;
        }
    }
    if (foundations_ == nullptr || table_->base_mode == BaseMode::Free || table_->goal >= 0 ||
        table_->turn_when.when != When::Always) {
        active_ &= ~kSafeCards;
    }
    for (const int pile : table_->turn_piles) {
        if (pile != table_->waste) {
            active_ &= ~kSafeCards;
        }
    }
    if ((active_ & kSafeCards) == 0) {
        return;
    }
    worry_ = foundations_->worry_back != WorryBack::Never;
    // Every card must have one place to go: on one face, or as a base.
    const int rule = table_->pile(foundations_->first).follow;
    for (int base = -1; base < kRanks; ++base) {
        const auto row = static_cast<std::size_t>(base + 1);
        Mask seen = 0;
        for (Card lower = 0; lower < kFaces; ++lower) {
            if (table_->copies[lower] == 0 || rule < 0) {
                continue;
            }
            const Mask takes = table_->follow(rule, base, lower);
            if ((takes & seen) != 0) {
                active_ &= ~kSafeCards;
            }
            seen |= takes;
        }
        for (const Group& group : table_->groups) {
            if (group.kind == Kind::Foundation || group.kind == Kind::Stock) {
                continue;
            }
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                const PileRule& own = table_->pile(pile);
                for (const int number : {own.follow, own.follow_up, own.follow_down}) {
                    for (Card lower = 0; lower < kFaces && number >= 0; ++lower) {
                        landers_[row][lower] |= table_->follow(number, base, lower) & group.accepts;
                    }
                }
            }
        }
    }
}

// The faces that a foundation takes now.
Mask Pruner::next_now(const State& state) const {
    Mask next = 0;
    for (int pile = foundations_->first; pile < foundations_->first + foundations_->size; ++pile) {
        const PileRule& rule = table_->pile(pile);
        const int size = state.size(pile);
        if (size == 0) {
            next |= rule.start[static_cast<std::size_t>(state.base() + 1)];
        } else if (size < foundations_->limit && rule.follow >= 0) {
            next |= table_->follow(rule.follow, state.base(), state.top(pile));
        }
    }
    return next & foundations_->accepts;
}

void Pruner::look_up(const State& state) const {
    if (token_ == state.foundation_token() && token_base_ == state.base()) {
        return;
    }
    token_ = state.foundation_token();
    token_base_ = state.base();
    next_ = foundations_ == nullptr ? 0 : next_now(state);
    safe_ = 0;
    if ((active_ & kSafeCards) == 0 || (state.base() < 0 && table_->base_mode != BaseMode::Fixed)) {
        return;
    }
    for (Mask left = next_; left != 0; left &= left - 1) {
        const auto card = static_cast<Card>(__builtin_ctzll(left));
        safe_ |= unneeded(state, card, next_) ? bit(card) : 0;
    }
}

int Pruner::foundation_for(const State& state, Card card) const {
    for (int pile = foundations_->first; pile < foundations_->first + foundations_->size; ++pile) {
        const PileRule& rule = table_->pile(pile);
        const int size = state.size(pile);
        Mask takes = 0;
        if (size == 0) {
            takes = rule.start[static_cast<std::size_t>(state.base() + 1)];
        } else if (size < foundations_->limit && rule.follow >= 0) {
            takes = table_->follow(rule.follow, state.base(), state.top(pile));
        }
        if ((takes & foundations_->accepts & bit(card)) != 0) {
            return pile;
        }
    }
    return -1;
}

bool Pruner::unneeded(const State& state, Card card, Mask next) const {
    const auto& landers = landers_[static_cast<std::size_t>(state.base() + 1)];
    const Mask up = state.up();
    if (!worry_) {
        Mask waiting = landers[card] & ~up;
        if ((waiting & ~next) != 0 || (waiting != 0 && table_->packs > 1)) {
            return false;
        }
        for (; waiting != 0; waiting &= waiting - 1) {
            const auto lander = static_cast<std::size_t>(__builtin_ctzll(waiting));
            if ((landers[lander] & ~up & ~bit(card)) != 0) {
                return false;
            }
        }
        return true;
    }
    // Cards may come back: all that could ever want to land on it, or on those, must be settled.
    const Mask settled = table_->packs > 1 ? up : up | next;
    Mask reached = bit(card);
    Mask left = landers[card];
    while (left != 0) {
        const auto lander = static_cast<std::size_t>(__builtin_ctzll(left));
        if ((settled >> lander & 1) == 0) {
            return false;
        }
        reached |= bit(static_cast<int>(lander));
        left = (left | landers[lander]) & ~reached;
    }
    return true;
}

// Whether emptying this pile sets off no fill that one could regret.
bool Pruner::fill_is_harmless(const State& state, int pile) const {
    const Group& group = table_->group_of(pile);
    if (state.size(pile) > 1 || group.refill.empty()) {
        return true;
    }
    for (const Link& link : group.refill) {
        if (draws_talon(link, *table_)) {
            return false;
        }
        const Group& source = table_->groups[static_cast<std::size_t>(link.group)];
        if (source.size > 1 || !source.refill.empty() || source.available != Available::Top) {
            return false;
        }
        if (!state.empty(source.first)) {
            // The card that comes over must be as free here as it was there.
            return group.unit != Unit::Nothing && group.kind == Kind::Tableau;
        }
    }
    return true;
}

// Whether the top card of a pile may go up now, if it is safe.
bool Pruner::may_go_up(const State& state, int pile) const {
    const Group& group = table_->group_of(pile);
    if ((foundations_->sources >> group.index & 1) == 0 || !available(state, group, pile) ||
        !fill_is_harmless(state, pile)) {
        return false;
    }
    // A waste card leaves early without harm only where the stock is turned one by one.
    return group.kind != Kind::Waste ||
           (turn_ == 1 && table_->turn_counts.size() == 1 && folds_turns(state));
}

bool Pruner::safe_move(const State& state, Action& out) const {
    const Mask safe = safe_cards(state);
    if (safe == 0) {
        return false;
    }
    const auto found = [&](int pile) {
        out = move_of(pile, foundation_for(state, state.top(pile)), 1);
        return true;
    };
    if (table_->packs > 1) {
        for (int pile = 0; pile < table_->pile_count(); ++pile) {
            if (!state.empty(pile) && (safe >> (state.top(pile) & kFace) & 1) != 0 &&
                table_->group_of(pile).kind != Kind::Foundation && may_go_up(state, pile)) {
                return found(pile);
            }
        }
        return false;
    }
    for (Mask left = safe; left != 0; left &= left - 1) {
        int pile = 0;
        int place = 0;
        if (state.find(static_cast<Card>(__builtin_ctzll(left)), pile, place) &&
            place == state.size(pile) - 1 && may_go_up(state, pile)) {
            return found(pile);
        }
    }
    const int waste = table_->waste;
    return waste >= 0 && !state.empty(waste) && (safe >> state.top(waste) & 1) != 0 &&
           may_go_up(state, waste) && found(waste);
}

// ---------------------------------------------------------------- loose runs

namespace {

// The fewest steps from a card back to itself along "may lie on"; 0 if there is no way.
int shortest_circle(const Table& table, int number, int base) {
    int best = 0;
    for (Card start = 0; start < kFaces; ++start) {
        Mask reached = 0;
        Mask edge = bit(start);
        for (int steps = 1; edge != 0 && (best == 0 || steps < best); ++steps) {
            Mask next = 0;
            for (; edge != 0; edge &= edge - 1) {
                next |= table.follow(number, base, static_cast<Card>(__builtin_ctzll(edge)));
            }
            if ((next & bit(start)) != 0) {
                best = steps;
                break;
            }
            edge = next & ~reached;
            reached |= next;
        }
    }
    return best;
}

// Whether all hosts of a card take the same cards, so that one will do for another.
bool hosts_are_equal(const Table& table, int number, int base) {
    for (Card one = 0; one < kFaces; ++one) {
        for (Card other = 0; other < one; ++other) {
            const Mask mine = table.follow(number, base, one);
            const Mask theirs = table.follow(number, base, other);
            if ((mine & theirs) != 0 && mine != theirs) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

bool Pruner::runs_are_loose(const Group& group, int base) {
    const Table& table = *table_;
    if (group.unit != Unit::Sequence || group.run < 0 || group.fixed_direction ||
        group.limit != kNoLimit || group.open.when != When::Always || !group.units ||
        group.available != Available::Top || group.alike != Alike::Always ||
        (group.accepts & table.faces) != table.faces || (group.sources >> group.index & 1) == 0) {
        return false;
    }
    for (int pile = group.first; pile < group.first + group.size; ++pile) {
        if (table.pile(pile).follow != group.run) {
            return false;
        }
    }
    for (const int pile : table.turn_piles) {
        if (table.pile(pile).group == group.index) {
            return false;
        }
    }
    for (const Group& other : table.groups) {
        if (other.index != group.index &&
            (other.kind == Kind::Tableau || (other.units && (other.sources >> group.index & 1) != 0))) {
            return false;
        }
        for (const auto* chain : {&other.space, &other.refill}) {
            for (const Link& link : *chain) {
                if (link.group == group.index) {
                    return false;
                }
            }
        }
    }
    const bool settled = base >= 0 || table.base_mode == BaseMode::Fixed || table.base_mode == BaseMode::Free;
    const FollowTable& follow = table.follows[static_cast<std::size_t>(group.run)];
    for (std::size_t row = 0; row < follow.size() && !settled; ++row) {
        if (follow[row] != follow[static_cast<std::size_t>(base + 1)]) {
            return false;
        }
    }
    return hosts_are_equal(table, group.run, base);
}

void Pruner::study_runs(int base) {
    loose_ = nullptr;
    for (const Group& group : table_->groups) {
        if (group.kind == Kind::Tableau && (active_ & kLooseRuns) != 0 && runs_are_loose(group, base)) {
            loose_ = &group;
            circle_ = shortest_circle(*table_, group.run, base);
            any_space_ = group.space.size() == 1 && group.space[0].group == kAny;
            for (int pile = group.first; pile < group.first + group.size; ++pile) {
                for (const Mask mask : table_->pile(pile).start) {
                    any_space_ = any_space_ && mask == table_->faces;
                }
            }
        }
    }
    if (loose_ == nullptr) {
        active_ &= ~kLooseRuns;
        return;
    }
    int foundations = 0;
    for (const Group& group : table_->groups) {
        const bool takes = !group.units && (group.sources >> loose_->index & 1) != 0;
        foundations += group.kind == Kind::Foundation ? 1 : 0;
        cells_take_ = cells_take_ || (takes && group.kind != Kind::Foundation);
    }
    // The short way in add_freed knows one group of foundations that is always open.
    cells_take_ = cells_take_ || foundations != 1 || foundations_->open.when != When::Always ||
                  (foundations_->sources >> loose_->index & 1) == 0;
}

bool Pruner::spaces_are_free(const State& state) const {
    return loose_ != nullptr && any_space_ && fill_source(state, *loose_) < 0;
}

bool Pruner::needless_space(const State& state, const Action& action) const {
    if (action.verb != Verb::Move || !state.empty(action.target) ||
        table_->pile(action.source).group != loose_->index ||
        table_->pile(action.target).group != loose_->index || foundations_ == nullptr) {
        return false;
    }
    const int size = state.size(action.source);
    if (action.count >= run_length(state, *loose_, action.source)) {
        return false;
    }
    const Card* cards = state.cards(action.source);
    const Card host = cards[size - action.count - 1];
    const Mask takes = table_->follow(loose_->run, state.base(), host);
    for (Mask next = next_cards(state); next != 0; next &= next - 1) {
        if (table_->follow(loose_->run, state.base(), static_cast<Card>(__builtin_ctzll(next))) == takes) {
            return false;
        }
    }
    return true;
}

bool Pruner::has_circle(const State& state) const {
    if (circle_ == 0) {
        return false;
    }
    for (int pile = loose_->first; pile < loose_->first + loose_->size; ++pile) {
        if (state.size(pile) >= circle_ && run_length(state, *loose_, pile) >= circle_) {
            return true;
        }
    }
    return false;
}

// A pile whose top card takes the same cards as this one, not in this pile; or -1.
int Pruner::equal_host(const State& state, int pile, Card card) const {
    const Mask takes = table_->follow(loose_->run, state.base(), card);
    for (int other = loose_->first; other < loose_->first + loose_->size; ++other) {
        if (other != pile && !state.empty(other) &&
            table_->follow(loose_->run, state.base(), state.top(other)) == takes) {
            return other;
        }
    }
    return -1;
}

void Pruner::add_freed_to(const State& state, const Group& group, std::vector<Action>& out) const {
    bool space = false;
    for (int target = group.first; target < group.first + group.size; ++target) {
        if (state.empty(target) && space && state.alike_now(group)) {
            continue;
        }
        space = space || state.empty(target);
        const Mask takes = takes_single(state, group, target);
        if (takes == 0) {
            continue;
        }
        for (int pile = loose_->first; pile < loose_->first + loose_->size; ++pile) {
            const int size = state.size(pile);
            const int run = size > 1 ? run_length(state, *loose_, pile) : 0;
            for (int above = 1; above < run; ++above) {
                const Card card = state.cards(pile)[size - 1 - above];
                const int host = (takes >> card & 1) != 0 ? equal_host(state, pile, card) : -1;
                // Where what would be left equals the host's pile, the host's card goes instead.
                if (host >= 0 && !state.same_cards(pile, above, host)) {
                    out.push_back(move_of(pile, target, 1, above, host + 1));
                }
            }
        }
    }
}

void Pruner::add_freed(const State& state, std::vector<Action>& out) const {
    if (choosing(state)) {
        return;
    }
    if (table_->packs > 1 || cells_take_) {
        for (const Group& group : table_->groups) {
            if (!group.units && (group.sources >> loose_->index & 1) != 0 && holds(state, group.open)) {
                add_freed_to(state, group, out);
            }
        }
        return;
    }
    for (Mask next = next_cards(state); next != 0; next &= next - 1) {
        const auto card = static_cast<Card>(__builtin_ctzll(next));
        int pile = 0;
        int place = 0;
        if (!state.find(card, pile, place) || !state.is_loose(pile)) {
            continue;
        }
        const int above = state.size(pile) - 1 - place;
        if (above == 0 || above >= state.loose_run(pile)) {
            continue;
        }
        if (const int host = equal_host(state, pile, card); host >= 0) {
            out.push_back(move_of(pile, foundation_for(state, card), 1, above, host + 1));
        }
    }
}

}  // namespace patience
