// The search that decides a deal: depth first through every state, each once, without recursion.
#pragma once

#include <vector>

#include "state.hpp"
#include "verdict.hpp"
#include "walker.hpp"

namespace patience {

class Search {
public:
    // The state is the search's own from here on.
    Search(Walker& walker, State& state) : walker_(&walker), state_(&state), root_(state.mark()) {}

    // Goes on until `most` states are visited (0 = no such end): then the answer is undecided, and
    // no limit is named. May be called again to go on from there.
    Verdict run(std::uint64_t most, Watch& watch);

private:
    struct Frame {
        std::size_t mark;   // of the state's log before the action that led here
        std::size_t first;  // its actions in actions_
        std::size_t next;
        Action action;      // what led here
    };

    void enter(std::size_t mark, const Action& action);
    // Goes on to the next state that was not visited before; false if there is none.
    bool step();

    Walker* walker_;
    State* state_;
    std::size_t root_;
    bool started_ = false;
    std::uint64_t steps_ = 0;
    std::vector<Action> actions_;
    std::vector<Key> ahead_;  // of each action, the key of what follows
    std::vector<Frame> frames_;
};

}  // namespace patience
