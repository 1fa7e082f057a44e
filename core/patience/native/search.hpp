// The search that decides a deal: depth first through every state, each once, without recursion.
#pragma once

#include <vector>

#include "state.hpp"
#include "verdict.hpp"
#include "walker.hpp"

namespace patience {

class Search {
public:
    explicit Search(Walker& walker) : walker_(&walker) {}

    // Starts from a state that it gives back as it was.
    Verdict run(State& state, Watch& watch);

private:
    struct Frame {
        std::size_t mark;   // of the state's log before the action that led here
        std::size_t first;  // its actions in actions_
        std::size_t next;
        Action action;      // what led here
        Walker::Here here;
    };

    void enter(State& state, std::size_t mark, const Action& action);
    // Goes on to the next state that was not visited before; false if there is none.
    bool step(State& state, Verdict& verdict);

    Walker* walker_;
    std::vector<Action> actions_;
    std::vector<Frame> frames_;
};

}  // namespace patience
