// Loose runs: where one host is as good as another (docs/solver.md has the argument).
#include <algorithm>

#include "prune.hpp"

namespace patience {

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
                next |= table.follow(number, base, static_cast<Card>(lowest_face(edge)));
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

// Whether a group's spaces are ever filled by themselves once they were left empty.
bool fills_later(const Table& table, const Group& group) {
    return std::any_of(group.refill.begin(), group.refill.end(), [&](const Link& link) {
        if (table.draws_talon(link)) {
            return true;
        }
        const Group& source = table.groups[static_cast<std::size_t>(link.group)];
        return source.sources != 0 || !source.refill.empty();
    });
}

// Whether another group gives a tableau group more than single cards, and not just its runs.
bool gives_no_runs(const Group& group, const Group& other) {
    return (group.sources >> other.index & 1) != 0 && other.unit != Unit::Top &&
           other.unit != Unit::Nothing;
}

// Whether another group's spaces take this group's cards only now and then.
bool picks_for_spaces(const Group& group, const Group& other) {
    return (other.sources >> group.index & 1) != 0 && !other.space.empty() &&
           (other.space.size() > 1 || other.space[0].group != kAny);
}

// Whether cards may be packed, or go to cells, while the base is still to be chosen from among them.
bool packs_while_choosing(const Table& table, const Group& group, int base) {
    if (base >= 0 || table.base_mode != BaseMode::Chosen || table.lock == Lock::All) {
        return false;
    }
    return table.base_group == group.index ||
           std::any_of(table.groups.begin(), table.groups.end(), [&](const Group& other) {
               return table.lock == Lock::None && other.kind != Kind::Foundation && !other.units &&
                      (other.sources >> group.index & 1) != 0;
           });
}

// Whether any condition asks for spaces, or for there being none.
bool counts_spaces(const Table& table) {
    return table.turn_when.when == When::NoSpaces ||
           std::any_of(table.groups.begin(), table.groups.end(), [](const Group& group) {
               return group.open.when == When::NoSpaces;
           });
}

}  // namespace

bool Pruner::runs_are_loose(const Group& group, int base) {
    const Table& table = *table_;
    if (group.unit != Unit::Sequence || group.run < 0 || group.fixed_direction ||
        group.limit != kNoLimit || group.open.when != When::Always || !group.units ||
        group.available != Available::Top || group.alike != Alike::Always ||
        (group.accepts & table.faces) != table.faces || (group.sources >> group.index & 1) == 0 ||
        counts_spaces(table) || packs_while_choosing(table, group, base)) {
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
            (other.kind == Kind::Tableau || gives_no_runs(group, other) ||
             picks_for_spaces(group, other) ||
             (other.units && (other.sources >> group.index & 1) != 0))) {
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

void Pruner::study_classes(int base) {
    std::array<Mask, kFaces> hosts{};
    for (Card host = 0; host < kFaces; ++host) {
        for (Mask left = table_->follow(loose_->run, base, host); left != 0; left &= left - 1) {
            hosts[static_cast<std::size_t>(lowest_face(left))] |= bit(host);
        }
    }
    for (std::size_t face = 0; face < kFaces; ++face) {
        const auto* first = std::find(hosts.begin(), hosts.end(), hosts[face]);
        first_of_class_[face] = static_cast<Card>(first - hosts.begin());
    }
}

void Pruner::study_runs(int base) {
    loose_ = nullptr;
    for (const Group& group : table_->groups) {
        if (group.kind == Kind::Tableau && (active_ & kLooseRuns) != 0 && runs_are_loose(group, base)) {
            loose_ = &group;
            circle_ = shortest_circle(*table_, group.run, base);
            any_space_ = group.space.size() == 1 && group.space[0].group == kAny &&
                         !fills_later(*table_, group);
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
    study_classes(base);
    if (refill_is_plain(*table_, *loose_)) {
        loose_reserve_ = table_->groups[static_cast<std::size_t>(loose_->refill[0].group)].first;
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
        table_->pile(action.target).group != loose_->index || cells_take_) {
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
        if (table_->follow(loose_->run, state.base(), static_cast<Card>(lowest_face(next))) == takes) {
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
        const auto card = static_cast<Card>(lowest_face(next));
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
