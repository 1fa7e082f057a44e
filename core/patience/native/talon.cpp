// Moves together with the turns that lead to them.
#include <algorithm>
#include <bitset>

#include "moves.hpp"

namespace patience {

void Generator::waste_moves(const State& state, int redeals, int turns,
                            std::vector<Action>& out) const {
    const int waste = state.table().waste;
    const Card top = state.top(waste);
    for (std::size_t i = 0; i < target_count_; ++i) {
        const Target& target = targets_[i];
        if ((target.sources & waste_bit_) != 0 && (target.mask >> top & 1) != 0) {
            Action action = move_of(waste, target.pile, 1);
            action.turns = static_cast<std::uint16_t>(turns);
            action.pointer = static_cast<std::uint8_t>(state.pointer());
            action.redeals = static_cast<std::uint8_t>(redeals);
            out.push_back(action);
        }
    }
}

// `targets_` are those of the state, found before.
void Generator::talon_moves(State& state, const Stretch& stretch, std::vector<Action>& out) {
    const Table& table = state.table();
    const int start = state.pointer();
    const int size = state.talon_size();
    const int before = state.redeals();
    const auto last_lap = static_cast<int>(table.turn_counts.size()) - 1;
    std::bitset<kMaxCards + 1> been;  // in laps whose turns are as large as those to come
    int redeals = 0;
    int turns = 0;
    if (size == 0) {
        return;
    }
    if (waste_in_chains_) {
        // What the waste's card may go to does not depend on which card it is.
        state.look_from(size);
        find_targets(state, waste_bit_);
    }
    wanted_ = 0;
    for (std::size_t i = 0; i < target_count_; ++i) {
        wanted_ |= (targets_[i].sources & waste_bit_) != 0 ? targets_[i].mask : 0;
    }
    const Card* talon = state.talon();
    for (int pointer = start; stretch.holds(redeals, pointer); ++turns) {
        if (been[static_cast<std::size_t>(pointer)]) {
            break;  // from here on all comes again
        }
        if (before + redeals >= last_lap) {
            been.set(static_cast<std::size_t>(pointer));
        }
        if (pointer > 0) {
            if ((wanted_ >> talon[pointer - 1] & 1) != 0) {
                state.look_from(pointer);
                waste_moves(state, redeals, turns, out);
            }
        } else if (stock_in_chains_) {
            state.look_from(pointer);
            const std::size_t first = out.size();
            stock_moves(state, out);
            for (std::size_t i = first; i < out.size() && turns > 0; ++i) {
                out[i].turns = static_cast<std::uint16_t>(turns);
                out[i].redeals = static_cast<std::uint8_t>(redeals);
            }
        }
        if (pointer < size) {
            const int lap = std::min(before + redeals, last_lap);
            pointer = std::min(size, pointer + table.turn_counts[static_cast<std::size_t>(lap)]);
        } else if (table.redeals == kUnlimited || before + redeals < table.redeals) {
            pointer = 0;
            ++redeals;
        } else {
            break;
        }
    }
    state.look_from(start);
}

void Generator::all_with_turns(State& state, const Stretch& stretch, std::vector<Action>& out) {
    moves(state, out, true);
    talon_moves(state, stretch, out);
}

}  // namespace patience
