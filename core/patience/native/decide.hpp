// Deciding a position: the exhaustive search and the goal-directed one in turns.
#pragma once

#include "state.hpp"
#include "verdict.hpp"

namespace patience {

struct Plan {
    unsigned prunings = 0;
    std::uint64_t scout = 0;  // states that the goal-directed search may meet; 0 = no such search
};

// Throws InputError if the position is not the table's.
Verdict decide(const Table& table, const Position& position, const Plan& plan, const Limits& limits,
               const Stop& stop);

}  // namespace patience
