#include "guess.hpp"

#include <algorithm>
#include <array>

namespace patience {

// For each card, whether one below it (bottom first) must go to the foundation of its suit earlier.
int Guess::burden(const State& state, const Card* cards, int count) const {
    const int base = std::max(state.base(), 0);
    std::array<int, 4> lowest{kRanks, kRanks, kRanks, kRanks};  // by suit, counted from the base
    int burden = 0;
    for (int place = 0; place < count; ++place) {
        const int face = cards[place] & kFace;
        const auto suit = static_cast<std::size_t>(face / kRanks);
        const int rank = (face % kRanks - base + kRanks) % kRanks;
        for (std::size_t other = 0; other < lowest.size(); ++other) {
            // Cards of other suits weigh when they are much lower: they hold the rest up too.
            const bool same = other == suit;
            if (lowest[other] + (same ? 0 : weights_.gap) < rank) {
                burden += same ? weights_.same : weights_.other;
            }
        }
        lowest[suit] = std::min(lowest[suit], rank);
    }
    return burden;
}

int Guess::distance(const State& state) const {
    const Table& table = *table_;
    int distance = weights_.left * (table.cards - state.on_foundations()) +
                   weights_.talon * state.talon_size();
    for (const Group& group : table.groups) {
        if (group.kind == Kind::Stock || group.kind == Kind::Foundation || group.kind == Kind::Waste) {
            continue;
        }
        for (int pile = group.first; pile < group.first + group.size; ++pile) {
            const int size = state.size(pile);
            const Card* cards = state.cards(pile);
            if (size == 0) {
                distance += group.kind == Kind::Tableau ? weights_.space : 0;
                continue;
            }
            if (group.kind == Kind::Reserve) {
                distance += weights_.reserve * size;
            } else if (group.kind == Kind::Cell) {
                distance += weights_.cell * size;
            }
            for (int place = 0; place < size && (cards[place] & kDown) != 0; ++place) {
                distance += weights_.down;
            }
            distance += weights_.above * burden(state, cards, size) / 2;
        }
    }
    if (table.waste >= 0 && table.redeals != kUnlimited) {
        const int lap = state.redeals();
        if (lap >= table.redeals) {
            distance += weights_.waste * burden(state, state.cards(table.waste), state.pointer()) / 2;
        }
        const int size = std::max(state.talon_size(), 1);
        distance += weights_.lap * lap + weights_.lap * state.pointer() / size;
    }
    return std::max(distance + 400, 0);
}

}  // namespace patience
