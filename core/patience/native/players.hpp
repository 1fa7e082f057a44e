// Whole games by players that see only what a person sees, the same ones as players/*.py, throw by
// throw: tests/test_players_kernel.py holds the two together.
#pragma once

#include <cstdint>
#include <vector>

#include "dice.hpp"
#include "state.hpp"
#include "verdict.hpp"

namespace patience {

enum class Player : std::uint8_t { Random, Greedy, Planner };
enum class Ending : std::uint8_t { Won, Stuck, GivenUp, Capped };

struct GameRecord {
    Ending ending = Ending::Capped;
    std::vector<int> choices;  // actions to choose from at each state that was played on
    std::vector<int> along;    // cards on foundations at the start and after each action
};

// Plays a state, which is left as it is at the end, until it is over or `cap` actions are played.
// `stop`: asked before every action and while the planner thinks; a yes ends the game there.
GameRecord simulate(State& state, Player player, Dice dice, int cap, const Stop& stop);

}  // namespace patience
