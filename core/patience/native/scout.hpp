// The goal-directed search: always on from the state that seems nearest to a win. It keeps every
// state that it meets, so it is for a short first pass; where it runs out of states the deal is lost.
#pragma once

#include <cstdint>
#include <vector>

#include "guess.hpp"
#include "state.hpp"
#include "verdict.hpp"
#include "walker.hpp"

namespace patience {

class Scout {
public:
    // The state is the search's own from here on.
    Scout(Walker& walker, State& state, const Weights& weights)
        : walker_(&walker), state_(&state), guess_(walker.table(), weights) {}

    // As Search::run.
    Verdict run(std::uint64_t most, Watch& watch);

private:
    struct Node {
        std::uint32_t parent;
        Action action;
    };

    void start();
    void keep(std::uint32_t parent, const Action& action);
    bool next(std::uint32_t& node);
    bool expand(std::uint32_t node);
    void line_to(std::uint32_t node, std::vector<Action>& line);

    Walker* walker_;
    State* state_;
    Guess guess_;
    std::size_t width_ = 0;                           // bytes of a saved state
    std::vector<std::uint8_t> start_;                 // the state that the search began with
    std::vector<std::uint8_t> saved_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::uint32_t>> queue_;  // nodes by their distance
    std::size_t nearest_ = 0;
    bool won_ = false;
    std::uint64_t steps_ = 0;
    std::vector<Action> actions_;
};

}  // namespace patience
