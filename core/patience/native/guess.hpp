// How far a state seems to be from a win: what the goal-directed search goes by. Only the order in
// which states are looked at depends on it, never a verdict.
#pragma once

#include "state.hpp"

namespace patience {

struct Weights {
    int left = 4;       // a card that is not on a foundation
    int down = 12;      // a card that lies face down
    int reserve = 8;    // a card in the reserve
    int above = 6;      // a card that lies above one which must go up before it
    int waste = 4;      // the same within the waste that no redeal will open again
    int space = -2;    // an empty tableau pile
    int cell = 8;       // a card in a cell
    int lap = 40;       // a whole way through the stock, where redeals are limited
};

class Guess {
public:
    explicit Guess(const Table& table, const Weights& weights = {}) : table_(&table), weights_(weights) {}

    // Larger = farther; not negative.
    int distance(const State& state) const;

private:
    int burden(const State& state, const Card* cards, int count) const;

    const Table* table_;
    Weights weights_;
};

}  // namespace patience
