#include "state.hpp"

#include <algorithm>
#include <string>

#include "words.hpp"

namespace patience {

namespace {

int checked_size(const Table& table, const Position& position) {
    if (position.piles.size() != table.piles.size()) {
        throw InputError("the position has " + std::to_string(position.piles.size()) +
                         " piles, the game " + std::to_string(table.piles.size()));
    }
    std::array<int, kFaces> left = table.copies;
    int total = 0;
    for (std::size_t pile = 0; pile < position.piles.size(); ++pile) {
        const Kind kind = table.group_of(static_cast<int>(pile)).kind;
        for (const int card : position.piles[pile]) {
            const int face = card & kFace;
            const bool down = (card & kDown) != 0;
            if (card < 0 || card > 127 || face >= kFaces || left[static_cast<std::size_t>(face)] == 0) {
                throw InputError("card " + std::to_string(card) + " is not in the pack, or too often");
            }
            if (down && (kind == Kind::Stock || kind == Kind::Waste || kind == Kind::Foundation)) {
                throw InputError("a card of the stock, the waste or a foundation is marked face down");
            }
            --left[static_cast<std::size_t>(face)];
            ++total;
        }
    }
    if (total != table.cards) {
        throw InputError("the position has " + std::to_string(total) + " cards, the pack " +
                         std::to_string(table.cards));
    }
    return total;
}

}  // namespace

State::State(const Table& table, const Position& position, int loose)
    : table_(&table), loose_group_(loose) {
    checked_size(table, position);
    if (position.base < -1 || position.base >= kRanks || position.redeals < 0 ||
        position.redeals > 1 << 14 ||
        (table.redeals != kUnlimited && position.redeals > table.redeals)) {
        throw InputError("the position's base or redeals are out of range");
    }
    base_ = position.base;
    redeals_ = position.redeals;
    turned_ = position.turned;
    const auto piles = static_cast<std::size_t>(table.pile_count());
    const auto cards = static_cast<std::size_t>(table.cards);
    store_.resize(piles * cards);
    chain_.resize(piles * (cards + 1));
    value_.resize(piles * (cards + 1));
    root_.resize(piles * (cards + 1));
    log_.reserve(1024);
    for (int pile = 0; pile < table.pile_count(); ++pile) {
        const auto at = static_cast<std::size_t>(pile);
        const Group& group = table.group_of(pile);
        late_[at] = group.alike == Alike::StockEmpty;
        foundation_[at] = group.kind == Kind::Foundation;
        loose_[at] = group.index == loose;
        if (late_[at]) {
            late_piles_.push_back(pile);
        }
        const bool one_by_one = group.alike == Alike::Never;
        chain_[link(pile)] = kWords.start[static_cast<std::size_t>(one_by_one ? pile : group.first)];
        value_[link(pile)] = chain_[link(pile)];
        if (is_talon(pile)) {
            continue;
        }
        if (!late_[at]) {
            sum_ += value_[link(pile)];
        }
        for (const int card : position.piles[at]) {
            push(pile, static_cast<Card>(card));
        }
    }
    if (table.waste >= 0) {
        for (const int card : position.piles[static_cast<std::size_t>(table.waste)]) {
            insert_talon(talon_size_, static_cast<Card>(card), talon_size_);
        }
        pointer_ = talon_size_;
    }
    if (table.stock >= 0) {
        const auto& stock = position.piles[static_cast<std::size_t>(table.stock)];
        for (std::size_t i = stock.size(); i-- > 0;) {
            insert_talon(talon_size_, static_cast<Card>(stock[i]), talon_size_);
        }
    }
}

Position State::position() const {
    Position position;
    for (int pile = 0; pile < table_->pile_count(); ++pile) {
        position.piles.emplace_back(cards(pile), cards(pile) + size(pile));
        if (pile == table_->stock) {
            std::reverse(position.piles.back().begin(), position.piles.back().end());
        }
    }
    position.base = base_;
    position.redeals = redeals_;
    position.turned = turned_;
    return position;
}

bool State::same_cards(int one, int less, int other) const {
    const int count = size(one) - less;
    if (count != size(other)) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    if (is_talon(one) || is_talon(other)) {
        return false;  // a stock or a waste that shares the talon stands alone in its group or unlike
    }
    const auto places = static_cast<std::size_t>(count);
    return chain_[link(one) + places] == chain_[link(other) + places];
}

bool State::won() const {
    if (table_->goal < 0) {
        return on_foundations_ == table_->cards;
    }
    const Group& group = table_->groups[static_cast<std::size_t>(table_->goal)];
    for (int pile = group.first; pile < group.first + group.size; ++pile) {
        if (!empty(pile)) {
            return false;
        }
    }
    return true;
}

Key State::key() const {
    const auto redeals = static_cast<std::uint64_t>(std::min(redeals_, table_->redeal_cap));
    return key_but_turns() + random_key((redeals << 16) + static_cast<std::uint64_t>(pointer_) + 0x10000u);
}

Key State::key_but_turns() const {
    Key key = sum_;
    if (!late_piles_.empty()) {
        const bool ordered = !empty(table_->stock);
        for (const int pile : late_piles_) {
            Key chain = value_[link(pile) + size_[static_cast<std::size_t>(pile)]];
            if (ordered) {
                chain = chained(chain, kWords.start[static_cast<std::size_t>(pile)]);
            }
            key += chain;
        }
    }
    if (table_->closed_talon) {
        key += talon_sum_;
    } else {
        Key chain = kWords.talon[0];
        for (int place = 0; place < talon_size_; ++place) {
            chain = chained(chain, kWords.card[talon_[static_cast<std::size_t>(place)]]);
        }
        key += chain;
    }
    return key + kWords.registers[static_cast<std::size_t>((base_ + 1) * 2 + (turned_ ? 1 : 0))];
}

Key State::equal_roots(const std::array<Card, kFaces>& first_of) const {
    Key change;
    const Group& group = table_->groups[static_cast<std::size_t>(loose_group_)];
    for (int pile = group.first; pile < group.first + group.size; ++pile) {
        const std::size_t at = offset(pile);
        if (size_[static_cast<std::size_t>(pile)] == 0 || (store_[at] & kDown) != 0) {
            continue;
        }
        const Card root = store_[at];
        if (size_[static_cast<std::size_t>(pile)] > 1 && !linked(pile, root, store_[at + 1])) {
            continue;
        }
        change += kWords.link[root] + kWords.root[first_of[root]] - value_[link(pile) + 1];
    }
    return change;
}

}  // namespace patience
