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

Pruner::Pruner(const Table& table, unsigned asked, const Position& start)
    : table_(&table), active_(asked) {
    study_turns();
    study_foundations(start);
    study_runs(start.base);
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
                       table.group_of(table.waste).unit == Unit::Top &&
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

}  // namespace patience
