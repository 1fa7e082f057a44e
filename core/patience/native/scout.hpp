// The goal-directed search: always on from the state that seems nearest to a win. It keeps every
// state that it meets, so it is for a short first pass; where it runs out of states the deal is lost.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "guess.hpp"
#include "state.hpp"
#include "verdict.hpp"
#include "walker.hpp"

namespace patience {

class Scout {
public:
    // The state is the search's own from here on. `memory`: bytes for the states kept, those of the
    // walker's set of visited states aside.
    Scout(Walker& walker, State& state, std::size_t memory)
        : walker_(&walker), state_(&state), memory_(memory),
          lanes_{Lane(walker.table(), kPatient), Lane(walker.table(), kEager)} {}

    // As Search::run.
    Verdict run(std::uint64_t most, Watch& watch);

private:
    struct Node {
        std::uint32_t parent;
        Action action;
    };

    // The nodes by the distance that one guess gives them. Both lanes hold every node.
    struct Lane {
        Lane(const Table& table, const Weights& weights) : guess(table, weights) {}
        void add(std::uint32_t node, const State& state);
        bool next(std::uint32_t& node);  // the newest of the nearest

        Guess guess;
        std::vector<std::vector<std::uint32_t>> queue;
        std::size_t nearest = 0;
    };

    static constexpr std::size_t kBlock = 4096;  // saved states in one piece of memory

    void start();
    std::uint8_t* saved(std::size_t node) {
        return &saved_[node / kBlock][node % kBlock * width_];
    }
    std::size_t bytes() const {
        return saved_.size() * kBlock * width_ + nodes_.size() * (sizeof(Node) + 2 * sizeof(node_));
    }
    void go_to(std::uint32_t node);
    void keep(std::uint32_t parent, const Action& action);
    bool next(std::uint32_t& node);
    bool expand(std::uint32_t node);
    void line_to(std::uint32_t node, std::vector<Action>& line);

    Walker* walker_;
    State* state_;
    std::size_t memory_;
    std::array<Lane, 2> lanes_;
    std::size_t lane_ = 0;                            // whose turn it is
    std::size_t width_ = 0;                           // bytes of a saved state
    std::vector<std::uint8_t> start_;                 // the state that the search began with
    std::vector<std::unique_ptr<std::uint8_t[]>> saved_;
    std::uint32_t node_ = 0;                          // the one that the state is at
    std::vector<Node> nodes_;
    std::vector<bool> done_;                          // nodes that one lane has given
    bool won_ = false;
    std::uint64_t steps_ = 0;
    std::vector<Action> actions_;
    std::vector<Key> ahead_;
};

}  // namespace patience
