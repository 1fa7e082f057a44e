#include "prune.hpp"

#include <algorithm>

namespace patience {

namespace {

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
            waste = waste || table.draws_talon(link);
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
    if (!table_->talon_refills) {
        return false;
    }
    for (const Group& group : table_->groups) {
        for (const Link& link : group.refill) {
            if (table_->draws_talon(link)) {
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

const Pruner::Seen& Pruner::look_up(const State& state) const {
    const std::uint64_t token = state.foundation_token();
    Seen& seen = seen_[token % seen_.size()];
    if (seen.token == token && seen.base == state.base()) {
        return seen;
    }
    seen = {token, state.base(), foundations_ == nullptr ? 0 : next_now(state), 0};
    if ((active_ & kSafeCards) == 0 || (state.base() < 0 && table_->base_mode != BaseMode::Fixed)) {
        return seen;
    }
    for (Mask left = seen.next; left != 0; left &= left - 1) {
        const auto card = static_cast<Card>(lowest_face(left));
        seen.safe |= unneeded(state, card, seen.next) ? bit(card) : 0;
    }
    return seen;
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
            const auto lander = static_cast<std::size_t>(lowest_face(waiting));
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
        const auto lander = static_cast<std::size_t>(lowest_face(left));
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
        if (table_->draws_talon(link)) {
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
        if (state.find(static_cast<Card>(lowest_face(left)), pile, place) &&
            place == state.size(pile) - 1 && may_go_up(state, pile)) {
            return found(pile);
        }
    }
    const int waste = table_->waste;
    return waste >= 0 && !state.empty(waste) && (safe >> state.top(waste) & 1) != 0 &&
           may_go_up(state, waste) && found(waste);
}

}  // namespace patience
