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
    Scout(Walker& walker, const Weights& weights) : walker_(&walker), guess_(walker.table(), weights) {}

    // Gives up at `most` states: then the answer is undecided, and no limit is named.
    Verdict run(State& state, std::uint64_t most, Watch& watch);

private:
    struct Node {
        std::uint32_t parent;
        Action action;
    };

    void keep(const State& state, std::uint32_t parent, const Action& action);
    bool next(std::uint32_t& node);
    bool expand(State& state, std::uint32_t node, Verdict& verdict);
    void line_to(State& state, std::uint32_t node, std::vector<Action>& line);

    Walker* walker_;
    Guess guess_;
    std::size_t width_ = 0;                           // bytes of a saved state
    std::vector<std::uint8_t> saved_;
    std::vector<Node> nodes_;
    std::vector<std::vector<std::uint32_t>> queue_;  // nodes by their distance
    std::size_t nearest_ = 0;
    std::vector<Action> actions_;
};

}  // namespace patience
