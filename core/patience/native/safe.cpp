// Safe cards: those that may go up at once (docs/solver.md has the argument, and a condition for
// everything that it leans on).
#include <algorithm>

#include "prune.hpp"

namespace patience {

namespace {

// Whether the player can put cards into the spaces of a group.
bool spaces_by_hand(const Table& table, const Group& group) {
    for (int pile = group.first; pile < group.first + group.size && group.sources != 0; ++pile) {
        const ByBase& start = table.pile(pile).start;
        if (std::any_of(start.begin(), start.end(), [](Mask mask) { return mask != 0; })) {
            return true;
        }
    }
    return false;
}

// Whether what a card can do depends on how others are shared out in a way that more room can harm.
bool room_can_harm(const Table& table) {
    const auto fuller = [&](const Link& link) {
        return link.fuller && table.groups[static_cast<std::size_t>(link.group)].size > 1;
    };
    return std::any_of(table.groups.begin(), table.groups.end(), [&](const Group& group) {
        // A card that may not leave from the top may leave from under one.
        const bool buried =
            group.available == Available::All || group.available == Available::BothEnds;
        const bool top_stays = group.unit == Unit::Nothing || group.unit == Unit::Pile ||
                               group.unit == Unit::Run;
        return group.open.when == When::NoSpaces || (buried && top_stays) ||
               (group.kind == Kind::Waste && group.sources != 0) ||
               std::any_of(group.space.begin(), group.space.end(), fuller) ||
               (!group.refill.empty() && !Pruner::refill_is_plain(table, group) &&
                (spaces_by_hand(table, group) || buried));
    });
}

}  // namespace

bool Pruner::refill_is_plain(const Table& table, const Group& group) {
    if (group.refill.size() != 1 || group.refill[0].group >= kUnturned ||
        group.kind != Kind::Tableau || group.unit == Unit::Nothing ||
        group.alike != Alike::Always || group.available != Available::Top) {
        return false;
    }
    const Group& reserve = table.groups[static_cast<std::size_t>(group.refill[0].group)];
    if (reserve.kind != Kind::Reserve || reserve.size != 1 || reserve.sources != 0 ||
        !reserve.refill.empty() || reserve.available != Available::Top) {
        return false;
    }
    return std::all_of(table.groups.begin(), table.groups.end(), [&](const Group& other) {
        const bool names = std::any_of(other.space.begin(), other.space.end(), [&](const Link& link) {
            return link.group == reserve.index;
        });
        const bool draws = std::any_of(other.refill.begin(), other.refill.end(), [&](const Link& link) {
            return link.group == reserve.index;
        });
        const bool prefers = (other.sources >> reserve.index & 1) != 0 &&
                             (other.sources >> group.index & 1) == 0;
        return other.index == group.index ? !prefers : !names && !draws && !prefers;
    });
}

void Pruner::study_foundations(const Position& start) {
    int groups = 0;
    for (const Group& group : table_->groups) {
        if (group.kind == Kind::Foundation) {
            ++groups;
            foundations_ = &group;
        }
    }
    const bool to_waste = std::all_of(table_->turn_piles.begin(), table_->turn_piles.end(),
                                      [&](int pile) { return pile == table_->waste; });
    if (groups != 1 || foundations_->alike != Alike::Always ||
        foundations_->open.when != When::Always || table_->base_mode == BaseMode::Free ||
        table_->goal >= 0 || table_->turn_when.when != When::Always || !to_waste ||
        room_can_harm(*table_)) {
        active_ &= ~kSafeCards;
    }
    for (int base = -1; base < kRanks && (active_ & kSafeCards) != 0; ++base) {
        const bool settled = start.base >= 0 || table_->base_mode == BaseMode::Fixed;
        if (settled ? base == start.base : base >= 0) {
            study_chains(base);
        }
        study_landers(base);
    }
    if ((active_ & kSafeCards) == 0) {
        return;
    }
    worry_ = foundations_->worry_back != WorryBack::Never;
    nexts_count_ = table_->packs == 1 && units_are_sequences(start);
    for (const Group& group : table_->groups) {
        const bool plain = group.refill.empty() || refill_is_plain(*table_, group);
        for (const Link& link : group.refill) {
            if (!plain) {
                awaited_ |= table_->draws_talon(link) ? group_bit(table_->waste) : 1U << link.group;
            }
        }
        unsettled_ |= plain ? 0 : 1U << group.index;
        const bool holds_cards = group.kind != Kind::Stock && group.kind != Kind::Foundation;
        nexts_count_ = nexts_count_ &&
                       (!holds_cards || (foundations_->sources >> group.index & 1) != 0);
    }
}

std::uint32_t Pruner::group_bit(int pile) const {
    return pile < 0 ? 0 : 1U << table_->pile(pile).group;
}

// On a base: whether every face has one place, at one height, on one other face; notes which face.
// (Else it can matter which foundation a card goes to.)
void Pruner::study_chains(int base) {
    const PileRule& rule = table_->pile(foundations_->first);
    const auto row = static_cast<std::size_t>(base + 1);
    below_[row].fill(kFaces);
    const Mask cards = foundations_->accepts & table_->faces;
    Mask level = rule.start[row] & cards;
    int starts = 0;
    for (Mask left = level; left != 0; left &= left - 1) {
        starts += table_->copies[static_cast<std::size_t>(lowest_face(left))];
    }
    bool chains = starts <= foundations_->size;
    for (int pile = foundations_->first; pile < foundations_->first + foundations_->size; ++pile) {
        chains = chains && table_->pile(pile).follow == rule.follow &&
                 table_->pile(pile).start == rule.start;
    }
    Mask placed = 0;
    for (int height = 0; level != 0 && height < foundations_->limit && chains; ++height) {
        placed |= level;
        Mask next = 0;
        for (; level != 0 && rule.follow >= 0; level &= level - 1) {
            const auto lower = static_cast<Card>(lowest_face(level));
            const Mask takes = table_->follow(rule.follow, base, lower) & cards;
            chains = chains && std::popcount(takes) <= 1 && (takes & next) == 0;
            next |= takes;
            if (takes != 0) {
                below_[row][static_cast<std::size_t>(lowest_face(takes))] = lower;
            }
        }
        level = height + 1 < foundations_->limit ? next : 0;
        chains = chains && (level & placed) == 0;
    }
    if (!chains) {
        active_ &= ~kSafeCards;
    }
}

// What may be packed on each card anywhere, or lie on it within a unit.
void Pruner::study_landers(int base) {
    auto& landers = landers_[static_cast<std::size_t>(base + 1)];
    for (const Group& group : table_->groups) {
        if (group.kind == Kind::Foundation || group.kind == Kind::Stock) {
            continue;
        }
        for (int pile = group.first; pile < group.first + group.size; ++pile) {
            const PileRule& own = table_->pile(pile);
            for (const int number : {own.follow, own.follow_up, own.follow_down, group.run}) {
                const Mask cards = number == group.run ? kAllFaces : group.accepts;
                for (Card lower = 0; lower < kFaces && number >= 0; ++lower) {
                    landers[lower] |= table_->follow(number, base, lower) & cards & table_->faces;
                }
            }
        }
    }
}

// Whether in every unit that can ever move each card lies on one that it may be packed on.
bool Pruner::units_are_sequences(const Position& start) const {
    const auto& landers = landers_[static_cast<std::size_t>(start.base + 1)];
    bool same_rule = true;
    for (std::size_t row = 1; row < kBases; ++row) {
        same_rule = same_rule && landers_[row] == landers_[0];
    }
    const bool open_base = start.base < 0 && table_->base_mode != BaseMode::Fixed &&
                           !(table_->base_mode == BaseMode::Chosen && table_->lock == Lock::All);
    for (const Group& group : table_->groups) {
        if (group.kind == Kind::Foundation ||
            (group.unit != Unit::Group && group.unit != Unit::Pile && group.unit != Unit::TopOrPile)) {
            continue;
        }
        // Then it depends on how the cards lie at the start; what comes later is packed, and by the
        // same rule if the base is known by then.
        if (group.kind == Kind::Waste || (open_base && !same_rule)) {
            return false;
        }
        for (int pile = group.first; pile < group.first + group.size; ++pile) {
            const auto& cards = start.piles[static_cast<std::size_t>(pile)];
            for (std::size_t place = 1; place < cards.size(); ++place) {
                const auto lower = static_cast<std::size_t>(cards[place - 1] & kFace);
                if ((landers[lower] >> (cards[place] & kFace) & 1) == 0) {
                    return false;
                }
            }
        }
    }
    return true;
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

// Whether every copy of a card can go up as soon as it is free.
bool Pruner::all_copies_next(const State& state, Card card) const {
    if (state.founded(card) + 1 >= table_->copies[card]) {
        return true;
    }
    const Card below = below_[static_cast<std::size_t>(state.base() + 1)][card];
    return below >= kFaces || (state.up() >> below & 1) != 0;
}

bool Pruner::unneeded(const State& state, Card card, Mask next) const {
    const auto& landers = landers_[static_cast<std::size_t>(state.base() + 1)];
    const Mask settled = nexts_count_ ? state.up() | next : state.up();
    if (!all_copies_next(state, card)) {
        return false;
    }
    if (!worry_) {
        Mask waiting = landers[card] & ~state.up();
        if ((waiting & ~settled) != 0) {
            return false;
        }
        for (; waiting != 0; waiting &= waiting - 1) {
            const auto lander = static_cast<std::size_t>(lowest_face(waiting));
            if ((landers[lander] & ~state.up() & ~bit(card)) != 0) {
                return false;
            }
        }
        return true;
    }
    // Cards may come back. All that could ever want to land on it, or on those, must be settled, and
    // all that would have to come down first.
    const auto& below = below_[static_cast<std::size_t>(state.base() + 1)];
    Mask reached = bit(card);
    Mask left = reached;
    while (left != 0) {
        const auto one = static_cast<std::size_t>(lowest_face(left));
        left &= left - 1;
        if (((settled | bit(card)) >> one & 1) == 0) {
            return false;
        }
        const Mask more = landers[one] | (below[one] < kFaces ? bit(below[one]) : 0);
        left |= more & ~reached;
        reached |= more;
    }
    return true;
}

// Whether the top card of a pile may go up now, if it is safe.
bool Pruner::may_go_up(const State& state, int pile) const {
    const Group& group = table_->group_of(pile);
    if ((foundations_->sources >> group.index & 1) == 0 || !available(state, group, pile) ||
        (awaited_ >> group.index & 1) != 0 ||
        (state.size(pile) == 1 && (unsettled_ >> group.index & 1) != 0)) {
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
