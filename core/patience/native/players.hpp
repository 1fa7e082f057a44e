// Whole games by players that see only what a person sees, the same ones as players/*.py, throw by
// throw: tests/test_players_kernel.py holds the two together.
#pragma once

#include <cstdint>
#include <vector>

#include "moves.hpp"
#include "state.hpp"

namespace patience {

// SplitMix64, as players/dice.py describes it. `state` is where the stream starts.
class Dice {
public:
    explicit Dice(std::uint64_t state) : state_(state) {}
    std::uint64_t throw_once();
    std::uint64_t below(std::uint64_t count);

private:
    std::uint64_t state_;
};

enum class Player : std::uint8_t { Random, Greedy };
enum class Ending : std::uint8_t { Won, Stuck, GivenUp, Capped };

struct GameRecord {
    Ending ending = Ending::Capped;
    std::vector<int> choices;  // actions to choose from at each state that was played on
    std::vector<int> along;    // cards on foundations at the start and after each action
};

// Plays a state, which is left as it is at the end, until it is over or `cap` actions are played.
GameRecord simulate(State& state, Player player, Dice dice, int cap);

}  // namespace patience
