// The player that thinks: players/planner.py explains what it does; the same choices, throw by throw.
#pragma once

#include <set>
#include <vector>

#include "dice.hpp"
#include "moves.hpp"
#include "state.hpp"
#include "verdict.hpp"

namespace patience {

class Planner {
public:
    explicit Planner(Dice dice) : dice_(dice) {}

    // The chosen action's place in the list, or -1 to give the game up. `stop`: asked between the
    // imagined games; a yes ends the thinking with any answer.
    int choose(State& state, const std::vector<Action>& actions, const Stop& stop);

private:
    using Look = std::vector<std::uint8_t>;

    int best_of(State& state, const std::vector<Action>& actions, const Stop& stop);
    bool leads_on(State& game, const Action& action, std::size_t unseen) const;
    std::vector<int> wins(const State& state, const std::vector<Action>& actions,
                          std::vector<Card> unseen, const Stop& stop);

    Dice dice_;
    bool known_ = false;   // the stock has been through the waste
    std::set<Look> seen_;  // tables that were there in this game
};

}  // namespace patience
