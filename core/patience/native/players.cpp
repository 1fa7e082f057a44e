#include "players.hpp"

#include <algorithm>

#include "greedy.hpp"
#include "moves.hpp"
#include "planner.hpp"
#include "play.hpp"

namespace patience {

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
        // (While a base is to be chosen first the stock may not be turned either.)
        if (actions.empty() || std::find(seen.begin(), seen.end(), key) != seen.end() ||
            !turn_or_redeal(state)) {
            turns = -1;
            break;
        }
        seen.push_back(key);
    }
    state.undo(mark);
    return turns;
}

// A player at the table, whichever it is.
class Seat {
public:
    Seat(Player player, Dice dice) : player_(player), dice_(dice), planner_(dice) {}

    // The chosen action's place in the list, or -1 to give the game up.
    int choose(State& state, const std::vector<Action>& actions, const Stop& stop) {
        switch (player_) {
            case Player::Greedy:
                return greedy_.choose(state, actions);
            case Player::Planner:
                return planner_.choose(state, actions, stop);
            case Player::Random:
                break;
        }
        return actions.size() > 1 ? static_cast<int>(dice_.below(actions.size())) : 0;
    }

private:
    Player player_;
    Dice dice_;
    Greedy greedy_;
    Planner planner_;
};

}  // namespace

GameRecord simulate(State& state, Player player, Dice dice, int cap, const Stop& stop) {
    Generator generator(state.table());
    Seat seat(player, dice);
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
        if (static_cast<int>(record.choices.size()) >= cap || stop(0)) {
            record.ending = Ending::Capped;
            return record;
        }
        const int chosen = seat.choose(state, actions, stop);
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
