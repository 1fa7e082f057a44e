// The preferences of the greedy player: players/greedy.py explains and lists them.
#pragma once

#include <utility>
#include <vector>

#include "moves.hpp"
#include "state.hpp"

namespace patience {

class Greedy {
public:
    // What an action is preferred by: less is better.
    using Rank = std::pair<int, int>;
    static Rank worth(State& state, const Action& action);

    // The preferred action's place in the list, or -1 to give the game up. Remembers what it must.
    int choose(State& state, const std::vector<Action>& actions);

private:
    bool idle_ = false;  // nothing but turns since the last redeal, of which there was one
};

}  // namespace patience
