#include "players.hpp"

#include <algorithm>
#include <limits>

#include "greedy.hpp"
#include "play.hpp"

namespace patience {

std::uint64_t Dice::throw_once() {
    const std::uint64_t thrown = mixed(state_);  // adds the step before it mixes
    state_ += 0x9e3779b97f4a7c15ULL;
    return thrown;
}

std::uint64_t Dice::below(std::uint64_t count) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t unfair = (most % count + 1) % count;
    std::uint64_t thrown = throw_once();
    while (thrown > most - unfair) {
        thrown = throw_once();
    }
    return thrown % count;
}

namespace {

bool has_move(const std::vector<Action>& actions) {
    return std::any_of(actions.begin(), actions.end(),
                       [](const Action& action) { return action.verb == Verb::Move; });
}

// How many turns and redeals bring a state to one that has a move or is won; -1 if none do.
int turns_to_a_move(State& state, Generator& generator) {
    const std::size_t mark = state.mark();
    std::vector<Key> seen;
    std::vector<Action> actions;
    int turns = 0;
    for (;; ++turns) {
        const Key key = state.key();
        actions.clear();
        if (state.won()) {
            break;
        }
        generator.all(state, actions);
        if (has_move(actions)) {
            break;
        }
        if (std::find(seen.begin(), seen.end(), key) != seen.end() || !turn_or_redeal(state)) {
            turns = -1;
            break;
        }
        seen.push_back(key);
    }
    state.undo(mark);
    return turns;
}

}  // namespace

GameRecord simulate(State& state, Player player, Dice dice, int cap) {
    Generator generator(state.table());
    Greedy greedy;
    GameRecord record;
    std::vector<Action> actions;
    record.along.push_back(state.on_foundations());
    int known = 0;  // so many turns and redeals from here something else is possible
    for (;; known = std::max(known - 1, 0)) {
        if (state.won()) {
            record.ending = Ending::Won;
            return record;
        }
        actions.clear();
        generator.all(state, actions);
        if (has_move(actions)) {
            known = 0;
        } else if (known == 0) {
            known = turns_to_a_move(state, generator);
            if (known < 0) {
                record.ending = Ending::Stuck;
                return record;
            }
        }
        if (static_cast<int>(record.choices.size()) >= cap) {
            record.ending = Ending::Capped;
            return record;
        }
        int chosen = 0;
        if (player == Player::Greedy) {
            chosen = greedy.choose(state, actions);
        } else if (actions.size() > 1) {
            chosen = static_cast<int>(dice.below(actions.size()));
        }
        if (chosen < 0) {
            record.ending = Ending::GivenUp;
            return record;
        }
        record.choices.push_back(static_cast<int>(actions.size()));
        play(state, actions[static_cast<std::size_t>(chosen)]);
        record.along.push_back(state.on_foundations());
    }
}

}  // namespace patience
